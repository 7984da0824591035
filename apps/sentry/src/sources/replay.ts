/** Recorded files: CSV with a time in its first column, replayed at a chosen speed, with times kept or shifted to now. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { columnOf, fahrenheitToCelsius } from '@picket/domain';
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

/** All readings of a file, in its order. */
export async function readRecording(options: ReplayOptions): Promise<SensorReading[]> {
  const lines = createInterface({ input: createReadStream(options.file), crlfDelay: Number.POSITIVE_INFINITY });
  const readings: SensorReading[] = [];
  let columns: readonly (string | null)[] | null = null;
  let names: readonly string[] = [];
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const cells = line.split(',');
    if (columns === null) {
      names = cells.map((name) => name.trim().toLowerCase());
      columns = names.map((name) => (name === 'value' ? options.metric : (KNOWN_COLUMNS[name] ?? null)));
      if (columns.every((metric) => metric === null))
        throw new ReplayError(`${options.file} has no column Picket knows; it has ${names.join(', ')}`);
      continue;
    }
    const at = timeOf(cells[0] ?? '');
    if (at === null) throw new ReplayError(`${options.file}: ${cells[0]} is no time`);
    columns.forEach((sensorMetricId, index) => {
      if (sensorMetricId === null || index === 0) return;
      const text = cells[index]?.trim() ?? '';
      const raw = text === '' ? null : Number(text);
      const value =
        raw === null || Number.isNaN(raw) ? null : inCelsius(raw, sensorMetricId, names[index] ?? '', options);
      readings.push({ sensorMetricId, at, values: { [valueColumn(sensorMetricId)]: value } });
    });
  }
  return readings;
}

const valueColumn = (sensorMetricId: string): string =>
  ['value', 'level', 'count', 'max', 'percent'].find((column) => columnOf(sensorMetricId, column) !== null) ?? 'value';

function inCelsius(value: number, metric: string, name: string, { unit }: ReplayOptions): number {
  const isFahrenheit = name.endsWith('_f') || (unit === 'fahrenheit' && !name.endsWith('_c'));
  return metric.endsWith('_temperature') && isFahrenheit ? fahrenheitToCelsius(value) : value;
}

/** ISO with or without its T; without an offset it is UTC. */
function timeOf(text: string): number | null {
  const iso = text.trim().replace(' ', 'T');
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
