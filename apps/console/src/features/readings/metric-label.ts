import { metricText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';

const FLUID_SENSOR = /^fluid-(.+)_/u;

/** "temperature"; of a fluid sensor with its model and serial number. */
export function metricLabel(t: Translator, sensorMetricId: string, column: string): string {
  const metric = metricText(t, sensorMetricId, column);
  const sensor = FLUID_SENSOR.exec(sensorMetricId)?.[1];
  return sensor === undefined ? metric : t('telemetry.metricOfSensor', { metric, sensor });
}
