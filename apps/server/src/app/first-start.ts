/** What a new database needs: the admin tenant, and the sign-up of its first administrator. */

import { findAdminTenant } from '../capabilities/tenants/index.ts';
import { createAdministrator, createFirstSignupLink } from '../capabilities/user-administration/index.ts';
import { countUsers } from '../capabilities/users/index.ts';
import type { Platform } from '../platform/platform.ts';
import { provisionTenant } from './provision-tenant.ts';

const FIRST_NAME = 'My organization';

/** Returns the path of the sign-up link when nobody can sign in yet. */
export async function prepareFirstStart(platform: Platform): Promise<string | null> {
  const { prisma } = platform.db;
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
