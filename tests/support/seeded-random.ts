/** Reproducible random choices: the same seed gives the same choices. */
export interface SeededRandom {
  /** From 0 to `max` - 1. */
  nextInt(max: number): number;
  /** True in one of `of` cases. */
  chance(of: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** The generator is mulberry32: small, fast, and good enough to choose damage with. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const nextInt = (max: number): number => Math.floor(next() * max);
  return {
    nextInt,
    chance: (of) => nextInt(of) === 0,
    pick: (from) => {
      const one = from[nextInt(from.length)];
      if (one === undefined) throw new RangeError('nothing to pick from');
      return one;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => nextInt(256))),
  };
}
