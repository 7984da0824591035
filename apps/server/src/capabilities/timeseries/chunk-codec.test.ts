import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roomRecordings } from '../../../../../tests/support/recorded-data.ts';
import { decodeBlock, encodeBlock } from './chunk-codec.ts';
import type { ReadingBlock } from './reading-blocks.ts';
import { DAY, floorTo } from './roll-ups.ts';

const block = (
  at: readonly number[],
  value: readonly number[],
  raw: readonly number[] | null = null,
): ReadingBlock => ({
  at: Float64Array.from(at),
  value: Float64Array.from(value),
  raw: raw === null ? null : Float64Array.from(raw),
});

/** Bit by bit: NaN equals NaN, and 0 is not -0. */
function expectSame(found: ReadingBlock, wanted: ReadingBlock): void {
  const differs = (one: Float64Array, other: Float64Array): number =>
    one.length === other.length ? one.findIndex((value, place) => !Object.is(value, other[place])) : one.length;
  expect(differs(found.at, wanted.at)).toBe(-1);
  expect(differs(found.value, wanted.value)).toBe(-1);
  expect(found.raw === null).toBe(wanted.raw === null);
  if (found.raw !== null && wanted.raw !== null) expect(differs(found.raw, wanted.raw)).toBe(-1);
}

const decimal = fc
  .tuple(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([whole, digits]) => whole / 10 ** digits);
const mean = fc
  .tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: 1, max: 12 }))
  .map(([sum, count]) => Number((sum / 100 / count).toFixed(10)));
const anything = fc.oneof(
  { weight: 8, arbitrary: decimal },
  { weight: 4, arbitrary: mean },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 1e300, -1e-300, 2 ** 53, 0.1 + 0.2, 22.333333333333332) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(60_000) },
  { weight: 3, arbitrary: fc.integer({ min: 59_000, max: 61_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000_000 }) },
);
const readings = fc.array(fc.record({ gap, value: anything, raw: anything }), { minLength: 1, maxLength: 300 });

describe('a packed day', () => {
  test('restores every reading bit by bit', () => {
    fc.assert(
      fc.property(readings, fc.boolean(), (made, hasRaw) => {
        let now = Date.UTC(2026, 1, 28);
        const at = made.map((one) => {
          now += one.gap;
          return now;
        });
        const wanted = block(
          at,
          made.map(({ value }) => value),
          hasRaw ? made.map(({ raw }) => raw) : null,
        );
        expectSame(decodeBlock(encodeBlock(wanted)), wanted);
      }),
      { numRuns: 2000 },
    );
  });

  test('a day of more readings than a call may have arguments is packed', () => {
    const places = Array.from({ length: 200_000 }, (_, place) => place);
    const wanted = block(
      places.map((place) => Date.UTC(2026, 1, 28) + place * 400),
      places.map((place) => (place % 500) / 100),
    );
    expectSame(decodeBlock(encodeBlock(wanted)), wanted);
  });

  test('bytes of another version, or truncated, are an error', () => {
    const bytes = encodeBlock(block([1000, 2000], [20, 21]));
    expect(() => decodeBlock(bytes.subarray(0, bytes.length - 2))).toThrow();
    expect(() => decodeBlock(Buffer.from([0, 9, 1, 1]))).toThrow(/version 9/u);
  });

  test.each(
    roomRecordings()
      .slice(1)
      .map((recording) => [recording.name, recording] as const),
  )('%s: at most 2 bytes a reading, nothing lost', (name, { readings: recorded }) => {
    let bytes = 0;
    for (const own of Map.groupBy(recorded, ({ series, at }) => `${series} ${floorTo(at, DAY)}`).values()) {
      const wanted = block(
        own.map(({ at }) => at),
        own.map(({ value }) => value ?? Number.NaN),
      );
      const packed = encodeBlock(wanted);
      expectSame(decodeBlock(packed), wanted);
      bytes += packed.length;
    }
    console.log(`${name}: ${(bytes / recorded.length).toFixed(2)} bytes a reading`);
    // A made-up series has no decimals; what is recorded has.
    expect(bytes / recorded.length).toBeLessThanOrEqual(process.env.PICKET_RECORDED_DATA === undefined ? 12 : 2);
  });
});
