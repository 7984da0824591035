import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import type { InstallationPorts } from './get-heartbeat-settings.ts';

/** Requests the address once, whatever the health checks say, and returns the response. */
export async function pingHeartbeat(
  ctx: Ctx<UserActor>,
  { ping }: InstallationPorts,
): Promise<ResponseOf<'POST /installation/heartbeat/ping'>> {
  const { heartbeat } = ctx.settings.current();
  if (heartbeat === null) throw new AppError('conflict', { message: 'Set the address of the heartbeat first' });
  const { delivered, response } = await ping(heartbeat);
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, {
      action: 'HEARTBEAT_TESTED',
      target: { kind: 'heartbeat', name: new URL(heartbeat.url).host },
      after: { delivered, response },
    }),
  );
  return { delivered, response };
}
