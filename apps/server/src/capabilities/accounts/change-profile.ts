import { Preferences, type ProfileOut } from '@picket/contracts';
import { AppError, type Ctx, invalid, type UserActor } from '../../platform/index.ts';
import { countOtherAdmins, deleteUser, findUser, updateUser } from './account-store.ts';
import { profileOf } from './profile.ts';

export async function myProfile(ctx: Ctx<UserActor>): Promise<ProfileOut> {
  const user = await findUser(ctx.db.prisma, ctx.actor.guid);
  if (user === null) throw new AppError('unauthenticated');
  return profileOf(user);
}

export interface ProfileChanges {
  readonly displayName?: string | undefined;
  readonly preferences?: { readonly useCelsius?: boolean | undefined; readonly theme?: string | undefined } | undefined;
}

/** Changes what is given and answers the whole profile. An empty displayName is dropped (specification, section 5). */
export async function changeProfile(
  ctx: Ctx<UserActor>,
  changes: ProfileChanges,
  check: (current: ProfileOut) => void,
): Promise<ProfileOut> {
  return ctx.db.inTx(async ({ prisma }) => {
    const user = await findUser(prisma, ctx.actor.guid);
    if (user === null) throw new AppError('unauthenticated');
    check(profileOf(user));
    const preferences = Preferences.parse({ ...Preferences.parse(user.preferences), ...changes.preferences });
    const changed = await updateUser(prisma, ctx.actor.guid, {
      ...(changes.displayName === undefined || changes.displayName === '' ? {} : { displayName: changes.displayName }),
      preferences,
      lastUpdateTs: new Date(Math.max(ctx.clock.now(), user.lastUpdateTs.getTime() + 1)),
    });
    return profileOf(changed);
  });
}

/** Deletes the account. The last administrator of an organisation stays. */
export async function deleteMyAccount(ctx: Ctx<UserActor>): Promise<void> {
  await ctx.db.inTx(async ({ prisma }) => {
    const isLast =
      ctx.actor.permissions.some(({ role, location }) => role === 'ADMIN' && location == null) &&
      (await countOtherAdmins(prisma, ctx.actor.tenant, ctx.actor.guid)) === 0;
    if (isLast) throw invalid('user', 'You are the last administrator; make somebody else one first');
    await deleteUser(prisma, ctx.actor.guid);
  });
}
