/**
 * A report's readings, judged one by one. Pure.
 *
 * Enters: what the device sent, and when it was received. Leaves: readings by column, pictures, and for each thing refused
 * its place and a sentence. Invariant: nothing refused takes anything else with it.
 */
import { ReadingBody } from '@picket/contracts';
import { columnOf, formatInstant, type Millis, metricOf, parseInstant } from '@picket/domain';
import { type DecodedFrame, decodeFrame } from './frames.ts';

/** One column of one reading. `index` is its place in the report. */
export interface ParsedReading {
  readonly index: number;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly at: Millis;
  /** null: unknown. */
  readonly value: number | null;
}

export interface ParsedFrame extends DecodedFrame {
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

const FUTURE_LIMIT: Millis = 60_000;
const OLDEST: Millis = Date.UTC(2000, 0, 1);

export function parseReadings(sent: readonly unknown[], receivedAt: Millis): ParsedReport {
  const readings: ParsedReading[] = [];
  const frames: ParsedFrame[] = [];
  const rejected: Rejection[] = [];
  let skewed = false;

  sent.forEach((raw, index) => {
    const reject = (name: string, message: string): void => {
      rejected.push({ index, name: name === '' ? `readings.${index}` : `readings.${index}.${name}`, message });
    };
    const parsed = ReadingBody.safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      reject(issue?.path.join('.') ?? '', issue?.message ?? 'is wrong');
      return;
    }
    const { sensorMetricId, values = {}, frame } = parsed.data;
    const metric = metricOf(sensorMetricId);
    if (metric === null) return reject('sensorMetricId', `there is no metric ${sensorMetricId.slice(0, 80)}`);
    if (metric.madeByServer) return reject('sensorMetricId', `${sensorMetricId} is made by the server`);
    const at = parseInstant(parsed.data.at) ?? Number.NaN;
    if (at > receivedAt + FUTURE_LIMIT) {
      skewed = true;
      return reject('at', `lies in the future; the server's time is ${formatInstant(receivedAt)}`);
    }
    if (at < OLDEST) return reject('at', `is too old: before ${formatInstant(OLDEST)}`);

    const columns = new Map<string, number | null>();
    if (frame !== undefined) {
      const decoded = metric.frame === undefined ? 'this metric has no pictures' : decodeFrame(frame);
      if (typeof decoded === 'string') return reject('frame', decoded);
      frames.push({ ...decoded, sensorMetricId, at });
      if (metric.frame === 'temperature')
        for (const [column, value] of Object.entries(decoded.extent)) columns.set(column, value);
    }
    for (const [column, value] of Object.entries(values)) {
      const definition = columnOf(sensorMetricId, column);
      if (definition === null) {
        reject(`values.${column.slice(0, 64)}`, `${sensorMetricId} has no such column`);
        continue;
      }
      const [min, max] = definition.range;
      if (value !== null && (value < min || value > max)) {
        reject(`values.${column}`, `must lie between ${min} and ${max} ${definition.unit}`);
        continue;
      }
      columns.set(column, value);
    }
    for (const [column, value] of columns) readings.push({ index, sensorMetricId, column, at, value });
  });
  return { readings, frames, rejected, skewed };
}
