/**
 * Whether Postgres limits what works for one organization to the rows of that one, and why not: it is turned off, Citus distributes the
 * database, or the roles are missing and Picket may not make or use them.
 */
export const ROW_SECURITY_STATES = ['IN_FORCE', 'OFF', 'DISTRIBUTED', 'NO_ROLES'] as const;
export type RowSecurityState = (typeof ROW_SECURITY_STATES)[number];
