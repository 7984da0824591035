/** Readings out of files, by the way every reading takes. */
import { Readable } from 'node:stream';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roomRecordings } from '../../../tests/support/recorded-data.ts';
import { importReadings, parseCsvRows } from '../src/capabilities/ingest/index.ts';
import { findSentriesByName } from '../src/capabilities/sentries/index.ts';
import { type Device, openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
});
afterAll(() => picket.close());

async function importCsv(
  text: string,
  options: { sentry?: string; columns?: Record<string, string>; isUtc?: boolean } = {},
) {
  const refused: string[] = [];
  const count = await importReadings(
    picket.platform,
    picket.server.pipeline,
    parseCsvRows(Readable.from([text])),
    {
      sentry: options.sentry ?? null,
      columns: new Map(Object.entries(options.columns ?? {})),
      isUtc: options.isUtc ?? false,
    },
    async (name) => (await findSentriesByName(picket.platform.db.console, name))[0] ?? `there is no sentry ${name}`,
    ({ line, message }) => refused.push(`${line}: ${message}`),
    () => {},
  );
  return { ...count, refused };
}

const exported = async (device: Device): Promise<string> => {
  const { body } = await picket.call<string>(
    'GET',
    `/locations/${location}/telemetry/export?from=2000-01-01T00:00Z&to=${formatInstant(picket.clock.now())}&sentry=${device.sentry}`,
    { as: picket.admin },
  );
  return body;
};

test('an export is imported elsewhere unchanged, once', async () => {
  const device = await picket.addDevice(location, { name: 'From here' });
  const start = picket.clock.now() - 3 * 3_600_000;
  await picket.report(
    device,
    Array.from({ length: 150 }, (_, minute) => ({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(start + minute * 60_000),
      values: { value: minute === 7 ? null : 20 + minute / 100 },
    })),
  );
  const file = await exported(device);
  const other = await picket.addDevice(location, { name: 'To there' });
  const moved = file.replaceAll(device.sentry, other.sentry);
  expect(await importCsv(moved)).toMatchObject({ rows: 150, accepted: 150, duplicates: 0, rejected: 0 });
  expect(await exported(other)).toBe(moved);
  expect(await importCsv(moved)).toMatchObject({ accepted: 0, duplicates: 150, rejected: 0 });
});

test('invalid rows are reported by line, valid ones are stored', async () => {
  const { sentry } = await picket.addDevice(location, { name: 'Sloppy' });
  const at = formatInstant(picket.clock.now() - 60_000);
  const { accepted, rejected, refused } = await importCsv(
    [
      'sentry,sensorMetricId,column,at,value,unit',
      `Sloppy,environment_temperature,value,${at},21.5,`,
      `Sloppy,environment_temperature,value,yesterday,21.5,`,
      `Sloppy,environment_temperature,value,${formatInstant(picket.clock.now() - 50_000)},warm,`,
      `Nobody,environment_temperature,value,${at},21.5,`,
      `Sloppy,environment_moisture,value,${at},3,`,
      `Sloppy,environment_temperature,value,${formatInstant(picket.clock.now() - 40_000)},4000,`,
      `"Sloppy","environment_humidity","value","${at}",44,`,
      `Sloppy,environment_temperature,value,${formatInstant(picket.clock.now() - 30_000)},68,°F`,
      `,environment_temperature,value,${at},21.5,`,
      `Slop\0py,environment_temperature,value,${at},21.5,`,
      `Sloppy,environment_\0\u0007,val\0ue,${at},21.5,`,
      '',
    ].join('\r\n'),
  );
  expect(accepted).toBe(3);
  expect(rejected).toBe(8);
  expect(refused.toSorted()).toEqual([
    expect.stringMatching(/^10: names no sentry$/u),
    '11: there is no sentry Slop\ufffdpy',
    '12: there is no metric environment_\ufffd\ufffd',
    expect.stringMatching(/^3: at: "yesterday" is no time with an offset/u),
    expect.stringMatching(/^4: value: "warm" is no number$/u),
    expect.stringMatching(/^5: there is no sentry Nobody$/u),
    expect.stringMatching(/^6: there is no metric environment_moisture$/u),
    expect.stringMatching(/^7: must lie between/u),
  ]);
  const latest = await picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', `/locations/${location}/latest`, {
    as: picket.admin,
  });
  const own = latest.body.items.filter((item) => item.sentry === sentry);
  expect(own.find(({ sensorMetricId }) => sensorMetricId === 'environment_temperature')?.value).toBeCloseTo(20, 9);
});

test('a recording with a column for each series, its times without an offset', async () => {
  const recording = roomRecordings()[1];
  if (recording === undefined) throw new Error('there is no recording');
  const times = Map.groupBy(recording.readings, ({ at }) => at);
  const device = await picket.addDevice(location, { name: 'Recorded' });
  const lines = [...times].map(([at, readings]) => {
    const of = (series: string) => readings.find((one) => one.series === series)?.value ?? '';
    return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')},${of('environment_temperature.value')},${of('environment_humidity.value')}`;
  });
  const file = ['timestamp,temperature_c,environment_humidity.value', ...lines].join('\n');
  const columns = { temperature_c: 'environment_temperature.value' };
  expect((await importCsv(file, { sentry: 'Recorded', columns })).accepted).toBe(0);
  const { accepted, rejected } = await importCsv(file, { sentry: device.sentry, columns, isUtc: true });
  expect(rejected).toBe(0);
  // A report counts its readings, one for each column of a row.
  expect(accepted).toBe(recording.readings.filter(({ value }) => value !== null).length);
});

test('an import does not end silence: a sentry that does not report stays offline', async () => {
  const device = await picket.addDevice(location, { name: 'Mute' });
  await picket.send(device, 'environment_temperature', 21);
  for (let heartbeat = 0; heartbeat < 55; heartbeat++) {
    picket.clock.pass(20);
    await picket.heartbeat();
  }
  await picket.tick();
  const silent = async () =>
    (await picket.alerts(`&sentry=${device.sentry}&state=OPEN`)).map(({ policy }) => policy?.name);
  const before = await silent();
  expect(before).toContain('Sentry offline');
  const at = formatInstant(picket.clock.now() - 3000);
  await importCsv(`at,environment_temperature.value\n${at},21`, { sentry: 'Mute' });
  await picket.tick();
  expect(await silent()).toEqual(before);
});
