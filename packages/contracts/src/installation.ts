/** Settings of the installation that can be changed while it runs, for administrators of the admin tenant. */
import { MAIL_SECURITIES, MAIL_STAGES } from '@picket/domain/mail-servers';
import { z } from 'zod';
import { Email, InstantOut, PasswordInput } from './primitives.ts';
import { Text } from './request-texts.ts';

/** Where a setting comes from. The environment wins over what was entered here. */
const ManagedBy = z.enum(['ENVIRONMENT', 'BROWSER']);

const Change = {
  /** Who entered it, and when. */
  changedBy: z.string().optional(),
  changedAt: InstantOut.optional(),
  /** Something is stored that this server cannot decrypt: it has to be entered again. */
  unreadable: z.boolean(),
  /** Of what is stored, or of its removal. */
  last_update_ts: InstantOut,
};

const MailFrom = z.object({ name: z.string(), address: z.string() });

/** The mail server in force; its password is never sent. */
export const MailSettings = z.object({
  managedBy: ManagedBy.nullable(),
  host: z.string().optional(),
  port: z.number().optional(),
  security: z.enum(MAIL_SECURITIES).optional(),
  user: z.string().optional(),
  hasPassword: z.boolean(),
  from: MailFrom.optional(),
  /** Where links in mails lead, and whether PICKET_PUBLIC_URL sets it. */
  publicUrl: z.string().optional(),
  publicUrlManagedBy: ManagedBy.nullable(),
  /** What the mail server did last. */
  health: z.object({ lastDeliveredAt: InstantOut.optional(), failingSince: InstantOut.optional() }),
  ...Change,
});

const Host = Text(255).min(1, 'Enter a host name or an IP address');

/** `password` is kept where it is left out, as long as host, port, user and encryption stay the same. */
export const MailSettingsBody = z.strictObject({
  host: Host,
  port: z.number().int().min(1, 'must be from 1 to 65535').max(65_535, 'must be from 1 to 65535'),
  security: z.enum(MAIL_SECURITIES),
  user: Text(255).min(1).optional(),
  password: PasswordInput.optional(),
  from: z.strictObject({ name: Text(100).min(1, 'Enter a name'), address: Email }),
  /** Needed where PICKET_PUBLIC_URL is not set. */
  publicUrl: Text(500).optional(),
});

/** A stage of handing over a mail, with the time since the stage before. */
export const MailStageOut = z.object({ stage: z.enum(MAIL_STAGES), milliseconds: z.number() });

/** What the mail server answered to a test mail. */
export const MailSettingsTest = z.object({
  delivered: z.boolean(),
  to: z.string(),
  response: z.string(),
  milliseconds: z.number(),
  /** What it did, as far as it came. */
  stages: z.array(MailStageOut),
});

/** The heartbeat in force. Its address holds a token: only the host is sent. */
export const HeartbeatSettings = z.object({
  managedBy: ManagedBy.nullable(),
  host: z.string().optional(),
  /** The last ping of the server process that answers. */
  lastPing: z.object({ at: InstantOut, response: z.string(), delivered: z.boolean() }).optional(),
  ...Change,
});

export const HeartbeatBody = z.strictObject({ url: Text(2048).min(1, 'Enter an address') });

export const HeartbeatPing = z.object({ delivered: z.boolean(), response: z.string() });
