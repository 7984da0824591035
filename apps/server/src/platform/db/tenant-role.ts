/** The roles that addresses of the database name (decision 85). */

/** The role an address signs in as. */
export const roleOf = (address: string): string => decodeURIComponent(new URL(address).username);

/**
 * The role that a transaction for one organization runs as; the serving role is a member of it. Named after that one, as several
 * installations may share a cluster: who serves one of them is no member of the others'.
 */
export const tenantRoleOf = (servingAddress: string): string => `${roleOf(servingAddress)}_tenant`;

/** The setting of a transaction that the policies of the tables read. */
export const TENANT_SETTING = 'picket.tenant';
