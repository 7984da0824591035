import type { ResponseOf } from '@picket/contracts/endpoints';
import { ReportedTest } from '@picket/contracts/gateways';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { findTest } from './gateway-test-store.ts';
import { TEST_DEADLINE_MS } from './request-source-test.ts';

/** What a gateway found; `waiting` while it has not reported, and a problem once it is late. Throws a 404 for a test that is over. */
export async function getSourceTest(
  ctx: Ctx<UserActor>,
  guid: string,
): Promise<ResponseOf<'GET /source-tests/{guid}'>> {
  const test = await findTest(ctx.db.console, ctx.actor.tenant, guid);
  if (test === null) throw new AppError('notFound');
  if (test.result !== null) return ReportedTest.parse(JSON.parse(test.result.toString('utf8')));
  const isLate = ctx.clock.now() - test.createdAt.getTime() > TEST_DEADLINE_MS;
  return { connected: false, topics: [], ...(isLate ? { problem: 'GATEWAY_SILENT' } : { waiting: guid }) };
}
