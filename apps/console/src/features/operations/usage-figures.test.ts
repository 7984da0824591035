import { expect, test } from 'vitest';
import { figuresOf } from './usage-figures.ts';

const dayWith = (day: string, readings: number) => ({
  day,
  readings,
  locations: 1,
  sentries: 2,
  reporting: 1,
  series: 3,
  alerts: 0,
  messages: 0,
  users: 1,
  activeUsers: 1,
  bytes: 0,
  clipBytes: 0,
});
const days = [dayWith('2026-11-19', 100), dayWith('2026-11-20', 301), dayWith('2026-11-21', 40)];

test('today is shown, with the mean of the days before', () => {
  expect(figuresOf(days, '2026-11-21')).toEqual({ shown: days[2], isToday: true, mean: 201 });
  expect(figuresOf(days.slice(2), '2026-11-21')).toEqual({ shown: days[2], isToday: true, mean: null });
});

test('until today is counted the last day is shown, as another', () => {
  expect(figuresOf(days, '2026-11-22')).toEqual({ shown: days[2], isToday: false, mean: 201 });
  expect(figuresOf(days.slice(0, 1), '2026-11-22')).toEqual({ shown: days[0], isToday: false, mean: null });
});

test('an organization that was never counted has no figures', () => {
  expect(figuresOf([], '2026-11-22')).toBeNull();
});
