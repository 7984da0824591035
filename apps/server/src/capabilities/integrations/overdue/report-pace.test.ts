import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  expectedInterval,
  LEARNED_CEILING,
  LEARNED_FLOOR,
  learnedInterval,
  notePace,
  type Pace,
  UNDECLARED_INTERVAL_SECONDS,
} from './report-pace.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight UTC. */
const START = Date.UTC(2026, 2, 2);

/** The pace after reports with these gaps, one after the other. */
function paceOf(gaps: readonly number[], backAt: number | null = null): Pace {
  let pace = notePace(null, START, backAt);
  let at = START;
  for (const gap of gaps) {
    at += gap;
    pace = notePace(pace, at, backAt);
  }
  return pace;
}

const times = (count: number, ...gaps: readonly number[]): readonly number[] =>
  Array.from({ length: count }, () => gaps).flat();

test.each([
  ['one report', [], null],
  ['six days are no week', times(6 * 24, HOUR), null],
  ['each hour for a week', times(8 * 24, HOUR), 5400],
  ['each day for a week, with fewer than eight silences', times(7, DAY), null],
  ['once a day: never less than a day', times(9, DAY), LEARNED_CEILING],
  ['each ten seconds', times(8 * 24 * 12, 5 * MINUTE), LEARNED_FLOOR],
  ['often by day, and silent at night', times(8, ...times(14, HOUR), 10 * HOUR), 54_000],
  ['a door that is used on weekdays', times(3, ...times(40, 3 * HOUR), 48 * HOUR), LEARNED_CEILING],
  ['a long silence of more than two weeks ago is forgotten', [20 * HOUR, ...times(16 * 24, HOUR)], 5400],
  ['one in the last two weeks is not', [...times(8 * 24, HOUR), 5 * HOUR, ...times(9 * 24, HOUR)], 27_000],
])('%s', (_, gaps, seconds) => {
  expect(learnedInterval(paceOf(gaps))).toBe(seconds);
});

test('a silence that its gateway was away in says nothing about the device', () => {
  const pace = paceOf(times(8 * 24, HOUR));
  const back = pace.reportedAt + 9 * HOUR;
  const after = notePace(pace, pace.reportedAt + 10 * HOUR, back);
  expect(learnedInterval(after)).toBe(5400);
  expect(learnedInterval(notePace(after, after.reportedAt + 2 * HOUR, back))).toBe(10_800);
});

test('an older report, and one that was looked at already, change nothing', () => {
  const pace = paceOf(times(20, HOUR));
  expect(notePace(pace, pace.reportedAt, null)).toBe(pace);
  expect(notePace(pace, pace.reportedAt - DAY, null)).toBe(pace);
});

test.each([
  ['what a person set counts', { set: 7200, usual: null }, { seconds: 7200, origin: 'CHOSEN' }],
  ['also where it was set later', { set: 7200, usual: 90_000 }, { seconds: 7200, origin: 'CHOSEN' }],
  ['otherwise what was learned', { set: 90_000, usual: 90_000 }, { seconds: 5400, origin: 'LEARNED' }],
  ['longer than the device declares', { set: 600, usual: 600 }, { seconds: 5400, origin: 'LEARNED' }],
  ['and never less than it declares', { set: 21_600, usual: 21_600 }, { seconds: 21_600, origin: 'LEARNED' }],
] as const)('%s', (_, { set, usual }, expected) => {
  expect(expectedInterval({ set, usual, pace: paceOf(times(8 * 24, HOUR)) })).toEqual(expected);
});

test('until a week is known, the usual interval stays', () => {
  const known = { set: UNDECLARED_INTERVAL_SECONDS, usual: UNDECLARED_INTERVAL_SECONDS, pace: null };
  expect(expectedInterval(known)).toEqual({ seconds: UNDECLARED_INTERVAL_SECONDS, origin: 'USUAL' });
});

test('whatever its pace: what is kept is bounded, and a silence that it had in the last two weeks never makes it late', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 26 * HOUR }), { maxLength: 300 }), (gaps) => {
      const pace = paceOf(gaps);
      expect(pace.days.length).toBeLessThanOrEqual(15);
      expect(JSON.parse(JSON.stringify(pace))).toEqual(pace);
      const learned = learnedInterval(pace);
      if (learned === null) return;
      let end = START + gaps.reduce((sum, gap) => sum + gap, 0);
      for (const gap of gaps.toReversed()) {
        if (end < pace.reportedAt - 13 * DAY) break;
        expect(gap / 1000).toBeLessThanOrEqual(learned);
        end -= gap;
      }
    }),
  );
});
