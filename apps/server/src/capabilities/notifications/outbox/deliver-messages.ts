/** Sends messages, many at once, few at one destination: due messages are claimed with a lease and tried. */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { attemptMessage, type OnMessageFailed } from './attempt-message.ts';
import { type Claimed, claimDue } from './claim-messages.ts';

const MAX_CONCURRENT = 32;
const MAX_CONCURRENT_PER_DESTINATION = 8;
/** Receivers that are down take their time to say nothing: they leave room for those that work. */
const MAX_CONCURRENT_PROBES = 12;

export interface Deliverer {
  /** Starts as many due messages as there is capacity for; returns how many. It waits for none. */
  begin(): Promise<number>;
  /** Sends messages until none is due; returns how many were tried. */
  deliver(): Promise<number>;
  /** Calls back whenever there is room for another message; returns the function that ends this. */
  onCapacity(callback: () => void): () => void;
  /** Resolves when no attempt is running. */
  idle(): Promise<void>;
}

export function createDeliverer(platform: Platform, onMessageFailed: OnMessageFailed): Deliverer {
  const capacityCallbacks = new Set<() => void>();
  const inFlight = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let probes = 0;

  const one = async ({ message, isProbe }: Claimed): Promise<void> => {
    const { destination } = message;
    inFlight.set(destination, (inFlight.get(destination) ?? 0) + 1);
    if (isProbe) probes += 1;
    try {
      await attemptMessage(platform, message, onMessageFailed);
    } catch (error) {
      // The lease runs out, and it is tried again under the same key.
      platform.log.error(
        { err: error, message: message.guid },
        'saving the outcome of an attempt failed, it will be repeated under the same key',
      );
    } finally {
      const left = (inFlight.get(destination) ?? 1) - 1;
      if (left > 0) inFlight.set(destination, left);
      else inFlight.delete(destination);
      if (isProbe) probes -= 1;
    }
  };

  const begin = async (): Promise<number> => {
    const free = MAX_CONCURRENT - running.size;
    if (free <= 0) return 0;
    const capacity = {
      total: free,
      probes: MAX_CONCURRENT_PROBES - probes,
      each: MAX_CONCURRENT_PER_DESTINATION,
      running: inFlight,
    };
    const due = await claimDue(platform, capacity, platform.clock.now() + leaseOf(platform));
    for (const claimed of due) {
      const run: Promise<void> = one(claimed).finally(() => {
        running.delete(run);
        for (const callback of capacityCallbacks) callback();
      });
      running.add(run);
    }
    return due.length;
  };

  return {
    begin,
    deliver: async () => {
      let count = 0;
      for (;;) {
        const begun = await begin();
        count += begun;
        if (running.size === 0) return count;
        // As soon as one is done there is room for another.
        if (begun === 0) await Promise.race(running);
      }
    },
    onCapacity: (callback) => {
      capacityCallbacks.add(callback);
      return () => capacityCallbacks.delete(callback);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Longer than an attempt can take; a crash costs no more than this. */
const leaseOf = ({ config }: Platform): Millis => 3 * config.delivery.timeoutMs + 2000;
