/** The permissions of a user: checked, and in the forms of the API and the store. */
import { normalizePermissions, type Permission } from '@picket/domain/permissions';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { findForeignLocations } from './user-store.ts';

/** Permissions as the API returns them. */
export const toPermissionsOut = (permissions: readonly Permission[]) =>
  permissions.map(({ role, location }) => (location == null ? { role } : { role, location }));

/** The same, without those that others imply. */
export const toPermissions = (permissions: readonly Permission[]) =>
  toPermissionsOut(normalizePermissions(permissions));

/** Permissions in stored form; throws a 400 that names each location of another tenant. */
export async function validatePermissions(
  ctx: Ctx<UserActor>,
  { prisma }: Pick<Tx, 'prisma'>,
  given: readonly Permission[],
): Promise<readonly Permission[]> {
  const locations = given.flatMap(({ location }) => location ?? []);
  const foreign = await findForeignLocations(prisma, ctx.actor.tenant, locations);
  const errors = given.flatMap(({ location }, index) =>
    location != null && foreign.has(location)
      ? [{ name: `permissions.${index}.location`, message: 'there is no such location' }]
      : [],
  );
  if (errors.length > 0) throw new AppError('validation', { errors });
  return normalizePermissions(given);
}

/** Permissions as rows of the store. */
export const toPermissionRows = (permissions: readonly Permission[]) =>
  permissions.map(({ role, location }) => ({ guid: newGuid(), role, location: location ?? null }));
