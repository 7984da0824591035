import { expect, test } from 'vitest';
import { keepSeries } from './kept-series.ts';

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
