/** Whether cameras may show and record: set by people, by schedules, and as devices, other capabilities and administrators learn it. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasCamera, isCameraOffAt, isMasked, listOffPeriods } from '../src/capabilities/cameras/index.ts';
import { listPassedBoundariesAllTenants } from '../src/capabilities/cameras/off-period-store.ts';
import { addCamera } from './fake-camera.ts';
import { type Device, openPicket, type Picket } from './harness.ts';

type LocationCamera = ResponseOf<'GET /locations/{guid}/camera'>;
type Config = ResponseOf<'GET /sentry/config'>;

let picket: Picket;
let tenant: string;
const MINUTE = 60_000;

beforeAll(async () => {
  const mail = { PICKET_SMTP_URL: 'smtp://127.0.0.1:9', PICKET_MAIL_FROM: 'picket@picket.example' };
  picket = await openPicket({ environment: { ...mail, PICKET_PUBLIC_URL: 'http://picket.example' } });
  tenant = (await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as: picket.admin }))
    .body.tenant.guid;
});
afterAll(() => picket.close());

const put = (location: string, body: unknown, as = picket.admin) =>
  picket.call<LocationCamera & { errors?: unknown }>('PUT', `/locations/${location}/camera`, { as, body });
const get = async (location: string) =>
  (await picket.call<LocationCamera>('GET', `/locations/${location}/camera`, { as: picket.admin })).body;
const configOf = async (device: Device) =>
  (await picket.call<Config>('GET', '/sentry/config', { as: device })).body.camera;
const isOffAt = (location: string, at: number) => isCameraOffAt(picket.platform.db.console, tenant, location, at);

test('cameras are off until somebody turns them on, and that they were stays known', async () => {
  const location = await picket.addLocation('Attic');
  const device = await picket.addDevice(location);
  expect(await get(location)).toMatchObject({ mode: 'OFF', isOff: true, revision: 0, cameras: [{ hasCamera: false }] });
  expect(await configOf(device)).toMatchObject({ isOn: false, watching: 0 });
  picket.clock.pass(60);
  const before = picket.clock.now();
  expect((await put(location, { mode: 'ON' })).body).toMatchObject({ mode: 'ON', isOff: false, revision: 1 });
  expect(await configOf(device)).toMatchObject({ isOn: true });
  expect(await isOffAt(location, before - 1)).toBe(true);
  expect(await isOffAt(location, before)).toBe(false);
  expect(await configOf(device)).not.toHaveProperty('offSince');
  picket.clock.pass(60);
  await put(location, { mode: 'OFF' });
  picket.clock.pass(5);
  expect(await configOf(device)).toMatchObject({ isOn: false, offSince: formatInstant(before + 60_000) });
  expect(await isOffAt(location, before + 59_999)).toBe(false);
  expect(await isOffAt(location, before + 60_000)).toBe(true);
  expect(
    await listOffPeriods(picket.platform.db.console, tenant, location, { from: before - 1000, to: before + 90_000 }),
  ).toEqual([
    { from: before - 60_000, to: before },
    { from: before + 60_000, to: null },
  ]);
});

test('a schedule turns cameras off at exact instants, planned ahead', async () => {
  const { location, device } = await addCamera(picket);
  // 10:03 UTC or so on a Monday in winter: 11:03 in Zurich.
  const schedule = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 12, beginMinute: 0, endHour: 13, endMinute: 30 };
  const noon = Date.UTC(2026, 2, 2, 11);
  const { body } = await put(location, { mode: 'SCHEDULE', schedule });
  expect(body).toMatchObject({ mode: 'SCHEDULE', schedule, isOff: false });
  expect(await configOf(device)).toMatchObject({ isOn: true, until: '2026-03-02T11:00:00Z' });
  expect(await isOffAt(location, noon - 1)).toBe(false);
  expect(await isOffAt(location, noon)).toBe(true);
  expect(await isOffAt(location, noon + 90 * MINUTE - 1)).toBe(true);
  expect(await isOffAt(location, noon + 90 * MINUTE)).toBe(false);
  expect(await isOffAt(location, noon + 24 * 60 * MINUTE)).toBe(true);
  picket.clock.pass((noon - picket.clock.now()) / 1000);
  picket.admin = await picket.signIn('admin@picket.example');
  expect(await get(location)).toMatchObject({ isOff: true, offUntil: '2026-03-02T12:30:00Z' });
  const before = await picket.platform.db.prisma.sentrySignal.count({ where: { sentryGuid: device.sentry } });
  await picket.server.pipeline.video.announceCameraBoundaries();
  expect(await picket.platform.db.prisma.sentrySignal.count({ where: { sentryGuid: device.sentry } })).toBe(before + 1);
  // A plan that is carried on changes nothing that is over, and does not end what holds.
  picket.clock.pass(60);
  await picket.server.pipeline.video.replanCameras();
  expect(await get(location)).toMatchObject({ isOff: true, offUntil: '2026-03-02T12:30:00Z' });
  expect(await isOffAt(location, noon)).toBe(true);
  // Turned on within the schedule: what was off stays off.
  await put(location, { mode: 'ON' });
  expect(await isOffAt(location, noon)).toBe(true);
  expect(await isOffAt(location, picket.clock.now())).toBe(false);
  expect(await isOffAt(location, noon + 24 * 60 * MINUTE)).toBe(false);
});

test('the do-not-disturb of a policy with video turns cameras off where that is wanted', async () => {
  const { location } = await addCamera(picket);
  const { body: policies } = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin });
  const motion = policies.items.find(({ definition }) => definition.violations.some(({ video }) => video));
  expect(motion).toBeDefined();
  const allDay = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 0, beginMinute: 0, endHour: 23, endMinute: 59 };
  const changed = await picket.call('PATCH', `/policies/${motion?.guid}`, {
    as: picket.admin,
    body: { doNotDisturb: allDay },
  });
  expect(changed.status).toBe(200);
  expect((await get(location)).isOff).toBe(false);
  expect((await put(location, { mode: 'ON', offInDoNotDisturb: true })).body.isOff).toBe(true);
  await picket.call('PATCH', `/policies/${motion?.guid}`, { as: picket.admin, body: { doNotDisturb: null } });
  picket.clock.pass(1);
  await picket.server.pipeline.video.replanCameras();
  expect((await get(location)).isOff).toBe(false);
});

test('turning cameras on is mailed to the other administrators of the location', async () => {
  await picket.addPerson('ADMIN');
  const { location } = await addCamera(picket);
  const mails = () =>
    picket.platform.db.prisma.outgoingMail.count({ where: { subject: { contains: 'were turned on' } } });
  const before = await mails();
  await put(location, { mode: 'ON', allowsDisplays: true });
  expect(await mails()).toBe(before);
  await put(location, { mode: 'OFF' });
  expect(await mails()).toBe(before);
  await put(location, { mode: 'ON' });
  expect(await mails()).toBeGreaterThan(before);
});

test('a mask is painted by the device, and its cells are checked', async () => {
  const { location, device } = await addCamera(picket);
  const path = `/sentries/${device.sentry}/camera-mask`;
  const cells = Array.from({ length: 24 }, (_, row) => (row === 3 ? [5, 4, 5] : []));
  const mask = await picket.call<ResponseOf<'GET /sentries/{guid}/camera-mask'>>('PUT', path, {
    as: picket.admin,
    body: { cells },
  });
  expect(mask.body).toMatchObject({ revision: 1, rows: 24, columns: 32 });
  expect(mask.body.cells[3]).toEqual([4, 5]);
  expect((await configOf(device)).mask?.cells[3]).toEqual([4, 5]);
  expect(await isMasked(picket.platform.db.console, tenant, device.sentry)).toBe(true);
  expect(await hasCamera(picket.platform.db.console, tenant, device.sentry)).toBe(true);
  expect((await get(location)).cameras).toMatchObject([{ isMasked: true, hasCamera: true }]);
  for (const wrong of [[[32]], Array.from({ length: 24 }, () => [32]), Array.from({ length: 23 }, () => [])])
    expect((await picket.call('PUT', path, { as: picket.admin, body: { cells: wrong } })).status).toBe(400);
  const stale = await picket.call('PUT', path, {
    as: picket.admin,
    body: { cells },
    headers: { 'if-match': '"other"' },
  });
  expect(stale.status).toBe(412);
  const empty = Array.from({ length: 24 }, () => []);
  await picket.call('PUT', path, { as: picket.admin, body: { cells: empty } });
  expect((await configOf(device)).mask).toBeUndefined();
  expect(await isMasked(picket.platform.db.console, tenant, device.sentry)).toBe(false);
});

test('calibration is kept for a camera, and refused without one', async () => {
  const { device, location } = await addCamera(picket);
  const calibration = { topLeft: { x: 0.1, y: 0.1 }, bottomRight: { x: 0.9, y: 0.8 } };
  const path = (sentry: string) => `/sentries/${sentry}/camera-calibration`;
  const saved = await picket.call('PUT', path(device.sentry), { as: picket.admin, body: { calibration } });
  expect(saved).toMatchObject({ status: 200, body: { calibration, hasCamera: true } });
  const blind = await picket.addDevice(location);
  expect((await picket.call('PUT', path(blind.sentry), { as: picket.admin, body: { calibration } })).status).toBe(409);
});

test('wrong settings are refused by the field they are in', async () => {
  const location = await picket.addLocation('Cellar');
  const days = { daysOfWeek: [1, 1], beginHour: 12, beginMinute: 0, endHour: 12, endMinute: 0 };
  expect((await put(location, { mode: 'SCHEDULE' })).body).toMatchObject({ errors: [{ name: 'schedule' }] });
  expect((await put(location, { mode: 'SCHEDULE', schedule: days })).body).toMatchObject({
    errors: [{ name: 'schedule.daysOfWeek' }, { name: 'schedule.endHour' }],
  });
  expect((await put(location, { mode: 'SOMETIMES' })).status).toBe(400);
});

test('what has just gone on or off is found without reading what was over before', async () => {
  const { location } = await addCamera(picket);
  const { console: sql } = picket.platform.db;
  const now = picket.clock.now();
  await sql.query(
    `INSERT INTO camera_off_period (tenant_guid, location_guid, starts_at, ends_at)
     SELECT $1::uuid, $2::uuid, $3::timestamptz - n * interval '2 hours', $3::timestamptz - n * interval '2 hours' + interval '1 hour'
       FROM generate_series(1, 5000) n`,
    [tenant, location, new Date(now + 2 * 3_600_000)],
  );
  await sql.query('ANALYZE camera_off_period');
  const asked: (readonly [string, readonly unknown[] | undefined])[] = [];
  const watched: typeof sql = {
    query: (text, values) => {
      asked.push([text, values]);
      return sql.query(text, values);
    },
  };
  const passed = await listPassedBoundariesAllTenants(watched, now - 1000, now);
  expect(passed).toContainEqual({ tenant, location });
  const [[text, values] = ['', []]] = asked;
  const { rows } = await sql.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`,
    values,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const read = [...plan.matchAll(/(?:actual rows=|Rows Removed by \w+: )(\d+)/gu)].map(([, count]) => Number(count));
  expect(Math.max(...read)).toBeLessThan(100);
});
