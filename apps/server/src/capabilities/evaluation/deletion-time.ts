/**
 * The time by which data is deleted for its age: docs/decisions/0096-nothing-is-deleted-while-time-may-be-wrong.md.
 *
 * Input: the periods of uptime, by the heartbeat, and the clock. Output: the present, or an earlier instant while the present may be wrong.
 * Invariant: a clock that was set ahead deletes nothing that is not due by the time before.
 */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { listUptimes, type Uptime } from './uptime-store.ts';

const DAY: Millis = 86_400_000;
/** A clock that went on by more than this may be wrong: a machine that was off for so long looks the same. */
const DOUBTFUL_GAP = DAY;
/** For so long a person can see that it is. */
const DOUBT_LASTS = 7 * DAY;

/** Heartbeats until `from`, and the next one at `to`. */
export interface DoubtfulGap {
  readonly from: Millis;
  readonly to: Millis;
  /** When `to` counts as right. */
  readonly until: Millis;
}

/** The earliest that is still in doubt; null: none is. `uptimes`: oldest first. */
function findDoubtfulGap(uptimes: readonly Uptime[], now: Millis): DoubtfulGap | null {
  let from: Millis | null = null;
  for (const { startedAt: to, lastHeartbeatAt } of uptimes) {
    const until = to + DOUBT_LASTS;
    if (from !== null && to - from > DOUBTFUL_GAP && now < until) return { from, to, until };
    from = Math.max(from ?? lastHeartbeatAt, lastHeartbeatAt);
  }
  return null;
}

type Times = Pick<Platform, 'db' | 'clock'>;

export const doubtfulGap = async ({ db, clock }: Times): Promise<DoubtfulGap | null> =>
  findDoubtfulGap(await listUptimes(db.console), clock.now());

/** What is older than its retention at this time may be deleted. */
export async function deletionTime({ db, clock }: Times): Promise<Millis> {
  const now = clock.now();
  // Until a heartbeat is stored, a step that was just accepted is not on record.
  const isUntrusted = clock.isUntrusted();
  const uptimes = await listUptimes(db.console);
  const gap = findDoubtfulGap(uptimes, now);
  if (gap !== null) return gap.from;
  return isUntrusted ? Math.min(now, ...uptimes.map(({ lastHeartbeatAt }) => lastHeartbeatAt).slice(-1)) : now;
}
