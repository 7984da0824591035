import { expect, test } from 'vitest';
import { keepSeries } from './kept-series.ts';
import { sensorMetricIdOf } from './series-of.ts';

const series = (sensorMetricId: string, column = 'value') => ({ sensorMetricId, column });

test.each([
  [
    'a model that is called otherwise',
    [series('fluid-SJCGQ11LM-0x1_leak'), series('fluid-SJCGQ11LM-0x1_battery', 'percent')],
    [series('fluid-SJCGQ12LM-0x1_leak'), series('fluid-SJCGQ12LM-0x1_battery', 'percent')],
    [series('fluid-SJCGQ11LM-0x1_leak'), series('fluid-SJCGQ11LM-0x1_battery', 'percent')],
  ],
  [
    'a value more of the same sensor',
    [series('fluid-A-1_leak')],
    [series('fluid-B-2_leak'), series('fluid-B-2_battery', 'percent'), series('environment_temperature')],
    [series('fluid-A-1_leak'), series('fluid-A-1_battery', 'percent'), series('environment_temperature')],
  ],
  [
    'a first leak sensor',
    [series('environment_temperature')],
    [series('fluid-B-2_leak'), series('environment_temperature')],
    [series('fluid-B-2_leak'), series('environment_temperature')],
  ],
])('%s', (_, before, next, kept) => {
  expect(keepSeries(before, next)).toEqual(kept);
});

test('a sensor that was named by its identity alone keeps that name', () => {
  const device = { model: null, identity: 'report_leak-1', integration: '0190a3c4-1f00-7000-8000-000000000001' };
  const now = series(sensorMetricIdOf('fluid_leak', device));
  const before = series('fluid-Sensor-reportleak1.1a2b3c4d_leak');
  expect(now).not.toEqual(before);
  expect(keepSeries([before], [now])).toEqual([before]);
});
