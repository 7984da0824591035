/** Assets, networks, demo scenarios, wall displays and search of a location; feedback. */

import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { describe, expect, test } from 'vitest';
import { cookieOf, type Device, PASSWORD, type Picket, picketForTest, TestBrowser } from './harness.ts';

type Problem = { message: string; errors?: { name: string; message: string }[] };

describe('assets', () => {
  test('a cell of the grid, a zone, attributes; what does not exist is named', async () => {
    const picket = await picketForTest();
    const location = await picket.addLocation();
    const elsewhere = await picket.addLocation('Elsewhere');
    const device = await picket.addDevice(location);
    const create = (body: object) =>
      picket.call<ResponseOf<'POST /locations/{guid}/assets'> & Problem>('POST', `/locations/${location}/assets`, {
        as: picket.admin,
        body,
      });
    const place = { sentry: device.sentry, row: 3, column: 31 };
    const made = await create({ name: 'Freezer 1', kind: 'freezer', place, attributes: { 'vendor/model': 'F9' } });
    expect(made).toMatchObject({ status: 201, body: { name: 'Freezer 1', kind: 'freezer', place } });
    expect((await create({ name: 'FREEZER  1', kind: 'freezer' })).body.errors?.[0]).toEqual({
      name: 'name',
      message: 'duplicate name',
    });
    for (const [wrong, name] of [
      [{ ...place, row: 24 }, 'place.row'],
      [{ ...place, column: -1 }, 'place.column'],
    ] as const)
      expect((await create({ name: 'Other', kind: 'pump', place: wrong })).body.errors).toEqual([
        { name, message: 'Coordinate out of bounds' },
      ]);
    const foreign = await picket.addDevice(elsewhere);
    expect(
      (await create({ name: 'Other', kind: 'pump', place: { ...place, sentry: foreign.sentry } })).body.errors?.[0],
    ).toMatchObject({ name: 'place.sentry' });
    expect((await create({ name: 'Other', kind: 'pump', zoneId: device.sentry })).body.errors?.[0]?.name).toBe(
      'zoneId',
    );
    expect((await create({ name: 'Other', kind: 'pump', attributes: { 'a/': '1' } })).body.errors?.[0]?.message).toBe(
      'cannot create attribute key for empty argument',
    );

    const path = `/locations/${location}/assets/${made.body.guid}`;
    const before = made.body.last_update_ts;
    picket.clock.pass(5);
    const changed = await picket.call('PATCH', path, {
      as: picket.admin,
      body: { place: null, kind: 'cold store' },
      headers: { 'if-unmodified-since': before },
    });
    expect(changed.body).not.toHaveProperty('place');
    expect(changed.body).toMatchObject({ kind: 'cold store', name: 'Freezer 1' });
    const second = await picket.call('PATCH', path, {
      as: picket.admin,
      body: { kind: 'pump' },
      headers: { 'if-unmodified-since': before },
    });
    expect(second.status).toBe(412);
    // Asked for through another location it is not there.
    const through = `/locations/${elsewhere}/assets/${made.body.guid}`;
    expect((await picket.call('GET', through, { as: picket.admin })).status).toBe(404);
    expect((await picket.call('DELETE', path, { as: picket.admin })).status).toBe(204);
    expect((await picket.call('GET', path, { as: picket.admin })).status).toBe(404);
  });
});

describe('the network of a device', () => {
  test('settings reach the device with a revision, the Wi-Fi password nobody else; its report is shown', async () => {
    const picket = await picketForTest();
    const location = await picket.addLocation();
    const device = await picket.addDevice(location);
    const path = `/sentries/${device.sentry}/network`;
    const read = () => picket.call<ResponseOf<'GET /sentries/{guid}/network'>>('GET', path, { as: picket.admin });
    const put = (body: object, headers: Record<string, string> = {}) =>
      picket.call<ResponseOf<'PUT /sentries/{guid}/network'> & Problem>('PUT', path, {
        as: picket.admin,
        body,
        headers,
      });
    const config = async () =>
      (await picket.call<ResponseOf<'GET /sentry/config'>>('GET', '/sentry/config', { as: device })).body.network;
    expect((await read()).body).toMatchObject({ revision: 0, addressing: { mode: 'DHCP' }, wifi: null });
    expect(await config()).toBeUndefined();

    const fixed = { mode: 'STATIC', address: '10.0.0.9', prefix: 24, gateway: '10.0.0.1', dns: ['10.0.0.1'] };
    const wifi = { ssid: 'plant floor', password: 'correct horse' };
    const saved = await put({ addressing: fixed, wifi, proxy: 'http://proxy.example:3128' });
    expect(saved.body).toMatchObject({ revision: 1, wifi: { ssid: 'plant floor', hasPassword: true } });
    expect(JSON.stringify([saved.body, (await read()).body])).not.toContain('correct horse');
    expect(await config()).toEqual({ revision: 1, addressing: fixed, wifi, proxy: 'http://proxy.example:3128' });
    const stored = await picket.platform.db.prisma.sentryNetwork.findFirstOrThrow();
    expect(JSON.stringify(stored.settings) + Buffer.from(stored.wifiPassword ?? []).toString()).not.toContain('horse');
    const log = await picket.call('GET', '/audit', { as: picket.admin });
    expect(JSON.stringify(log.body)).not.toContain('correct horse');

    // The password stays with its network, and goes with another.
    await put({ addressing: { mode: 'DHCP' }, wifi: { ssid: 'plant floor' }, proxy: null });
    expect((await config())?.wifi).toEqual(wifi);
    await put({ addressing: { mode: 'DHCP' }, wifi: { ssid: 'guests' }, proxy: null });
    expect((await config())?.wifi).toEqual({ ssid: 'guests' });

    const report = { revision: 2, result: 'FAILED', message: 'no address was given', signalDbm: -71, latencyMs: 12 };
    expect((await picket.call('POST', '/sentry/network', { as: device, body: report })).status).toBe(204);
    expect((await read()).body.report).toMatchObject(report);

    const stale = (await read()).body.last_update_ts;
    picket.clock.pass(5);
    await put({ addressing: { mode: 'DHCP' }, wifi: null, proxy: null });
    const late = await put({ addressing: { mode: 'DHCP' }, wifi: null, proxy: null }, { 'if-unmodified-since': stale });
    expect(late.status).toBe(412);
  });

  test.each([
    [
      { addressing: { mode: 'STATIC', address: '10.0.0', prefix: 24, gateway: '10.0.0.1', dns: [] } },
      'addressing.address',
    ],
    [
      { addressing: { mode: 'STATIC', address: '10.0.0.2', prefix: 64, gateway: '10.0.0.1', dns: [] } },
      'addressing.prefix',
    ],
    [{ wifi: { ssid: '' } }, 'wifi.ssid'],
    [{ wifi: { ssid: 'x', password: 'short' } }, 'wifi.password'],
    [{ proxy: 'ftp://proxy.example' }, 'proxy'],
    [{ proxy: 'http://me:secret@proxy.example' }, 'proxy'],
  ])('%j is rejected, and the field is named', async (wrong, name) => {
    const picket = await picketForTest();
    const device = await picket.addDevice(await picket.addLocation());
    const body = { addressing: { mode: 'DHCP' }, wifi: null, proxy: null, ...wrong };
    const answer = await picket.call<Problem>('PUT', `/sentries/${device.sentry}/network`, { as: picket.admin, body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ name }] } });
  });
});

describe('demo scenarios', () => {
  async function demo(): Promise<{ picket: Picket; location: string; device: Device }> {
    const picket = await picketForTest();
    const me = await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as: picket.admin });
    await picket.platform.db.prisma.tenant.update({ where: { guid: me.body.tenant.guid }, data: { demo: true } });
    const location = await picket.addLocation();
    const made = await picket.call<{ activationCode: string }>('POST', `/locations/${location}/sentries`, {
      as: picket.admin,
      body: { name: 'Simulated' },
    });
    const { body: device } = await picket.call<Device>('POST', '/sentry/activate', {
      body: {
        activationCode: made.body.activationCode,
        model: SIMULATED_MODEL,
        serialNumber: 'SIM-1',
        softwareVersion: '1',
      },
    });
    return { picket, location, device };
  }

  test('a scenario reaches the simulated sentries, and ends by itself', async () => {
    const { picket, location, device } = await demo();
    await picket.addDevice(location, { name: 'A real one' });
    const state = (body?: object) =>
      picket.call<ResponseOf<'GET /locations/{guid}/demo'>>(
        body === undefined ? 'GET' : 'POST',
        `/locations/${location}/demo`,
        { as: picket.admin, ...(body === undefined ? {} : { body }) },
      );
    const scenario = async () =>
      (await picket.call<ResponseOf<'GET /sentry/config'>>('GET', '/sentry/config', { as: device })).body.scenario;
    expect((await state()).body.items).toEqual([{ sentry: device.sentry, name: 'Simulated' }]);
    const pressed = await state({ scenario: 'leak' });
    expect(pressed.body.items[0]?.scenario?.name).toBe('leak');
    expect((await scenario())?.name).toBe('leak');
    picket.clock.pass(121);
    expect(await scenario()).toBeUndefined();
    expect((await state()).body.items[0]).not.toHaveProperty('scenario');
    await state({ scenario: 'go-silent', sentry: device.sentry });
    expect((await scenario())?.name).toBe('go-silent');
    await state({ scenario: null });
    expect(await scenario()).toBeUndefined();
    expect((await state({ scenario: 'earthquake' })).status).toBe(400);
    expect((await state({ scenario: 'leak', sentry: location })).status).toBe(400);
  });

  test('not available outside demo organizations', async () => {
    const picket = await picketForTest();
    const location = await picket.addLocation();
    const answer = await picket.call('POST', `/locations/${location}/demo`, {
      as: picket.admin,
      body: { scenario: 'leak' },
    });
    expect(answer.status).toBe(404);
  });
});

describe('a wall display', () => {
  test('reads its locations only, does not time out, is listed and revoked', async () => {
    const picket = await picketForTest();
    const shown = await picket.addLocation('Shown');
    await picket.addLocation('Not shown');
    const alert = await picket.call<{ guid: string }>('POST', '/alerts', {
      as: picket.admin,
      body: { location: shown, severity: 300, message: 'Smoke' },
    });
    const wall = new TestBrowser(picket);
    await wall.logIn('admin@picket.example');
    const old = wall.as;
    expect((await wall.call('POST', '/users/my-profile/display', { locations: [shown] })).status).toBe(204);
    // The person's own session at that browser is over.
    expect((await picket.call('GET', '/users/my-profile', { as: old })).status).toBe(401);
    const profile = await wall.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile');
    expect(profile.body).toMatchObject({ display: true, permissions: [{ role: 'VIEWER', location: shown }] });
    const names = async () =>
      (await wall.call<ResponseOf<'GET /views/locations'>>('GET', '/views/locations')).body.items.map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['Shown']);
    expect((await wall.call('GET', `/alerts/${alert.body.guid}`)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', `/alerts/${alert.body.guid}/acknowledge`, undefined],
      ['POST', `/alerts/${alert.body.guid}/comments`, { text: 'from the wall' }],
      ['PATCH', '/users/my-profile', { displayName: 'Wall' }],
      ['POST', '/api-tokens', { name: 'x', days: 1, permissions: [{ role: 'VIEWER' }] }],
      ['POST', '/auth/confirm', { password: 'base64:eA==' }],
      ['GET', '/users', undefined],
    ] as const)
      expect((await wall.call(method, path, body)).status, `${method} ${path}`).toBe(403);

    picket.clock.pass(40 * 86_400);
    expect(await names()).toEqual(['Shown']);
    picket.admin = await picket.signIn('admin@picket.example');
    const sessions = await picket.call<ResponseOf<'GET /users/my-profile/sessions'>>(
      'GET',
      '/users/my-profile/sessions',
      {
        as: picket.admin,
      },
    );
    const display = sessions.body.items.find((session) => session.display);
    expect(display).toBeDefined();
    await picket.call('DELETE', `/users/my-profile/sessions/${display?.guid}`, { as: picket.admin });
    expect((await wall.call('GET', '/users/my-profile')).status).toBe(401);
  });

  test('is created only after recent authentication', async () => {
    const picket = await picketForTest();
    await picket.addLocation('Shown');
    const wall = new TestBrowser(picket);
    await wall.logIn('admin@picket.example');
    picket.clock.pass(16 * 60);
    expect(await wall.call('POST', '/users/my-profile/display', {})).toMatchObject({
      status: 403,
      body: { code: 'reauthenticationRequired' },
    });
    expect((await wall.call('POST', '/auth/confirm', { password: encodePassword(PASSWORD) })).status).toBe(204);
    expect((await wall.call('POST', '/users/my-profile/display', {})).status).toBe(204);
  });

  test.each([
    ['may look at none of it any more', { role: 'METRICS', locationGuid: null }],
    ['has another location alone', { role: 'ADMIN', locationGuid: 'another' }],
  ] as const)('ends for good when its creator %s', async (_what, { role, locationGuid }) => {
    const picket = await picketForTest();
    const [shown, another] = [await picket.addLocation('Shown'), await picket.addLocation('Another')];
    const viewer = await picket.addPerson('VIEWER', shown);
    const made = await picket.call('POST', '/users/my-profile/display', { as: viewer, body: { locations: [shown] } });
    const as = { cookie: cookieOf(made) };
    const readCards = async () => (await picket.call('GET', '/views/locations', { as })).status;
    expect(await readCards()).toBe(200);
    const { prisma } = picket.platform.db;
    const where = { user: { email: { not: 'admin@picket.example' } } };
    await prisma.permission.updateMany({
      where,
      data: { role, locationGuid: locationGuid === null ? null : another },
    });
    expect(await readCards()).toBe(401);
    await prisma.permission.updateMany({ where, data: { role: 'VIEWER', locationGuid: shown } });
    expect(await readCards()).toBe(401);
  });

  test.each([
    [
      'account is deleted',
      (picket: Picket, guid: string) => picket.call('DELETE', `/users/${guid}`, { as: picket.admin }),
    ],
    [
      'sessions are ended',
      (picket: Picket, guid: string) => picket.call('DELETE', `/users/${guid}/sessions`, { as: picket.admin }),
    ],
    [
      'password is reset',
      async (picket: Picket, guid: string) => {
        const { body } = await picket.call<{ path: string }>('POST', `/users/${guid}/reset-link`, { as: picket.admin });
        const newPassword = encodePassword('eleven green bottles on a wall');
        return picket.call('POST', `/auth${body.path}`, { body: { newPassword } });
      },
    ],
  ] as const)('ends when their %s', async (_what, happens) => {
    const picket = await picketForTest();
    const viewer = await picket.addPerson('VIEWER', await picket.addLocation('Shown'));
    const { body } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: viewer });
    const made = await picket.call('POST', '/users/my-profile/display', { as: viewer, body: {} });
    const as = { cookie: cookieOf(made) };
    expect((await picket.call('GET', '/views/locations', { as })).status).toBe(200);
    expect((await happens(picket, body.guid)).status).toBeLessThan(300);
    expect((await picket.call('GET', '/views/locations', { as })).status).toBe(401);
  });

  test('shows what its creator has access to, now', async () => {
    const picket = await picketForTest();
    const mine = await picket.addLocation('Mine');
    const other = await picket.addLocation('Other');
    const viewer = await picket.addPerson('VIEWER', mine);
    const refused = await picket.call<Problem>('POST', '/users/my-profile/display', {
      as: viewer,
      body: { locations: [mine, other] },
    });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ name: 'locations' }] } });
    const neighbor = await picket.addTenant('Neighbor');
    const theirs = await picket.addLocation('Theirs', neighbor.admin);
    const foreign = await picket.call('POST', '/users/my-profile/display', {
      as: picket.admin,
      body: { locations: [theirs] },
    });
    expect(foreign.status).toBe(400);
  });
});

describe('search', () => {
  test('finds visible items by part of their name, and nothing else', async () => {
    const picket = await picketForTest();
    const zurich = await picket.addLocation('Zurich 100');
    const porto = await picket.addLocation('Porto');
    await picket.addDevice(zurich, { name: 'Rack one' });
    await picket.addDevice(porto, { name: 'Rack two' });
    await picket.call('POST', `/locations/${porto}/assets`, {
      as: picket.admin,
      body: { name: 'Rack freezer', kind: 'x' },
    });
    const neighbor = await picket.addTenant('Neighbor');
    await picket.addLocation('Zurich of others', neighbor.admin);
    const find = async (q: string, as = picket.admin) =>
      (
        await picket.call<ResponseOf<'GET /views/search'>>('GET', `/views/search?q=${encodeURIComponent(q)}`, { as })
      ).body.items.map(({ kind, name }) => `${kind} ${name}`);
    expect(await find('zurich')).toEqual(['location Zurich 100']);
    expect(await find('rack')).toEqual(['sentry Rack one', 'sentry Rack two', 'asset Rack freezer']);
    expect(await find('humid')).toEqual(['policy Humidity']);
    expect(await find('admin@')).toEqual(['user admin@picket.example']);
    // Signs of patterns are signs.
    expect(await find('%')).toEqual([]);
    expect(await find('_')).toEqual([]);
    const viewer = await picket.addPerson('VIEWER', zurich);
    expect(await find('rack', viewer)).toEqual(['sentry Rack one']);
    expect(await find('admin@', viewer)).toEqual([]);
  });
});

describe('announcements and feedback', () => {
  const announcements = (picket: Picket, as = picket.admin) =>
    picket.call<ResponseOf<'GET /announcements'>>('GET', '/announcements', { as });

  test('four announcements, newest first; the one closed last is kept; the first demo organization sees none', async () => {
    const picket = await picketForTest();
    const { body } = await announcements(picket);
    expect(body.items.map(({ id }) => id)).toEqual([
      'policy-change-auditing',
      'api-access',
      'activity-grid',
      'pairing-in-place',
    ]);
    expect(body.seen).toBeNull();
    const seen = await picket.call('POST', '/announcements/policy-change-auditing/seen', { as: picket.admin });
    expect(seen.status).toBe(204);
    expect((await announcements(picket)).body.seen).toBe('policy-change-auditing');
    expect((await picket.call('POST', '/announcements/no-such/seen', { as: picket.admin })).status).toBe(404);
    const page = await picket.call<ResponseOf<'GET /announcements'>>('GET', '/announcements?limit=3', {
      as: picket.admin,
    });
    const rest = await picket.call<ResponseOf<'GET /announcements'>>(
      'GET',
      `/announcements?limit=3&cursor=${page.body.nextCursor}`,
      { as: picket.admin },
    );
    expect(rest.body.items.map(({ id }) => id)).toEqual(['pairing-in-place']);

    const first = await picket.addTenant('Demo one');
    picket.clock.pass(1);
    const second = await picket.addTenant('Demo two');
    const { prisma } = picket.platform.db;
    await prisma.tenant.updateMany({ where: { guid: { in: [first.tenant, second.tenant] } }, data: { demo: true } });
    expect((await announcements(picket, first.admin)).body.items).toEqual([]);
    expect((await announcements(picket, second.admin)).body.items).toHaveLength(4);
  });

  test('feedback needs a mood; its message is trimmed and at most 2048 characters long', async () => {
    const picket = await picketForTest();
    const sendFeedback = (body: object) => picket.call<Problem>('POST', '/feedback', { as: picket.admin, body });
    expect((await sendFeedback({ message: 'no mood' })).body.errors?.[0]?.name).toBe('mood');
    expect((await sendFeedback({ mood: 'furious' })).status).toBe(400);
    expect((await sendFeedback({ mood: 'sad', message: 'x'.repeat(2049) })).body).toMatchObject({
      message: 'Request validation failed',
      errors: [{ name: 'message', message: 'Feedback is too long' }],
    });
    expect((await sendFeedback({ mood: 'sad', message: `  ${'x'.repeat(2048)}  ` })).status).toBe(204);
    expect((await sendFeedback({ mood: 'happy' })).status).toBe(204);
    const rows = await picket.platform.db.prisma.feedback.findMany({ orderBy: { guid: 'asc' } });
    expect(rows).toMatchObject([
      { mood: 'sad', message: 'x'.repeat(2048), email: 'admin@picket.example' },
      { mood: 'happy', message: '' },
    ]);
  });

  test('a crash of the console goes to the log, whatever stands in it; 65536 characters of it', async () => {
    const picket = await picketForTest();
    const crash = (msg: string) => picket.call('POST', '/uilog', { body: { msg } });
    expect((await crash('Error: it broke\n  at Graph')).status).toBe(204);
    expect((await crash('x'.repeat(65_536))).status).toBe(204);
    expect((await crash('x'.repeat(70_000))).status).toBe(204);
    expect((await crash('a\0b\ud800')).status).toBe(204);
    expect((await crash('')).status).toBe(400);
  });
});
