import type { Millis } from '@picket/domain';

const INITIAL_DELAY: Millis = 1000;
const MAX_DELAY: Millis = 30_000;
/** What ran for so long has started well: its end is a new one, not the last one again. */
const STABLE_AFTER: Millis = 60_000;

export type RestartBackoff = (ran: Millis) => Millis;

/**
 * How long to wait before a process that ended by itself is started again: 1 s, doubled each time up to 30 s, and 1 s
 * again after one that ran for a minute. Takes how long the process ran.
 */
export function createRestartBackoff(): RestartBackoff {
  let next = INITIAL_DELAY;
  return (ran) => {
    if (ran >= STABLE_AFTER) next = INITIAL_DELAY;
    const pause = next;
    next = Math.min(2 * next, MAX_DELAY);
    return pause;
  };
}
