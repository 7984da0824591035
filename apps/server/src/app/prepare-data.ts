/** What is done to the database before the server works with it. */
import type { Config } from '../platform/config/config.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { limitedRoleOf } from '../platform/db/row-security.ts';
import type { Log } from '../platform/logging/log.ts';

export interface Preparation {
  /** The address for the role that owns the tables; null: the serving role owns them. */
  readonly owner: string | null;
  /** The folder of the migrations. */
  readonly migrations: string;
}

/**
 * Brings the database up to date. Returns the settings to serve with: without a role for organizations where row-level security is not
 * required and cannot be put in force, which is logged with the reason.
 */
export async function prepareData(
  { config, log }: { readonly config: Config; readonly log: Log },
  { owner, migrations }: Preparation,
): Promise<Config> {
  const { databaseUrl: serving, rowSecurity, tenantRole } = config;
  let reason = 'the role of this server cannot change to the role for organizations';
  const onUnlimited = (why: string): void => {
    reason = why;
  };
  await prepareDatabase({ serving, owner, tenantRole, ...(rowSecurity === 'auto' ? { onUnlimited } : {}) }, migrations);
  const limited = await limitedRoleOf(config);
  if (limited !== tenantRole) log.warn({ reason }, 'row-level security is not in force: see docs/operations.md');
  return { ...config, tenantRole: limited };
}
