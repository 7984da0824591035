import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../tests/support/translators.ts';
import type { FormatChoices } from './format-choices.ts';
import { createFormats, type Formats } from './formats.ts';
import { scheduleText } from './schedule-text.ts';
import type { Translator } from './texts.ts';

const AUTO: FormatChoices = { timeFormat: 'auto', weekStart: 'auto', useCelsius: false };
const AT = Date.parse('2026-11-21T01:22:05Z');
const ZURICH = 'Europe/Zurich';

/** Spaces of every width as the usual one. */
const plain = (text: string): string => text.replace(/[\u00A0\u202F\u2009]/gu, ' ');

let american: Translator;
let british: Translator;
let german: Translator;
beforeAll(async () => {
  american = await loadTranslator('en', 'en-US');
  british = await loadTranslator('en', 'en-GB');
  german = await loadTranslator('de', 'de-DE');
});

describe('instants, in the zone of the location', () => {
  const dateTime = (t: Translator, choices: Partial<FormatChoices> = {}): string =>
    plain(createFormats(t, { ...AUTO, ...choices }, ZURICH).dateTime(AT));

  test('by the region, unless 12 or 24 hours are chosen', () => {
    expect(dateTime(american)).toBe('Nov 21, 2026, 2:22 AM');
    expect(dateTime(american, { timeFormat: '24h' })).toBe('Nov 21, 2026, 02:22');
    expect(dateTime(british)).toBe('21 Nov 2026, 02:22');
    expect(dateTime(german)).toBe('21. Nov. 2026, 02:22');
    expect(dateTime(german, { timeFormat: '12h' })).toBe('21. Nov. 2026, 2:22 AM');
  });

  test('times below each other have their day where they are of several in the zone of the location', () => {
    const formats = createFormats(british, AUTO, ZURICH);
    const shown = (...instants: readonly string[]) => instants.map(formats.timesAmong(instants)).map(plain);
    expect(shown('2026-11-20T23:30:05Z', '2026-11-21T22:30:05Z')).toEqual(['00:30:05', '23:30:05']);
    expect(shown('2026-11-20T22:30:05Z', '2026-11-20T23:30:05Z')).toEqual(['20 Nov, 23:30:05', '21 Nov, 00:30:05']);
  });

  test('a range writes once what its ends share; a day has no zone', () => {
    const formats = createFormats(american, AUTO, ZURICH);
    expect(plain(formats.range(AT, AT + 3_600_000))).toBe('Nov 21, 2:22 – 3:22 AM');
    expect(formats.plainDate('2026-11-21')).toBe('Nov 21, 2026');
  });
});

test('a schedule in words: in English those of the specification', () => {
  const schedule = { daysOfWeek: [1, 7], beginHour: 22, beginMinute: 0, endHour: 6, endMinute: 30 };
  const text = (t: Translator, one: typeof schedule | null): string =>
    plain(scheduleText(t, createFormats(t, AUTO, ZURICH), one));
  expect(text(american, schedule)).toBe('Mon, Sun 10:00PM - 6:30AM');
  expect(text(german, schedule)).toBe('Mo, So 22:00 – 06:30');
  expect(text(german, null)).toBe('aus');
});

test('the week begins as the region has it, unless a day is chosen', () => {
  const names = (t: Translator, choices: Partial<FormatChoices> = {}): string =>
    createFormats(t, { ...AUTO, ...choices }, ZURICH)
      .weekdays('short')
      .map(({ day, name }) => `${day} ${name}`)
      .join(', ');
  expect(names(american)).toBe('7 Sun, 1 Mon, 2 Tue, 3 Wed, 4 Thu, 5 Fri, 6 Sat');
  expect(names(american, { weekStart: 'monday' })).toMatch(/^1 Mon/u);
  expect(names(german)).toMatch(/^1 Mo, 2 Di/u);
  expect(names(german, { weekStart: 'saturday' })).toMatch(/^6 Sa, 7 So, 1 Mo/u);
});

describe('values', () => {
  const shown = (read: (formats: Formats) => string, t: Translator, useCelsius = false): string =>
    plain(read(createFormats(t, { ...AUTO, useCelsius }, ZURICH)));

  test('in the unit of the reader, with the decimals of the metric', () => {
    const temperature = (formats: Formats): string => formats.valueText('environment_temperature', 'value', 33.25);
    expect(shown(temperature, american)).toBe('91.9 °F');
    expect(shown(temperature, german, true)).toBe('33,3 °C');
    expect(shown((formats) => formats.valueText('environment_temperature', 'value', -0.01), german, true)).toBe(
      '0,0 °C',
    );
    expect(shown((formats) => formats.valueText('fluid_leak', 'value', 1), german)).toBe('Leck');
    expect(shown((formats) => formats.valueText('camera_motion', 'level', 0.02), german)).toBe('2 %');
    const tamper = (count: number) => (formats: Formats) => formats.valueText('sentry_tamper', 'value', count);
    expect([0, 1, 2].map((count) => shown(tamper(count), german))).toEqual(['intakt', 'manipuliert', '2']);
    expect(shown((formats) => formats.valueText('bluetooth_devices', 'count', 3), german)).toBe('3 Geräte');
  });

  test('a distance has the decimals of its metric, and no sign', () => {
    const distance = (formats: Formats): string => formats.distance('environment_temperature', 'value', -1.55);
    expect(shown(distance, american)).toBe('2.8 °F');
    expect(shown(distance, german, true)).toBe('1,6 °C');
    expect(shown((formats) => formats.distance('camera_motion', 'level', 0.25), american)).toBe('25 %');
  });

  test('a difference has its sign, and no zero of Fahrenheit', () => {
    const offset = (formats: Formats): string => formats.difference('environment_temperature', 'value', -1);
    expect(shown(offset, american)).toBe('-1.8 °F');
    expect(shown(offset, german, true)).toBe('-1 °C');
    expect(shown((formats) => formats.difference('environment_humidity', 'value', 0.5), german)).toBe('+0,5 % rF');
  });

  test('numbers on an axis have the decimals they need', () => {
    expect(shown((formats) => formats.shortNumber(0.25, 3), german)).toBe('0,25');
    expect(shown((formats) => formats.shortNumber(2500, 3), american)).toBe('2,500');
  });

  test.each([
    [0, '0 B', '0 B'],
    [999, '999 B', '999 B'],
    [1000, '1.0 KB', '1,0 KB'],
    [12_340, '12 KB', '12 KB'],
    [1_234_000_000, '1.2 GB', '1,2 GB'],
    [3e18, '3,000 PB', '3.000 PB'],
  ])('%d bytes', (bytes, english, inGerman) => {
    expect(shown((formats) => formats.bytes(bytes), american)).toBe(english);
    expect(shown((formats) => formats.bytes(bytes), german)).toBe(inGerman);
  });

  test('ages', () => {
    const ago = (formats: Formats): string => formats.ago(AT, AT + 12_000_000);
    expect(shown(ago, american)).toBe('3 h 20 min ago');
    expect(shown(ago, german)).toBe('vor 3 h 20 min');
    expect(shown((formats) => formats.ago(AT, AT + 4000), german)).toBe('gerade eben');
    expect(shown((formats) => formats.until(AT + 86_400_000, AT), german)).toBe('in 1 d');
  });
});
