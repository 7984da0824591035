/**
 * What a database needs before a server works with it. A new one: the admin tenant, and the sign-up of its first administrator. One that
 * was restored: ids of signals that devices have not seen.
 */
import { raiseSignalIdsAllTenants } from '../capabilities/signals/index.ts';
import { findAdminTenant } from '../capabilities/tenants/index.ts';
import { createAdministrator, createFirstSignupLink } from '../capabilities/user-administration/index.ts';
import { countUsers } from '../capabilities/users/index.ts';
import type { Platform } from '../platform/platform.ts';
import { provisionTenant } from './provision-tenant.ts';

const FIRST_NAME = 'My organization';

/** Returns the path of the sign-up link when nobody can sign in yet. */
export async function prepareFirstStart(platform: Platform): Promise<string | null> {
  const { prisma } = platform.db;
  await platform.db.inSqlTx((sql) => raiseSignalIdsAllTenants(sql, platform.clock.now()));
  const tenant =
    (await findAdminTenant(platform.db.console)) ??
    (await provisionTenant(platform, { name: FIRST_NAME, isAdminTenant: true }));
  const { users } = await countUsers(prisma, tenant);
  if (users > 0) return null;
  if (platform.config.admin !== null) {
    await createAdministrator(platform, tenant, platform.config.admin);
    return null;
  }
  return createFirstSignupLink(platform, tenant);
}
