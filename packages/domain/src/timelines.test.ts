/** What was in force when, what is usual, and quiet hours over clock changes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineOf, rateActivity } from './activity.ts';
import { quietIntervalAt, quietIntervalsBetween } from './schedules.ts';
import { listValuesInForce, mergeEqualNeighbors, mergeOverlapping } from './timelines.ts';

describe('what was in force', () => {
  test('edits are walked back from now', () => {
    const edits = [
      { at: 20, before: 'b' },
      { at: 10, before: 'a' },
    ];
    expect(listValuesInForce('c', edits, 0, 30)).toEqual([
      { from: 0, to: 10, value: 'a' },
      { from: 10, to: 20, value: 'b' },
      { from: 20, to: 30, value: 'c' },
    ]);
    // An edit after the stretch decides what held in it; one before it does not matter.
    expect(listValuesInForce('c', edits, 12, 15)).toEqual([{ from: 12, to: 15, value: 'b' }]);
    expect(listValuesInForce(null, [{ at: 5, before: null }], 0, 9)).toEqual([
      { from: 0, to: 5, value: null },
      { from: 5, to: 9, value: null },
    ]);
  });

  test('whatever was edited when: the stretches cover the whole and each holds what the history held then', () => {
    const history = fc.array(fc.integer({ min: -50, max: 150 }), { maxLength: 12 });
    fc.assert(
      fc.property(history, (times) => {
        // Values 0..n in order of time; value i+1 came with the i-th edit.
        const ordered = [...new Set(times)].sort((a, b) => a - b);
        const edits = ordered.map((at, index) => ({ at, before: index }));
        const stretches = listValuesInForce(ordered.length, edits, 0, 100);
        expect(stretches[0]?.from).toBe(0);
        expect(stretches.at(-1)?.to).toBe(100);
        stretches.forEach(({ from, to, value }, index) => {
          expect(from).toBeLessThan(to);
          if (index > 0) expect(from).toBe(stretches[index - 1]?.to);
          expect(value).toBe(ordered.filter((at) => at <= from).length);
        });
      }),
    );
  });

  test('equal adjacent spans and overlapping spans are merged', () => {
    const stretch = (from: number, to: number, value: string) => ({ from, to, value });
    expect(mergeEqualNeighbors([stretch(0, 1, 'a'), stretch(1, 2, 'a'), stretch(2, 3, 'b')])).toEqual([
      stretch(0, 2, 'a'),
      stretch(2, 3, 'b'),
    ]);
    expect(
      mergeOverlapping([
        { from: 5, to: 7 },
        { from: 0, to: 2 },
        { from: 1, to: 3 },
      ]),
    ).toEqual([
      { from: 0, to: 3 },
      { from: 5, to: 7 },
    ]);
  });
});

describe('quiet intervals of a stretch', () => {
  const nights = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 22, beginMinute: 0, endHour: 6, endMinute: 0 };

  test('over the clock changes of Zurich a night is 7 or 9 hours long', () => {
    const from = Date.parse('2026-03-28T12:00:00Z');
    const [spring] = quietIntervalsBetween(nights, 'Europe/Zurich', from, from + 86_400_000);
    expect((spring?.until ?? 0) + 1 - (spring?.from ?? 0)).toBe(7 * 3_600_000);
    const autumn = Date.parse('2026-10-24T12:00:00Z');
    const [longer] = quietIntervalsBetween(nights, 'Europe/Zurich', autumn, autumn + 86_400_000);
    expect((longer?.until ?? 0) + 1 - (longer?.from ?? 0)).toBe(9 * 3_600_000);
  });

  test.each(['Europe/Zurich', 'America/Denver', 'Australia/Lord_Howe', 'UTC', 'Asia/Kathmandu'])(
    'the same as asking instant by instant, in %s',
    (timezone) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 23 }),
          fc.integer({ min: 0, max: 23 }),
          fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
          (beginHour, endHour, daysOfWeek, from) => {
            fc.pre(beginHour !== endHour);
            const schedule = { daysOfWeek, beginHour, beginMinute: 30, endHour, endMinute: 30 };
            const to = from + 4 * 86_400_000;
            const found = quietIntervalsBetween(schedule, timezone, from, to);
            for (let at = from; at < to; at += 3_517_000) {
              const isQuiet = quietIntervalAt(schedule, timezone, at) !== null;
              expect(found.some((one) => one.from <= at && at <= one.until)).toBe(isQuiet);
            }
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});

describe('the activity grid', () => {
  test('needs enough weeks; far from the baseline is unusual, noise is not', () => {
    expect(baselineOf(30, [20, 20], 0.5)).toEqual({ usual: null, unusual: false });
    expect(baselineOf(30, [20, 21, 20, 19], 0.5)).toEqual({ usual: 20, unusual: true });
    expect(baselineOf(20.3, [20, 20, 20, 20], 0.5)).toEqual({ usual: 20, unusual: false });
    expect(baselineOf(24, [18, 22, 20, 25, 16], 0.5).unusual).toBe(false);
  });

  test('an hour is compared with its own weekday and hour, and days before the first are not shown', () => {
    const start = Temporal.PlainDate.from('2026-03-02');
    const cells = Array.from({ length: 5 * 7 * 24 }, (_, index) => {
      const day = start.add({ days: Math.floor(index / 24) });
      const hour = index % 24;
      // Mondays are hot, every one of them; the last Tuesday noon alone is.
      const isOdd = day.toString() === '2026-03-31' && hour === 12;
      return { day: day.toString(), hour, value: day.dayOfWeek === 1 || isOdd ? 30 : 20 };
    });
    const rated = rateActivity(cells, '2026-03-30', 0.5);
    expect(rated).toHaveLength(7 * 24);
    expect(rated.filter(({ unusual }) => unusual).map(({ day, hour }) => `${day} ${hour}`)).toEqual(['2026-03-31 12']);
  });
});
