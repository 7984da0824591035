/** What a new database needs: the admin tenant, and the sign-up of its first administrator. */
import { createAdministrator, createFirstSignupLink, hasNoUsers } from '../capabilities/user-administration/index.ts';
import type { Platform } from '../platform/index.ts';
import { provisionTenant } from './provision-tenant.ts';

const FIRST_NAME = 'My organization';

/** Returns the path of the sign-up link when nobody can sign in yet. */
export async function prepareFirstStart(platform: Platform): Promise<string | null> {
  const { prisma } = platform.db;
  const admin = await prisma.tenant.findFirst({ where: { isAdminTenant: true } });
  const tenant = admin?.guid ?? (await provisionTenant(platform, { name: FIRST_NAME, isAdminTenant: true }));
  if (!(await hasNoUsers(platform)) && (await prisma.user.count({ where: { tenantGuid: tenant } })) > 0) return null;
  if (platform.config.admin !== null) {
    await createAdministrator(platform, tenant, platform.config.admin);
    return null;
  }
  return createFirstSignupLink(platform, tenant);
}
