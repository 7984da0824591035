import type { LocationCardOut } from '@picket/contracts/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import { forecastText, quietText, suppressionText } from './outlook-text.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
const before = (millis: number): string => new Date(NOW - millis).toISOString();

type Reading = LocationCardOut['readings'][number];

const reading = (forecast?: Reading['forecast']): Reading => ({
  sentry: 'rack',
  sentryName: 'Rack 4',
  sensorMetricId: 'environment_temperature',
  column: 'value',
  at: before(0),
  value: 27,
  holdSeconds: 150,
  sparkline: [],
  ...(forecast === undefined ? {} : { forecast }),
});

const card = (rest: Partial<LocationCardOut> = {}): LocationCardOut => ({
  guid: 'zurich',
  name: 'Zurich',
  timezone: 'UTC',
  worst: 'none',
  openAlerts: 0,
  sentries: { total: 1, online: 1, simulated: 0 },
  readings: [reading()],
  ...rest,
});

/** The limit of 89 °F, so many minutes ahead. */
const limitIn = (minutes: number) => ({ threshold: 31.6667, at: before(-minutes * 60_000) });

describe('a card without alerts says', () => {
  let t: Translator;
  beforeAll(async () => {
    t = await loadTranslator('en', 'en-US');
  });
  const outlookOf = (one: LocationCardOut): string => {
    const formats = createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius: false }, 'UTC');
    return forecastText(t, formats, one, NOW) ?? quietText(t, one, NOW);
  };

  const lines: readonly (readonly [line: string, card: LocationCardOut])[] = [
    ['Quiet for 12 days', card({ quietSince: before(12.9 * 24 * HOUR) })],
    ['Quiet for 1 day', card({ quietSince: before(24 * HOUR) })],
    ['Quiet for 5 hours', card({ quietSince: before(5.5 * HOUR) })],
    ['No open alerts', card({ quietSince: before(HOUR / 2) })],
    // Where nobody is there to see it, nothing is known to be quiet.
    ['No open alerts', card({ quietSince: before(48 * HOUR), sentries: { total: 1, online: 0, simulated: 0 } })],
    ['89.0 °F in about 15 min', card({ quietSince: before(48 * HOUR), readings: [reading(limitIn(14))] })],
    ['89.0 °F in about 4 min', card({ readings: [reading(limitIn(90)), reading(limitIn(4))] })],
    // They have not come yet, or have recovered.
    ['2 open alerts', card({ worst: 'critical', openAlerts: 2 })],
    // What should have been reached was not: the next request knows more.
    ['Quiet for 2 days', card({ quietSince: before(48 * HOUR), readings: [reading(limitIn(-1))] })],
  ];

  test.each(lines)('%s', (line, one) => {
    expect(outlookOf(one)).toBe(line);
  });

  const suppressions: readonly (readonly [text: string | null, card: LocationCardOut])[] = [
    [null, card()],
    ['do not disturb until 14:00', card({ doNotDisturbUntil: before(-2 * HOUR) })],
    ['maintenance, 2 h left', card({ maintenanceUntil: before(-2 * HOUR), doNotDisturbUntil: before(-HOUR) })],
    // It has ended since the response came.
    ['do not disturb until 13:00', card({ maintenanceUntil: before(0), doNotDisturbUntil: before(-HOUR) })],
  ];

  /** The same wherever the test runs. */
  const formatsIn = (timezone: string, note: string) => ({
    ...createFormats(t, { timeFormat: '24h', weekStart: 'auto', useCelsius: false }, timezone),
    timezoneNote: () => note,
  });

  test.each(suppressions)('that nobody is notified, and why: %s', (text, one) => {
    expect(suppressionText(t, formatsIn('UTC', ''), one, NOW)).toBe(text);
  });

  test('until when, in the zone of the location, which is named', () => {
    const formats = formatsIn('Asia/Tokyo', 'Tokyo time');
    const text = suppressionText(t, formats, card({ doNotDisturbUntil: before(-2 * HOUR) }), NOW);
    expect(text).toBe('do not disturb until 23:00 Tokyo time');
  });
});

test('in German a location with one more alert has "1 weiterer"', async () => {
  const t = await loadTranslator('de');
  const text = (count: number): string => t('overview.card.alerts', { title: 'Zu heiß', duration: '3 Min.', count });
  expect(text(1)).toBe('Zu heiß, seit 3 Min., und 1 weiterer');
  expect(text(2)).toBe('Zu heiß, seit 3 Min., und 2 weitere');
});
