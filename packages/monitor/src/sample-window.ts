/**
 * The samples of one condition's window during a run. A reading costs the sample that is added and those that leave: nothing is
 * copied but for a state, once a run. Invariant: what a state has, or had, is never changed.
 */
import type { Millis } from '@picket/domain/time';

export type Sample = readonly [at: Millis, value: number];

export class SampleWindow {
  /** The older samples, never changed. */
  #older: readonly Sample[];
  /** Those that follow them. */
  #newer: Sample[] = [];
  /** So many of the older ones have left. */
  #left = 0;
  /** The values of all samples, older and newer: calculations read them alone. null: nothing was added yet. */
  #values: number[] | null = null;

  /** `samples`: of a state, oldest first. */
  constructor(samples: readonly Sample[]) {
    this.#older = samples;
  }

  /** Adds the newest sample; those at or before `leftAt` leave. */
  add(at: Millis, value: number, leftAt: Millis): void {
    this.#values ??= valuesOf(this.#older);
    this.#leave(leftAt);
    this.#newer.push([at, value]);
    this.#values.push(value);
  }

  /** What `compute` makes of the values, given the place of the oldest one. */
  compute(compute: (values: readonly number[], first: number) => number): number {
    return compute(this.#values ?? valuesOf(this.#older), this.#left);
  }

  get size(): number {
    return this.#older.length - this.#left + this.#newer.length;
  }

  /** As a state has them. */
  samples(): readonly Sample[] {
    return this.#values === null ? this.#older : this.#older.slice(this.#left).concat(this.#newer);
  }

  #leave(leftAt: Millis): void {
    for (;;) {
      const oldest = this.#older[this.#left];
      if (oldest !== undefined) {
        if (oldest[0] > leftAt) return;
        this.#left += 1;
      } else if (this.#newer.length === 0) return;
      else this.#turn();
    }
  }

  /** All older ones have left: the newer ones become the older ones. */
  #turn(): void {
    this.#values = (this.#values ?? []).slice(this.#older.length);
    this.#older = this.#newer;
    this.#newer = [];
    this.#left = 0;
  }
}

/** A loop: of a long window this is most of what a single reading costs. */
function valuesOf(samples: readonly Sample[]): number[] {
  const values: number[] = [];
  for (const sample of samples) values.push(sample[1]);
  return values;
}
