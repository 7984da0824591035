/** Who is notified: preferences, digests, the preview, access, and that two servers notify everybody once. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import { expect, test } from 'vitest';
import { openPicket } from './harness.ts';
import {
  ADMIN,
  add,
  choosePreferences,
  detail,
  end,
  openWorld,
  pass,
  raise,
  receiverForTest,
} from './notification-world.ts';

test('a daily summary at the hour of who reads it: least, most, mean, out of range, alerts, gaps', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  await choosePreferences(world, { digest: { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: 'Europe/Zurich' } });
  const device = await picket.addDevice(location, { name: 'Shelf', reportIntervalSeconds: 300 });
  // 2 March, from 11:00 to 17:00 in Zurich; too hot for half an hour.
  for (const slot of Array.from({ length: 72 }).keys()) {
    await picket.send(device, 'environment_temperature', slot >= 12 && slot < 18 ? 35 : 20);
    picket.clock.pass(300);
    if (slot % 6 === 0) await picket.heartbeat();
  }
  await picket.notify();
  mailbox.clear();
  const digests = () => picket.server.pipeline.notifier.sendDigests();
  const at = (local: string): number =>
    Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Zurich').epochMilliseconds;
  picket.clock.set(at('2026-03-03T06:59:59'));
  expect(await digests()).toBe(0);
  picket.clock.set(at('2026-03-03T07:00:01'));
  expect(await digests()).toBe(1);
  expect(await digests()).toBe(0);
  await picket.server.pipeline.notifier.run();
  const mail = await mailbox.next(ADMIN, /Mon/u);
  expect(mail.subject).toMatch(/^My organization: Mon,? 2 March$/u);
  expect(mail.text).toContain('Cold store');
  expect(mail.text).toContain('Shelf, temperature: 68.0 °F to 95.0 °F, mean 70.3 °F');
  expect(mail.text).toMatch(/1 alert; out of range for 3\d min; no data for 18 h/u);
  // A server that was down at the hour makes up for it; long after, it does not.
  picket.clock.set(at('2026-03-04T12:00:00'));
  expect(await digests()).toBe(1);
  picket.clock.set(at('2026-03-05T20:00:00'));
  expect(await digests()).toBe(0);
});

test('who would be notified of a leak on Sunday 02:30, on which channel', async () => {
  const world = await openWorld();
  const { picket, location } = world;
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Operations', settings: { url: receiver.url } });
  const viewer = await picket.addPerson('VIEWER', await picket.addLocation('Elsewhere'));
  await choosePreferences(world, {
    quietHours: {
      schedule: { daysOfWeek: [6], beginHour: 22, beginMinute: 0, endHour: 7, endMinute: 0 },
      timezone: 'Europe/Zurich',
      except: 'off',
      channels: ['EMAIL'],
    },
  });
  const ask = (severity: number, as = picket.admin) =>
    picket.call<ResponseOf<'POST /notifications/preview'>>('POST', '/notifications/preview', {
      as,
      body: { location, kind: 'POLICY', severity, at: '2026-03-08T01:30:00Z' },
    });
  const { body } = await ask(400);
  expect(body.timezone).toBe('Europe/Zurich');
  expect(body.recipients.length).toBe(3);
  const outcomes = body.recipients.map(({ name, routes }) => [
    name,
    routes.map(({ notified, reason }) => reason ?? notified),
  ]);
  expect(outcomes).toEqual(
    expect.arrayContaining([
      [ADMIN, ['QUIET_HOURS']],
      ['Operations', [true]],
    ]),
  );
  expect(body.recipients.filter(({ reason }) => reason === 'NO_PERMISSION').length).toBe(1);
  expect(body.recipients.find(({ name }) => name === ADMIN)?.routes[0]?.until).toBe('2026-03-08T06:00:00Z');
  const low = await ask(100);
  expect(low.body.recipients.find(({ name }) => name === 'Operations')?.routes[0]?.reason).toBe('NOT_CHOSEN');
  expect((await ask(400, viewer)).status).toBe(404);
  const locationViewer = await picket.addPerson('VIEWER', location);
  expect((await ask(400, locationViewer)).body.recipients.length).toBe(1);
});

test('preferences: administrators choose for others, nobody for another organization, and places must be theirs', async () => {
  const world = await openWorld();
  const { picket, location } = world;
  const elsewhere = await picket.addLocation('Elsewhere');
  const viewer = await picket.addPerson('VIEWER', location);
  const { body: me } = await picket.call<{ guid: string; needsWelcome: boolean }>('GET', '/users/my-profile', {
    as: viewer,
  });
  expect(me.needsWelcome).toBe(false);
  // Who signs up by a link has not been asked yet.
  await picket.platform.db.prisma.user.updateMany({ where: { guid: me.guid }, data: { welcomedAt: null } });
  const fresh = await picket.call<{ needsWelcome: boolean }>('GET', '/users/my-profile', { as: viewer });
  expect(fresh.body.needsWelcome).toBe(true);
  const put = (as: typeof viewer, path: string, changes: object) =>
    picket.call<{ errors: { name: string }[] }>('PUT', path, {
      as,
      body: { preferences: { ...DEFAULT_NOTIFICATIONS, ...changes } },
    });
  expect((await put(viewer, '/users/my-profile/notifications', { locations: [elsewhere] })).status).toBe(400);
  expect((await put(viewer, '/users/my-profile/notifications', { locations: [location] })).status).toBe(200);
  const after = await picket.call<{ needsWelcome: boolean }>('GET', '/users/my-profile', { as: viewer });
  expect(after.body.needsWelcome).toBe(false);
  expect((await put(picket.admin, `/users/${me.guid}/notifications`, { language: 'de' })).status).toBe(200);
  const seen = await picket.call<ResponseOf<'GET /users/{guid}/notifications'>>(
    'GET',
    `/users/${me.guid}/notifications`,
    {
      as: picket.admin,
    },
  );
  expect(seen.body).toMatchObject({ isDefault: false, preferences: { language: 'de' }, mail: true });
  const other = await picket.addTenant('Other');
  expect((await put(other.admin, `/users/${me.guid}/notifications`, {})).status).toBe(404);
  const equal = { daysOfWeek: [1], beginHour: 7, beginMinute: 0, endHour: 7, endMinute: 0 };
  for (const [wrong, field] of [
    [
      { quietHours: { schedule: equal, timezone: 'UTC', except: 'off', channels: [] } },
      'preferences.quietHours.schedule.endHour',
    ],
    [
      { quietHours: { schedule: { ...equal, endHour: 8 }, timezone: 'Mars/Base', except: 'off', channels: [] } },
      'preferences.quietHours.timezone',
    ],
    [{ digest: { frequency: 'DAILY', hour: 24, dayOfWeek: 1, timezone: 'UTC' } }, 'preferences.digest.hour'],
    [{ matrix: { POLICY: { EMAIL: 'loud' } } }, 'preferences.matrix.POLICY.EMAIL'],
    [{ language: 'fr' }, 'preferences.language'],
  ] as const) {
    const refused = await put(viewer, '/users/my-profile/notifications', wrong);
    expect([refused.status, refused.body.errors.map(({ name }) => name)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
  }
  const os = await picket.call('PATCH', '/users/my-profile', { as: viewer, body: { deviceOs: 'android' } });
  expect(os.body).toMatchObject({ deviceOs: 'android' });
});

test('everybody with access is on record: also who chose not to be notified', async () => {
  const world = await openWorld();
  const { picket, location } = world;
  const viewer = await picket.addPerson('VIEWER', location);
  const off = { EMAIL: 'off' } as const;
  await choosePreferences(
    world,
    { matrix: { POLICY: off, DEVICE: off, PERSON: off, WEATHER: off, POLICY_CHANGE: off } },
    viewer,
  );
  const alert = await raise(world);
  const { deliveries } = await detail(world, alert);
  expect(deliveries.map(({ state, reason }) => [state, reason]).sort()).toEqual([
    ['DUE', undefined],
    ['SKIPPED', 'NOT_CHOSEN'],
  ]);
});

test('responses of receivers are shown to administrators and to the recipient', async () => {
  const world = await openWorld();
  const { picket, location } = world;
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Operations', settings: { url: receiver.url } });
  const viewer = await picket.addPerson('VIEWER', location);
  const alert = await raise(world);
  await picket.notify();
  const answers = async (as: typeof viewer) => {
    const { body } = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert}`, { as });
    return body.deliveries.map(
      ({ channel, attempts }) => `${channel} ${attempts[0]?.response === undefined ? 'hidden' : 'shown'}`,
    );
  };
  expect((await answers(picket.admin)).sort()).toEqual(['EMAIL shown', 'EMAIL shown', 'SLACK shown']);
  expect((await answers(viewer)).sort()).toEqual(['EMAIL hidden', 'EMAIL shown', 'SLACK hidden']);
});

test('who lost access is notified no more: neither of waiting messages nor of cleared alerts', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const viewer = await picket.addPerson('VIEWER', location);
  const { body: me } = await picket.call<{ guid: string; email: string }>('GET', '/users/my-profile', { as: viewer });
  const known = await raise(world, 'Known', 400);
  await picket.notify();
  await mailbox.next(me.email);
  mailbox.refuse('450 later');
  const waiting = await raise(world, 'Waiting', 999);
  await picket.notify();
  await picket.platform.db.prisma.permission.deleteMany({ where: { userGuid: me.guid } });
  mailbox.refuse(null);
  await end(world, known);
  await pass(world, 120);
  expect(mailbox.mails.filter(({ to }) => to?.[0]?.address === me.email)).toEqual([]);
  const states = async (alert: string) =>
    (await detail(world, alert)).deliveries
      .filter(({ to }) => to === me.email)
      .map(({ change, state, reason }) => `${change} ${state} ${reason ?? ''}`);
  expect(await states(known)).toEqual(['RAISED SENT ', 'CLEARED SKIPPED NO_PERMISSION']);
  expect(await states(waiting)).toEqual(['RAISED FAILED ']);
  // Neither is a failure of Picket: no system alert.
  expect((await picket.alerts('&state=OPEN')).map(({ message }) => message)).toEqual(['Waiting']);
});

test('a cursor that no list gave is refused', async () => {
  const { picket, location } = await openWorld();
  const made = (...parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const cursor of ['x', made('a', 'b'), made('2026-03-02T10:00:00Z', 'b'), made('now()', 'b')])
    for (const path of ['/destinations', '/messages', `/locations/${location}/maintenance`]) {
      const { status } = await picket.call('GET', `${path}?cursor=${cursor}`, { as: picket.admin });
      expect([path, cursor, status]).toEqual([path, cursor, 400]);
    }
});

test('two servers on one database notify everybody once', async () => {
  const world = await openWorld();
  const { picket } = world;
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } });
  const { databaseUrl, dataDir } = picket.platform.config;
  const second = await openPicket({
    databaseUrl,
    dataDir,
    withoutAdmin: true,
    environment: {
      PICKET_SMTP_URL: world.mailbox.url,
      PICKET_PUBLIC_URL: 'https://picket.example',
    },
  });
  try {
    second.clock.set(picket.clock.now());
    const alerts = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) alerts.push(await raise(world, name));
    const run = () => Promise.all([picket.server.pipeline.notifier.run(), second.server.pipeline.notifier.run()]);
    await run();
    for (const alert of alerts) await end(world, alert);
    await run();
    await run();
    const ids = receiver.accepted.map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBe(16);
    expect(new Set(ids).size).toBe(16);
  } finally {
    await second.close();
  }
});
