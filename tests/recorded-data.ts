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

const FILE = 'nab/ambient_temperature_system_failure.csv';

/** Hourly office temperatures over most of a year, with gaps; recorded in Fahrenheit. */
export function hourlyOfficeTemperatures(): RecordedSeries {
  const folder = process.env.PICKET_RECORDED_DATA;
  const path = folder === undefined ? null : join(folder, FILE);
  if (path === null || !existsSync(path)) {
    console.log('PICKET_RECORDED_DATA is not set: using a made-up series of the same kind');
    return { name: 'made-up office temperatures', intervalSeconds: 3600, readings: madeUp() };
  }
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const readings = lines.map((line) => {
    const [time = '', fahrenheit = ''] = line.split(',');
    return { at: Date.parse(`${time.replace(' ', 'T')}Z`), value: ((Number(fahrenheit) - 32) * 5) / 9 };
  });
  return { name: 'recorded office temperatures', intervalSeconds: 3600, readings };
}

/** A cold spell, a hot day, a gap, and values that hover around the limits. */
function madeUp(): RecordedReading[] {
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
