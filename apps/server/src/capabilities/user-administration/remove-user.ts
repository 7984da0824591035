import type { UserOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { noteErasure } from '../../platform/wal-archive/erasure-ledger.ts';
import { audit } from '../audit/index.ts';
import { assertNotLastAdmin, deleteUser, LAST_ADMINISTRATOR, requireTenantUser, targetOf } from '../users/index.ts';
import { auditFields, toUserOut } from './user-out.ts';

/** Deletes a user, unless it is the last administrator of the tenant. */
export async function removeUser(ctx: Ctx<UserActor>, guid: string, check: (current: UserOut) => void): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    check(await toUserOut(ctx, tx.prisma, user));
    await assertNotLastAdmin(tx, user, LAST_ADMINISTRATOR);
    await noteErasure(ctx, 'USER', ctx.actor.tenant, guid);
    await deleteUser(tx.prisma, ctx.actor.tenant, guid);
    await audit(ctx, tx, { action: 'USER_DELETED', target: targetOf(user), before: auditFields(user) });
  });
}
