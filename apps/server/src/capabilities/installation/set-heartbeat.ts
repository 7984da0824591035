import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Versioned } from '../../platform/http/preconditions.ts';
import { addressProblem } from '../../platform/outbound/outbound.ts';
import { lockSettings } from '../../platform/settings/setting-store.ts';
import { audit } from '../audit/index.ts';
import { getHeartbeatSettings, type InstallationPorts } from './get-heartbeat-settings.ts';
import { changeOf, rejectManaged } from './setting-change.ts';

/**
 * Stores the address; it is requested from the next minute on. Throws a 409 where the environment sets one.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function setHeartbeat(
  ctx: Ctx<UserActor>,
  ports: InstallationPorts,
  { url }: ParsedBody<'PUT /installation/heartbeat'>,
  check: (current: Versioned) => void,
): Promise<ResponseOf<'PUT /installation/heartbeat'>> {
  rejectManaged(ctx.config.heartbeatUrl !== null, 'PICKET_HEARTBEAT_URL');
  if (!URL.canParse(url) || !/^https?:$/u.test(new URL(url).protocol))
    throw invalid('url', 'must be an http:// or https:// address');
  const problem = addressProblem(url, await ctx.settings.allowedHosts());
  if (problem !== null) throw invalid('url', problem);
  await ctx.db.inTx(async (tx) => {
    await lockSettings(tx.sql);
    await ctx.settings.load();
    check(getHeartbeatSettings(ctx, ports));
    const before = ctx.settings.current().storedHeartbeat;
    await ctx.settings.save(tx.sql, 'heartbeat', { url }, changeOf(ctx, 'heartbeat'));
    await audit(ctx, tx, {
      action: 'HEARTBEAT_CHANGED',
      target: { kind: 'heartbeat', name: new URL(url).host },
      ...(before === null ? {} : { before: { host: new URL(before.url).host } }),
      after: { host: new URL(url).host },
    });
  });
  await ctx.settings.announce();
  return getHeartbeatSettings(ctx, ports);
}
