import { expect, test } from 'vitest';
import { assertSeparateSeries } from './chosen-entities.ts';
import type { MappedEntity } from './mapping-store.ts';

const mapped = (sensorMetricId: string, column = 'value'): MappedEntity => ({
  entity: {
    id: `${sensorMetricId} ${column}`,
    component: 'sensor',
    name: 'a',
    deviceClass: null,
    unit: null,
    category: null,
    stateTopic: 'a/b',
    rule: null,
    payloadOn: 'ON',
    payloadOff: 'OFF',
    expireAfterSeconds: null,
  },
  sensorMetricId,
  column,
  conversion: { scale: 1, offset: 0 },
});

test('two values that were accepted as different ones are not accepted as one series', () => {
  const battery = [mapped('power_battery', 'volts'), mapped('power_battery', 'percent')];
  expect(() => assertSeparateSeries([mapped('environment_temperature'), ...battery])).not.toThrow();
  expect(() => assertSeparateSeries([mapped('environment_temperature'), mapped('environment_temperature')])).toThrow(
    'the same metric',
  );
});
