import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertTokenValid } from '../sentries/index.ts';
import { saveCameraReport } from './sentry-camera-store.ts';

/** Stores what a device says of its camera. */
export async function reportCamera(ctx: Ctx<SentryActor>, report: ParsedBody<'POST /sentry/camera'>): Promise<void> {
  const { tenant, guid } = ctx.actor;
  await ctx.db.inSqlTx(async (sql) => {
    await assertTokenValid(sql, ctx.actor);
    await saveCameraReport(sql, tenant, guid, report, new Date(ctx.clock.now()));
  });
}
