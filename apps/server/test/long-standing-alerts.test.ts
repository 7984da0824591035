/** Late readings of one series leave alerts alone whose own readings are too old to be replayed. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listReadingsAround } from '../src/capabilities/alerts/index.ts';
import { ensurePackedPartitions, packSeriesDays } from '../src/capabilities/timeseries/index.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';

const DAY = 86_400_000;

interface World {
  readonly picket: Picket;
  readonly device: Device;
}

/** A power source that was bad once and says nothing more, in a sentry that has reported the temperature once a day since. */
async function afterFortyDays(): Promise<World> {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 60 });
  await picket.send(device, 'power_badSource', 1);
  for (let day = 0; day < 40; day++) {
    picket.clock.pass(DAY / 1000);
    await picket.send(device, 'environment_temperature', 21);
  }
  picket.admin = await picket.signIn('admin@picket.example');
  expect(await power({ picket, device })).toMatchObject([{ state: 'OPEN' }]);
  return { picket, device };
}

const power = async ({ picket, device }: World) =>
  (await picket.alerts(`&sentry=${device.sentry}&minSeverity=600`)).filter(
    ({ policy }) => policy?.name === 'Bad power source',
  );

async function catchUp({ picket }: World): Promise<void> {
  picket.clock.pass(2);
  await picket.heartbeat();
  await picket.tick();
}

/** No checkpoint from before is of the policies that are in force now. */
async function editHumidity(world: World): Promise<void> {
  const { picket } = world;
  const { body } = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin });
  const humidity = body.items.find(({ name }) => name === 'Humidity');
  const condition = { sensorMetricId: 'environment_humidity', operator: 'GREATER_THAN', threshold: 79 };
  const { status } = await picket.call('PATCH', `/policies/${humidity?.guid}`, {
    as: picket.admin,
    body: { definition: { violations: [{ description: 'Too humid', severity: 340, conditions: [condition] }] } },
  });
  expect(status).toBe(200);
  await catchUp(world);
}

/** A reading of the temperature now, and one of two days ago after it. */
async function sendLate(world: World): Promise<void> {
  const { picket, device } = world;
  await picket.send(device, 'environment_temperature', 22);
  await picket.send(device, 'environment_temperature', 22, picket.clock.now() - 2 * DAY);
  await catchUp(world);
}

test('an open alert whose sensor is silent stays open when late readings of another come', async () => {
  const world = await afterFortyDays();
  const [before] = await power(world);
  await editHumidity(world);
  await sendLate(world);
  expect(await power(world)).toEqual([before]);
  // The sensor lives: its reading ends the alert, and the next one is another alert.
  await world.picket.send(world.device, 'power_badSource', 0);
  expect(await power(world)).toMatchObject([{ guid: before?.guid, state: 'CLEARED', corrected: false }]);
  await world.picket.send(world.device, 'power_badSource', 1, world.picket.clock.now() + 1000);
  expect(await power(world)).toHaveLength(2);
});

test('an alert that is over stays as it was when its readings are too old to be replayed', async () => {
  const world = await afterFortyDays();
  await world.picket.send(world.device, 'power_badSource', 0);
  const [before] = await power(world);
  expect(before).toMatchObject({ state: 'CLEARED' });
  await editHumidity(world);
  await sendLate(world);
  expect(await power(world)).toEqual([before]);
});

test('an alert whose readings retention has deleted is not withdrawn', async () => {
  const world = await afterFortyDays();
  const { picket, device } = world;
  await picket.send(device, 'power_badSource', 0);
  picket.clock.pass(60);
  await picket.send(device, 'power_badSource', 1);
  picket.clock.pass(DAY / 1000);
  await picket.report(device, []);
  picket.admin = await picket.signIn('admin@picket.example');
  const before = await power(world);
  expect(before).toHaveLength(2);
  await picket.platform.db.console.query(
    `DELETE FROM reading r USING series s WHERE s.tenant_guid = r.tenant_guid AND s.id = r.series_id AND s.sensor_metric_id LIKE 'power_%'`,
  );
  await editHumidity(world);
  await sendLate(world);
  expect(await power(world)).toEqual(before);
});

test('an open alert whose sensor is silent stays open when the report interval changes', async () => {
  const world = await afterFortyDays();
  const [before] = await power(world);
  const { picket, device } = world;
  const { status } = await picket.call('PATCH', `/sentries/${device.sentry}`, {
    as: picket.admin,
    body: { reportIntervalSeconds: 120 },
  });
  expect(status).toBe(200);
  await catchUp(world);
  const { state, raisedAt, withdrawn } = (await power(world))[0] ?? {};
  expect({ state, raisedAt, withdrawn }).toEqual({ state: 'OPEN', raisedAt: before?.raisedAt, withdrawn: false });
  await picket.send(device, 'power_badSource', 0);
  expect(await power(world)).toMatchObject([{ guid: before?.guid, state: 'CLEARED' }]);
});

test('late readings of its own series still end an alert that has stood for longer than is replayed', async () => {
  const world = await afterFortyDays();
  const { picket, device } = world;
  const at = picket.clock.now() - DAY;
  await picket.send(device, 'power_badSource', 1);
  await editHumidity(world);
  await picket.send(device, 'power_badSource', 0, at);
  await catchUp(world);
  const alerts = await power(world);
  expect(alerts.map(({ state }) => state).sort()).toEqual(['CLEARED', 'OPEN']);
  expect(alerts.find(({ state }) => state === 'CLEARED')).toMatchObject({ withdrawn: false, corrected: true });
});

const DAYS = 120;
const A_DAY = 1440;

/** Packs a reading a minute of so many days before `now`, each 1, but a lowest and a highest one in the middle. */
async function packLongPast({ platform }: Picket, tenant: string, series: number, now: number): Promise<void> {
  const today = Math.floor(now / DAY) * DAY;
  for (let back = DAYS; back >= 1; back--) {
    const day = today - back * DAY;
    const at = Float64Array.from({ length: A_DAY }, (_, minute) => day + minute * 60_000);
    const value = new Float64Array(A_DAY).fill(1);
    if (back === DAYS / 2) value.set([9, -5], 700);
    const tables = (['reading_chunk', 'reading_rollup'] as const).map((table) => ({ table, keepDays: 0, day }));
    await ensurePackedPartitions(platform.db, tables, new Set());
    const blocks = new Map([[series, { at, value, raw: null }]]);
    await platform.db.inIngestTx((sql) => packSeriesDays(sql, tenant, day, blocks, { READINGS: 0, SUMMARIES: 0 }));
  }
}

/** An alert that has stood for most of that time, and the series that it is about. */
async function standingAlert(picket: Picket) {
  const { db } = picket.platform;
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 60 });
  await picket.send(device, 'power_badSource', 1);
  const [alert] = await power({ picket, device });
  const { tenantGuid: tenant } = await db.prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  const { rows } = await db.console.query<{ id: number }>(
    `SELECT id FROM series WHERE tenant_guid = $1::uuid AND sensor_metric_id = 'power_badSource'`,
    [tenant],
  );
  const now = picket.clock.now();
  await packLongPast(picket, tenant, rows[0]?.id ?? 0, now);
  const started = now - (DAYS - 10) * DAY;
  await db.console.query(
    'UPDATE alert SET started_at = $3::timestamptz, raised_at = $3::timestamptz WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, alert?.guid, new Date(started)],
  );
  return { tenant, now, started, guid: alert?.guid ?? '', stretch: { from: started - 2_400_000, to: now } };
}

test('the page of an alert that has stood for months reads the days of its beginning and of now alone', async () => {
  const picket = await picketForTest();
  const { db } = picket.platform;
  const { tenant, now, started, guid, stretch } = await standingAlert(picket);
  const queries = vi.spyOn(db.console, 'query');
  onTestFinished(() => queries.mockRestore());
  const readings = await listReadingsAround(db.console, tenant, { guid }, stretch);
  const chunks = queries.mock.calls.reduce((sum, [text], place) => {
    const found = queries.mock.settledResults[place];
    const isRead = text.includes('FROM reading_chunk') && !text.includes('reading_rollup');
    return isRead && found?.type === 'fulfilled' ? sum + found.value.rows.length : sum;
  }, 0);
  expect(chunks).toBeGreaterThan(0);
  expect(chunks).toBeLessThanOrEqual(6);
  expect(readings.length).toBeGreaterThan(500);
  expect(readings.length).toBeLessThan(1600);
  const values = readings.map(({ value }) => value ?? Number.NaN);
  expect([Math.min(...values), Math.max(...values)]).toEqual([-5, 9]);
  const firstKept = Math.ceil((started - 2_400_000) / 60_000) * 60_000;
  expect(readings[0]?.at).toBe(formatInstant(firstKept));
  expect(readings.at(-1)?.at).toBe(formatInstant(now));
  const instants = readings.map(({ at }) => Date.parse(at));
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
});

test('where summaries are kept for less long than readings, the page has no hole', async () => {
  const picket = await picketForTest();
  const { db } = picket.platform;
  const { tenant, now, started, guid, stretch } = await standingAlert(picket);
  const cutOff = new Date(now - 30 * DAY);
  await db.console.query('DELETE FROM reading_rollup WHERE tenant_guid = $1::uuid AND day < $2::timestamptz', [
    tenant,
    cutOff,
  ]);
  const readings = await listReadingsAround(db.console, tenant, { guid }, stretch);
  const instants = readings.map(({ at }) => Date.parse(at)).filter((at) => at >= started);
  const gaps = instants.slice(1).map((at, place) => at - (instants[place] ?? at));
  expect(Math.max(...gaps)).toBeLessThan(2 * DAY);
  expect(readings.length).toBeLessThan(1600);
  const values = readings.map(({ value }) => value ?? Number.NaN);
  expect([Math.min(...values), Math.max(...values)]).toEqual([-5, 9]);
});
