import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Versioned } from '../../platform/http/preconditions.ts';
import { lockSettings } from '../../platform/settings/setting-store.ts';
import { audit } from '../audit/index.ts';
import { getHeartbeatSettings, type InstallationPorts } from './get-heartbeat-settings.ts';
import { changeOf, rejectManaged } from './setting-change.ts';

/**
 * Nothing is requested any more.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function removeHeartbeat(
  ctx: Ctx<UserActor>,
  ports: InstallationPorts,
  check: (current: Versioned) => void,
): Promise<void> {
  rejectManaged(ctx.config.heartbeatUrl !== null, 'PICKET_HEARTBEAT_URL');
  await ctx.db.inTx(async (tx) => {
    await lockSettings(tx.sql);
    await ctx.settings.load();
    const { storedHeartbeat, unreadable } = ctx.settings.current();
    if (storedHeartbeat === null && !unreadable.includes('heartbeat')) throw new AppError('notFound');
    check(getHeartbeatSettings(ctx, ports));
    await ctx.settings.save(tx.sql, 'heartbeat', null, changeOf(ctx, 'heartbeat'));
    await audit(ctx, tx, {
      action: 'HEARTBEAT_REMOVED',
      target: { kind: 'heartbeat', name: storedHeartbeat === null ? 'heartbeat' : new URL(storedHeartbeat.url).host },
    });
  });
  await ctx.settings.announce();
}
