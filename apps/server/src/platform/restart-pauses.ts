import type { Millis } from '@picket/domain';

const FIRST: Millis = 1000;
const LONGEST: Millis = 30_000;
/** What ran for so long has started well: its end is a new one, not the last one again. */
const STEADY: Millis = 60_000;

export type RestartPauses = (ran: Millis) => Millis;

/**
 * How long to wait before a process that ended by itself is started again: 1 s, doubled each time up to 30 s, and 1 s
 * again after one that ran for a minute. Takes how long the process ran.
 */
export function createRestartPauses(): RestartPauses {
  let next = FIRST;
  return (ran) => {
    if (ran >= STEADY) next = FIRST;
    const pause = next;
    next = Math.min(2 * next, LONGEST);
    return pause;
  };
}
