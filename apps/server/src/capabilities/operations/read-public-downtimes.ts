import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { isInForce } from './downtime-out.ts';
import { type DowntimeRow, listDowntimeRows } from './downtime-store.ts';

const MAX_DOWNTIMES = 20;

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
