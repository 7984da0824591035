import type { ParsedQuery, ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { type Ctx, parseInstantCursor, toPage, type UserActor } from '../../platform/index.ts';
import { toDowntimeOut } from './downtime-out.ts';
import { listDowntimeRows } from './downtime-store.ts';

/** Downtimes that are not over, for administrators of the installation. */
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
