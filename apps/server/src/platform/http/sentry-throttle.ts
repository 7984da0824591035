/** What a sentry sends is counted as so many readings, whatever it is. */
import type { Millis } from '@picket/domain/time';
import type { SentryActor } from './actor.ts';
import type { Ctx } from './context.ts';

export interface SentryThrottle {
  /** Throws a 429 where the sentry or its organization has sent more than it may. Returns the function that takes it out of the count. */
  admit(sentry: SentryActor, readings: number, now: Millis): () => void;
  /** Counts what belongs to something that was admitted, whatever that leaves. Returns the same. */
  charge(sentry: SentryActor, readings: number, now: Millis): () => void;
}

/**
 * Counts what `work` stores; where it fails, nothing was stored and nothing counts. `work` gets a function that counts what is known only
 * once its input has been read.
 */
export async function countAsReadings<Result>(
  { actor, clock }: Pick<Ctx<SentryActor>, 'actor' | 'clock'>,
  throttle: SentryThrottle,
  readings: number,
  work: (charge: (readings: number) => void) => Promise<Result>,
): Promise<Result> {
  const now = clock.now();
  const refunds = [throttle.admit(actor, readings, now)];
  try {
    return await work((more) => void refunds.push(throttle.charge(actor, more, now)));
  } catch (error) {
    for (const refund of refunds) refund();
    throw error;
  }
}
