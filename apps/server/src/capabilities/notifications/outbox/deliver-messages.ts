/** Sends messages, many at once, few at one destination: due messages are claimed with a lease and tried. */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { mailDeadline } from '../../mail/index.ts';
import { attemptMessage, type OutboxPorts } from './attempt-message.ts';
import { type ClaimCapacity, type Claimed, claimDue } from './claim-messages.ts';

const MAX_CONCURRENT = 32;
const MAX_CONCURRENT_PER_DESTINATION = 8;
/** Receivers that are down take their time to say nothing: they leave room for those that work. */
const MAX_CONCURRENT_PROBES = 12;

/** Claims due messages and tries to send them. */
export class Deliverer {
  readonly #platform: Platform;
  readonly #ports: OutboxPorts;
  readonly #capacityCallbacks = new Set<() => void>();
  /** Attempts that run; none of them rejects. */
  readonly #attempts = new Set<Promise<void>>();
  /** Their messages. */
  readonly #messages = new Set<string>();
  /** How many of them, by destination. */
  readonly #countByDestination = new Map<string, number>();
  /** How many of them are made at receivers that were down. */
  #probes = 0;

  constructor(platform: Platform, ports: OutboxPorts) {
    this.#platform = platform;
    this.#ports = ports;
  }

  /** Starts as many due messages as there is capacity for; returns how many. It waits for none. */
  async begin(): Promise<number> {
    const capacity = this.#capacity();
    if (capacity.total <= 0) return 0;
    const due = await claimDue(this.#platform, capacity, this.#platform.clock.now() + leaseOf(this.#platform));
    for (const claimed of due) this.#start(claimed);
    return due.length;
  }

  /** Sends messages until none is due; returns how many were tried. */
  async deliver(): Promise<number> {
    let count = 0;
    for (;;) {
      const begun = await this.begin();
      count += begun;
      if (this.#attempts.size === 0) return count;
      // As soon as one is done there is room for another.
      if (begun === 0) await Promise.race(this.#attempts);
    }
  }

  /** Calls back whenever there is room for another message; returns the function that ends this. */
  onCapacity(callback: () => void): () => void {
    this.#capacityCallbacks.add(callback);
    return () => this.#capacityCallbacks.delete(callback);
  }

  /** Resolves when no attempt is running. */
  async idle(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
  }

  #capacity(): ClaimCapacity {
    return {
      total: MAX_CONCURRENT - this.#attempts.size,
      probes: MAX_CONCURRENT_PROBES - this.#probes,
      each: MAX_CONCURRENT_PER_DESTINATION,
      running: this.#countByDestination,
      messages: this.#messages,
    };
  }

  /** Starts an attempt; when it has ended, there is room for another. */
  #start(claimed: Claimed): void {
    const attempt: Promise<void> = this.#attempt(claimed).finally(() => {
      this.#attempts.delete(attempt);
      for (const callback of this.#capacityCallbacks) callback();
    });
    this.#attempts.add(attempt);
  }

  async #attempt({ message, isProbe }: Claimed): Promise<void> {
    this.#count(message.destination, isProbe, 1);
    this.#messages.add(message.guid);
    try {
      await attemptMessage(this.#platform, message, this.#ports, attemptDeadline(this.#platform));
    } catch (error) {
      // The lease runs out, and it is tried again under the same key.
      this.#platform.log.error(
        { err: error, message: message.guid },
        'saving the outcome of an attempt failed, it will be repeated under the same key',
      );
    } finally {
      this.#messages.delete(message.guid);
      this.#count(message.destination, isProbe, -1);
    }
  }

  /** Counts an attempt that begins (1) or has ended (-1). */
  #count(destination: string, isProbe: boolean, change: 1 | -1): void {
    const count = (this.#countByDestination.get(destination) ?? 0) + change;
    if (count > 0) this.#countByDestination.set(destination, count);
    else this.#countByDestination.delete(destination);
    if (isProbe) this.#probes += change;
  }
}

/** A mail takes longest, and its pictures are drawn before. */
const attemptDeadline = (platform: Platform): Millis => mailDeadline(platform) + 2 * platform.config.delivery.timeoutMs;

/** Longer than an attempt can take, and what is saved of it; a crash costs no more than this. */
export const leaseOf = (platform: Platform): Millis =>
  attemptDeadline(platform) + platform.config.delivery.timeoutMs + 2000;
