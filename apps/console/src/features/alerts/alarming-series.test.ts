import type { AlertOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { alarmingSeriesOf } from './alarming-series.ts';

const alert = (part: Partial<AlertOut> = {}): AlertOut => ({
  guid: '0190a000-0000-7000-8000-000000000001',
  kind: 'POLICY_ALERT',
  severity: 320,
  severityLabel: 'critical',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Too hot',
  sentry: { guid: 'rack', name: 'Rack 4' },
  conditions: [
    {
      sensorMetricId: 'environment_temperature',
      column: 'value',
      operator: 'GREATER_THAN',
      threshold: 31,
      operand: 33,
    },
  ],
  startedAt: '2026-11-22T08:00:00.000Z',
  raisedAt: '2026-11-22T08:00:00.000Z',
  sentryOffline: false,
  last_update_ts: '2026-11-22T08:00:00.000Z',
  ...part,
});

test('a reading is marked while a warning or worse about it lasts', () => {
  const marked = ['rack environment_temperature.value'];
  expect([...alarmingSeriesOf([alert(), alert({ conditions: [] })])]).toEqual(marked);
  expect([...alarmingSeriesOf([alert({ severity: 199 })])]).toEqual([]);
  expect([...alarmingSeriesOf([alert({ state: 'RECOVERED' })])]).toEqual([]);
});
