/** The calls, rules and constants of the specification, tried over HTTP as a program that has nothing but the specification would. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPicket, PASSWORD, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
const ADMIN = 'admin@picket.example';
const NEW_PASSWORD = 'nine other rooms by day';

beforeAll(async () => {
  picket = await openPicket();
  await picket.server.app.ready();
  location = await picket.addLocation('Specified room');
});
afterAll(() => picket.close());

/** A program with cookies of its own. */
const program = () => {
  const agent = request.agent(picket.server.app.server);
  return {
    get: (path: string) => agent.get(`/api/v1${path}`),
    post: (path: string, body: object = {}) => agent.post(`/api/v1${path}`).send(body),
    patch: (path: string, body: object) => agent.patch(`/api/v1${path}`).send(body),
    remove: (path: string) => agent.delete(`/api/v1${path}`),
  };
};
type Program = ReturnType<typeof program>;

async function signedIn(email = ADMIN, password = PASSWORD): Promise<Program> {
  const mine = program();
  await mine.post('/auth/login', { username: email, password: encodePassword(password) }).expect(200);
  return mine;
}

const tokenIn = (link: string): string => link.split('/').at(-1) ?? '';

/** Invites a user; returns the token of the link. */
async function invite(admin: Program, email: string): Promise<{ guid: string; token: string }> {
  const { body } = (await admin
    .post('/users', { email, permissions: [{ role: 'VIEWER' }] })
    .expect(201)) as Response & { body: ResponseOf<'POST /users'> };
  return { guid: body.user.guid, token: tokenIn(body.invitation.path ?? '') };
}

describe('the calls', () => {
  test('signing in and out, the profile, and changing the password', async () => {
    const mine = program();
    await mine.get('/users/my-profile').expect(401);
    const login = await mine
      .post('/auth/login', { username: ADMIN, password: encodePassword(PASSWORD) })
      .expect(200)
      .expect('cache-control', /no-store/u);
    expect(login.body).toMatchObject({ kind: 'LOGIN_SUCCESS' });
    const profile = await mine
      .get('/users/my-profile')
      .expect(200)
      .expect('cache-control', /no-store/u);
    expect(profile.body).toMatchObject({ email: ADMIN, permissions: [{ role: 'ADMIN' }] });
    // Fahrenheit unless chosen.
    expect(profile.body.preferences.useCelsius).toBe(false);
    await mine.get('/auth/change-password').expect(200);
    const wrong = { oldPassword: encodePassword('not this one'), newPassword: encodePassword(NEW_PASSWORD) };
    expect((await mine.post('/auth/change-password', wrong)).status).toBeGreaterThanOrEqual(400);
    await mine
      .post('/auth/change-password', {
        oldPassword: encodePassword(PASSWORD),
        newPassword: encodePassword(NEW_PASSWORD),
      })
      .expect(204);
    await mine
      .post('/auth/change-password', {
        oldPassword: encodePassword(NEW_PASSWORD),
        newPassword: encodePassword(PASSWORD),
      })
      .expect(204);
    await mine.post('/auth/logout').expect(204);
    await mine.get('/users/my-profile').expect(401);
    // A changed password ended the other sessions.
    picket.admin = await picket.signIn(ADMIN);
    // Without the prefix nothing is a password.
    await mine.post('/auth/login', { username: ADMIN, password: PASSWORD }).expect(400);
  });

  test('users are listed, invited, changed and deleted; the invited one signs up, and leaves', async () => {
    const admin = await signedIn();
    const before = (await admin.get('/users').expect(200)).body.items.length;
    const { guid, token } = await invite(admin, 'bea@picket.example');
    const bea = program();
    expect((await bea.get(`/auth/finish-signup/${token}`).expect(200)).body).toMatchObject({
      kind: 'USER_INVITE',
      email: 'bea@picket.example',
    });
    await bea.post(`/auth/finish-signup/${token}`, { newPassword: encodePassword(NEW_PASSWORD) }).expect(200);
    await admin.patch(`/users/${guid}`, { displayName: 'Bea' }).expect(200);
    const own = await bea.patch('/users/my-profile', { displayName: '' }).expect(200);
    expect(own.body.displayName).toBe('Bea');
    const refused = await bea.get('/users').expect(403);
    expect(refused.body.message).toBe('permission not satisfied');
    await bea.remove('/users/my-profile').expect(204);
    await bea.get('/users/my-profile').expect(401);
    const cora = await invite(admin, 'cora@picket.example');
    await admin.remove(`/users/${cora.guid}`).expect(204);
    expect((await admin.get('/users').expect(200)).body.items).toHaveLength(before);
  });

  test('a forgotten password is reset by its link', async () => {
    const visitor = program();
    await visitor.post('/auth/forgot-password', { email: 'nobody@picket.example' }).expect(204);
    const { token } = await invite(await signedIn(), 'dora@picket.example');
    await visitor.post(`/auth/finish-signup/${token}`, { newPassword: encodePassword(PASSWORD) }).expect(200);
    const printed = picket.terminalLines.length;
    await visitor.post('/auth/forgot-password', { email: 'dora@picket.example' }).expect(204);
    await picket.deliver();
    // Without a mail server the terminal has the link.
    const reset = tokenIn(picket.terminalLines.slice(printed).join());
    expect((await visitor.get(`/auth/reset-password/${reset}`).expect(200)).body).toMatchObject({
      kind: 'FORGOT_PASSWORD',
    });
    await visitor.post(`/auth/reset-password/${reset}`, { newPassword: encodePassword(NEW_PASSWORD) });
    await signedIn('dora@picket.example', NEW_PASSWORD);
  });

  test('feedback, crashes of the console, health and downtime', async () => {
    const admin = await signedIn();
    await admin.post('/feedback', { mood: 'happy', message: ' works ' }).expect(204);
    await admin.post('/uilog', { msg: 'x'.repeat(65_536) }).expect(204);
    await admin.get('/health').expect(204);
    expect((await program().get('/downtime').expect(200)).body).toEqual([]);
  });

  test('fluid sensors are paired and ignored; the response lists them', async () => {
    const admin = await signedIn();
    const device = await picket.addDevice(location);
    const sensors = ['1', '2'].map((serial) => ({ model: 'FX2', serial_number: serial, type: 'FLUID' }));
    await picket.call('POST', '/sentry/discovered', { as: device, body: { sensors } });
    for (const [index, action] of ['subscribe', 'ignore'].entries()) {
      const sensor = sensors[index] ?? {};
      const { body } = await admin.post(`/locations/${location}/sensors/${action}`, { sensors: [sensor] }).expect(200);
      expect(body.sensors).toEqual([{ model: 'FX2', serial_number: String(index + 1) }]);
    }
  });
});

test('an e-mail address needs no known domain, at any door', async () => {
  const admin = await signedIn();
  for (const email of ['user@host.lan1', 'user@localhost', 'jürgen@müller.example', '用户@例子.广告']) {
    const { guid, token } = await invite(admin, email);
    const mine = program();
    await mine.post(`/auth/finish-signup/${token}`, { newPassword: encodePassword(PASSWORD) }).expect(200);
    const profile = await (await signedIn(email)).get('/users/my-profile').expect(200);
    expect(profile.body.email).toBe(email);
    await mine.post('/auth/forgot-password', { email }).expect(204);
    await admin.patch(`/users/${guid}`, { email: `new-${email}` }).expect(200);
  }
  for (const email of ['user', 'user@', 'a,b@host', 'Ada <ada@host>', 'ada@host\nBcc: b@host']) {
    const { body } = await admin.post('/users', { email, permissions: [{ role: 'VIEWER' }] }).expect(400);
    expect(body).toMatchObject({ message: 'Request validation failed', errors: [{ name: 'email' }] });
  }
});

test('if-modified-since and if-unmodified-since are preconditions with the texts of the specification', async () => {
  const path = `/api/v1/locations/${location}`;
  const as = { cookie: picket.admin.cookie };
  const server = picket.server.app.server;
  const { body: read } = await request(server).get(path).set(as).expect(200);
  const unmodified = await request(server)
    .get(path)
    .set({ ...as, 'if-modified-since': read.last_update_ts })
    .expect(412);
  expect(unmodified.body.message).toBe('precondition failed (resource unmodified since date)');
  const earlier = formatInstant(Date.parse(read.last_update_ts) - 1000);
  const modified = await request(server)
    .get(path)
    .set({ ...as, 'if-unmodified-since': earlier })
    .expect(412);
  expect(modified.body.message).toContain('precondition failed (resource modified since date)');
  expect(modified.body.message).toContain(earlier);
});

test('the severity of alerts is none below 100, info, warning from 200, critical from 300', async () => {
  const admin = await signedIn();
  for (const [severity, worst] of [
    [99, 'none'],
    [100, 'info'],
    [199, 'info'],
    [200, 'warning'],
    [299, 'warning'],
    [300, 'critical'],
  ] as const) {
    await admin.post('/alerts', { location, severity, message: `severity ${severity}` }).expect(201);
    const { body } = await admin.get('/views/locations').expect(200);
    expect(body.items, String(severity)).toMatchObject([{ worst }]);
  }
});

/** Section 9: severity, onset, exit, limits. */
const DEFAULT_POLICIES = {
  'Sentry offline': [
    [0, 0, 0, 'sentry_silence', 'GREATER_THAN', 120],
    [999, 0, 0, 'sentry_silence', 'GREATER_THAN', 900],
  ],
  'Room temperature': [
    [360, 10, 120, 'environment_temperature', 'LESS_THAN', 18.3333],
    [360, 10, 120, 'environment_temperature', 'GREATER_THAN', 31.6667],
  ],
  Humidity: [
    [340, 0, 0, 'environment_humidity', 'LESS_THAN', 20],
    [340, 0, 0, 'environment_humidity', 'GREATER_THAN', 80],
  ],
  Motion: [[100, 0, 60, 'camera_motion', 'GREATER_THAN', 0.05]],
  Thermal: [[380, 0, 0, 'thermal_temperature', 'GREATER_THAN', 35]],
  Tamper: [[320, 0, 0, 'sentry_tamper', 'GREATER_THAN', 0]],
  'Bluetooth discovery': [[0, 0, 0, 'bluetooth_devices', 'CHANGED', 0]],
  'On battery power': [[240, 60, 60, 'power_onBattery', 'GREATER_THAN', 0]],
  'Bad power source': [[600, 0, 0, 'power_badSource', 'GREATER_THAN', 0]],
  'Fluid leak': [[400, 0, 0, 'fluid_leak', 'GREATER_THAN', 0]],
  'Fluid sensor low battery': [[230, 0, 0, 'fluid_battery', 'LESS_THAN', 2.7]],
  'Fluid sensor missing': [[270, 0, 0, 'fluid_missing', 'GREATER_THAN', 11]],
};

test('an organization begins with the policies of the specification', async () => {
  const { items } = (await (await signedIn()).get('/policies').expect(200)).body as ResponseOf<'GET /policies'>;
  const rows = items.map(({ name, definition }) => [
    name,
    definition.violations.map(({ severity, onsetDelay, exitDelay, conditions: [condition] }) => [
      severity,
      onsetDelay,
      exitDelay,
      condition?.sensorMetricId,
      condition?.operator,
      condition?.threshold,
    ]),
  ]);
  expect(Object.fromEntries(rows)).toEqual(DEFAULT_POLICIES);
  const named = (name: string) => items.find((policy) => policy.name === name);
  expect(named('Sentry offline')?.definition.violations.map(({ instant }) => instant)).toEqual([true, false]);
  expect(named('Motion')?.definition.violations[0]?.video).toBe(true);
  expect(named('Motion')?.doNotDisturb).toMatchObject({ beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 });
});
