/**
 * Which series the values of an adopted device fill after its announcement was accepted again, or another device took its place. Pure.
 * Invariant: a fluid sensor keeps the name that it was adopted under, whatever its model is called now: its history, its pairing and its
 * alert are known by that name.
 */
import { fluidSensorOf, metricFamilyOf } from '@picket/domain/metrics';

interface Series {
  readonly sensorMetricId: string;
  readonly column: string;
}

/** The series of `next`, with the name of the fluid sensor of `before` where that has one. */
export function keepSeries<One extends Series>(before: readonly Series[], next: readonly One[]): readonly One[] {
  const sensor = before.flatMap(({ sensorMetricId }) => fluidSensorOf(sensorMetricId)?.sensor ?? [])[0];
  if (sensor === undefined) return next;
  return next.map((series) => {
    const fluid = fluidSensorOf(series.sensorMetricId);
    return fluid === null ? series : { ...series, sensorMetricId: `${sensor}_${fluid.family.slice('fluid_'.length)}` };
  });
}

/** The metric of a series with its column: two of one device that are equal cannot both be stored. */
export const kindOfSeries = ({ sensorMetricId, column }: Series): string =>
  `${metricFamilyOf(sensorMetricId)}.${column}`;
