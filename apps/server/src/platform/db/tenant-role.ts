/** The roles that addresses of the database name, and what limits a transaction to organizations (decision 85). */
import pg from 'pg';

/** The role an address signs in as. */
export const roleOf = (address: string): string => decodeURIComponent(new URL(address).username);

/**
 * The role that a transaction for one organization runs as; the serving role is a member of it. Named after that one, as several
 * installations may share a cluster: who serves one of them is no member of the others'.
 */
export const tenantRoleOf = (servingAddress: string): string => `${roleOf(servingAddress)}_tenant`;

/** The role that a transaction for several organizations runs as, by the role for one. */
export const severalRoleOf = (tenantRole: string): string => `${tenantRole}s`;

/**
 * The role by which the serving role is a member of both. It inherits nothing: a policy applies to all who have the privileges of its
 * role, and the serving role must be able to change to the two without having theirs.
 */
export const memberRoleOf = (tenantRole: string): string => `${tenantRole}_member`;

/** The setting of a transaction that the policies for one organization read: its guid. */
export const TENANT_SETTING = 'picket.tenant';
/** The setting that the policies for several read: their guids, separated by commas. */
export const TENANTS_SETTING = 'picket.tenants';

/** What limits a transaction to the rows of some organizations. */
export interface TenantLimits {
  readonly role: string;
  readonly setting: string;
  readonly value: string;
  /** Of names of prepared statements: Postgres plans one again whenever its role is another than before. */
  readonly suffix: string;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/**
 * `tenantRole`: the role for one organization. Throws an Error where a tenant is no guid, as they stand in statements that take no
 * parameters; or where there is none.
 */
export function limitsOf(tenantRole: string, tenants: readonly string[]): TenantLimits {
  const [value, ...others] = guidsOf(tenants);
  return value === undefined || others.length > 0
    ? batchLimitsOf(tenantRole, tenants)
    : { role: tenantRole, setting: TENANT_SETTING, value, suffix: '_bound' };
}

/**
 * The same as the role for several, also where there is one: its policies read the setting once a statement and not once a row, and a
 * batch inserts thousands.
 */
export function batchLimitsOf(tenantRole: string, tenants: readonly string[]): TenantLimits {
  const value = guidsOf(tenants).join(',');
  return { role: severalRoleOf(tenantRole), setting: TENANTS_SETTING, value, suffix: '_several' };
}

function guidsOf(tenants: readonly string[]): readonly string[] {
  const guids = [...new Set(tenants)];
  if (guids.length === 0 || !guids.every((guid) => GUID.test(guid)))
    throw new Error('a database of an organization needs its guid');
  return guids;
}

/** Begins a transaction with these limits. Where a part of it fails, the transaction has failed as well. */
export const beginOf = ({ role, setting, value }: TenantLimits): string =>
  `BEGIN; SET LOCAL ROLE ${pg.escapeIdentifier(role)}; SET LOCAL ${setting} = ${pg.escapeLiteral(value)}`;
