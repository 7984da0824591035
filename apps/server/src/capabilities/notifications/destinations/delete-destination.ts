import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { removeDestination } from './destination-store.ts';
import { auditTargetOf, getDestination } from './get-destination.ts';

/** Removes a destination of a user, or (`user` null) of the organization. */
export async function deleteDestination(ctx: Ctx<UserActor>, user: string | null, guid: string): Promise<void> {
  const row = await getDestination(ctx, user, guid);
  await ctx.db.inTx(async (tx) => {
    await removeDestination(tx.sql, ctx.actor.tenant, guid, new Date(ctx.clock.now()));
    await audit(ctx, tx, {
      action: 'DESTINATION_REMOVED',
      target: auditTargetOf(row),
      before: { kind: row.kind, name: row.name },
    });
  });
}
