/** Row-level security in the databases of tests. */
import { join } from 'node:path';
import type { Config } from '../src/platform/config/config.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');

/** As the start of a server does where it is on. `url`: of a superuser. */
export async function secureRows(url: string, { tenantRole }: Pick<Config, 'tenantRole'>): Promise<void> {
  if (tenantRole !== null) await prepareDatabase({ serving: url, owner: null, tenantRole }, MIGRATIONS);
}
