/** Stored pictures, for people: when there are some, and one of them. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import type { FrameOut } from '@picket/contracts/types';
import { formatInstant, parseInstant } from '@picket/domain/time';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { visibleSentry } from '../sentries/index.ts';
import { findFrame, listFrameTimes } from './frame-store.ts';

export async function listFrames(
  ctx: Ctx<UserActor>,
  sentry: string,
  query: ParsedQuery<'GET /sentries/{guid}/frames'>,
): Promise<ResponseOf<'GET /sentries/{guid}/frames'>> {
  await visibleSentry(ctx, sentry);
  const from = new Date(parseInstant(query.from) ?? Number.NaN);
  const to = new Date(parseInstant(query.to) ?? Number.NaN);
  if (to.getTime() <= from.getTime()) throw invalid('to', 'must be later than from');
  const times = await listFrameTimes(
    ctx.db.console,
    ctx.actor.tenant,
    sentry,
    query.sensorMetricId,
    from,
    to,
    query.points,
  );
  return { items: times.map((at) => ({ at: formatInstant(at.getTime()) })) };
}

/** A picture, whole; 404 where none was taken by then. */
export async function getFrame(
  ctx: Ctx<UserActor>,
  sentry: string,
  query: ParsedQuery<'GET /sentries/{guid}/frame'>,
): Promise<FrameOut> {
  await visibleSentry(ctx, sentry);
  const at = query.at === undefined ? null : new Date(parseInstant(query.at) ?? Number.NaN);
  const row = await findFrame(ctx.db.console, ctx.actor.tenant, sentry, query.sensorMetricId, at);
  if (row === null) throw new AppError('notFound', { message: 'No picture was taken by then' });
  return {
    sentry,
    sensorMetricId: query.sensorMetricId,
    at: formatInstant(row.at.getTime()),
    rows: row.rows,
    columns: row.columns,
    data: row.data.toString('base64'),
  };
}
