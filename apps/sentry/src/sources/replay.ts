/** Recorded files: CSV with a time in its first column, replayed at a chosen speed, with times kept or shifted to now. */
import { createReadStream } from 'node:fs';
import { columnOf } from '@picket/domain/metrics';
import { fahrenheitToCelsius } from '@picket/domain/units';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { pause } from '../pause.ts';
import type { Batch, SensorReading, Source } from '../source.ts';

/** Column names with a known meaning. */
const KNOWN_COLUMNS: Readonly<Record<string, string>> = {
  temperature_c: 'environment_temperature',
  temperature: 'environment_temperature',
  temperature_f: 'environment_temperature',
  humidity_pct: 'environment_humidity',
  humidity: 'environment_humidity',
};

export interface ReplayOptions {
  readonly file: string;
  /** Seconds of the recording in one second; Infinity: as fast as it goes. */
  readonly speed: number;
  /** `kept`: the recorded times; `now`: the first reading is now. */
  readonly times: 'kept' | 'now';
  /** Unit of a column called `value`, and of temperature columns that do not say theirs. */
  readonly unit: 'celsius' | 'fahrenheit';
  /** What a column called `value` measures. */
  readonly metric: string;
}

/** Reports at full speed carry this many readings. */
const FULL_SPEED_READINGS = 500;
/** Slower than this no report is sent alone. */
const MIN_PAUSE_MS = 100;

export class ReplayError extends Error {}

/** All readings of a file, in its order. Throws a ReplayError where the file is no CSV, or none that Picket understands. */
export async function readRecording(options: ReplayOptions): Promise<SensorReading[]> {
  const readings: SensorReading[] = [];
  let columns: readonly Column[] | null = null;
  for await (const cells of readCells(options.file)) {
    if (columns === null) columns = readHeader(cells, options);
    else readings.push(...readRow(cells, columns, options));
  }
  return readings;
}

interface Column {
  readonly name: string;
  /** Null: not imported. */
  readonly sensorMetricId: string | null;
}

const Cells = z.array(z.string());

/** The cells of each line that holds any, without the spaces around them. */
async function* readCells(file: string): AsyncGenerator<readonly string[]> {
  const parser = parse({ bom: true, skip_empty_lines: true, relax_column_count: true, trim: true });
  const stream = createReadStream(file);
  stream.on('error', (error) => parser.destroy(error));
  try {
    for await (const cells of stream.pipe(parser)) yield Cells.parse(cells);
  } catch (error) {
    if (error instanceof CsvError) throw new ReplayError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function readHeader(cells: readonly string[], { file, metric }: ReplayOptions): readonly Column[] {
  const columns = cells.map((cell, index): Column => {
    const name = cell.toLowerCase();
    if (index === 0) return { name, sensorMetricId: null };
    return { name, sensorMetricId: name === 'value' ? metric : (KNOWN_COLUMNS[name] ?? null) };
  });
  if (columns.every(({ sensorMetricId }) => sensorMetricId === null))
    throw new ReplayError(`${file} has no column Picket knows; it has ${columns.map(({ name }) => name).join(', ')}`);
  return columns;
}

/** The first cell is the time; a cell that is no number is a reading without a value. */
function readRow(cells: readonly string[], columns: readonly Column[], options: ReplayOptions): SensorReading[] {
  const [time = ''] = cells;
  const at = timeOf(time);
  if (at === null) throw new ReplayError(`${options.file}: ${time} is no time`);
  return columns.flatMap(({ name, sensorMetricId }, index) => {
    if (sensorMetricId === null) return [];
    const raw = Number(cells[index] || Number.NaN);
    const value = Number.isNaN(raw) ? null : inCelsius(raw, sensorMetricId, name, options);
    return [{ sensorMetricId, at, values: { [valueColumn(sensorMetricId)]: value } }];
  });
}

const valueColumn = (sensorMetricId: string): string =>
  ['value', 'level', 'count', 'max', 'percent'].find((column) => columnOf(sensorMetricId, column) !== null) ?? 'value';

function inCelsius(value: number, metric: string, name: string, { unit }: ReplayOptions): number {
  const isFahrenheit = name.endsWith('_f') || (unit === 'fahrenheit' && !name.endsWith('_c'));
  return metric.endsWith('_temperature') && isFahrenheit ? fahrenheitToCelsius(value) : value;
}

/** ISO with or without its T; without an offset it is UTC. */
function timeOf(text: string): number | null {
  const iso = text.replace(' ', 'T');
  const millis = Date.parse(/(Z|[+-]\d{2}:\d{2})$/u.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(millis) ? null : millis;
}

export function replaySource(options: ReplayOptions): Source {
  return {
    name: `${options.file} at ${options.speed === Number.POSITIVE_INFINITY ? 'full' : `${options.speed} x`} speed`,
    batches: (intervalSeconds, signal) => replay(options, intervalSeconds, signal),
  };
}

async function* replay(options: ReplayOptions, intervalSeconds: number, signal: AbortSignal): AsyncIterable<Batch> {
  const recorded = await readRecording(options);
  const [first] = recorded;
  if (first === undefined) return;
  const began = Date.now();
  const shift = options.times === 'now' ? began - first.at : 0;
  const total = recorded.length;
  const fullSpeed = options.speed === Number.POSITIVE_INFINITY;
  const span = Math.max(intervalSeconds * 1000, MIN_PAUSE_MS * (fullSpeed ? 1 : options.speed));
  let done = 0;
  while (done < total && !signal.aborted) {
    const start = recorded[done] ?? first;
    let end = done + 1;
    while (
      end < total &&
      (fullSpeed ? end - done < FULL_SPEED_READINGS : (recorded[end] ?? start).at < start.at + span)
    )
      end += 1;
    if (!fullSpeed) await pause(began + (start.at - first.at) / options.speed - Date.now(), signal);
    if (signal.aborted) return;
    const readings = recorded.slice(done, end).map((reading) => ({ ...reading, at: reading.at + shift }));
    done = end;
    // Only a replay at the pace of life is live; anything faster is a past that is being caught up with.
    yield { readings, progress: { done, total }, catchingUp: options.speed > 1 && done < total };
  }
}
