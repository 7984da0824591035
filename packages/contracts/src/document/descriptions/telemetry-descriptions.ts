/** What the operations about sensors and readings are for. */
import type { TELEMETRY_ENDPOINTS } from '../../telemetry-endpoints.ts';

export const TELEMETRY_DESCRIPTIONS = {
  'GET /locations/{guid}/sensors':
    'Lists the fluid sensors that sentries of the location receive, with whether each is discovered, paired or ignored.',
  'POST /locations/{guid}/sensors/subscribe':
    'Pairs fluid sensors with the location, so that their readings are evaluated. The response lists those that are paired now: one that no sentry has discovered is missing.',
  'POST /locations/{guid}/sensors/ignore':
    'Ignores fluid sensors, such as those of a neighboring building. Open alerts of a sensor that was paired end. The response lists those that are ignored now.',
  'GET /sentries/{guid}/sensors': 'Lists the sensors of the sentry that have an interval of their own or an offset.',
  'PATCH /sentries/{guid}/sensors/{sensorMetricId}':
    'Sets how often the sensor is expected to report, or an offset that is added to its readings from a time on. The measured value is stored beside the corrected one. An offset in the past changes stored readings, and alerts are evaluated again.',
  'GET /locations/{guid}/latest':
    'Returns the newest reading of each series of the location with its age. A reading older than `holdSeconds` no longer says what the current value is.',
  'GET /locations/{guid}/telemetry':
    'Returns the readings of a time range for a graph. Each series has at most `points` points with minimum, maximum and mean; `resolution` says how many seconds a point stands for, 0 that the points are the readings themselves. Omit `sensorMetricId`, `column` and `sentry` for all series of the location.',
} as const satisfies Readonly<Record<keyof typeof TELEMETRY_ENDPOINTS, string>>;
