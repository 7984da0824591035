import { type ParsedBody, Preferences, type ProfileOut } from '@picket/contracts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { currentUser, targetOf } from '../auth/password/change-password.ts';
import { toProfile } from './profile.ts';
import {
  countOtherAdmins,
  deleteUser,
  lockTenantUsers,
  permissionsOf,
  type UserRow,
  updateUser,
} from './user-store.ts';

export const getOwnProfile = async (ctx: Ctx<UserActor>): Promise<ProfileOut> => ({
  ...toProfile(await currentUser(ctx)),
  display: ctx.actor.via.kind === 'display',
  // A token sees its own permissions, not those of its owner.
  permissions: ctx.actor.permissions.map(({ role, location }) => (location == null ? { role } : { role, location })),
});

/** Changes the given fields and returns the whole profile. An empty displayName is dropped (specification, section 5). */
export async function changeProfile(
  ctx: Ctx<UserActor>,
  changes: ParsedBody<'PATCH /users/my-profile'>,
  check: (current: ProfileOut) => void,
): Promise<ProfileOut> {
  return ctx.db.inTx(async (tx) => {
    const user = await currentUser(ctx, tx.prisma);
    check(toProfile(user));
    const preferences = Preferences.parse({ ...Preferences.parse(user.preferences), ...changes.preferences });
    const changed = await updateUser(tx.prisma, ctx.actor.guid, {
      ...(changes.displayName === undefined || changes.displayName === '' ? {} : { displayName: changes.displayName }),
      ...(changes.deviceOs === undefined ? {} : { deviceOs: changes.deviceOs }),
      preferences,
      lastUpdateTs: new Date(Math.max(ctx.clock.now(), user.lastUpdateTs.getTime() + 1)),
    });
    const auditFields = (row: UserRow) => ({
      displayName: row.displayName,
      deviceOs: row.deviceOs,
      ...Preferences.parse(row.preferences),
    });
    await audit(ctx, tx, {
      action: 'PROFILE_CHANGED',
      target: targetOf(changed),
      ...difference(auditFields(user), auditFields(changed)),
    });
    return toProfile(changed);
  });
}

/** Throws a 400 if this is the last administrator of the tenant. Locks the tenant for other changes to its users. */
export async function assertNotLastAdmin(tx: Tx, user: UserRow, message: string): Promise<void> {
  await lockTenantUsers(tx.sql, user.tenantGuid);
  const isOne = permissionsOf(user).some(({ role, location }) => role === 'ADMIN' && location == null);
  if (isOne && (await countOtherAdmins(tx.prisma, user.tenantGuid, user.guid)) === 0) throw invalid('user', message);
}

/** Deletes the account, unless it is the last administrator of the tenant. */
export async function deleteMyAccount(ctx: Ctx<UserActor>): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await currentUser(ctx, tx.prisma);
    await assertNotLastAdmin(tx, user, 'You are the last administrator; make another user an administrator first');
    await deleteUser(tx.prisma, user.guid);
    await audit(ctx, tx, { action: 'ACCOUNT_DELETED', target: targetOf(user), before: { email: user.email } });
  });
}
