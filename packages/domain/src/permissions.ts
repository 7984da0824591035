/** Roles and what they allow (specification, section 6). The server's guard and the console's screens ask these four. */
export const ROLES = ['ADMIN', 'VIEWER', 'METRICS'] as const;
export type Role = (typeof ROLES)[number];

/** A role, everywhere in the organisation or (with `location`) at one location only. */
export interface Permission {
  readonly role: Role;
  readonly location?: string | null | undefined;
}

const isGlobal = (permission: Permission): boolean => permission.location == null;

/** A global ADMIN permission. */
export function isAdmin(permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => permission.role === 'ADMIN' && isGlobal(permission));
}

/** A global ADMIN or METRICS permission. */
export function hasMetricsAccess(permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => permission.role !== 'VIEWER' && isGlobal(permission));
}

/** A global admin, or an admin of that location. */
export function isLocationAdmin(permissions: readonly Permission[], location: string): boolean {
  return isAdmin(permissions) || permissions.some((p) => p.role === 'ADMIN' && p.location === location);
}

/** A location admin, or a viewer everywhere or there. */
export function isLocationViewer(permissions: readonly Permission[], location: string): boolean {
  return (
    isLocationAdmin(permissions, location) ||
    permissions.some((p) => p.role === 'VIEWER' && (isGlobal(p) || p.location === location))
  );
}

/** The locations somebody may look at: all of the organisation's, or the listed ones. */
export function visibleLocations(permissions: readonly Permission[]): 'all' | readonly string[] {
  if (permissions.some((p) => p.role !== 'METRICS' && isGlobal(p))) return 'all';
  const guids = permissions.flatMap((p) => (p.role !== 'METRICS' && p.location != null ? [p.location] : []));
  return [...new Set(guids)];
}
