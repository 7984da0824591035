/** What stands behind the graph of one metric: its sentries' own limits, quiet hours of the policies that watch it, alerts about it. */
import type { AnnotationsOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats } from '../../lib/formats.ts';
import { type GraphReader, linesOf, seriesOf, seriesText, toGraphAnnotations } from './history-model.ts';

const t = await loadTranslator('en');
const readerWith = (useCelsius: boolean): GraphReader => ({
  t,
  formats: createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius }, 'UTC'),
  useCelsius,
});

const policy = { guid: 'p', name: 'Room temperature' };
const span = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
const limit = { ...span, policy, violation: 'Too hot', operator: 'GREATER_THAN' as const, severity: 360 };
const annotations: AnnotationsOut = {
  serverDown: [{ from: '2026-03-01T05:00:00Z', to: '2026-03-01T06:00:00Z' }],
  offline: [{ sentry: 'a', from: '2026-03-01T02:00:00Z', to: '2026-03-01T03:00:00Z' }],
  doNotDisturb: [
    { policy, spans: [{ from: '2026-03-01T08:00:00Z', to: '2026-03-01T09:00:00Z' }] },
    {
      policy: { guid: 'other', name: 'Motion' },
      spans: [{ from: '2026-03-01T10:00:00Z', to: '2026-03-01T11:00:00Z' }],
    },
  ],
  thresholds: [
    { ...limit, sensorMetricId: 'environment_temperature', column: 'value', threshold: 30 },
    { ...limit, sensorMetricId: 'environment_temperature', column: 'value', threshold: 25, sentry: 'b' },
    { ...limit, sensorMetricId: 'environment_humidity', column: 'value', threshold: 80 },
    { ...limit, sensorMetricId: 'fluid_battery', column: 'value', threshold: 2.7, policy: { guid: 'f', name: 'Low' } },
  ],
  alerts: [
    {
      guid: 'x',
      kind: 'POLICY_ALERT_WITH_READINGS',
      title: 'Too hot',
      severity: 360,
      severityLabel: 'critical',
      withdrawn: false,
      sentry: 'a',
      series: ['environment_temperature.value'],
      raisedAt: '2026-03-01T12:00:00Z',
    },
  ],
  deviceChanges: [{ sentry: 'a', at: '2026-03-01T13:00:00Z', model: 'PT-2', serialNumber: 'S2' }],
  offsets: [
    {
      sentry: 'a',
      sensorMetricId: 'environment_temperature',
      column: 'value',
      at: span.from,
      offset: -0.5,
      reason: 'r',
    },
  ],
};
const temperature = { sensorMetricId: 'environment_temperature', column: 'value' };
const sentry = (guid: string) => ({ guid, name: `Rack ${guid}`, reportIntervalSeconds: 60 });

test('a sentry with overridden limits has those, the others have the global ones', () => {
  const valuesOf = (...guids: readonly string[]) =>
    toGraphAnnotations(readerWith(true), annotations, temperature, guids.map(sentry), 'l').limits.map(
      ({ value }) => value,
    );
  expect(valuesOf('a')).toEqual([30]);
  expect(valuesOf('b')).toEqual([25]);
  expect(valuesOf('a', 'b')).toEqual([30, 25]);
  const inFahrenheit = toGraphAnnotations(readerWith(false), annotations, temperature, [sentry('a')], 'l');
  expect(inFahrenheit.limits[0]?.value).toBeCloseTo(86);
  const battery = { sensorMetricId: 'fluid-FX2-1_battery', column: 'value' };
  expect(
    toGraphAnnotations(readerWith(true), annotations, battery, [sentry('a')], 'l').limits.map(({ value }) => value),
  ).toEqual([2.7]);
});

test('the freezing point is a limit, being wet is none', () => {
  const at = (key: typeof temperature) => {
    const thresholds = annotations.thresholds.map((one) => ({ ...one, ...key, threshold: 0 }));
    return toGraphAnnotations(readerWith(false), { ...annotations, thresholds }, key, [sentry('a')], 'l').limits;
  };
  expect(at(temperature)).toMatchObject([{ value: 32 }]);
  expect(at({ sensorMetricId: 'fluid_leak', column: 'value' })).toEqual([]);
});

test('a limit of what is computed over a time is none of the readings, and its policy watches them all the same', () => {
  const calc = { grab: 'DELTA', minutes: 60 } as const;
  const windowed = { ...annotations, thresholds: annotations.thresholds.map((one) => ({ ...one, calc })) };
  const { limits, bands } = toGraphAnnotations(readerWith(true), windowed, temperature, [sentry('a')], 'l');
  expect(limits).toEqual([]);
  expect(bands.map(({ kind }) => kind)).toContain('quiet');
});

test('bands: quiet hours of its policies, its alerts, offline times of its sentries, server downtime', () => {
  const kinds = (guid: string) =>
    toGraphAnnotations(readerWith(true), annotations, temperature, [sentry(guid)], 'l').bands.map(({ kind }) => kind);
  expect(kinds('a')).toEqual(['quiet', 'alert', 'offline', 'down']);
  expect(kinds('b')).toEqual(['quiet', 'down']);
  const { markers, deviceChanges } = toGraphAnnotations(readerWith(true), annotations, temperature, [sentry('a')], 'l');
  expect(markers).toMatchObject([{ label: 'Too hot', href: '/locations/l/alert/x', state: 'critical' }]);
  expect(deviceChanges.map(({ label }) => label)).toEqual(['device S2', 'offset -0.5 °C']);
});

test('lines use the user’s unit; a comparison is shifted in time and drawn behind', () => {
  const at = '2026-03-01T00:00:00Z';
  const telemetry = {
    series: [
      {
        sentry: 'a',
        ...temperature,
        unit: '°C',
        resolution: 0,
        source: 'raw' as const,
        rollupSeconds: 0,
        points: [{ at, min: 20, max: 20, mean: 20, count: 1 }],
      },
      {
        sentry: 'gone',
        ...temperature,
        unit: '°C',
        resolution: 0,
        source: 'raw' as const,
        rollupSeconds: 0,
        points: [{ at, min: 1, max: 1, mean: 1, count: 1 }],
      },
    ],
  };
  const [only, ...others] = linesOf(readerWith(false), telemetry, temperature, [sentry('a')]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ name: 'Rack a', points: [{ at: Date.parse(at), mean: 68 }], holdMs: 150_000 });
  const [before] = linesOf(readerWith(false), telemetry, temperature, [sentry('a')], 1000);
  expect(before).toMatchObject({ name: 'Rack a, before', isFaint: true, points: [{ at: Date.parse(at) + 1000 }] });
});

test.each(['environment_temperature.value', 'fluid-FX2.1-07_leak.value'])('%s is read as it was written', (text) => {
  expect(seriesText(seriesOf(text))).toBe(text);
});
