import { describe, expect, test } from 'vitest';
import { forecastLimit, roundedMinutes, TREND_WINDOW, type TrendReading, trendPerMinute } from './limit-forecast.ts';

const START = Date.UTC(2026, 10, 21, 2);
const MINUTE = 60_000;

/** A reading a minute. */
const series = (count: number, value: (minute: number) => number | null): TrendReading[] =>
  Array.from({ length: count }, (_, minute) => ({ at: START + minute * MINUTE, value: value(minute) }));
/** The same "noise" each time, between -1 and 1. */
const noise = (minute: number): number => Math.sin(minute * 12.9898) * Math.cos(minute * 78.233);
const ABOVE = { operator: 'GREATER_THAN', threshold: 31 };
const BELOW = { operator: 'LESS_THAN', threshold: 18 };

describe('a steady rise', () => {
  test('reaches the limit where the line does', () => {
    expect(
      forecastLimit(
        series(16, (minute) => 25 + minute * 0.3),
        ABOVE,
      ),
    ).toEqual({
      becomes: 'OUTSIDE',
      at: START + 20 * MINUTE,
    });
    expect(trendPerMinute(series(16, (minute) => 25 + minute * 0.3))).toBeCloseTo(0.3, 9);
  });

  test('with a little noise, a gap and unknown readings, nearly there', () => {
    const readings = series(20, (minute) => 25 + minute * 0.3 + noise(minute) * 0.1).filter((_, index) => index !== 7);
    const found = forecastLimit([...readings, { at: START + 20 * MINUTE, value: null }], ABOVE);
    expect(found?.becomes).toBe('OUTSIDE');
    expect(Math.abs((found?.at ?? 0) - (START + 20 * MINUTE))).toBeLessThan(2 * MINUTE);
  });

  test('in any order, and whatever was before the last half hour', () => {
    const readings = series(90, (minute) => (minute < 50 ? 25 : 25 + (minute - 50) * 0.1));
    const found = forecastLimit(readings.toReversed(), ABOVE);
    expect(found?.at).toBeCloseTo(START + 110 * MINUTE, -2);
    expect(TREND_WINDOW).toBe(30 * MINUTE);
  });
});

test('a fall below a lower limit, and a return from outside', () => {
  expect(
    forecastLimit(
      series(16, (minute) => 24 - minute * 0.3),
      BELOW,
    )?.becomes,
  ).toBe('OUTSIDE');
  expect(
    forecastLimit(
      series(16, (minute) => 36 - minute * 0.25),
      ABOVE,
    ),
  ).toEqual({
    becomes: 'WITHIN',
    at: START + 20 * MINUTE,
  });
});

describe('says nothing when it is not sure', () => {
  test.each<[string, TrendReading[]]>([
    ['no readings', []],
    ['one reading', series(1, () => 30)],
    ['too few readings', series(4, (minute) => 25 + minute)],
    [
      'too short a time',
      series(10, (minute) => 25 + minute * 0.3).map((one, index) => ({ ...one, at: START + index * 20_000 })),
    ],
    ['all unknown', series(20, () => null)],
    ['it stands still', series(20, () => 30)],
    ['it goes away from the limit', series(16, (minute) => 30 - minute * 0.3)],
    ['noise alone', series(30, (minute) => 29 + noise(minute))],
    ['a slow drift under noise', series(30, (minute) => 28 + minute * 0.02 + noise(minute))],
    ['it levels off', series(30, (minute) => 30.5 - 6 * Math.exp(-minute / 6))],
    ['it turned around', series(30, (minute) => 26 + (minute < 20 ? minute * 0.2 : 4 - (minute - 20) * 0.2))],
    ['too far ahead', series(16, (minute) => 20 + minute * 0.1)],
    ['it is outside and goes further out', series(16, (minute) => 32 + minute * 0.3)],
    ['it has crossed just now', series(16, (minute) => (minute === 15 ? 30.9 : 28 + minute * 0.22))],
    ['one step', series(20, (minute) => (minute < 10 ? 20 : 30))],
  ])('%s', (_, readings) => {
    expect(forecastLimit(readings, ABOVE)).toBeNull();
  });

  test('a condition without a limit', () => {
    expect(
      forecastLimit(
        series(16, (minute) => 25 + minute * 0.3),
        { operator: 'CHANGED', threshold: 31 },
      ),
    ).toBeNull();
    expect(
      forecastLimit(
        series(16, (minute) => 25 + minute * 0.3),
        { operator: 'LATER', threshold: 31 },
      ),
    ).toBeNull();
  });
});

test.each([
  [20_000, 1],
  [100_000, 2],
  [10 * MINUTE, 10],
  [13 * MINUTE, 15],
  [47 * MINUTE, 45],
])('%d ms are about %d min', (millis, minutes) => {
  expect(roundedMinutes(millis)).toBe(minutes);
});
