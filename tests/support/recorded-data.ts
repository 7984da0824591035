/**
 * Recorded data of real sensors, where this machine has it (PICKET_RECORDED_DATA names the folder). Where it has not, a
 * small series made here takes its place along the same path, and a line says so.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RecordedReading {
  readonly at: number;
  /** Celsius. */
  readonly value: number;
}

export interface RecordedSeries {
  readonly name: string;
  readonly intervalSeconds: number;
  readonly readings: readonly RecordedReading[];
}

const OFFICE_FILE = 'nab/ambient_temperature_system_failure.csv';
const THERMAL_FILE = 'thermal/mlx90640-frames.json';

/** Hourly office temperatures over most of a year, with gaps; recorded in Fahrenheit. */
export function hourlyOfficeTemperatures(): RecordedSeries {
  const folder = process.env.PICKET_RECORDED_DATA;
  const path = folder === undefined ? null : join(folder, OFFICE_FILE);
  if (path === null || !existsSync(path)) {
    console.log('PICKET_RECORDED_DATA is not set: using a made-up series of the same kind');
    return { name: 'made-up office temperatures', intervalSeconds: 3600, readings: syntheticReadings() };
  }
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const readings = lines.map((line) => {
    const [time = '', fahrenheit = ''] = line.split(',');
    return { at: Date.parse(`${time.replace(' ', 'T')}Z`), value: ((Number(fahrenheit) - 32) * 5) / 9 };
  });
  return { name: 'recorded office temperatures', intervalSeconds: 3600, readings };
}

interface RecordedFile {
  readonly file: string;
  readonly intervalSeconds: number;
  readonly timeColumn: string;
  /** Column of the file -> series it becomes. */
  readonly columns: Readonly<Record<string, string>>;
}

const FILES: readonly RecordedFile[] = [
  ...['moteid1', 'moteid2'].map((mote) => ({
    file: `uncg/singlehop-indoor-${mote}.csv`,
    intervalSeconds: 5,
    timeColumn: 'timestamp_nominal',
    columns: { temperature_c: 'environment_temperature.value', humidity_pct: 'environment_humidity.value' },
  })),
  ...['datatest', 'datatraining'].map((set) => ({
    file: `occupancy/${set}.csv`,
    intervalSeconds: 60,
    timeColumn: 'timestamp',
    columns: { temperature_c: 'environment_temperature.value', humidity_pct: 'environment_humidity.value' },
  })),
];

/** Whether all recordings of rooms and thermal pictures are there, none of them made up. */
export function hasRecordedData(): boolean {
  const folder = process.env.PICKET_RECORDED_DATA;
  if (folder === undefined) return false;
  return [OFFICE_FILE, THERMAL_FILE, ...FILES.map(({ file }) => file)].every((file) => existsSync(join(folder, file)));
}

export interface Recording {
  readonly name: string;
  readonly intervalSeconds: number;
  readonly readings: readonly { readonly series: string; readonly at: number; readonly value: number | null }[];
}

/** Every recording of a room there is, oldest reading first; without the recorded files, made-up ones of the same kinds. */
export function roomRecordings(): readonly Recording[] {
  const folder = process.env.PICKET_RECORDED_DATA;
  const { name, intervalSeconds, readings } = hourlyOfficeTemperatures();
  const hourly = readings.map((reading) => ({ series: 'environment_temperature.value', ...reading }));
  const others = FILES.map((recorded): Recording => {
    const path = folder === undefined ? null : join(folder, recorded.file);
    const found = path !== null && existsSync(path) ? parseCsv(path, recorded) : syntheticRoom(recorded);
    return { name: recorded.file, intervalSeconds: recorded.intervalSeconds, readings: found };
  });
  return [{ name, intervalSeconds, readings: hourly }, ...others];
}

function parseCsv(path: string, { timeColumn, columns }: RecordedFile): Recording['readings'] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = header.split(',');
  return lines
    .flatMap((line) => {
      const cells = line.split(',');
      const at = Date.parse(cells[names.indexOf(timeColumn)] ?? '');
      return Object.entries(columns).map(([column, series]) => {
        const value = Number(cells[names.indexOf(column)]);
        return { series, at, value: Number.isFinite(value) ? value : null };
      });
    })
    .sort((a, b) => a.at - b.at);
}

function syntheticRoom({ intervalSeconds, columns }: RecordedFile): Recording['readings'] {
  const start = Date.UTC(2025, 0, 6);
  return Array.from({ length: 3000 }, (_, index) => index).flatMap((index) =>
    Object.values(columns).map((series, place) => ({
      series,
      at: start + index * intervalSeconds * 1000,
      value: 26 + 20 * place + 7 * Math.sin(index / 90) + Math.sin(index * 1.7),
    })),
  );
}

/** Three pictures of a thermal imager, 24 x 32 cells in Celsius. */
export function thermalPictures(): readonly { readonly name: string; readonly data: readonly number[] }[] {
  const folder = process.env.PICKET_RECORDED_DATA;
  const path = folder === undefined ? null : join(folder, THERMAL_FILE);
  if (path !== null && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  return ['made-up room', 'made-up cat'].map((name, heat) => ({
    name,
    data: Array.from({ length: 768 }, (_, cell) => 24 + heat * 9 * Math.exp(-(((cell % 32) - 12) ** 2) / 20)),
  }));
}

/** A cold spell, a hot day, a gap, and values that hover around the limits. */
function syntheticReadings(): RecordedReading[] {
  const start = Date.UTC(2025, 0, 6);
  const readings: RecordedReading[] = [];
  for (let hour = 0; hour < 24 * 60; hour++) {
    if (hour > 500 && hour < 560) continue;
    const day = Math.sin((hour / 24) * 2 * Math.PI);
    const spell = hour > 200 && hour < 290 ? -5 : hour > 900 && hour < 930 ? 11 : 0;
    readings.push({ at: start + hour * 3_600_000, value: 21 + 2.4 * day + spell + 0.6 * Math.sin(hour * 1.7) });
  }
  return readings;
}

export interface RecordedWarning {
  readonly properties: {
    readonly id: string;
    readonly ends: string | null;
    readonly expires: string;
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

/** All warnings active in the United States at an instant, as their weather service listed them; and that instant. */
export function activeWarnings(): { readonly at: number; readonly features: readonly RecordedWarning[] } {
  const folder = process.env.PICKET_RECORDED_DATA;
  const path = folder === undefined ? null : join(folder, 'weather/nws-active-2026-05-14.geojson');
  const at = Date.UTC(2026, 4, 14, 16, 30);
  if (path !== null && existsSync(path)) return { at, features: JSON.parse(readFileSync(path, 'utf8')).features };
  console.log('PICKET_RECORDED_DATA is not set: using made-up warnings of the same kind');
  const time = (hours: number): string => new Date(at + hours * 3_600_000).toISOString();
  const features = Array.from({ length: 160 }, (_, place) => ({
    type: 'Feature',
    geometry: null,
    properties: {
      id: `urn:made-up:${place}`,
      geocode: { UGC: ['AZZ001'] },
      references: [],
      sent: time(-2),
      onset: time(-1),
      // Some messages are to be renewed though the event goes on; some events have no end.
      expires: time(place % 5 === 0 ? -1 : 2),
      ends: place % 9 === 0 ? null : time(place % 7 === 0 ? -1 : 6),
      status: 'Actual',
      messageType: 'Alert',
      severity: 'Moderate',
      event: 'Wind Advisory',
      headline: `Wind Advisory ${place}`,
      description: '',
      instruction: null,
      parameters: {
        VTEC: [`/O.NEW.KPSR.WI.Y.${String(Math.floor(place / 2)).padStart(4, '0')}.260514T1500Z-260514T2200Z/`],
      },
    },
  }));
  return { at, features };
}
