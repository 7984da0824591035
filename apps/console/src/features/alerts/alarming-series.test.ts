import { expect, test } from 'vitest';
import { alarmingSeriesOf } from './alarming-series.ts';

type About = Parameters<typeof alarmingSeriesOf>[0][number];

const hot: About = {
  severity: 320,
  state: 'OPEN',
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
};

test('a reading is marked while a warning or worse about it lasts', () => {
  const marked = ['rack environment_temperature.value'];
  expect([...alarmingSeriesOf([hot, { ...hot, conditions: [] }])]).toEqual(marked);
  expect([...alarmingSeriesOf([{ ...hot, severity: 199 }])]).toEqual([]);
  expect([...alarmingSeriesOf([{ ...hot, state: 'RECOVERED' }])]).toEqual([]);
});
