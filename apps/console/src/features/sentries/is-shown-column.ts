import { columnOf } from '@picket/domain/metrics';

/** Leaves out the columns of zones, and those that say nearly the same as another one. */
export function isShownColumn(sensorMetricId: string, column: string): boolean {
  const definition = columnOf(sensorMetricId, column);
  return definition !== null && definition.isSecondary !== true;
}
