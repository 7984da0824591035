/** Where the database is, and as which roles it is used. */
import { z } from 'zod';
import { ROW_SECURITY_MODES, type RowSecurityMode } from '../db/row-security-modes.ts';
import { tenantRoleOf } from '../db/tenant-role.ts';
import { ConfigError, Flag, PostgresUrl, readPasswordFile } from './setting-types.ts';

export const databaseShape = {
  DATABASE_URL: PostgresUrl,
  /** A file with the password of that address, so that it stands in no setting. */
  PICKET_DATABASE_PASSWORD_FILE: z.string().min(1).optional(),
  /** The role that owns the tables: migrations are applied as it, and nothing else is. Without it, as the role of `DATABASE_URL`. */
  PICKET_OWNER_DATABASE_URL: PostgresUrl.optional(),
  PICKET_OWNER_DATABASE_PASSWORD_FILE: z.string().min(1).optional(),
  /** Starts on a database whose settings can lose what it acknowledged; for evaluation only. */
  PICKET_UNSAFE_DATABASE: Flag.default(false),
  /** Whether Postgres limits what works for one organization to the rows of that one. */
  PICKET_ROW_SECURITY: z.enum(ROW_SECURITY_MODES).default('auto'),
};
const DatabaseSettings = z.object(databaseShape);

export interface DatabaseConfig {
  readonly databaseUrl: string;
  readonly acceptsUnsafeDatabase: boolean;
  readonly rowSecurity: RowSecurityMode;
  /** The role that work for one organization is to run as; null without row-level security. `limitedRoleOf` says whether it does. */
  readonly tenantRole: string | null;
}

export function databaseConfig(env: z.output<typeof DatabaseSettings>): DatabaseConfig {
  const { DATABASE_URL: address, PICKET_DATABASE_PASSWORD_FILE: file, PICKET_ROW_SECURITY: security } = env;
  return {
    databaseUrl: withPassword(address, 'PICKET_DATABASE_PASSWORD_FILE', file),
    acceptsUnsafeDatabase: env.PICKET_UNSAFE_DATABASE,
    rowSecurity: security,
    tenantRole: security === 'off' ? null : tenantRoleOf(address),
  };
}

function withPassword(address: string, setting: string, file: string | undefined): string {
  if (file === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(readPasswordFile(setting, file));
  return url.href;
}

/** Settings needed for migrations only; the serving process and its workers drop them. */
export const OWNER_SETTINGS = ['PICKET_OWNER_DATABASE_URL', 'PICKET_OWNER_DATABASE_PASSWORD_FILE'] as const;

/** The address of the tables' owner, or null where the server's own role owns them. No part of `Config`, which serves. */
export function readOwnerDatabaseUrl(environment: Readonly<Record<string, string | undefined>>): string | null {
  const [address, file] = OWNER_SETTINGS.map((name) => environment[name]);
  if (address === undefined || address === '') {
    if (file !== undefined && file !== '') throw new ConfigError(`${OWNER_SETTINGS[1]} needs ${OWNER_SETTINGS[0]}`);
    return null;
  }
  return withPassword(address, OWNER_SETTINGS[1], file === '' ? undefined : file);
}
