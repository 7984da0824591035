/** Alerts that begin and end, packed days, pictures, people, edits, a second organization: something of all that is stored. */
import { formatInstant } from '@picket/domain/time';
import type { Device, Picket } from './harness.ts';

const DAY = 86_400;

/** Readings of the minutes before `now`, with gaps; `offset` shifts the course. */
const courseBefore = (now: number, offset: number) =>
  Array.from({ length: 400 }, (_, minute) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(now - (400 - minute) * 60_000),
    values: { value: minute % 7 === 0 ? null : Math.round(2000 + 300 * Math.sin(minute / 40 + offset)) / 100 },
  }));

/** Fills the first organization, and makes a second. Returns three devices; the second has an open alert. */
export async function fillWithEverything(picket: Picket): Promise<readonly [Device, Device, Device]> {
  const location = await picket.addLocation('Cellar');
  const devices = [
    await picket.addDevice(location),
    await picket.addDevice(location),
    await picket.addDevice(location),
  ] as const;
  const [first, second] = devices;
  await picket.addTenant('Other');
  await picket.addPerson('VIEWER', location);
  for (const [place, device] of devices.entries()) await picket.report(device, courseBefore(picket.clock.now(), place));
  picket.clock.pass(3 * DAY);
  for (const device of devices) await picket.report(device, courseBefore(picket.clock.now(), 1));
  await picket.pack();
  await picket.report(first, [
    {
      sensorMetricId: 'thermal_temperature',
      at: formatInstant(picket.clock.now()),
      frame: { rows: 24, columns: 32, data: Array.from({ length: 768 }, (_, cell) => 20 + (cell % 9)) },
    },
  ]);
  await picket.send(second, 'environment_temperature', 40);
  picket.clock.pass(60);
  await picket.send(second, 'environment_temperature', 41);
  await picket.call('POST', '/alerts', {
    as: picket.admin,
    body: { location, severity: 400, message: 'Ünïcode\t\\N "quote"' },
  });
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { name: 'Cellar, east' } });
  await picket.notify();
  return devices;
}
