import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lockSettings } from '../../platform/settings/setting-store.ts';
import { audit } from '../audit/index.ts';
import { changeOf, rejectManaged } from './setting-change.ts';

/** Nothing is requested any more. */
export async function removeHeartbeat(ctx: Ctx<UserActor>): Promise<void> {
  rejectManaged(ctx.config.heartbeatUrl !== null, 'PICKET_HEARTBEAT_URL');
  await ctx.db.inTx(async (tx) => {
    await lockSettings(tx.sql);
    await ctx.settings.load();
    const { storedHeartbeat, unreadable } = ctx.settings.current();
    if (storedHeartbeat === null && !unreadable.includes('heartbeat')) throw new AppError('notFound');
    await ctx.settings.save(tx.sql, 'heartbeat', null, changeOf(ctx));
    await audit(ctx, tx, {
      action: 'HEARTBEAT_REMOVED',
      target: { kind: 'heartbeat', name: storedHeartbeat === null ? 'heartbeat' : new URL(storedHeartbeat.url).host },
    });
  });
  await ctx.settings.announce();
}
