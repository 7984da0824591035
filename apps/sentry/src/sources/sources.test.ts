import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { columnOf } from '@picket/domain/metrics';
import { type RoomTraits, roomReadings } from '@picket/domain/room-model';
import { expect, onTestFinished, test } from 'vitest';
import type { Batch } from '../source.ts';
import { machineReadings } from './machine.ts';
import { type ReplayOptions, readRecording, replaySource } from './replay.ts';

function temporaryFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('this machine’s sensors: what exists is read, the rest is left out', () => {
  const root = temporaryFolder({
    'class/thermal/thermal_zone0/temp': '48000\n',
    'class/hwmon/hwmon0/temp1_input': '31500\n',
    'class/hwmon/hwmon0/temp2_input': 'broken\n',
    'class/hwmon/hwmon1/humidity1_input': '44100\n',
    'class/power_supply/AC/type': 'Mains\n',
    'class/power_supply/AC/online': '0\n',
    'class/power_supply/BAT0/type': 'Battery\n',
    'class/power_supply/BAT0/capacity': '87\n',
    'class/power_supply/BAT0/voltage_now': '12100000\n',
  });
  expect(machineReadings(5, root)).toEqual([
    { sensorMetricId: 'environment_temperature', at: 5, values: { value: 31.5 } },
    { sensorMetricId: 'environment_humidity', at: 5, values: { value: 44.1 } },
    { sensorMetricId: 'power_onBattery', at: 5, values: { value: 1 } },
    { sensorMetricId: 'power_battery', at: 5, values: { percent: 87, volts: 12.1 } },
  ]);
  expect(machineReadings(5, join(root, 'nothing'))).toEqual([]);
});

const room: RoomTraits = {
  seed: 7,
  temperature: 22,
  humidity: 45,
  daily: 1,
  cooling: 0.4,
  hasMotion: true,
  hasPower: true,
  hasThermal: true,
  fluidSensors: ['FX2-1'],
};

test('a simulated room is the same for the same seed and instant, plausible, and made of what the server knows', () => {
  const start = Date.UTC(2026, 0, 5);
  expect(roomReadings(room, start)).toEqual(roomReadings(room, start));
  expect(roomReadings({ ...room, seed: 8 }, start)).not.toEqual(roomReadings(room, start));
  for (let minute = 0; minute < 3 * 1440; minute += 7)
    for (const { sensorMetricId, values = {} } of roomReadings(room, start + minute * 60_000, {}, false))
      for (const [column, value] of Object.entries(values)) {
        const range = columnOf(sensorMetricId, column)?.range;
        expect(range, `${sensorMetricId}.${column}`).toBeDefined();
        expect(value).toBeGreaterThanOrEqual(range?.[0] ?? 0);
        expect(value).toBeLessThanOrEqual(range?.[1] ?? 0);
        if (sensorMetricId === 'environment_temperature') expect(Math.abs((value ?? 0) - 22)).toBeLessThan(5);
      }
});

const options = (file: string, more: Partial<ReplayOptions> = {}): ReplayOptions => ({
  file,
  speed: Number.POSITIVE_INFINITY,
  times: 'kept',
  unit: 'celsius',
  metric: 'environment_temperature',
  ...more,
});

test('recordings: known columns, both units, gaps as unknown, times with and without a T', async () => {
  const folder = temporaryFolder({
    'a.csv': 'timestamp,value\n2026-01-01 00:00:00,68\n2026-01-01T01:00:00Z,\n',
    'b.csv': 'time,temperature_c,humidity_pct,light\r\n2026-01-01T00:00:00+01:00,20.5,40,9\r\n',
  });
  const hour = Date.UTC(2026, 0, 1);
  expect(await readRecording(options(join(folder, 'a.csv'), { unit: 'fahrenheit' }))).toEqual([
    { sensorMetricId: 'environment_temperature', at: hour, values: { value: 20 } },
    { sensorMetricId: 'environment_temperature', at: hour + 3_600_000, values: { value: null } },
  ]);
  expect(await readRecording(options(join(folder, 'b.csv'), { unit: 'fahrenheit' }))).toEqual([
    { sensorMetricId: 'environment_temperature', at: hour - 3_600_000, values: { value: 20.5 } },
    { sensorMetricId: 'environment_humidity', at: hour - 3_600_000, values: { value: 40 } },
  ]);
  const strange = temporaryFolder({ 'c.csv': 'time,color\n2026-01-01T00:00:00Z,red\n' });
  await expect(readRecording(options(join(strange, 'c.csv')))).rejects.toThrow('has no column Picket knows');
});

test('a recorded file may quote its fields, end its lines with CRLF and begin with a byte order mark', async () => {
  const rows = [
    'time,"note, by hand","temperature_c"',
    '"2026-01-01T00:00:00Z","door open, then ""shut""",20.5',
    '',
    '"2026-01-01T00:01:00Z","two\r\nlines","21"',
  ];
  const folder = temporaryFolder({ 'e.csv': `\u{FEFF}${rows.join('\r\n')}\r\n`, 'f.csv': 'time,value\n2026-01-01,"2' });
  const midnight = Date.UTC(2026, 0, 1);
  expect(await readRecording(options(join(folder, 'e.csv')))).toEqual([
    { sensorMetricId: 'environment_temperature', at: midnight, values: { value: 20.5 } },
    { sensorMetricId: 'environment_temperature', at: midnight + 60_000, values: { value: 21 } },
  ]);
  await expect(readRecording(options(join(folder, 'f.csv')))).rejects.toThrow('f.csv: Quote Not Closed');
});

test('a replay at a chosen speed, shifted to now, keeps the distances and counts its progress', async () => {
  const lines = Array.from({ length: 5 }, (_, i) => `${new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString()},20`);
  const folder = temporaryFolder({ 'd.csv': `time,temperature_c\n${lines.join('\n')}\n` });
  const began = Date.now();
  const source = replaySource(options(join(folder, 'd.csv'), { speed: 600, times: 'now' }));
  const batches: Batch[] = [];
  for await (const batch of source.batches(60, new AbortController().signal)) batches.push(batch);
  const times = batches.flatMap(({ readings }) => readings.map(({ at }) => at));
  expect(times[0]).toBeGreaterThanOrEqual(began);
  expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 60_000, 120_000, 180_000, 240_000]);
  expect(batches.at(-1)?.progress).toEqual({ done: 5, total: 5 });
  expect(Date.now() - began).toBeGreaterThanOrEqual(350);
});
