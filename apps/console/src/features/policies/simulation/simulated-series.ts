/** The series that a simulated reading belongs to: its name, its unit, and how its values are written. */
import { EACH_READING } from '@picket/domain/aggregations';
import { metricFamilyOf } from '@picket/domain/metrics';
import { sensorName } from '../policy-content.ts';
import { limitUnit } from '../policy-text.ts';

const SAMPLE = {
  calc: EACH_READING,
  operator: 'GREATER_THAN',
  threshold: 0,
  onsetDelay: 0,
  exitDelay: 0,
  violationStartAdjustment: 0,
} as const;

/** Returns a condition of the series, to format and parse its values. */
export const sampleCondition = (sensorMetricId: string, column: string) => ({
  ...SAMPLE,
  sensorMetricId: metricFamilyOf(sensorMetricId),
  column,
});

export const seriesKey = (sensorMetricId: string, column: string): string => `${sensorMetricId}.${column}`;

/** The column follows the last dot. */
export const splitSeries = (series: string): readonly [sensorMetricId: string, column: string] => {
  const dot = series.lastIndexOf('.');
  return [series.slice(0, dot), series.slice(dot + 1)];
};

export function seriesName(sensorMetricId: string, column: string): string {
  const name = sensorName(metricFamilyOf(sensorMetricId), column);
  const own = /^fluid-(.*)_/u.exec(sensorMetricId)?.[1];
  return own === undefined ? name : `${name}, ${own.replace('-', ' ')}`;
}

/** Returns the unit in brackets after a space; '' without a unit. */
export function unitText(sensorMetricId: string, column: string, useCelsius: boolean): string {
  const unit = limitUnit(sampleCondition(sensorMetricId, column), useCelsius);
  return unit === undefined ? '' : ` (${unit})`;
}
