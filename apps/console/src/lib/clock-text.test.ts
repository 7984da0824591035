import { expect, test } from 'vitest';
import { parseClock } from './clock-text.ts';

test.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['14', '14:00'],
  ['2:30 pm', '14:30'],
  ['2:30\u202fPM', '14:30'],
  ['12 AM', '00:00'],
  ['12 p.m.', '12:00'],
  ['14.30 Uhr', '14:30'],
  [' 07:00 ', '07:00'],
  ['24:00', null],
  ['13 pm', null],
  ['0:30 am', null],
  ['9:60', null],
  ['noon', null],
  ['', null],
])('%j is %j', (text, clock) => {
  expect(parseClock(text)).toBe(clock);
});
