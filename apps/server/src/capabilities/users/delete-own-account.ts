import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { noteErasure } from '../../platform/wal-archive/erasure-ledger.ts';
import { audit } from '../audit/index.ts';
import { currentUser } from './current-user.ts';
import { assertNotLastAdmin } from './last-administrator.ts';
import { targetOf } from './user-actor.ts';
import { deleteUser } from './user-store.ts';

/** Deletes the account, unless it is the last administrator of the tenant. */
export async function deleteMyAccount(ctx: Ctx<UserActor>): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await currentUser(ctx, tx.prisma);
    await assertNotLastAdmin(tx, user, 'You are the last administrator; make another user an administrator first');
    await noteErasure(ctx, 'USER', user.tenantGuid, user.guid);
    await deleteUser(tx.prisma, user.tenantGuid, user.guid);
    await audit(ctx, tx, { action: 'ACCOUNT_DELETED', target: targetOf(user), before: { email: user.email } });
  });
}
