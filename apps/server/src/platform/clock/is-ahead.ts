import type { Millis } from '@picket/domain/time';

/** Clocks of servers differ a little. */
const TOLERANCE: Millis = 3_600_000;

/** Whether a stored time lies ahead of `now` by more than clocks differ: the clock was wrong when it was stored. */
export const isAhead = (at: Millis, now: Millis): boolean => at > now + TOLERANCE;
