/** Graphs: gaps stay gaps, whatever is drawn beside them; limits far away do not flatten the line. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignLines, gapThreshold, pointAt, valueRange } from './graph-data.ts';

const point = (at: number, value = 1) => ({ at, min: value - 1, max: value + 1, mean: value });
const line = (name: string, holdMs: number, ...times: readonly number[]) => ({
  name,
  holdMs,
  points: times.map((at) => point(at, at)),
});

describe('several lines on one axis', () => {
  test('a gap is a null; where another line has its point there is nothing, and no gap', () => {
    const { columns, isolated } = alignLines([line('a', 10, 0, 10, 40, 50), line('b', 100, 5, 45)]);
    const [xs, a, , , b] = columns;
    expect(xs).toEqual([0, 5, 10, 11, 40, 45, 50]);
    expect(a).toEqual([0, undefined, 10, null, 40, undefined, 50]);
    expect(b).toEqual([undefined, 5, undefined, undefined, undefined, 45, undefined]);
    expect(isolated).toEqual([[], []]);
  });

  test('a point between two gaps stands alone', () => {
    expect(alignLines([line('a', 10, 0, 30, 60, 65)]).isolated).toEqual([[0, 2]]);
  });

  test('whatever the times: every point is there once, and each gap has one null between its ends', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 40 });
    fc.assert(
      fc.property(times, times, fc.integer({ min: 1, max: 60 }), (one, other, hold) => {
        const lines = [one, other].map((each, index) => line(`${index}`, hold, ...[...each].sort((a, b) => a - b)));
        const { columns } = alignLines(lines);
        const [xs, ...rest] = columns;
        expect([...xs].sort((a, b) => a - b)).toEqual(xs);
        lines.forEach(({ points }, index) => {
          const means = rest[index * 3] ?? [];
          expect(means.filter((value) => typeof value === 'number')).toEqual(points.map(({ mean }) => mean));
          const gaps = points.filter(({ at }, place) => place > 0 && at - (points[place - 1]?.at ?? 0) > hold).length;
          expect(means.filter((value) => value === null)).toHaveLength(gaps);
        });
      }),
    );
  });
});

test('a sensor that speaks less often than its sentry has no gaps for that', () => {
  const slow = Array.from({ length: 20 }, (_, index) => ({ at: index * 300_000 }));
  expect(gapThreshold(slow, 75_000, 0)).toBe(750_000);
  expect(gapThreshold([{ at: 0 }], 75_000, 0)).toBe(75_000);
  expect(gapThreshold(slow.slice(0, 3), 75_000, 600_000)).toBe(900_000);
});

test('of few points the distance between them says little: an outage is no line', () => {
  const HOUR = 3_600_000;
  const gapsOf = (...minutes: readonly number[]): number => {
    const points = minutes.map((minute) => ({ at: minute * 60_000 }));
    const threshold = gapThreshold(points, 75_000, 0);
    return points.filter(({ at }, index) => index > 0 && at - (points[index - 1]?.at ?? at) > threshold).length;
  };
  expect(gapThreshold([{ at: 0 }, { at: HOUR }], 75_000, 0)).toBe(75_000);
  expect(gapsOf(0, 60)).toBe(1);
  expect(gapsOf(0, 1, 61)).toBe(1);
  expect(gapsOf(0, 60, 61, 121)).toBe(2);
  // One that reports every quarter of an hour.
  expect(gapsOf(0, 15, 30)).toBe(0);
  expect(gapsOf(0, 15, 30, 45, 60, 75)).toBe(0);
});

test('what still stands at an instant is the point before it, as long as it holds', () => {
  const one = line('a', 10, 0, 10, 40);
  expect(pointAt(one, 14)?.at).toBe(10);
  expect(pointAt(one, 21)).toBeNull();
  expect(pointAt(one, -1)).toBeNull();
  expect(pointAt(one, 40)?.at).toBe(40);
});

test('limits near the line are on the axis, those far away are not', () => {
  const temperatures = [{ name: 'a', holdMs: 1, points: [point(0, 20), point(1, 24)] }];
  const { low, high } = valueRange(temperatures, [{ value: 27 }, { value: 80 }, { value: 5 }]);
  expect(high).toBeGreaterThan(27);
  expect(high).toBeLessThan(30);
  expect(low).toBeLessThan(19);
  expect(low).toBeGreaterThan(17);
  expect(valueRange([], [])).toEqual({ low: 0, high: 1 });
  const still = (value: number) =>
    valueRange([{ name: 'a', holdMs: 10, points: [{ at: 0, min: value, max: value, mean: value }] }], []);
  // A state that never changed has no ticks of hundredths around it.
  expect(still(0)).toEqual({ low: -0.08, high: 1.08 });
  expect(still(21)).toEqual({ low: 20, high: 22 });
});
