/** This machine's own sensors: hwmon and thermal zones, power supplies. What does not exist is left out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onInterval } from '../pause.ts';
import type { SensorReading, Source } from '../source.ts';

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
};

const entries = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

/** Degrees Celsius of every sensor found, coolest first: the coolest is the closest to the room. */
function temperatures(root: string): number[] {
  const zones = entries(join(root, 'class/thermal')).map((zone) => join(zone, 'temp'));
  const hwmon = entries(join(root, 'class/hwmon')).flatMap((chip) =>
    entries(chip).filter((file) => /temp\d+_input$/u.test(file)),
  );
  return [...zones, ...hwmon]
    .map((file) => Number(read(file) ?? Number.NaN) / 1000)
    .filter((celsius) => celsius > -50 && celsius < 150)
    .sort((a, b) => a - b);
}

function humidities(root: string): number[] {
  return entries(join(root, 'class/hwmon'))
    .flatMap((chip) => entries(chip).filter((file) => /humidity\d+_input$/u.test(file)))
    .map((file) => Number(read(file) ?? Number.NaN) / 1000)
    .filter((percent) => percent >= 0 && percent <= 100);
}

/** Everything readable at `now`. `root` is /sys, or a copy of it in a test. */
export function machineReadings(now: number, root = '/sys'): SensorReading[] {
  const readings: SensorReading[] = [];
  const add = (sensorMetricId: string, values: Record<string, number>): void => {
    readings.push({ sensorMetricId, at: now, values });
  };
  const [room] = temperatures(root);
  if (room !== undefined) add('environment_temperature', { value: room });
  const [humidity] = humidities(root);
  if (humidity !== undefined) add('environment_humidity', { value: humidity });
  for (const supply of entries(join(root, 'class/power_supply'))) {
    const kind = read(join(supply, 'type'));
    const online = read(join(supply, 'online'));
    if (kind === 'Mains' && online !== null) add('power_onBattery', { value: online === '0' ? 1 : 0 });
    const percent = Number(read(join(supply, 'capacity')) ?? Number.NaN);
    const volts = Number(read(join(supply, 'voltage_now')) ?? Number.NaN) / 1e6;
    const battery = { ...(percent >= 0 ? { percent } : {}), ...(volts > 0 ? { volts } : {}) };
    if (kind === 'Battery' && Object.keys(battery).length > 0) add('power_battery', battery);
  }
  return readings;
}

export const machineSource: Source = {
  name: 'this machine’s sensors',
  batches: (intervalSeconds, signal) => onInterval(intervalSeconds, signal, async (now) => machineReadings(now)),
};
