import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { guardedNetwork } from '../../platform/outbound/guarded-network.ts';
import { allowedHosts } from '../notifications/index.ts';
import { ANY_HOST } from './gateways/choose-reader.ts';
import { requestSourceTest } from './gateways/request-source-test.ts';
import { readSourceBody, sourceOf } from './source-kinds.ts';

/** Organizations whose test is in progress: one at a time. */
const testing = new Set<string>();

/** Tries to connect, or asks a gateway to. The answer is one of a fixed list, so that nothing else can be asked of a private network. */
export async function testIntegration(
  ctx: Ctx<UserActor>,
  body: ParsedBody<'POST /integrations/test'>,
): Promise<ResponseOf<'POST /integrations/test'>> {
  const { tenant } = ctx.actor;
  const allowed = await allowedHosts(ctx, tenant, null);
  const settings = readSourceBody(body);
  const source = sourceOf(settings);
  if (source.test === null) throw invalid('kind', 'must be MQTT, NUT, SNMP, MODBUS or PROMETHEUS');
  const { readBy } = body;
  source.checkAddress(readBy === undefined ? allowed : ANY_HOST);
  if (readBy !== undefined) return requestSourceTest(ctx, settings, readBy);
  if (testing.has(tenant)) throw new AppError('rateLimited', { retryAfterSeconds: 5 });
  testing.add(tenant);
  try {
    return await source.test(guardedNetwork(allowed));
  } finally {
    testing.delete(tenant);
  }
}
