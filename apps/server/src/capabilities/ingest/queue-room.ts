/**
 * Whether a report may join the ingest queue, so that a full queue refuses those who filled it (decision 68).
 *
 * What may wait of one organization depends on what is free, so some always is for others; the same holds for a sentry and the
 * room of its organization. A sentry that has nothing waiting is admitted beside noisy ones of its organization, except to the last
 * tenth, which is for other organizations. Nothing that waits is ever dropped.
 */
import type { WaitingCounts } from './fair-queue.ts';

/** An organization may have as many times what is free: alone, four fifths of the queue. */
const TIMES_FREE = 4;
const LAST_PART = 0.1;

/** Whose share is used up; `queue`: nothing is free. */
export type RoomProblem = 'queue' | 'tenant' | 'sentry';

/** null: it may join. `limit`: reports that may wait in all. */
export function findRoomProblem({ total, ofTenant, ofSentry }: WaitingCounts, limit: number): RoomProblem | null {
  const free = limit - total;
  if (free <= 0) return 'queue';
  if (ofSentry === 0 && free > limit * LAST_PART) return null;
  const ofTenantFree = TIMES_FREE * free - ofTenant;
  if (ofTenantFree <= 0) return 'tenant';
  return ofSentry >= ofTenantFree ? 'sentry' : null;
}
