import type { LocationCardOut, LocationPageOut } from '@picket/contracts/types';
import { describe, expect, test } from 'vitest';
import { isCardIncomplete, isPageIncomplete } from './new-series.ts';

const guidOf = (number: number): string => `0190a000-0000-7000-8000-00000000000${number}`;
const HERE = guidOf(1);
const THERE = guidOf(2);
const SENTRY = guidOf(3);
const OTHER = guidOf(4);
const reading = (sensorMetricId: string) => ({
  sensorMetricId,
  column: 'value',
  at: '2026-11-22T08:00:00.000Z',
  value: 21,
});
const shown = (sensorMetricId: string) => ({
  ...reading(sensorMetricId),
  sentry: SENTRY,
  sentryName: 'Rack',
  holdSeconds: 180,
  sparkline: [],
});
const card = (metrics: readonly string[]): LocationCardOut => ({
  guid: HERE,
  name: 'Basel',
  timezone: 'Europe/Zurich',
  worst: 'none',
  openAlerts: 0,
  sentries: { total: 1, online: 1, simulated: 0 },
  readings: metrics.map(shown),
});
const page = (metrics: readonly string[]): Pick<LocationPageOut, 'readings'> => ({ readings: metrics.map(shown) });

const TEMPERATURE = 'environment_temperature';
const HUMIDITY = 'environment_humidity';

describe('readings of a series that is new', () => {
  test.each([
    [[], TEMPERATURE, HERE, true, 'has none yet'],
    [[TEMPERATURE], HUMIDITY, HERE, true, 'has room for it'],
    [[TEMPERATURE], TEMPERATURE, HERE, false, 'shows the metric already'],
    [[TEMPERATURE, HUMIDITY], 'leak', HERE, false, 'is full'],
    [[], TEMPERATURE, THERE, false, 'is of another location'],
  ])('a card with %j lacks %s at %s: %s, as it %s', (metrics, metric, location, isLacking) => {
    expect(isCardIncomplete([card(metrics)], location, [reading(metric)])).toBe(isLacking);
  });

  test.each([
    [[], SENTRY, true],
    [[TEMPERATURE], SENTRY, false],
    [[TEMPERATURE], OTHER, true],
    [[HUMIDITY], SENTRY, true],
  ])('a page with %j lacks the temperature of %s: %s', (metrics, sentry, isLacking) => {
    expect(isPageIncomplete(page(metrics), sentry, [reading(TEMPERATURE)])).toBe(isLacking);
  });
});
