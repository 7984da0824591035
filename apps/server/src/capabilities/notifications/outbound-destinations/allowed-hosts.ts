/**
 * Which hosts inside destinations may lead to. The operator allows them for every organization, an administrator of the admin
 * tenant for one. Each is a host and a port, and for administrators of the organization unless it is for everyone.
 */
import { type AllowedHosts, allowedHostsFor } from '../../../platform/outbound/outbound-allowlist.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findAdminTenant } from '../../tenants/index.ts';
import { isAdministrator, listOutboundRows } from './outbound-store.ts';

type AllowedHostsContext = Pick<Platform, 'db' | 'config'>;

/** What destinations of the organization (`user` null) or of one of its people may lead to, as things are now. */
export async function allowedHosts(
  { db, config }: AllowedHostsContext,
  tenant: string,
  user: string | null,
): Promise<AllowedHosts> {
  const entries = [...config.delivery.allowed, ...(await listOutboundRows(db.console, tenant))];
  if (entries.length === 0) return new Set();
  return allowedHostsFor(entries, user === null || (await isAdministrator(db.console, tenant, user)));
}

/** What settings of the installation may lead to: what the operator, or the admin tenant, allowed. */
export async function installationHosts({ db, config }: AllowedHostsContext): Promise<AllowedHosts> {
  const tenant = await findAdminTenant(db.console);
  const rows = tenant === null ? [] : await listOutboundRows(db.console, tenant);
  return allowedHostsFor([...config.delivery.allowed, ...rows], true);
}
