/**
 * Settings of the installation that can be changed while it runs: the mail server, and the address of the heartbeat. The environment
 * wins: where a variable sets one, what the database holds is not used. In the database they are encrypted, since they hold secrets.
 * Every server process keeps them in memory, and reads them again when another one has changed them.
 */
import { MAIL_SECURITIES } from '@picket/domain/mail-servers';
import { z } from 'zod';
import { type Config, localAddress } from '../config/config.ts';
import type { MailSenderAddress } from '../config/delivery-settings.ts';
import type { Database, Sql } from '../db/database.ts';
import { decryptText, encryptText } from '../keys/encryption.ts';
import type { Keys } from '../keys/keys.ts';
import type { Log } from '../logging/log.ts';
import type { AllowedHosts } from '../outbound/outbound-allowlist.ts';
import type { PubSub } from '../pubsub/pub-sub.ts';
import { listSettings, type SettingName, type SettingRow, upsertSetting } from './setting-store.ts';

const StoredMail = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(MAIL_SECURITIES),
  user: z.string().nullable(),
  password: z.string().nullable(),
  from: z.object({ name: z.string(), address: z.string() }),
  /** Where links in mails lead; null: PICKET_PUBLIC_URL was set when this was saved. */
  publicUrl: z.string().nullable(),
});
export type StoredMail = z.output<typeof StoredMail>;

const StoredHeartbeat = z.object({ url: z.string() });
export type StoredHeartbeat = z.output<typeof StoredHeartbeat>;

export type MailServer =
  | { readonly managedBy: 'ENVIRONMENT'; readonly smtpUrl: string; readonly from: MailSenderAddress }
  | ({ readonly managedBy: 'BROWSER' } & StoredMail);

export interface HeartbeatTarget {
  readonly managedBy: 'ENVIRONMENT' | 'BROWSER';
  readonly url: string;
}

export interface SettingChange {
  readonly by: string;
  readonly at: Date;
}

export interface CurrentSettings {
  /** null: none is set up, or no address that links in mails could lead to. */
  readonly mail: MailServer | null;
  readonly heartbeat: HeartbeatTarget | null;
  /** The address people use: of the environment, else as it was entered with the mail server. */
  readonly publicUrl: string | null;
  /** Stored, whatever the environment says; null: nothing is stored, or it cannot be read. */
  readonly storedMail: StoredMail | null;
  readonly storedHeartbeat: StoredHeartbeat | null;
  /** Who changed what is stored, or removed it, and when. */
  readonly changes: Readonly<Partial<Record<SettingName, SettingChange>>>;
  /** Stored under keys that this server does not have: they have to be entered again. */
  readonly unreadable: readonly SettingName[];
}

export interface InstallationSettings {
  /** What is in force now. */
  current(): CurrentSettings;
  /** Reads what the database holds. */
  load(): Promise<void>;
  /** Stores a setting in the caller's transaction; null removes it. Call `announce` after the commit. */
  save<Name extends SettingName>(
    sql: Sql,
    name: Name,
    value: (Name extends 'mail' ? StoredMail : StoredHeartbeat) | null,
    change: SettingChange,
  ): Promise<void>;
  /** Loads what was committed, here and in every other server process. */
  announce(): Promise<void>;
  /** Private hosts that the settings may lead to. */
  allowedHosts(): Promise<AllowedHosts>;
}

export interface SettingsParts {
  readonly config: Config;
  readonly db: Database;
  readonly keys: Pick<Keys, 'encryption'>;
  readonly log: Log;
  readonly pubSub: PubSub;
}

/** `allowedHosts`: private hosts that administrators of the installation allowed. Begins with what the environment sets. */
export function createInstallationSettings(
  { config, db, keys, log, pubSub }: SettingsParts,
  allowedHosts: () => Promise<AllowedHosts>,
): InstallationSettings {
  let current = combine(config, keys, []);
  const load = async (): Promise<void> => {
    current = combine(config, keys, await listSettings(db.console));
  };
  pubSub.subscribe('settings', () => {
    load().catch((err: unknown) => log.warn({ err }, 'cannot read the settings, trying again'));
  });
  return {
    current: () => current,
    load,
    save: async (sql, name, value, { by, at }) => {
      // The row of what was removed stays, so that its version does not go back.
      const content = value === null ? REMOVED : encryptText(keys, rowOf(name), JSON.stringify(value));
      await upsertSetting(sql, { name, content, changedBy: by, changedAt: at });
    },
    announce: async () => {
      await load();
      pubSub.publish('settings', '');
    },
    allowedHosts,
  };
}

/** Links lead to the address people use, or where none is known to this machine. */
export const linkBase = ({
  config,
  settings,
}: {
  readonly config: Config;
  readonly settings: InstallationSettings;
}): string => settings.current().publicUrl ?? localAddress(config);

const REMOVED = Buffer.alloc(0);

/** What the content of a setting is bound to. */
const rowOf = (name: SettingName): string => `installation_setting ${name}`;

function combine(config: Config, keys: Pick<Keys, 'encryption'>, rows: readonly SettingRow[]): CurrentSettings {
  const storedMail = readStored(keys, rows, 'mail', StoredMail);
  const storedHeartbeat = readStored(keys, rows, 'heartbeat', StoredHeartbeat);
  const publicUrl = config.publicUrl ?? storedMail?.publicUrl ?? null;
  return {
    mail: mailInForce(config, storedMail, publicUrl),
    heartbeat: heartbeatInForce(config, storedHeartbeat),
    publicUrl,
    storedMail,
    storedHeartbeat,
    changes: Object.fromEntries(rows.map(({ name, changedBy, changedAt }) => [name, { by: changedBy, at: changedAt }])),
    unreadable: rows.flatMap(({ name, content }) =>
      content.length > 0 && (name === 'mail' ? storedMail : storedHeartbeat) === null ? name : [],
    ),
  };
}

function readStored<Schema extends z.ZodType>(
  keys: Pick<Keys, 'encryption'>,
  rows: readonly SettingRow[],
  name: SettingName,
  schema: Schema,
): z.output<Schema> | null {
  const row = rows.find((one) => one.name === name);
  const text = row === undefined ? null : decryptText(keys, rowOf(name), row.content);
  return text === null ? null : schema.parse(JSON.parse(text));
}

function mailInForce(config: Config, stored: StoredMail | null, publicUrl: string | null): MailServer | null {
  if (config.mail !== null) return { managedBy: 'ENVIRONMENT', ...config.mail };
  return stored === null || publicUrl === null ? null : { managedBy: 'BROWSER', ...stored };
}

function heartbeatInForce({ heartbeatUrl }: Config, stored: StoredHeartbeat | null): HeartbeatTarget | null {
  if (heartbeatUrl !== null) return { managedBy: 'ENVIRONMENT', url: heartbeatUrl };
  return stored === null ? null : { managedBy: 'BROWSER', url: stored.url };
}
