import type { ParsedBody } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { assertTokenValid } from '../../sentries/index.ts';
import { setTestResult } from './gateway-test-store.ts';

/** Stores what a gateway found. Throws a 404 for a test that is over, or that another one makes. */
export async function receiveSourceTest(
  ctx: Ctx<SentryActor>,
  { test, result }: ParsedBody<'POST /sentry/source-tests'>,
): Promise<void> {
  const { tenant, guid } = ctx.actor;
  await ctx.db.inTx(async ({ sql }) => {
    await assertTokenValid(sql, ctx.actor);
    const found = Buffer.from(JSON.stringify(result));
    if (!(await setTestResult(sql, tenant, { guid: test, reader: guid, result: found })))
      throw new AppError('notFound');
  });
}
