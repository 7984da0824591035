import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../tests/support/translators.ts';
import { createFormats } from '../lib/formats.ts';
import type { Translator } from '../lib/texts.ts';
import { tickCount, tickText, timeTicks } from './time-ticks.ts';

const ZURICH = 'Europe/Zurich';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The local time of each tick, "Nov 21 02:10" and the like, with the offset where it matters. */
const shown = (from: string, to: string, timezone: string, count: number): string[] =>
  timeTicks(Date.parse(from), Date.parse(to), timezone, count).map(({ at, unit }) => {
    const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDateTime();
    return unit === 'day'
      ? time.toPlainDate().toString()
      : unit === 'month'
        ? time.toPlainDate().toPlainYearMonth().toString()
        : time.toPlainTime().toString({ smallestUnit: unit === 'seconds' ? 'second' : 'minute' });
  });

describe('round on the clock', () => {
  test('minutes, never 08:26 and 08:39', () => {
    expect(shown('2026-11-21T00:26:00Z', '2026-11-21T01:22:00Z', ZURICH, 6)).toEqual([
      '01:30',
      '01:40',
      '01:50',
      '02:00',
      '02:10',
      '02:20',
    ]);
  });

  test('seconds', () => {
    expect(shown('2026-11-21T01:10:02Z', '2026-11-21T01:10:31Z', ZURICH, 6)).toEqual([
      '02:10:05',
      '02:10:10',
      '02:10:15',
      '02:10:20',
      '02:10:25',
      '02:10:30',
    ]);
  });

  test('midnight is labeled with its day', () => {
    expect(shown('2026-11-20T22:30:00Z', '2026-11-20T23:30:00Z', ZURICH, 4)).toEqual([
      '23:30',
      '23:45',
      '2026-11-21',
      '00:15',
      '00:30',
    ]);
    expect(shown('2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z', ZURICH, 5)).toEqual([
      '18:00',
      '2026-11-21',
      '06:00',
      '12:00',
    ]);
  });

  test.each([
    ['Asia/Kathmandu', '2026-11-21T00:00:00Z', ['05:50', '06:00', '06:10', '06:20', '06:30', '06:40']],
    ['Asia/Kolkata', '2026-11-21T00:00:00Z', ['05:30', '05:40', '05:50', '06:00', '06:10', '06:20', '06:30']],
    ['Australia/Eucla', '2026-11-21T00:00:00Z', ['08:50', '09:00', '09:10', '09:20', '09:30', '09:40']],
    ['America/St_Johns', '2026-11-21T00:00:00Z', ['20:30', '20:40', '20:50', '21:00', '21:10', '21:20', '21:30']],
  ])('%s: offsets of half and quarter hours', (timezone, from, expected) => {
    const end = new Date(Date.parse(from) + HOUR).toISOString();
    expect(shown(from, end, timezone, 6)).toEqual(expected);
  });
});

describe('days on which the clocks change', () => {
  test('spring: the hour that is skipped has no tick', () => {
    expect(shown('2026-03-28T23:00:00Z', '2026-03-29T05:00:00Z', ZURICH, 8)).toEqual([
      '2026-03-29',
      '01:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
      '07:00',
    ]);
    expect(shown('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', ZURICH, 4)).toEqual([
      '2026-03-29',
      '06:00',
      '12:00',
      '18:00',
      '2026-03-30',
    ]);
  });

  test('autumn: the hour that comes twice has two', () => {
    expect(shown('2026-10-24T22:00:00Z', '2026-10-25T03:00:00Z', ZURICH, 8)).toEqual([
      '2026-10-25',
      '01:00',
      '02:00',
      '02:00',
      '03:00',
      '04:00',
    ]);
    const half = shown('2026-10-25T00:00:00Z', '2026-10-25T01:30:00Z', ZURICH, 4);
    expect(half).toEqual(['02:00', '02:30', '02:00', '02:30']);
  });

  test('a change by half an hour', () => {
    // Lord Howe: at 02:00 on 4 October 2026 the clocks go to 02:30.
    expect(shown('2026-10-03T14:30:00Z', '2026-10-03T17:00:00Z', 'Australia/Lord_Howe', 5)).toEqual([
      '01:00',
      '01:30',
      '02:30',
      '03:00',
      '03:30',
      '04:00',
    ]);
  });

  test('a day without a midnight begins at one', () => {
    // Cairo: at 00:00 on 24 April 2026 the clocks go to 01:00.
    const [first] = timeTicks(
      Date.parse('2026-04-23T22:00:00Z'),
      Date.parse('2026-04-24T21:00:00Z'),
      'Africa/Cairo',
      4,
    );
    expect(first).toEqual({ at: Date.parse('2026-04-23T22:00:00Z'), unit: 'day' });
  });

  test('days stay midnights, weeks Mondays, months their first', () => {
    expect(shown('2026-03-26T00:00:00Z', '2026-04-01T00:00:00Z', ZURICH, 7)).toEqual([
      '2026-03-27',
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
    ]);
    const mondays = timeTicks(Date.parse('2026-10-01T00:00:00Z'), Date.parse('2026-11-20T00:00:00Z'), ZURICH, 8);
    for (const { at } of mondays) {
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZURICH);
      expect([local.dayOfWeek, local.hour]).toEqual([1, 0]);
    }
    expect(mondays.length).toBeGreaterThan(5);
    expect(shown('2025-12-15T00:00:00Z', '2026-11-20T00:00:00Z', ZURICH, 6)).toEqual([
      '2026-01',
      '2026-03',
      '2026-05',
      '2026-07',
      '2026-09',
      '2026-11',
    ]);
    expect(shown('2014-01-15T00:00:00Z', '2026-11-20T00:00:00Z', 'UTC', 8)).toEqual([
      '2016-01',
      '2018-01',
      '2020-01',
      '2022-01',
      '2024-01',
      '2026-01',
    ]);
  });
});

test('any span has a few ticks, in order, within it', () => {
  const zones = [ZURICH, 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];
  const start = Date.parse('2026-03-25T10:23:45Z');
  for (const timezone of zones)
    for (let span = 5000; span < 4000 * DAY; span *= 1.7) {
      const ticks = timeTicks(start, start + span, timezone, 8);
      const name = `${timezone} ${span}`;
      expect(ticks.length, name).toBeGreaterThanOrEqual(2);
      expect(ticks.length, name).toBeLessThanOrEqual(12);
      expect(
        ticks.every(({ at }, index) => at >= start && at <= start + span && at > (ticks[index - 1]?.at ?? 0)),
        name,
      ).toBe(true);
    }
});

test('no span, no ticks; a narrow axis has at least two', () => {
  expect(timeTicks(5, 5, 'UTC', 8)).toEqual([]);
  expect(tickCount(20)).toBe(2);
  expect(tickCount(820)).toBe(10);
});

describe('labels', () => {
  const plain = (text: string): string => text.replace(/[\u00A0\u202F\u2009]/gu, ' ');
  let english: Translator;
  let german: Translator;
  beforeAll(async () => {
    english = await loadTranslator('en', 'en-US');
    german = await loadTranslator('de', 'de-DE');
  });
  const labels = (
    t: Translator,
    timeFormat: 'auto' | '12h' | '24h',
    from: string,
    to: string,
    count: number,
  ): string[] => {
    const formats = createFormats(t, { timeFormat, weekStart: 'auto', useCelsius: false }, ZURICH);
    return timeTicks(Date.parse(from), Date.parse(to), ZURICH, count).map((tick) => plain(tickText(formats, tick)));
  };
  const NIGHT = ['2026-11-20T21:00:00Z', '2026-11-21T01:00:00Z'] as const;

  test('12 and 24 hours, by language or as chosen', () => {
    expect(labels(english, 'auto', ...NIGHT, 4)).toEqual(['10:00 PM', '11:00 PM', 'Nov 21', '1:00 AM', '2:00 AM']);
    expect(labels(english, '24h', ...NIGHT, 4)).toEqual(['22:00', '23:00', 'Nov 21', '01:00', '02:00']);
    expect(labels(german, 'auto', ...NIGHT, 4)).toEqual(['22:00', '23:00', '21. Nov.', '01:00', '02:00']);
  });

  test('months with their year', () => {
    expect(labels(english, 'auto', '2025-12-15T00:00:00Z', '2026-03-10T00:00:00Z', 3)).toEqual([
      'Jan 2026',
      'Feb 2026',
      'Mar 2026',
    ]);
  });
});
