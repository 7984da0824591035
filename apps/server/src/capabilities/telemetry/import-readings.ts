/**
 * Readings out of a file, by the way every reading takes: judged, stored, evaluated as history. A file read twice stores
 * nothing twice. It says nothing of contact: nobody has heard from the sentry.
 *
 * A row is one reading (sentry, sensorMetricId, column, at, value; raw, where there is one, is what the device sent: the
 * offset is added again), as the export writes it; or it is a time with a column for each series, named
 * `sensorMetricId.column` or mapped to that.
 */
import { cleanText, fahrenheitToCelsius, formatInstant, parseInstant } from '@picket/domain';
import { type Ctx, isUnreachable, type SentryActor } from '../../platform/index.ts';
import { type Ingest, ingestReport } from './ingest-report.ts';

export type Row = Readonly<Record<string, string>>;

export interface ImportOptions {
  /** Whose readings they are, where rows do not say. */
  readonly sentry: string | null;
  /** Name of a column -> `sensorMetricId.column`. */
  readonly columns: ReadonlyMap<string, string>;
  /** Times without an offset are UTC; else they are refused. */
  readonly isUtc: boolean;
}

export interface ImportRefusal {
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

const READINGS_AT_ONCE = 2000;
const TIME_COLUMNS = ['at', 'time', 'timestamp', 'timestamp_nominal'];
const PATIENCE_MS = 60_000;
const LONGEST_NAME = 2048;

interface ReadingOut {
  readonly line: number;
  readonly body: {
    readonly sensorMetricId: string;
    readonly at: string;
    readonly values: Record<string, number | null>;
  };
}

/** `sentryNamed` answers who is meant by a guid or a name, or a sentence. Answers what became of the rows. */
export async function importReadings(
  ctx: Omit<Ctx<SentryActor>, 'actor'>,
  ingest: Ingest,
  rows: AsyncIterable<Row>,
  options: ImportOptions,
  sentryNamed: (text: string) => Promise<SentryActor | string>,
  onRefused: (refusal: ImportRefusal) => void,
  onProgress: (count: ImportCount) => void,
): Promise<ImportCount> {
  const count = { rows: 0, accepted: 0, duplicates: 0, rejected: 0 };
  const sentries = new Map<string, SentryActor | string>();
  const waiting = new Map<SentryActor, ReadingOut[]>();
  const refuse = (line: number, message: string): void => {
    count.rejected += 1;
    onRefused({ line, message });
  };
  const send = async (sentry: SentryActor): Promise<void> => {
    const readings = waiting.get(sentry) ?? [];
    waiting.delete(sentry);
    if (readings.length === 0) return;
    const body = { moreToFollow: true, readings: readings.map((one) => one.body) };
    const answer = await patiently(() => ingestReport({ ...ctx, actor: sentry }, ingest, body, 'imported'));
    count.accepted += answer.accepted;
    count.duplicates += answer.duplicates;
    for (const { index, message } of answer.rejected) refuse(readings[index]?.line ?? 0, message);
    onProgress(count);
  };
  let line = 1;
  for await (const row of rows) {
    line += 1;
    count.rows += 1;
    const name = cleanText(row.sentry?.trim() || options.sentry || '', LONGEST_NAME);
    const sentry = sentries.get(name) ?? (name === '' ? 'names no sentry' : await sentryNamed(name));
    sentries.set(name, sentry);
    if (typeof sentry === 'string') {
      refuse(line, sentry);
      continue;
    }
    const held = waiting.get(sentry) ?? [];
    waiting.set(sentry, held);
    for (const reading of readingsOf(row, options))
      if (typeof reading === 'string') refuse(line, reading);
      else held.push({ line, body: reading });
    if (held.length >= READINGS_AT_ONCE) await send(sentry);
  }
  for (const sentry of [...waiting.keys()]) await send(sentry);
  return count;
}

/** A full lane, or a database that is away, is waited for. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const began = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const isBusy = (error as { code?: string }).code === 'busy' || isUnreachable(error);
      if (!isBusy || performance.now() - began > PATIENCE_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** The readings of a row, and a sentence for each thing that is none. Pure. */
export function readingsOf(row: Row, { columns, isUtc }: ImportOptions): readonly (ReadingOut['body'] | string)[] {
  const time = TIME_COLUMNS.find((name) => row[name] !== undefined);
  if (time === undefined) return [`has no time: none of ${TIME_COLUMNS.join(', ')}`];
  const at = instantOf(row[time] ?? '', isUtc);
  if (at === null) return [`${time}: ${JSON.stringify(row[time])} is no time with an offset such as Z or +01:00`];
  if (row.sensorMetricId !== undefined) {
    const text = row.raw?.trim() || row.value;
    const value = numberIn(text ?? '', row.unit);
    return value === undefined
      ? [`value: ${JSON.stringify(text)} is no number`]
      : [{ sensorMetricId: row.sensorMetricId, at, values: { [row.column || 'value']: value } }];
  }
  const series = Object.keys(row).flatMap((name) => {
    const meant = columns.get(name) ?? (name.includes('.') ? name : null);
    return meant === null ? [] : [[name, meant] as const];
  });
  if (series.length === 0) return ['has no readings: name a column sensorMetricId.column, or map one'];
  return series.flatMap(([name, meant]): readonly (ReadingOut['body'] | string)[] => {
    const text = row[name] ?? '';
    if (text.trim() === '') return [];
    const value = numberIn(text, undefined);
    const dot = meant.lastIndexOf('.');
    return value === undefined
      ? [`${name}: ${JSON.stringify(text)} is no number`]
      : [{ sensorMetricId: meant.slice(0, dot), at, values: { [meant.slice(dot + 1)]: value } }];
  });
}

/** null: unknown, which the export leaves empty; undefined: no number. */
function numberIn(text: string, unit: string | undefined): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return unit === '°F' ? fahrenheitToCelsius(value) : value;
}

function instantOf(text: string, isUtc: boolean): string | null {
  const iso = text.trim().replace(' ', 'T');
  const millis = parseInstant(iso) ?? (isUtc ? parseInstant(`${iso}Z`) : null);
  return millis === null ? null : formatInstant(millis);
}
