/**
 * Imports readings from a file through the normal ingest path: validated, stored, evaluated as history. Importing a file
 * again stores nothing twice. An import is no sign of connectivity: it does not make the sentry online.
 *
 * A row is one reading (sentry, sensorMetricId, column, at, value; raw, where there is one, is what the device sent: the
 * offset is added again), as the export writes it; or it is a time with a column for each series, named
 * `sensorMetricId.column` or mapped to that.
 */
import { cleanText } from '@picket/domain/text';
import { formatInstant, parseInstant } from '@picket/domain/time';
import { fahrenheitToCelsius } from '@picket/domain/units';
import { isUnreachable } from '../../../platform/db/database.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Ingest, ingestReport } from '../ingest-report.ts';

export type Row = Readonly<Record<string, string>>;

export interface ImportOptions {
  /** The sentry of rows that do not name one. */
  readonly sentry: string | null;
  /** Name of a column -> `sensorMetricId.column`. */
  readonly columns: ReadonlyMap<string, string>;
  /** Times without an offset are UTC; else they are refused. */
  readonly isUtc: boolean;
}

export interface ImportRejection {
  /** Of the file, the header being 1. */
  readonly line: number;
  readonly message: string;
}

export interface ImportCount {
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
}

const BATCH_SIZE = 2000;
const TIME_COLUMNS = ['at', 'time', 'timestamp', 'timestamp_nominal'];
const RETRY_LIMIT_MS = 60_000;
const MAX_NAME_LENGTH = 2048;

interface ImportedReading {
  readonly line: number;
  readonly body: {
    readonly sensorMetricId: string;
    readonly at: string;
    readonly values: Record<string, number | null>;
  };
}

/** `findSentry` returns the sentry for a guid or name, or an error message. Returns how many rows were stored. */
export async function importReadings(
  ctx: Omit<Ctx<SentryActor>, 'actor'>,
  ingest: Ingest,
  rows: AsyncIterable<Row>,
  options: ImportOptions,
  findSentry: (text: string) => Promise<SentryActor | string>,
  onRejected: (refusal: ImportRejection) => void,
  onProgress: (count: ImportCount) => void,
): Promise<ImportCount> {
  const count = { rows: 0, accepted: 0, duplicates: 0, rejected: 0 };
  const sentries = new Map<string, SentryActor | string>();
  const pending = new Map<SentryActor, ImportedReading[]>();
  const reject = (line: number, message: string): void => {
    count.rejected += 1;
    onRejected({ line, message });
  };
  const send = async (sentry: SentryActor): Promise<void> => {
    const readings = pending.get(sentry) ?? [];
    pending.delete(sentry);
    if (readings.length === 0) return;
    const body = { moreToFollow: true, readings: readings.map((one) => one.body) };
    const result = await retryWhileBusy(() => ingestReport({ ...ctx, actor: sentry }, ingest, body, 'imported'));
    count.accepted += result.accepted;
    count.duplicates += result.duplicates;
    for (const { index, message } of result.rejected) reject(readings[index]?.line ?? 0, message);
    onProgress(count);
  };
  let line = 1;
  for await (const row of rows) {
    line += 1;
    count.rows += 1;
    const name = cleanText(row.sentry?.trim() || options.sentry || '', MAX_NAME_LENGTH);
    const sentry = sentries.get(name) ?? (name === '' ? 'names no sentry' : await findSentry(name));
    sentries.set(name, sentry);
    if (typeof sentry === 'string') {
      reject(line, sentry);
      continue;
    }
    const batch = pending.get(sentry) ?? [];
    pending.set(sentry, batch);
    for (const reading of parseRow(row, options))
      if (typeof reading === 'string') reject(line, reading);
      else batch.push({ line, body: reading });
    if (batch.length >= BATCH_SIZE) await send(sentry);
  }
  for (const sentry of [...pending.keys()]) await send(sentry);
  return count;
}

/** Retries while the ingest queue is full or the database is unreachable. */
async function retryWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const startedAt = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const isBusy = (error as { code?: string }).code === 'busy' || isUnreachable(error);
      if (!isBusy || performance.now() - startedAt > RETRY_LIMIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** The readings of a row, and an error message for each invalid value. Pure. */
function parseRow(row: Row, { columns, isUtc }: ImportOptions): readonly (ImportedReading['body'] | string)[] {
  const time = TIME_COLUMNS.find((name) => row[name] !== undefined);
  if (time === undefined) return [`has no time: none of ${TIME_COLUMNS.join(', ')}`];
  const at = toInstant(row[time] ?? '', isUtc);
  if (at === null) return [`${time}: ${JSON.stringify(row[time])} is no time with an offset such as Z or +01:00`];
  if (row.sensorMetricId !== undefined) {
    const text = row.raw?.trim() || row.value;
    const value = parseNumber(text ?? '', row.unit);
    return value === undefined
      ? [`value: ${JSON.stringify(text)} is no number`]
      : [{ sensorMetricId: row.sensorMetricId, at, values: { [row.column || 'value']: value } }];
  }
  const series = Object.keys(row).flatMap((name) => {
    const seriesKey = columns.get(name) ?? (name.includes('.') ? name : null);
    return seriesKey === null ? [] : [[name, seriesKey] as const];
  });
  if (series.length === 0) return ['has no readings: name a column sensorMetricId.column, or map one'];
  return series.flatMap(([name, seriesKey]): readonly (ImportedReading['body'] | string)[] => {
    const text = row[name] ?? '';
    if (text.trim() === '') return [];
    const value = parseNumber(text, undefined);
    const dot = seriesKey.lastIndexOf('.');
    return value === undefined
      ? [`${name}: ${JSON.stringify(text)} is no number`]
      : [{ sensorMetricId: seriesKey.slice(0, dot), at, values: { [seriesKey.slice(dot + 1)]: value } }];
  });
}

/** null: unknown, which the export leaves empty; undefined: no number. */
function parseNumber(text: string, unit: string | undefined): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return unit === '°F' ? fahrenheitToCelsius(value) : value;
}

function toInstant(text: string, isUtc: boolean): string | null {
  const iso = text.trim().replace(' ', 'T');
  const millis = parseInstant(iso) ?? (isUtc ? parseInstant(`${iso}Z`) : null);
  return millis === null ? null : formatInstant(millis);
}
