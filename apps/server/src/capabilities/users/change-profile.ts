import { Preferences } from '@picket/contracts/accounts';
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { ProfileOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { currentUser } from './current-user.ts';
import { toProfile } from './profile.ts';
import { targetOf } from './user-actor.ts';
import type { UserRow } from './user-row.ts';
import { lockUser, updateUser } from './user-store.ts';

/**
 * Changes the given fields and returns the whole profile. An empty displayName is dropped (specification, section 5). The row is
 * locked before it is read: of two changes at once, the second one is based on the first.
 */
export async function changeProfile(
  ctx: Ctx<UserActor>,
  changes: ParsedBody<'PATCH /users/my-profile'>,
  check: (current: ProfileOut) => void,
): Promise<ProfileOut> {
  return ctx.db.inTx(async (tx) => {
    await lockUser(tx.sql, ctx.actor.tenant, ctx.actor.guid);
    const user = await currentUser(ctx, tx.prisma);
    check(toProfile(user));
    const preferences = Preferences.parse({ ...Preferences.parse(user.preferences), ...changes.preferences });
    const changed = await updateUser(tx.prisma, ctx.actor.tenant, ctx.actor.guid, {
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
