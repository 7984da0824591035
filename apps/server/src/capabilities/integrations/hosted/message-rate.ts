/** How many messages arrived in the last minute. Pure. */
import type { Millis } from '@picket/domain/time';

const SLOT_MS: Millis = 10_000;
const SLOTS = 6;

export class MessageRate {
  readonly #counts = new Map<number, number>();

  add(now: Millis): void {
    const slot = Math.floor(now / SLOT_MS);
    this.#counts.set(slot, (this.#counts.get(slot) ?? 0) + 1);
    this.#forget(slot);
  }

  perMinute(now: Millis): number {
    this.#forget(Math.floor(now / SLOT_MS));
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Also what lies ahead, after a clock that went back. */
  #forget(slot: number): void {
    for (const one of this.#counts.keys()) if (one <= slot - SLOTS || one > slot) this.#counts.delete(one);
  }
}
