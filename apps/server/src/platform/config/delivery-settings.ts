/** How notifications and mails leave, and what is requested elsewhere. */
import { z } from 'zod';
import { type OutboundEntry, parseOutboundList } from '../outbound/outbound-allowlist.ts';
import { ConfigError, EmailSetting, HttpUrl, SmtpUrl } from './setting-types.ts';

const SENDER_NAME = 'Picket';

/** `address`, `Name <address>` or `"Name" <address>`, as in the From line of a mail. */
const MailSender = z.string().transform((text, ctx): MailSenderAddress => {
  const [, quoted, plain, inBrackets] = /^(?:"([^"\r\n]*)"|([^"<>\r\n]*?))\s*<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = EmailSetting.safeParse((inBrackets ?? text).trim());
  if (address.success) return { name: (quoted ?? plain)?.trim() || SENDER_NAME, address: address.data };
  ctx.addIssue({
    code: 'custom',
    message: 'must be an address, or a name and an address: Picket <picket@example.org>',
  });
  return z.NEVER;
});

export const notificationShape = {
  /** smtp://user:password@host:587 or smtps://…; without it links are shown to administrators instead of mailed. */
  PICKET_SMTP_URL: SmtpUrl.optional(),
  /** An address, or a name and an address: Picket <picket@example.org>. */
  PICKET_MAIL_FROM: MailSender.optional(),
  /** Private hosts that destinations may use: host:port or everyone=host:port, separated by commas. */
  PICKET_OUTBOUND_ALLOWED: z.string().max(4096).default(''),
  /** Seconds a receiver has to answer, and before the first repetition of what it did not take; see domain's receiver-health. */
  PICKET_DELIVERY_TIMEOUT: z.coerce.number().min(0.05).max(60).default(10),
  PICKET_RETRY_SECONDS: z.coerce.number().min(0.01).max(3600).default(5),
  /** Requested once a minute while everything works, so that an external monitor notices when it stops. */
  PICKET_HEARTBEAT_URL: HttpUrl.optional(),
};
const NotificationSettings = z.object(notificationShape);

export interface NotificationConfig {
  readonly mail: MailConfig | null;
  readonly delivery: DeliveryConfig;
  readonly heartbeatUrl: string | null;
}

export interface MailConfig {
  readonly smtpUrl: string;
  readonly from: MailSenderAddress;
}

export interface MailSenderAddress {
  readonly name: string;
  readonly address: string;
}

export interface DeliveryConfig {
  /** Private hosts that every organization may use. */
  readonly allowed: readonly OutboundEntry[];
  readonly timeoutMs: number;
  readonly firstRetryMs: number;
}

export const notificationConfig = (
  env: z.output<typeof NotificationSettings>,
  publicUrl: string | null,
): NotificationConfig => ({
  mail: mailConfig(env, publicUrl),
  delivery: {
    allowed: allowedHosts(env.PICKET_OUTBOUND_ALLOWED),
    timeoutMs: env.PICKET_DELIVERY_TIMEOUT * 1000,
    firstRetryMs: env.PICKET_RETRY_SECONDS * 1000,
  },
  heartbeatUrl: env.PICKET_HEARTBEAT_URL ?? null,
});

function allowedHosts(list: string): readonly OutboundEntry[] {
  const entries = parseOutboundList(list);
  if (typeof entries === 'string') throw new ConfigError(`PICKET_OUTBOUND_ALLOWED: ${entries}`);
  return entries;
}

/** Links in e-mails lead to the address people use, never to what a request says its host is. */
function mailConfig(env: z.output<typeof NotificationSettings>, publicUrl: string | null): MailConfig | null {
  if (env.PICKET_SMTP_URL === undefined) return null;
  if (publicUrl === null) throw new ConfigError('PICKET_SMTP_URL needs PICKET_PUBLIC_URL: links in e-mails lead there');
  const from = env.PICKET_MAIL_FROM ?? { name: SENDER_NAME, address: `picket@${new URL(publicUrl).hostname}` };
  return { smtpUrl: env.PICKET_SMTP_URL, from };
}
