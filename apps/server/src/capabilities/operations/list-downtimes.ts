import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseInstantCursor, toPage } from '../../platform/http/pages.ts';
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
