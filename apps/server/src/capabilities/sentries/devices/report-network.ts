/** Stores the network state that a device reports. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { assertTokenValid } from './device-authentication.ts';
import { saveNetworkReport } from './network-store.ts';

export async function reportNetwork(ctx: Ctx<SentryActor>, report: ParsedBody<'POST /sentry/network'>): Promise<void> {
  await ctx.db.inSqlTx(async (sql) => {
    await assertTokenValid(sql, ctx.actor);
    await saveNetworkReport(sql, ctx.actor.tenant, ctx.actor.guid, report, new Date(ctx.clock.now()));
  });
}
