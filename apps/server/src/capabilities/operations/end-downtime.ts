import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { endOrDeleteDowntime } from './downtime-store.ts';

/** Ends a downtime now; one that has not begun is removed. */
export async function endDowntime(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const context = await endOrDeleteDowntime(tx.sql, guid, ctx.clock.now());
    if (context === null) throw new AppError('notFound');
    await audit(ctx, tx, { action: 'DOWNTIME_ENDED', target: { kind: 'downtime', guid, name: context } });
  });
}
