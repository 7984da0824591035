import { describe, expect, test } from 'vitest';
import { formatsOf, type Reader, readerOf } from './reader-formats.ts';

const AT = Date.UTC(2026, 2, 2, 13, 5, 9);
const reader = (part: Partial<Reader> = {}): Reader => ({
  language: 'en',
  useCelsius: false,
  timeFormat: 'auto',
  ...part,
});

test('a profile without choices reads English and Fahrenheit', () => {
  expect(readerOf(null)).toEqual(reader());
  expect(readerOf({ language: 'de', useCelsius: true, timeFormat: '12h' })).toEqual({
    language: 'de',
    useCelsius: true,
    timeFormat: '12h',
  });
});

describe.each([
  {
    language: 'en' as const,
    useCelsius: false,
    dateTime: /^Mon,? 2 Mar,? 14:05:09 (CET|GMT\+1)$/u,
    day: /^Mon,? 2 March$/u,
    duration: '3 h 20 min',
    value: '89.0 °F',
    state: 'on battery',
  },
  {
    language: 'de' as const,
    useCelsius: true,
    dateTime: /^Mo\.?, 2\. März,? 14:05:09 MEZ$/u,
    day: /^Mo\.?, 2\. März$/u,
    duration: '3 h 20 min',
    value: '31,7 °C',
    state: 'Akkubetrieb',
  },
])('formats in $language', ({ language, useCelsius, ...expected }) => {
  const formats = formatsOf(reader({ language, useCelsius }));

  test('times, durations and values', () => {
    expect(formats.dateTime(AT, 'Europe/Zurich')).toMatch(expected.dateTime);
    expect(formats.time(AT, 'Europe/Zurich')).toBe('14:05');
    expect(formats.day(AT, 'Europe/Zurich')).toMatch(expected.day);
    expect(formats.duration(12_000_000)).toBe(expected.duration);
    expect(formats.value('environment_temperature', 'value', 31.6667)).toBe(expected.value);
    expect(formats.value('power_onBattery', 'value', 1)).toBe(expected.state);
  });

  test('on a clock of twelve hours', () => {
    const { time } = formatsOf(reader({ language, timeFormat: '12h' }));
    expect(time(AT, 'Europe/Zurich')).toMatch(/^2:05 PM$/iu);
  });
});

test('no value is less than zero by rounding alone', () => {
  const { value } = formatsOf(reader({ useCelsius: true }));
  expect(value('environment_temperature', 'value', -0.01)).toBe('0.0 °C');
});
