/** What a sentry sends is counted as so many readings, whatever it is. */
import type { Millis } from '@picket/domain/time';
import type { SentryActor } from './actor.ts';
import type { Ctx } from './context.ts';

export interface SentryThrottle {
  /** Throws a 429 where the sentry or its organization has sent more than it may. Returns the function that takes it out of the count. */
  admit(sentry: SentryActor, readings: number, now: Millis): () => void;
}

/** Counts what `work` stores; where it fails, nothing was stored and nothing counts. */
export async function countAsReadings<Result>(
  { actor, clock }: Pick<Ctx<SentryActor>, 'actor' | 'clock'>,
  throttle: SentryThrottle,
  readings: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const refund = throttle.admit(actor, readings, clock.now());
  try {
    return await work();
  } catch (error) {
    refund();
    throw error;
  }
}
