/** The one place that asks what time it is. Everything else is told. */
import type { Millis } from '@picket/domain';

export interface Clock {
  now(): Millis;
}

export const systemClock: Clock = { now: () => Date.now() };
