import type { ParsedBody } from '@picket/contracts/endpoints';
import { AppError } from '../../platform/errors.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertTokenValid } from '../sentries/index.ts';
import type { ReadSentryOf } from './camera-ports.ts';
import { saveCameraReport } from './sentry-camera-store.ts';

/** Stores what a device says of its camera, or a gateway of one that it reads. Throws a 422 where it reads no such device. */
export async function reportCamera(
  ctx: Ctx<SentryActor>,
  readSentry: ReadSentryOf,
  { device, ...report }: ParsedBody<'POST /sentry/camera'>,
): Promise<void> {
  const { tenant, guid } = ctx.actor;
  await ctx.db.inSqlTx(async (sql) => {
    await assertTokenValid(sql, ctx.actor);
    const read = device === undefined ? { sentry: guid } : await readSentry(sql, tenant, guid, device);
    if (read === null) throw notRead();
    await saveCameraReport(sql, tenant, read.sentry, report, new Date(ctx.clock.now()));
  });
}

function notRead(): AppError {
  const message = 'is no adopted device that this gateway reads';
  return new AppError('unprocessable', { message, errors: [{ name: 'device', message }] });
}
