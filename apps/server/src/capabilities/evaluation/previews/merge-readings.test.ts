import type { Reading } from '@picket/monitor';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeReadings } from './merge-readings.ts';

async function* iterate(batches: readonly (readonly Reading[])[]): AsyncGenerator<readonly Reading[]> {
  yield* batches;
}

/** Readings in order of time, in batches of any size. */
const source = (series: string): fc.Arbitrary<readonly (readonly Reading[])[]> =>
  fc.array(fc.array(fc.nat({ max: 3 }), { maxLength: 5 }), { maxLength: 6 }).map((batches) => {
    let at = 0;
    return batches.map((steps) =>
      steps.map((step) => {
        at += step;
        return { series, at, value: at };
      }),
    );
  });

test('two iterations are merged by time, and nothing is lost', () =>
  fc.assert(
    fc.asyncProperty(source('one'), source('other'), async (a, b) => {
      const merged = (await Array.fromAsync(mergeReadings(iterate(a), iterate(b)))).flat();
      const times = merged.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      for (const [series, batches] of Object.entries({ one: a, other: b }))
        expect(merged.filter((reading) => reading.series === series)).toEqual(batches.flat());
    }),
  ));
