import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DoNotDisturb } from './policies.ts';
import { quietIntervalAt, scheduleProblems, scheduleText } from './schedules.ts';

const at = (local: string, zone: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const isQuiet = (schedule: DoNotDisturb, zone: string, local: string): boolean =>
  quietIntervalAt(schedule, zone, at(local, zone)) !== null;

const FRIDAY_NIGHT: DoNotDisturb = { daysOfWeek: [5], beginHour: 22, beginMinute: 0, endHour: 6, endMinute: 0 };

describe('monitor rules, Do-not-disturb', () => {
  test('Fri 22:00-06:00 mutes Sat 03:00, not Fri 03:00', () => {
    expect(isQuiet(FRIDAY_NIGHT, 'Europe/Zurich', '2026-01-10T03:00')).toBe(true);
    expect(isQuiet(FRIDAY_NIGHT, 'Europe/Zurich', '2026-01-09T03:00')).toBe(false);
  });

  test.each([
    ['2026-01-09T21:59:59.999', false],
    ['2026-01-09T22:00:00.000', true],
    ['2026-01-10T00:00:00.000', true],
    ['2026-01-10T05:59:59.999', true],
    ['2026-01-10T06:00:00.000', false],
  ])('the instant %s: %s', (local, quiet) => {
    expect(isQuiet(FRIDAY_NIGHT, 'Europe/Zurich', local)).toBe(quiet);
  });

  test('an interval ends one millisecond before its end time', () => {
    const interval = quietIntervalAt(FRIDAY_NIGHT, 'UTC', Date.UTC(2026, 0, 10, 3));
    expect(interval).toEqual({ from: Date.UTC(2026, 0, 9, 22), until: Date.UTC(2026, 0, 10, 6) - 1 });
  });

  test('the day the clocks go forward: the night is an hour shorter, and 02:30 is read as 03:30', () => {
    const saturday = { ...FRIDAY_NIGHT, daysOfWeek: [6] };
    const night = quietIntervalAt(saturday, 'Europe/Zurich', at('2026-03-29T04:00', 'Europe/Zurich'));
    expect((night?.until ?? 0) + 1 - (night?.from ?? 0)).toBe(7 * 3_600_000);
    const early: DoNotDisturb = { daysOfWeek: [7], beginHour: 2, beginMinute: 30, endHour: 5, endMinute: 0 };
    const morning = quietIntervalAt(early, 'Europe/Zurich', at('2026-03-29T04:00', 'Europe/Zurich'));
    expect(morning?.from).toBe(at('2026-03-29T03:30', 'Europe/Zurich'));
    expect(isQuiet(early, 'Europe/Zurich', '2026-03-29T03:10')).toBe(false);
  });

  test('the day the clocks go back: the night is an hour longer, and 02:30 is the first one', () => {
    const saturday = { ...FRIDAY_NIGHT, daysOfWeek: [6] };
    const night = quietIntervalAt(saturday, 'Europe/Zurich', at('2026-10-25T04:00', 'Europe/Zurich'));
    expect((night?.until ?? 0) + 1 - (night?.from ?? 0)).toBe(9 * 3_600_000);
    const early: DoNotDisturb = { daysOfWeek: [7], beginHour: 2, beginMinute: 30, endHour: 5, endMinute: 0 };
    expect(quietIntervalAt(early, 'Europe/Zurich', Date.UTC(2026, 9, 25, 1, 45))?.from).toBe(
      Date.UTC(2026, 9, 25, 0, 30),
    );
  });

  test('a zone with a half-hour shift', () => {
    const saturday = { ...FRIDAY_NIGHT, daysOfWeek: [6] };
    const shorter = quietIntervalAt(saturday, 'Australia/Lord_Howe', at('2026-10-04T04:00', 'Australia/Lord_Howe'));
    expect((shorter?.until ?? 0) + 1 - (shorter?.from ?? 0)).toBe(7.5 * 3_600_000);
    const longer = quietIntervalAt(saturday, 'Australia/Lord_Howe', at('2026-04-05T04:00', 'Australia/Lord_Howe'));
    expect((longer?.until ?? 0) + 1 - (longer?.from ?? 0)).toBe(8.5 * 3_600_000);
  });

  test('it agrees with reading the clock on the wall, minute by minute, on days without a clock change', () => {
    fc.assert(
      fc.property(
        fc.record({
          daysOfWeek: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
          beginHour: fc.integer({ min: 0, max: 23 }),
          beginMinute: fc.integer({ min: 0, max: 59 }),
          endHour: fc.integer({ min: 0, max: 23 }),
          endMinute: fc.integer({ min: 0, max: 59 }),
        }),
        fc.integer({ min: 0, max: 7 * 1440 - 1 }),
        (schedule, minute) => {
          fc.pre(scheduleProblems(schedule).length === 0);
          const wall = Temporal.PlainDateTime.from('2026-06-01T00:00').add({ minutes: minute });
          const now = wall.hour * 60 + wall.minute;
          const begin = schedule.beginHour * 60 + schedule.beginMinute;
          const end = schedule.endHour * 60 + schedule.endMinute;
          const yesterday = wall.dayOfWeek === 1 ? 7 : wall.dayOfWeek - 1;
          const expected =
            end > begin
              ? schedule.daysOfWeek.includes(wall.dayOfWeek) && now >= begin && now < end
              : (schedule.daysOfWeek.includes(wall.dayOfWeek) && now >= begin) ||
                (schedule.daysOfWeek.includes(yesterday) && now < end);
          const instant = wall.toZonedDateTime('America/New_York').epochMilliseconds;
          expect(quietIntervalAt(schedule, 'America/New_York', instant) !== null).toBe(expected);
        },
      ),
    );
  });
});

describe('words', () => {
  test.each([
    [
      { daysOfWeek: [5, 1, 2, 3, 4], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 },
      'Mon, Tue, Wed, Thu, Fri 9:00AM - 5:00PM',
    ],
    [{ daysOfWeek: [7], beginHour: 0, beginMinute: 5, endHour: 12, endMinute: 30 }, 'Sun 12:05AM - 12:30PM'],
    [{ daysOfWeek: [], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 }, 'unset'],
    [null, 'unset'],
  ])('%j reads %s', (schedule, text) => {
    expect(scheduleText(schedule)).toBe(text);
  });

  test('an end equal to the begin and a day named twice are refused', () => {
    const nine = { daysOfWeek: [1], beginHour: 9, beginMinute: 0, endHour: 9, endMinute: 0 };
    expect(scheduleProblems(nine)).toEqual([{ name: 'endHour', message: 'the end must differ from the begin' }]);
    expect(scheduleProblems({ ...FRIDAY_NIGHT, daysOfWeek: [5, 5] })).toHaveLength(1);
  });
});
