/** The series that a simulated reading belongs to: its name, its unit, and how its values are written. */
import { EACH_READING } from '@picket/domain/aggregations';
import { metricFamilyOf } from '@picket/domain/metrics';
import { metricText } from '../../../lib/kind-texts.ts';
import type { Translator } from '../../../lib/texts.ts';
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

/** "temperature"; of a fluid sensor with its model and serial number. */
export function seriesName(t: Translator, sensorMetricId: string, column: string): string {
  const metric = metricText(t, sensorMetricId, column);
  const sensor = /^fluid-(.*)_/u.exec(sensorMetricId)?.[1]?.replace('-', ' ');
  return sensor === undefined ? metric : t('simulation.sensorSeries', { metric, sensor });
}

/** Returns the unit of its values; undefined: none is shown. */
export const unitOfSeries = (
  t: Translator,
  sensorMetricId: string,
  column: string,
  useCelsius: boolean,
): string | undefined => limitUnit(t, sampleCondition(sensorMetricId, column), useCelsius);
