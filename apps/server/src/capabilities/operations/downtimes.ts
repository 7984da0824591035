/** Maintenance of the service itself: announced by the admin tenant, public, even while nothing else works. */
import type { ParsedBody, ParsedQuery, ResponseOf } from '@picket/contracts';
import { formatInstant, type Millis, parseInstant } from '@picket/domain';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseInstantCursor, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../audit/index.ts';
import { type DowntimeRow, endOrDeleteDowntime, insertDowntime, listDowntimeRows } from './downtime-store.ts';

const MAX_DOWNTIMES = 20;

type DowntimeOut = ResponseOf<'GET /downtimes'>['items'][number];

const isInForce = ({ startsAt }: DowntimeRow, now: Millis): boolean => startsAt.getTime() <= now;

const toDowntimeOut = (row: DowntimeRow, now: Millis): DowntimeOut => ({
  guid: row.guid,
  startsAt: formatInstant(row.startsAt.getTime()),
  ...(row.endsAt === null ? {} : { endsAt: formatInstant(row.endsAt.getTime()) }),
  context: row.context,
  createdBy: row.createdBy,
  inForce: isInForce(row, now),
});

export async function listDowntimes(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /downtimes'>,
): Promise<ResponseOf<'GET /downtimes'>> {
  const now = ctx.clock.now();
  const rows = await listDowntimeRows(ctx.db.console, now, parseInstantCursor(query.cursor), query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => toDowntimeOut(row, now),
    (row) => [formatInstant(row.startsAt.getTime()), row.guid],
  );
}

export async function announceDowntime(ctx: Ctx<UserActor>, body: ParsedBody<'POST /downtimes'>): Promise<DowntimeOut> {
  const now = ctx.clock.now();
  const startsAt = parseInstant(body.startsAt) ?? now;
  const endsAt = body.endsAt === undefined ? null : parseInstant(body.endsAt);
  if (endsAt !== null && endsAt <= Math.max(startsAt, now))
    throw invalid('endsAt', 'must be after the start, and in the future');
  const row: DowntimeRow = {
    guid: newGuid(),
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    context: body.context,
    createdBy: ctx.actor.name,
  };
  await ctx.db.inTx(async (tx) => {
    await insertDowntime(tx.sql, row, now);
    const { startsAt: begin, endsAt: end, context } = toDowntimeOut(row, now);
    await audit(ctx, tx, {
      action: 'DOWNTIME_ANNOUNCED',
      target: { kind: 'downtime', guid: row.guid, name: row.context },
      after: { startsAt: begin, endsAt: end ?? null, context },
    });
  });
  return toDowntimeOut(row, now);
}

export async function endDowntime(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const context = await endOrDeleteDowntime(tx.sql, guid, ctx.clock.now());
    if (context === null) throw new AppError('notFound');
    await audit(ctx, tx, { action: 'DOWNTIME_ENDED', target: { kind: 'downtime', guid, name: context } });
  });
}

/**
 * The public notices, without credentials (specification, sections 3 and 7). The last known ones are served while the database
 * is unreachable: that is when people ask.
 */
export function createDowntimeReader({ config, clock, db }: Platform): () => Promise<ResponseOf<'GET /downtime'>> {
  let lastKnown: readonly DowntimeRow[] = [];
  return async () => {
    const now = clock.now();
    lastKnown = await listDowntimeRows(db.console, now, null, MAX_DOWNTIMES).catch(() => lastKnown);
    const announced = lastKnown
      .filter(({ endsAt }) => endsAt === null || endsAt.getTime() > now)
      .map((row) => ({
        _isDowntime: isInForce(row, now),
        startTime: formatInstant(row.startsAt.getTime()),
        context: row.context,
      }));
    return config.downtime === null ? announced : [{ _isDowntime: true, ...config.downtime }, ...announced];
  };
}
