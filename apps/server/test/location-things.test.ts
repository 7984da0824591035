/** Assets, networks, demo scenarios and search of a location. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { describe, expect, test } from 'vitest';
import { type Device, type Picket, picketForTest } from './harness.ts';

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
    expect((await state()).body.items).toEqual([
      { sentry: device.sentry, name: 'Simulated', scenarios: ['go-silent'] },
    ]);
    // There is no fluid sensor yet.
    expect((await state({ scenario: 'leak' })).status).toBe(400);
    await picket.send(device, 'fluid-FX2-1_leak', 0);
    expect((await state()).body.items[0]?.scenarios).toEqual(['leak', 'go-silent']);
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
    await picket.call('POST', '/alerts', {
      as: picket.admin,
      body: { location: porto, severity: 300, message: 'Rack door open' },
    });
    expect(await find('DOOR')).toEqual(['alert Rack door open']);
    expect(await find('porto')).toEqual(['location Porto', 'alert Rack door open']);
    expect(await find('door', neighbor.admin)).toEqual([]);
    // Signs of patterns are signs.
    expect(await find('%')).toEqual([]);
    expect(await find('_')).toEqual([]);
    const viewer = await picket.addPerson('VIEWER', zurich);
    expect(await find('rack', viewer)).toEqual(['sentry Rack one']);
    expect(await find('admin@', viewer)).toEqual([]);
  });
});
