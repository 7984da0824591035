/** Where the reading of a tile goes, and how far it is past its limit. Pure. */
import type { AlertOut, LocationCardOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { roundedMinutes } from '@picket/domain/limit-forecast';
import { type Side, sideOf } from '@picket/domain/operators';
import { hasLimit } from '@picket/domain/series-limits';
import type { Formats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';

type Reading = LocationCardOut['readings'][number];
export type Trend = 'rising' | 'falling' | 'steady';

export interface PassedLimit {
  readonly operator: string;
  readonly threshold: number;
}

const MINUTE = 60_000;
/** What moves less than the last digit in so many minutes is steady. */
const STEADY_MINUTES = 10;

/** Whether a reading visibly rises or falls. */
export function trendOf(formats: Formats, { sensorMetricId, column, perMinute = 0 }: Reading): Trend {
  const text = (moved: number): string => formats.distance(sensorMetricId, column, moved);
  if (text(perMinute * STEADY_MINUTES) === text(0)) return 'steady';
  return perMinute > 0 ? 'rising' : 'falling';
}

const isPast = (side: Side, value: number, threshold: number): boolean =>
  side === 'above' ? value > threshold : value < threshold;

/** The limit that the worst alert is about, if it is about this reading; null: it has none that a reading can pass. */
export function alertLimitOf(
  worst: AlertOut | undefined,
  { sentry, sensorMetricId, column }: Reading,
): PassedLimit | null {
  if (worst?.sentry?.guid !== sentry) return null;
  const condition = worst.conditions.find((one) => one.sensorMetricId === sensorMetricId && one.column === column);
  return condition !== undefined && hasLimit(condition) && comparesReadings(condition.calc) ? condition : null;
}

/** "2.8 °F above the limit, rising 0.3 °F a minute"; null: it is within its limit, or has none. */
export function passedLimitText(
  t: Translator,
  formats: Formats,
  reading: Reading,
  value: number | null,
  { operator, threshold }: PassedLimit,
): string | null {
  const { sensorMetricId, column, perMinute = 0 } = reading;
  const side = sideOf(operator);
  if (value === null || side === null || !isPast(side, value, threshold)) return null;
  const text = (difference: number): string => formats.distance(sensorMetricId, column, difference);
  const [distance, rate] = [text(value - threshold), text(perMinute)];
  const trend: Trend = rate === text(0) ? 'steady' : perMinute > 0 ? 'rising' : 'falling';
  return t(`display.past.${side}.${trend}`, { distance, rate });
}

/** "41 min left" on battery power; null: it is not running out, or that is not sure. */
export function batteryLeftText(
  t: Translator,
  formats: Formats,
  { batteryEmptyAt }: Reading,
  now: number,
): string | null {
  const left = batteryEmptyAt === undefined ? 0 : Date.parse(batteryEmptyAt) - now;
  return left <= 0 ? null : t('display.batteryLeft', { duration: formats.duration(roundedMinutes(left) * MINUTE) });
}
