import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress, decompress } from './compress.ts';
import { clipBlock, joinBlocks, mergeBlocks, type ReadingBlock } from './reading-blocks.ts';
import { bucketsOf, DAY, decodeBuckets, encodeBuckets, FIVE_MINUTES, HOUR, resampleTo } from './roll-ups.ts';

const MIDNIGHT = Date.UTC(2026, 10, 20);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -4000, max: 12_000 }).map((whole) => whole / 100) },
  { weight: 1, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const day = fc
  .array(fc.tuple(fc.integer({ min: 0, max: DAY - 1 }), value), { maxLength: 400 })
  .map((made) => [...new Map(made)].sort(([a], [b]) => a - b))
  .map(
    (made): ReadingBlock => ({
      at: Float64Array.from(made, ([at]) => MIDNIGHT + at),
      value: Float64Array.from(made, ([, one]) => one),
      raw: null,
    }),
  );

describe('roll-ups', () => {
  test('hours made of five minutes are the hours of the readings', () => {
    fc.assert(
      fc.property(day, (block) => {
        const small = bucketsOf(block.at, block.value, FIVE_MINUTES);
        const made = resampleTo(small, HOUR);
        const wanted = bucketsOf(block.at, block.value, HOUR);
        expect(made.map(({ sum: _, ...rest }) => rest)).toEqual(wanted.map(({ sum: _, ...rest }) => rest));
        for (const [place, { sum }] of made.entries()) expect(sum).toBeCloseTo(wanted[place]?.sum ?? Number.NaN, 6);
      }),
    );
  });

  test.each([FIVE_MINUTES, HOUR])('buckets of %d ms come back from their bytes', (step) => {
    fc.assert(
      fc.property(day, (block) => {
        const wanted = bucketsOf(block.at, block.value, step);
        const found = decodeBuckets(encodeBuckets(wanted, MIDNIGHT, step), MIDNIGHT, step);
        expect(found.map(({ sum: _, ...rest }) => rest)).toEqual(wanted.map(({ sum: _, ...rest }) => rest));
        for (const [place, { sum }] of found.entries()) {
          const meant = wanted[place]?.sum ?? Number.NaN;
          expect(Math.abs(sum - meant)).toBeLessThanOrEqual(2e-9 * Math.max(1, Math.abs(meant)));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a day without a known reading has no buckets', () => {
    expect(bucketsOf([MIDNIGHT], [Number.NaN], HOUR)).toEqual([]);
    expect(decodeBuckets(encodeBuckets([], MIDNIGHT, HOUR), MIDNIGHT, HOUR)).toEqual([]);
  });

  test('bytes survive compression, few and many', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(decompress(compress(Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

describe('blocks of readings', () => {
  const plain = (block: ReadingBlock): [number, number][] =>
    [...block.at].map((at, place) => [at, block.value[place] ?? 0]);

  test('merged, the first one’s reading of a time stays', () => {
    fc.assert(
      fc.property(day, day, (first, second) => {
        const wanted = [...new Map([...plain(second), ...plain(first)])].sort(([a], [b]) => a - b);
        expect(plain(mergeBlocks(first, second))).toEqual(wanted);
      }),
    );
  });

  test('clipped in two and joined, nothing is lost', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: DAY }), (block, cut) => {
        const parts = [clipBlock(block, 0, MIDNIGHT + cut), clipBlock(block, MIDNIGHT + cut, MIDNIGHT + DAY)];
        expect(plain(joinBlocks(parts))).toEqual(plain(block));
      }),
    );
  });
});
