/**
 * Validates a report's readings one by one. Pure.
 *
 * Input: what the device sent, and when it was received. Output: readings by column, pictures, and for each rejected entry
 * its index and a message. Invariants: a rejected entry does not affect the others.
 */
import type { FrameBody } from '@picket/contracts/telemetry';
import type { Metric } from '@picket/domain/metric-row';
import { metricOf } from '@picket/domain/metrics';
import { cleanText } from '@picket/domain/text';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import type { z } from 'zod';
import { type DecodedFrame, decodeFrame, frameColumns } from './frames.ts';
import { readReading } from './plain-reading.ts';

/** One column of one reading. `index` is its place in the report. */
export interface ParsedReading {
  readonly index: number;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly at: Millis;
  /** null: unknown. */
  readonly value: number | null;
  /** As the device sent it, where an offset was added. */
  readonly raw?: number | undefined;
}

export interface ParsedFrame extends DecodedFrame {
  readonly index: number;
  readonly sensorMetricId: string;
  readonly at: Millis;
}

export interface Rejection {
  readonly index: number;
  readonly name: string;
  readonly message: string;
}

export interface ParsedReport {
  readonly readings: readonly ParsedReading[];
  readonly frames: readonly ParsedFrame[];
  readonly rejected: readonly Rejection[];
  /** A reading lay too far ahead: the device's clock is wrong. */
  readonly skewed: boolean;
}

/** How far ahead of the server's clock what a device reports may lie. */
export const FUTURE_LIMIT: Millis = 60_000;
const MIN_INSTANT: Millis = Date.UTC(2000, 0, 1);
const DAY: Millis = 86_400_000;
const NO_VALUES: Readonly<Record<string, number | null>> = {};

/** `retentionDays`: readings older than that are refused, since they would go at once; 0: none are. */
export function parseReadings(sent: readonly unknown[], receivedAt: Millis, retentionDays = 0): ParsedReport {
  const report: MutableReport = { readings: [], frames: [], rejected: [], skewed: false };
  const oldest = retentionDays === 0 ? MIN_INSTANT : Math.max(MIN_INSTANT, receivedAt - retentionDays * DAY);
  sent.forEach((one, index) => {
    validateReading(one, index, receivedAt, oldest, report);
  });
  return report;
}

interface MutableReport {
  readonly readings: ParsedReading[];
  readonly frames: ParsedFrame[];
  readonly rejected: Rejection[];
  skewed: boolean;
}

/** Adds one reading to the report, or the reason why it is rejected. */
function validateReading(
  sent: unknown,
  index: number,
  receivedAt: Millis,
  oldest: Millis,
  report: MutableReport,
): void {
  const reject = (name: string, message: string): void => {
    report.rejected.push({ index, name: name === '' ? `readings.${index}` : `readings.${index}.${name}`, message });
  };
  const read = readReading(sent);
  if ('problem' in read) {
    reject(cleanText(read.problem.path, 80), read.problem.message);
    return;
  }
  const { sensorMetricId, values = NO_VALUES, frame } = read.reading;
  const metric = metricOf(sensorMetricId);
  if (metric === null) {
    reject('sensorMetricId', `there is no metric ${cleanText(sensorMetricId, 80)}`);
    return;
  }
  if (metric.madeByServer) {
    reject('sensorMetricId', `${sensorMetricId} is made by the server`);
    return;
  }
  const at = parseInstant(read.reading.at) ?? Number.NaN;
  if (at > receivedAt + FUTURE_LIMIT) {
    report.skewed = true;
    reject('at', `lies in the future; the server's time is ${formatInstant(receivedAt)}`);
    return;
  }
  if (at < oldest) {
    reject('at', `is too old: before ${formatInstant(oldest)}`);
    return;
  }

  const seen = frame === undefined ? null : takeFrame(metric, frame, { index, sensorMetricId, at }, report);
  if (typeof seen === 'string') {
    reject('frame', seen);
    return;
  }
  for (const column of Object.keys(values)) {
    const value = values[column] ?? null;
    const problem = columnProblem(metric, sensorMetricId, column, value);
    if (problem !== null) reject(`values.${cleanText(column, 64)}`, problem);
    else if (seen === null) report.readings.push({ index, sensorMetricId, column, at, value });
    else seen.set(column, value);
  }
  if (seen === null) return;
  for (const [column, value] of seen) report.readings.push({ index, sensorMetricId, column, at, value });
}

/** Adds a picture to the report. Returns the columns it is reduced to, or why it is refused. */
function takeFrame(
  metric: Metric,
  frame: z.output<typeof FrameBody>,
  of: Omit<ParsedFrame, keyof DecodedFrame>,
  report: MutableReport,
): Map<string, number | null> | string {
  const decoded = metric.frame === undefined ? 'this metric has no pictures' : decodeFrame(frame);
  if (typeof decoded === 'string') return decoded;
  report.frames.push({ ...decoded, ...of });
  const columns = new Map<string, number | null>();
  if (metric.frame !== 'temperature') return columns;
  const whole = frameColumns(decoded.data, of.sensorMetricId, null);
  for (const column of Object.keys(metric.columns)) columns.set(column, whole[column] ?? null);
  return columns;
}

/** Why a value is refused, or null. */
function columnProblem(
  { columns }: Metric,
  sensorMetricId: string,
  column: string,
  value: number | null,
): string | null {
  const definition = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (definition === undefined) return `${sensorMetricId} has no such column`;
  const [min, max] = definition.range;
  const isOutside = value !== null && (value < min || value > max);
  return isOutside ? `must lie between ${min} and ${max} ${definition.unit}` : null;
}
