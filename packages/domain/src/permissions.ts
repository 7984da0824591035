/** Roles and what they allow (specification, section 6). Both the server's access checks and the console use these functions. */
export const ROLES = ['ADMIN', 'VIEWER', 'METRICS'] as const;
export type Role = (typeof ROLES)[number];

/** A role, everywhere in the organization or (with `location`) at one location only. */
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

/** The locations a user may view: all of the tenant's, or the listed ones. */
export function visibleLocations(permissions: readonly Permission[]): 'all' | readonly string[] {
  if (permissions.some((p) => p.role !== 'METRICS' && isGlobal(p))) return 'all';
  const guids = permissions.flatMap((p) => (p.role !== 'METRICS' && p.location != null ? [p.location] : []));
  return [...new Set(guids)];
}

/** Whether the permissions in `held` include everything that `permission` allows. */
export function covers(held: readonly Permission[], permission: Permission): boolean {
  const { role, location } = permission;
  if (role === 'METRICS') return hasMetricsAccess(held);
  if (location == null)
    return isAdmin(held) || (role === 'VIEWER' && held.some((p) => p.role === 'VIEWER' && isGlobal(p)));
  return role === 'ADMIN' ? isLocationAdmin(held, location) : isLocationViewer(held, location);
}

/**
 * The effective permissions of an API token: the part of `given` that its owner still has (`held`). A token for all
 * locations is reduced to those its owner still has access to.
 */
export function narrowPermissions(given: readonly Permission[], held: readonly Permission[]): readonly Permission[] {
  return given.flatMap((permission) => {
    if (covers(held, permission)) return [permission];
    if (permission.location != null || permission.role === 'METRICS') return [];
    return held.flatMap(({ location }) => {
      const there = { role: permission.role, location };
      return location != null && covers(held, there) ? [there] : [];
    });
  });
}

export const PERMISSION_MESSAGES = {
  none: 'choose at least one role',
  metricsEverywhere: 'METRICS is for the whole organization; leave the location out',
} as const;

/** Permissions in stored form: no duplicates, none that a wider one includes, sorted. */
export function normalizePermissions(permissions: readonly Permission[]): readonly Permission[] {
  const plain = permissions.map(({ role, location }) => ({ role, location: location ?? null }));
  const distinct = plain.filter(
    (one, index) => plain.findIndex((p) => p.role === one.role && p.location === one.location) === index,
  );
  const key = ({ role, location }: (typeof plain)[number]): string => `${location ?? ''} ${role}`;
  return distinct
    .filter((one) => !distinct.some((other) => other !== one && covers([other], one) && !covers([one], other)))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
