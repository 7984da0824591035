import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { guardedNetwork } from '../../platform/outbound/guarded-network.ts';
import { allowedHosts } from '../notifications/index.ts';
import { readSourceBody, sourceOf } from './source-kinds.ts';

/** Organizations whose test is in progress: one at a time. */
const testing = new Set<string>();

/** Tries to connect. The answer is one of a fixed list, so that nothing else can be asked of a private network. */
export async function testIntegration(
  ctx: Ctx<UserActor>,
  body: ParsedBody<'POST /integrations/test'>,
): Promise<ResponseOf<'POST /integrations/test'>> {
  const { tenant } = ctx.actor;
  const allowed = await allowedHosts(ctx, tenant, null);
  const source = sourceOf(readSourceBody(body));
  if (source.test === null) throw invalid('kind', 'must be MQTT, NUT, SNMP, MODBUS or PROMETHEUS');
  source.checkAddress(allowed);
  if (testing.has(tenant)) throw new AppError('rateLimited', { retryAfterSeconds: 5 });
  testing.add(tenant);
  try {
    return await source.test(guardedNetwork(allowed));
  } finally {
    testing.delete(tenant);
  }
}
