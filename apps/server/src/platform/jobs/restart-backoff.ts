import type { Millis } from '@picket/domain/time';

const INITIAL_DELAY: Millis = 1000;
const MAX_DELAY: Millis = 30_000;
/** After running this long, the backoff is reset. */
const STABLE_AFTER: Millis = 60_000;

export type RestartBackoff = (ran: Millis) => Millis;

/**
 * Exponential backoff before a process that ended unexpectedly is restarted: 1 s, doubled each time up to 30 s, and 1 s again
 * after it ran for a minute. Takes how long the process ran.
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
