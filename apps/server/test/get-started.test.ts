/** The get-started list and adding a sentry: computed from what there is, each organization for itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '../../../tests/support/mailbox.ts';
import { findBackupPlace } from '../src/platform/backup/backup-place.ts';
import { openPicket, type Picket, picketForTest, type Session } from './harness.ts';

type List = ResponseOf<'GET /views/get-started'>;
type Setup = ResponseOf<'GET /views/locations/{guid}/setup'>;

const listOf = async (picket: Picket, as: Session = picket.admin): Promise<List> =>
  (await picket.call<List>('GET', '/views/get-started', { as })).body;
const statesOf = (list: List) => Object.fromEntries(list.steps.map(({ name, state }) => [name, state]));
const meOf = async (picket: Picket, as: Session = picket.admin): Promise<string> =>
  (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as })).body.guid;

describe('the get-started list', () => {
  let picket: Picket;
  let closeMailbox: () => Promise<void>;
  beforeAll(async () => {
    const mailbox = await openMailbox();
    closeMailbox = () => mailbox.close();
    picket = await openPicket({
      environment: { PICKET_SMTP_URL: mailbox.url, PICKET_PUBLIC_URL: 'https://picket.example' },
    });
  });
  afterAll(async () => {
    await picket.close();
    await closeMailbox();
  });

  test('each step is done by a fact, and open again where the fact is gone', async () => {
    expect(statesOf(await listOf(picket))).toEqual({
      LOCATION: 'OPEN',
      SENTRY: 'OPEN',
      NOTIFIED: 'OPEN',
      MAIL: 'DONE',
      PERSON: 'OPEN',
      BACKUP: 'OPEN',
      HEARTBEAT: 'OPEN',
    });
    const location = await picket.addLocation('Basel');
    const device = await picket.addDevice(location, { name: 'North rack' });
    // Activated, but it has reported nothing: no readings, no step.
    const waiting = await listOf(picket);
    expect(statesOf(waiting)).toMatchObject({ LOCATION: 'DONE', SENTRY: 'OPEN' });
    expect(waiting.location).toMatchObject({ guid: location, name: 'Basel', timezone: 'Europe/Zurich' });
    expect(waiting.sentry).toMatchObject({ name: 'North rack', reports: false, isSimulated: false });
    await picket.send(device, 'environment_temperature', 21);
    const mine = `/users/my-profile/destinations/${await meOf(picket)}`;
    const sent = await picket.call<ResponseOf<'POST /users/my-profile/destinations/{guid}/test'>>(
      'POST',
      `${mine}/test`,
      { as: picket.admin },
    );
    expect(sent.body.stages?.map(({ stage }) => stage)).toEqual(['CONNECTED', 'ACCEPTED']);
    // Accepted is not arrived: only the recipient knows.
    expect(statesOf(await listOf(picket))).toMatchObject({ NOTIFIED: 'OPEN' });
    await picket.call('POST', `${mine}/arrival`, { as: picket.admin, body: { arrived: true } });
    expect(statesOf(await listOf(picket))).toMatchObject({ NOTIFIED: 'DONE' });
    await picket.call('POST', `${mine}/arrival`, { as: picket.admin, body: { arrived: false } });
    expect(statesOf(await listOf(picket))).toMatchObject({ NOTIFIED: 'OPEN' });
    await picket.call('POST', `${mine}/arrival`, { as: picket.admin, body: { arrived: true } });
    await picket.addPerson('VIEWER');
    const list = await listOf(picket);
    expect(list.policies).toBeGreaterThan(5);
    expect(list.watched).toContainEqual({
      ...{ sensorMetricId: 'environment_humidity', column: 'value', operator: 'GREATER_THAN', threshold: 80 },
    });
    expect(statesOf(list)).toMatchObject({ SENTRY: 'DONE', NOTIFIED: 'DONE', PERSON: 'DONE' });
    expect(list.steps.find(({ name }) => name === 'SENTRY')?.doneAt).toBe('2026-03-02T10:00:00Z');
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    expect(statesOf(await listOf(picket))).toMatchObject({ LOCATION: 'DONE', SENTRY: 'OPEN' });
  });

  test('an organization sees its own facts, and nothing about the installation', async () => {
    const neighbor = await picket.addTenant('Neighbor');
    const list = await listOf(picket, neighbor.admin);
    expect(statesOf(list)).toEqual({ LOCATION: 'OPEN', SENTRY: 'OPEN', NOTIFIED: 'OPEN', PERSON: 'OPEN' });
    expect(list).not.toHaveProperty('backup');
    expect(list).not.toHaveProperty('location');
  });

  test('a person who was invited has not signed up: the step is open, and says who is waited for', async () => {
    const neighbor = await picket.addTenant('Inviting');
    await picket.call('POST', '/users', {
      as: neighbor.admin,
      body: { email: 'ben@inviting.example', permissions: [{ role: 'VIEWER' }] },
    });
    const list = await listOf(picket, neighbor.admin);
    expect(statesOf(list)).toMatchObject({ PERSON: 'OPEN' });
    expect(list.invited).toBe(1);
  });

  test('a step is put aside and taken up again, for all administrators; the list can be closed', async () => {
    const { admin } = await picket.addTenant('Deciding');
    const put = (step: string, isNeeded: boolean, as = admin) =>
      picket.call('PUT', `/get-started/${step}`, { as, body: { isNeeded } });
    expect((await put('PERSON', false)).status).toBe(204);
    expect((await put('PERSON', false)).status).toBe(204);
    expect((await put('NOTIFIED', false)).status).toBe(204);
    expect(statesOf(await listOf(picket, admin))).toMatchObject({ PERSON: 'NOT_NEEDED', NOTIFIED: 'NOT_NEEDED' });
    expect((await put('PERSON', true)).status).toBe(204);
    expect(statesOf(await listOf(picket, admin))).toMatchObject({ PERSON: 'OPEN', NOTIFIED: 'NOT_NEEDED' });
    // What is done is done, needed or not.
    expect((await put('LOCATION', false)).status).toBe(204);
    await picket.addLocation('There', admin);
    expect(statesOf(await listOf(picket, admin))).toMatchObject({ LOCATION: 'DONE' });
    expect((await put('COFFEE', false)).status).toBe(400);
    expect((await picket.call('POST', '/get-started/close', { as: admin })).status).toBe(204);
    expect((await listOf(picket, admin)).isClosed).toBe(true);
    expect((await listOf(picket)).isClosed).toBe(false);
  });

  test('it is revalidated by its tag, and for administrators only', async () => {
    const { headers } = await picket.call('GET', '/views/get-started', { as: picket.admin });
    const again = await picket.call('GET', '/views/get-started', {
      as: picket.admin,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
    const viewer = await picket.addPerson('VIEWER');
    expect((await picket.call('GET', '/views/get-started', { as: viewer })).status).toBe(403);
  });
});

test('a mail server and a heartbeat set in the browser count, and no longer once they are removed', async () => {
  const picket = await picketForTest({ environment: { PICKET_OUTBOUND_ALLOWED: '127.0.0.1:2525,127.0.0.1:8080' } });
  const put = (path: string, body: object) => picket.call('PUT', path, { as: picket.admin, body });
  expect(await listOf(picket)).toMatchObject({ hasMail: false });
  expect(statesOf(await listOf(picket))).toMatchObject({ MAIL: 'OPEN', HEARTBEAT: 'OPEN' });
  const mail = {
    host: '127.0.0.1',
    port: 2525,
    security: 'NONE',
    from: { name: 'Watch', address: 'watch@acme.example' },
    publicUrl: 'https://watch.acme.example',
  };
  expect((await put('/installation/mail', mail)).status).toBe(200);
  expect((await put('/installation/heartbeat', { url: 'http://127.0.0.1:8080/alive' })).status).toBe(200);
  expect(await listOf(picket)).toMatchObject({ hasMail: true });
  expect(statesOf(await listOf(picket))).toMatchObject({ MAIL: 'DONE', HEARTBEAT: 'DONE' });
  for (const path of ['/installation/mail', '/installation/heartbeat'])
    expect((await picket.call('DELETE', path, { as: picket.admin })).status).toBe(204);
  expect(await listOf(picket)).toMatchObject({ hasMail: false });
  expect(statesOf(await listOf(picket))).toMatchObject({ MAIL: 'OPEN', HEARTBEAT: 'OPEN' });
});

test('what the environment sets counts as well', async () => {
  const environment = {
    PICKET_SMTP_URL: 'smtp://127.0.0.1:2525',
    PICKET_PUBLIC_URL: 'https://picket.example',
    PICKET_HEARTBEAT_URL: 'https://monitor.example/alive',
  };
  const list = await listOf(await picketForTest({ environment }));
  expect(statesOf(list)).toMatchObject({ MAIL: 'DONE', HEARTBEAT: 'DONE' });
  expect(list.hasMail).toBe(true);
});

test('a backup is elsewhere where its folder is on another file system than the data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await findBackupPlace(folder, folder)).toEqual({ folder, newestAt: null, isElsewhere: false });
  expect(await findBackupPlace(folder, join(folder, 'missing'))).toMatchObject({ isElsewhere: false });
  expect(await findBackupPlace(folder, '/proc')).toMatchObject({ isElsewhere: true });
});

test('adding a sentry: the names in use, and what the new one has reported so far', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation('Basel');
  const setup = (sentry?: string, as: Session = picket.admin, at = location) =>
    picket.call<Setup>('GET', `/views/locations/${at}/setup${sentry === undefined ? '' : `?sentry=${sentry}`}`, { as });
  expect((await setup()).body).toEqual({
    location: { guid: location, name: 'Basel' },
    sentryNames: [],
    simulationsLeft: 3,
  });
  const device = await picket.addDevice(location, { name: 'North rack' });
  expect((await setup(device.sentry)).body.sentry).toEqual({
    guid: device.sentry,
    name: 'North rack',
    model: 'PT-1',
    activatedAt: '2026-03-02T10:00:00Z',
    readings: [],
  });
  picket.clock.pass(60);
  // A heartbeat: a machine without sensors.
  await picket.report(device, []);
  expect((await setup(device.sentry)).body.sentry).toMatchObject({
    lastReceivedAt: '2026-03-02T10:01:00Z',
    readings: [],
  });
  await picket.send(device, 'environment_temperature', 21);
  expect((await setup(device.sentry)).body.sentry?.readings).toEqual([
    {
      sensorMetricId: 'environment_temperature',
      column: 'value',
      at: '2026-03-02T10:01:00Z',
      value: 21,
      holdSeconds: 150,
    },
  ]);
  const elsewhere = await picket.addLocation('Porto');
  expect((await setup(device.sentry, picket.admin, elsewhere)).status).toBe(404);
  expect((await setup(undefined, (await picket.addTenant('Neighbor')).admin)).status).toBe(404);
  expect((await setup(undefined, await picket.addPerson('VIEWER', location))).status).toBe(403);
});
