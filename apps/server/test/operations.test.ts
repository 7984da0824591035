/** What who runs the installation does in the console: announce, plan maintenance, read feedback, back up, see what is used. */
import { readdirSync } from 'node:fs';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymizeFeedbackAllTenants, storeUsageDays } from '../src/capabilities/operations/index.ts';
import { withClient } from '../src/platform/db/database-connections.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket, picketForTest, type Session } from './harness.ts';

let picket: Picket;
let other: Session;
beforeAll(async () => {
  picket = await openPicket({ now: Date.UTC(2027, 0, 4, 10) });
  other = (await picket.addTenant('Other')).admin;
});
afterAll(() => picket.close());

const get = async <Body>(path: string, as?: Session): Promise<Body> =>
  (await picket.call<Body>('GET', path, as === undefined ? {} : { as })).body;

test('an announcement is the newest for every user until it is deleted; four come with Picket', async () => {
  type Announcements = ResponseOf<'GET /announcements'>;
  const before = await get<Announcements>('/announcements', other);
  expect(before.items).toHaveLength(4);
  const made = await picket.call<{ id: string }>('POST', '/announcements', {
    as: picket.admin,
    body: { title: 'Backups', text: 'They are made by themselves now.' },
  });
  expect(made.status).toBe(201);
  const [newest] = (await get<Announcements>('/announcements', other)).items;
  expect(newest).toMatchObject({ id: made.body.id, title: 'Backups' });
  expect(
    (await picket.call('POST', '/announcements', { as: picket.admin, body: { title: ' ', text: '' } })).body,
  ).toMatchObject({
    errors: [{ name: 'title' }, { name: 'text' }],
  });
  expect((await picket.call('DELETE', `/announcements/${made.body.id}`, { as: picket.admin })).status).toBe(204);
  expect((await picket.call('DELETE', `/announcements/${made.body.id}`, { as: picket.admin })).status).toBe(404);
  expect((await get<Announcements>('/announcements', other)).items.map(({ id }) => id)).toEqual(
    before.items.map(({ id }) => id),
  );
});

test('maintenance is public: what is in force first, then what is planned, and nothing that has ended', async () => {
  type Downtimes = ResponseOf<'GET /downtime'>;
  const at = (minutes: number): string => formatInstant(picket.clock.now() + minutes * 60_000);
  expect(await get<Downtimes>('/downtime')).toEqual([]);
  const plan = (body: object) => picket.call<{ guid: string }>('POST', '/downtimes', { as: picket.admin, body });
  const later = await plan({ startsAt: at(60), endsAt: at(120), context: 'New disks' });
  const now = await plan({ startsAt: at(-1), context: 'A cable is being moved' });
  expect([later.status, now.status]).toEqual([201, 201]);
  expect(await get<Downtimes>('/downtime')).toEqual([
    { _isDowntime: true, startTime: at(-1), context: 'A cable is being moved' },
    { _isDowntime: false, startTime: at(60), context: 'New disks' },
  ]);
  expect((await plan({ startsAt: at(60), endsAt: at(30), context: 'x' })).body).toMatchObject({
    errors: [{ name: 'endsAt' }],
  });
  expect((await plan({ startsAt: 'soon', context: 'x' })).body).toMatchObject({ errors: [{ name: 'startsAt' }] });
  expect((await picket.call('DELETE', `/downtimes/${now.body.guid}`, { as: picket.admin })).status).toBe(204);
  expect(await get<Downtimes>('/downtime')).toHaveLength(1);
  picket.clock.pass(3 * 3600);
  expect(await get<Downtimes>('/downtime')).toEqual([]);
  picket.admin = await picket.signIn('admin@picket.example');
  other = await picket.signIn('admin@other.example');
});

test('feedback of all organizations is listed newest first, by mood, in pages', async () => {
  type Feedback = ResponseOf<'GET /feedback'>;
  for (const [mood, message, as] of [
    ['happy', 'It found the leak', other],
    ['sad', 'Too many mails', picket.admin],
    ['happy', '', picket.admin],
  ] as const) {
    expect((await picket.call('POST', '/feedback', { as, body: { mood, message } })).status).toBe(204);
    picket.clock.pass(1);
  }
  const all = await get<Feedback>('/feedback', picket.admin);
  expect(all.items.map(({ mood, message, tenant }) => `${mood} ${message} ${tenant.name}`)).toEqual([
    'happy  My organization',
    'sad Too many mails My organization',
    'happy It found the leak Other',
  ]);
  const happy = await get<Feedback>('/feedback?mood=happy&limit=1', picket.admin);
  expect(happy.items).toHaveLength(1);
  const rest = await get<Feedback>(`/feedback?mood=happy&limit=1&cursor=${happy.nextCursor}`, picket.admin);
  expect(rest.items.map(({ message }) => message)).toEqual(['It found the leak']);

  // What was said outlives who said it, without their address.
  const leaver = await picket.addPerson('VIEWER');
  await picket.call('POST', '/feedback', { as: leaver, body: { mood: 'sad', message: 'Goodbye' } });
  expect((await picket.call('DELETE', '/users/my-profile', { as: leaver })).status).toBe(204);
  await anonymizeFeedbackAllTenants(picket.platform.db.console);
  const left = await get<Feedback>('/feedback', picket.admin);
  expect(left.items.map(({ message, email }) => [message, email === ''])).toEqual([
    ['Goodbye', true],
    ['', false],
    ['Too many mails', false],
    ['It found the leak', false],
  ]);
});

test('a backup started in the console is listed once it is complete, and one at a time is made', async () => {
  const state = () => get<ResponseOf<'GET /operations'>>('/operations', picket.admin);
  const before = await state();
  expect(before).toMatchObject({ failingHealthChecks: [], backups: { everyHours: 24, items: [] } });
  expect(before.databaseBytes).toBeGreaterThan(1_000_000);
  const [first, second] = await Promise.all([
    picket.call('POST', '/backups', { as: picket.admin }),
    picket.call('POST', '/backups', { as: picket.admin }),
  ]);
  expect([first.status, second.status].sort()).toEqual([204, 409]);
  await expect.poll(async () => (await state()).backups.items.length).toBe(1);
  const [made] = (await state()).backups.items;
  expect(made?.rows).toBeGreaterThan(20);
  // Beside it what was erased on purpose, and nothing unfinished.
  expect(readdirSync(picket.platform.config.backup.folder).sort()).toEqual(['erased.jsonl', made?.name]);
});

test('usage is stored day by day, counted for today, and shown only to users with metrics access in the admin tenant', async () => {
  const location = await picket.addLocation('Counted');
  const device = await picket.addDevice(location);
  await picket.addDevice(location, { name: 'Silent' });
  for (const value of [20, 21, 22]) {
    await picket.send(device, 'environment_temperature', value);
    picket.clock.pass(60);
  }
  await picket.call('POST', '/alerts', { as: picket.admin, body: { location, severity: 100, message: 'Look' } });
  const metrics = await picket.addPerson('METRICS');
  const viewer = await picket.addPerson('VIEWER');
  type Usage = ResponseOf<'GET /metrics/usage'>;
  const mine = ({ items }: Usage) => items.find(({ tenant }) => tenant.name === 'My organization');
  const today = mine(await get<Usage>('/metrics/usage', metrics));
  expect((await get<Usage>('/metrics/usage', metrics)).items.map(({ days }) => days.length)).toEqual([1, 1]);
  expect(today).toMatchObject({ businessStatus: 'INTERNAL', contact: 'admin@picket.example' });
  expect(today?.days.at(-1)).toMatchObject({
    locations: 1,
    sentries: 2,
    reporting: 1,
    series: 1,
    readings: 3,
    alerts: 1,
  });
  expect((await picket.call('GET', '/metrics/usage', { as: viewer })).status).toBe(403);
  expect((await picket.call('GET', '/metrics/usage', { as: other })).status).toBe(403);

  // The next days: what is over is kept, though its readings were packed, and stays though they are deleted.
  picket.clock.pass(86_400);
  await picket.pack();
  expect(await storeUsageDays(picket.platform)).toBeGreaterThan(0);
  picket.clock.pass(7200);
  await storeUsageDays(picket.platform);
  expect(await storeUsageDays(picket.platform)).toBe(0);
  // The size of the history is that of the day before: nobody who looks waits until all of it is added up.
  await picket.platform.db.console.query('DELETE FROM reading_chunk');
  const again = await picket.signIn('admin@picket.example');
  const days = mine(await get<Usage>('/metrics/usage?days=3', again))?.days ?? [];
  expect(days.some(({ readings, reporting }) => readings === 3 && reporting === 1)).toBe(true);
  expect(days.at(-1)?.readings).toBe(0);
  expect(days.at(-2)?.bytes).toBeGreaterThan(100);
  expect(days.at(-1)?.bytes).toBe(days.at(-2)?.bytes);
  picket.admin = again;
});

test('today is counted every five minutes at most, and the page of usage does without it where that takes long', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const days = async () => {
    type Usage = ResponseOf<'GET /metrics/usage'>;
    const { status, body } = await picket.call<Usage>('GET', '/metrics/usage', { as: picket.admin });
    expect(status).toBe(200);
    return body.items.flatMap((item) => item.days.map(({ readings }) => readings));
  };
  await picket.send(device, 'environment_temperature', 20);
  expect(await days()).toEqual([1]);
  picket.clock.pass(60);
  await picket.send(device, 'environment_temperature', 21);
  expect(await days()).toEqual([1]);
  picket.clock.pass(300);
  expect(await days()).toEqual([2]);

  picket.clock.pass(86_400);
  picket.admin = await picket.signIn('admin@picket.example');
  await withClient(picket.platform.config.databaseUrl, 'script', async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE message IN ACCESS EXCLUSIVE MODE');
    expect(await days()).toEqual([]);
    await client.query('ROLLBACK');
  });
  await expect.poll(days).toEqual([0]);
});

test('days that only a wrong clock made are not stored as days without use', async () => {
  const picket = await picketForTest();
  const { platform } = picket;
  await picket.heartbeat();
  const before = new Date(picket.clock.now());
  picket.clock.pass(10 * 86_400);
  await picket.heartbeat();
  await storeUsageDays(platform);
  const { rows } = await platform.db.console.query<{ day: string }>(
    'SELECT max(day)::text AS day FROM usage_record HAVING max(day) >= $1::date',
    [before],
  );
  expect(rows).toEqual([]);
});

test('sentries of all organizations are listed in pages, by name, silence and version', async () => {
  const again = picket.admin;
  type Fleet = ResponseOf<'GET /metrics/sentries'>;
  // Online by its own interval: a sentry that reports once a day is not offline in between.
  const onlineOf = async () =>
    (await get<Fleet>('/metrics/sentries', again)).items.filter(({ online }) => online).map(({ name }) => name);
  expect(await onlineOf()).toEqual([]);
  const { prisma } = picket.platform.db;
  await prisma.sentry.updateMany({ where: { name: 'Silent' }, data: { reportIntervalSeconds: 86_400 } });
  const fleet = await get<Fleet>('/metrics/sentries', again);
  expect(fleet.items.map(({ name }) => name)).toContain('Silent');
  expect(fleet.versions).toEqual([{ softwareVersion: '1.0', model: 'PT-1', count: 2 }]);
  const found = await get<Fleet>('/metrics/sentries?search=silent', again);
  expect(found.items.map(({ name }) => name)).toEqual(['Silent']);
  expect((await get<Fleet>('/metrics/sentries?search=100%25', again)).items).toEqual([]);
  expect((await get<Fleet>('/metrics/sentries?silentFor=60', again)).items.length).toBe(2);
  expect((await get<Fleet>('/metrics/sentries?softwareVersion=9', again)).items).toEqual([]);
  const page = await get<Fleet>('/metrics/sentries?limit=1', again);
  const next = await get<Fleet>(`/metrics/sentries?limit=1&cursor=${page.nextCursor}`, again);
  expect([...page.items, ...next.items].map(({ guid }) => guid)).toHaveLength(2);
  expect((await picket.call('GET', `/metrics/sentries?cursor=${newGuid()}`, { as: again })).status).toBe(400);
});
