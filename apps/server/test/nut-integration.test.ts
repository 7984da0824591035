/** A UPS as a source of readings: at a double that speaks the protocol, and at the real upsd where there is one. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { NutDouble } from './nut-double.ts';
import { hasNut, NutServer } from './nut-server.ts';
import { PolledWorld } from './polled-world.ts';

const openNut = (port: number, more: object = {}): Promise<PolledWorld> =>
  PolledWorld.open(port, { kind: 'NUT', host: '127.0.0.1', port, ...more });

const ONLINE = { 'ups.status': 'OL', 'battery.charge': '100', 'input.voltage': '230.4', 'ups.model': 'Smart "1500"' };
const STORED = {
  'power_onBattery.value': 0,
  'power_badSource.value': 0,
  'power_battery.percent': 100,
  'power_volts.value': 230.4,
};
const SEEN = { ...STORED, 'power_onBattery.value': false, 'power_badSource.value': false };
const UNKNOWN = Object.fromEntries(Object.keys(STORED).map((name) => [name, null]));
const ON_BATTERY = { ...ONLINE, 'ups.status': 'OB LB', 'battery.charge': '9', 'input.voltage': '0' };

describe('a UPS at a double', () => {
  test('is found, adopted, and read at each interval; what it no longer says is unknown', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const world = await openNut(double.port, { user: 'monitor', password: encodePassword('a "b" \\') });
    expect(world.integration).toMatchObject({ kind: 'NUT', pollSeconds: 30, hasPassword: true, user: 'monitor' });
    await world.eventually(() => world.values(), SEEN);
    const [device] = await world.discovered();
    expect(device).toMatchObject({
      name: 'rack',
      model: 'Smart "1500"',
      state: 'DISCOVERED',
      usualIntervalSeconds: 60,
    });
    expect(device?.entities.find(({ name }) => name === 'ups.model')).toMatchObject({ reason: 'DIAGNOSTIC' });
    expect(double.asked.slice(0, 4)).toEqual([
      'USERNAME "monitor"',
      String.raw`PASSWORD "a \"b\" \\"`,
      'LIST UPS',
      'LIST VAR rack',
    ]);
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    double.upses.set('rack', { 'ups.status': 'OL CHRG RB', 'battery.charge': '99' });
    await world.eventually(() => world.latest(), {
      'power_onBattery.value': 0,
      'power_badSource.value': 1,
      'power_battery.percent': 99,
      'power_volts.value': null,
    });
    // The variable that is missing is no other announcement.
    expect((await world.discovered())[0]?.state).toBe('ADOPTED');
  });

  test('one that is stale is offline, it alone, and has no values until it is back', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const world = await openNut(double.port);
    await world.eventually(() => world.values(), SEEN);
    const adopted = await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    double.upses.set('rack', null);
    await world.eventually(() => world.values(), UNKNOWN);
    expect((await world.discovered())[0]?.unavailableSince).toBeDefined();
    await world.raises([['Sentry offline', adopted.guid]]);
    double.upses.set('rack', ONLINE);
    await world.eventually(() => world.openAlerts(), []);
    expect(await world.values()).toEqual(SEEN);
    // It is no longer listed.
    double.upses.clear();
    await world.eventually(async () => (await world.discovered())[0]?.state, 'CHANGED');
    expect((await world.discovered())[0]?.unavailableSince).toBeDefined();
  });

  test('a server that is gone is one alert, is asked less and less often, and is found again', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const world = await openNut(double.port, { pollSeconds: 10 });
    const { port } = double;
    await world.eventually(() => world.values(), SEEN);
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    await double.stop();
    await world.eventually(async () => (await world.state())?.problem, 'CONNECTION_REFUSED');
    expect(await world.values()).toEqual(UNKNOWN);
    await world.raises([['Sentry offline', world.integration.gateway]]);
    await double.listen(port);
    double.asked.length = 0;
    await world.eventually(() => world.openAlerts(), []);
    expect(await world.state()).toMatchObject({ adopted: 1, connectedAt: expect.any(String) });
  });

  test('of two servers one asks', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const world = await openNut(double.port, { pollSeconds: 3600 });
    const { databaseUrl, dataDir } = world.picket.platform.config;
    const other = await openPicket({
      databaseUrl,
      dataDir,
      environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${double.port}` },
    });
    onTestFinished(async () => {
      await other.server.pipeline.integrations.close();
      await other.close();
    });
    await world.eventually(() => world.values(), SEEN);
    other.clock.set(world.picket.clock.now());
    double.asked.length = 0;
    await other.server.pipeline.integrations.run();
    await other.server.pipeline.integrations.run();
    expect(double.asked).toEqual([]);
    await world.picket.server.pipeline.integrations.close();
    await expect
      .poll(async () => {
        await other.server.pipeline.integrations.run();
        return double.asked;
      })
      .toEqual(['LIST UPS', 'LIST VAR rack']);
  });

  test('a server that stores no readings, since its clock is not trusted, goes on with its sources', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const world = await openNut(double.port);
    await world.eventually(() => world.values(), SEEN);
    await world.picket.server.pipeline.integrations.close();
    const { databaseUrl, dataDir } = world.picket.platform.config;
    // Its clock is behind what is stored.
    const other = await openPicket({
      databaseUrl,
      dataDir,
      environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${double.port}` },
    });
    onTestFinished(async () => {
      await other.server.pipeline.integrations.close();
      await other.close();
    });
    expect(other.platform.clock.isUntrusted()).toBe(true);
    double.asked.length = 0;
    await expect
      .poll(async () => {
        other.clock.pass(30);
        await other.server.pipeline.integrations.run();
        return double.asked.filter((line) => line === 'LIST UPS').length;
      })
      .toBeGreaterThan(2);
  });

  test('what it lists wrongly is left out with its reason, once, and the rest is read', async () => {
    const double = await NutDouble.start();
    const rows = Array.from({ length: 200 }, (_, index) => `UPS u${index} ""`);
    double.upses.set('u1', ONLINE);
    double.answers.set('LIST UPS', `BEGIN LIST UPS\nUPS "a b" ""\nnoise "\n${rows.join('\n')}\nEND LIST UPS\n`);
    double.answers.set('LIST VAR u0', `BEGIN LIST VAR u0\n${'VAR u0 ups.id "x"\n'.repeat(5000)}`);
    double.answers.set(
      'LIST VAR u2',
      Buffer.from('BEGIN LIST VAR u2\nVAR u2 \xff\xfe "\x00"\nEND LIST VAR u2\n', 'latin1'),
    );
    const world = await openNut(double.port);
    const path = `/integrations/${world.integration.guid}/left-out`;
    const leftOut = async () => {
      const { body } = await world.picket.call<ResponseOf<'GET /integrations/{guid}/left-out'>>('GET', path, {
        as: world.picket.admin,
      });
      return body;
    };
    await world.eventually(async () => (await leftOut()).total, 101);
    await world.live(120);
    const { items, total } = await leftOut();
    expect(total).toBe(101);
    expect(items.every(({ count }) => count === 1)).toBe(true);
    expect([...new Set(items.map(({ reason }) => reason))]).toEqual(['TOO_LARGE', 'OVER_LIMIT']);
    expect(await world.values()).toEqual(SEEN);
    expect((await world.state())?.problem).toBeUndefined();
  });

  test.each([
    ['an error that asks for a user', 'ERR ACCESS-DENIED\n', 'NOT_AUTHORIZED'],
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'NOT_NUT'],
    ['no text', Buffer.from([0, 255, 254, 10, 13, 10]), 'NOT_NUT'],
    ['10,000 UPSes', `BEGIN LIST UPS\n${'UPS x "y"\n'.repeat(10_000)}END LIST UPS\n`, 'ANSWER_TOO_LARGE'],
  ] as const)('a test names %s', async (_what, answer, problem) => {
    const double = await NutDouble.start();
    double.answers.set('LIST UPS', answer);
    const world = await openNut(double.port);
    const tested = await world.picket.call('POST', '/integrations/test', {
      as: world.picket.admin,
      body: { kind: 'NUT', host: '127.0.0.1', port: double.port },
    });
    expect(tested).toMatchObject({ status: 200, body: { connected: false, problem, topics: [] } });
    await world.eventually(async () => (await world.state())?.problem, problem);
  });

  test('a test lists UPSes with their status, and says when nothing answers', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE).set('old', null);
    const world = await openNut(double.port);
    const body = { kind: 'NUT', host: '127.0.0.1', port: double.port };
    const call = () => world.picket.call('POST', '/integrations/test', { as: world.picket.admin, body });
    expect((await call()).body).toEqual({
      connected: true,
      topics: [],
      upses: [
        { name: 'rack', description: 'rack in the double', status: 'OL' },
        { name: 'old', description: 'old in the double' },
      ],
    });
    double.answers.set('LIST UPS', null);
    expect((await call()).body).toEqual({ connected: false, problem: 'UNREACHABLE', topics: [] });
  });
});

describe('the settings of a NUT server', () => {
  let picket: Picket;
  let location: string;
  beforeAll(async () => {
    picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: '127.0.0.1:1,10.0.0.5:3493' } });
    location = await picket.addLocation('Basel');
  });
  afterAll(() => picket.close());

  test.each([
    [{ kind: 'BACNET', host: '10.0.0.5' }, 'kind'],
    [{ host: '' }, 'host'],
    [{ host: 'ups.lan/x' }, 'host'],
    [{ host: '10.0.0.6' }, 'host'],
    [{ host: 'ups.example.org' }, 'host'],
    [{ host: '169.254.169.254' }, 'host'],
    [{ host: '10.0.0.5', port: 3494 }, 'host'],
    [{ host: '10.0.0.5', port: 0 }, 'port'],
    [{ host: '10.0.0.5', pollSeconds: 9 }, 'pollSeconds'],
    [{ host: '10.0.0.5', pollSeconds: 3601 }, 'pollSeconds'],
    [{ host: '10.0.0.5', user: 'a\nb' }, 'user'],
    [{ host: '10.0.0.5', password: encodePassword('a\nFSD rack') }, 'password'],
  ])('%j is refused', async (settings, name) => {
    const body = { kind: 'NUT', ...settings };
    const answer = await picket.call<{ errors: readonly { name: string }[] }>('POST', '/integrations/test', {
      as: picket.admin,
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.name)).toContain(name);
  });

  test('a refused connection is named', async () => {
    const body = { kind: 'NUT', host: '127.0.0.1', port: 1 };
    const { body: result } = await picket.call('POST', '/integrations/test', { as: picket.admin, body });
    expect(result).toEqual({ connected: false, problem: 'CONNECTION_REFUSED', topics: [] });
  });

  test('are changed within their kind, and a stored password goes to no other host', async () => {
    const body = { kind: 'NUT', name: 'Power', location, host: '10.0.0.5', user: 'u', password: encodePassword('p') };
    const added = await picket.call<{ guid: string }>('POST', '/integrations', { as: picket.admin, body });
    expect(added.status).toBe(201);
    const patch = (change: object) =>
      picket.call('PATCH', `/integrations/${added.body.guid}`, { as: picket.admin, body: change });
    expect(await patch({ pollSeconds: 300 })).toMatchObject({
      status: 200,
      body: { kind: 'NUT', host: '10.0.0.5', port: 3493, pollSeconds: 300, hasPassword: true },
    });
    expect(await patch({ address: 'mqtts://broker.example.org' })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'address' }] },
    });
    expect(await patch({ host: '127.0.0.1', port: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'password' }] },
    });
    expect(await patch({ host: '127.0.0.1', port: 1, password: null, user: null })).toMatchObject({
      status: 200,
      body: { host: '127.0.0.1', port: 1, pollSeconds: 300, hasPassword: false },
    });
  });
});

describe.runIf(hasNut)('a UPS at the real upsd', () => {
  test('on mains, on battery with an alert, stale, and gone', async () => {
    const nut = await NutServer.start(ONLINE);
    const world = await openNut(nut.port, { user: 'monitor', password: encodePassword('secret') });
    const tested = await world.picket.call('POST', '/integrations/test', {
      as: world.picket.admin,
      body: { kind: 'NUT', host: '127.0.0.1', port: nut.port },
    });
    expect(tested.body).toEqual({
      connected: true,
      topics: [],
      upses: [{ name: 'rack', description: 'The "rack"', status: 'OL' }],
    });
    await world.eventually(() => world.values(), SEEN);
    const adopted = await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    nut.set(ON_BATTERY);
    await world.eventually(() => world.latest(), {
      'power_onBattery.value': 1,
      'power_badSource.value': 1,
      'power_battery.percent': 9,
      'power_volts.value': 0,
    });
    await world.live(120);
    const raised = (await world.openAlerts()).map(([name]) => name);
    expect(raised).toEqual(['Bad power source', 'Battery charge', 'Mains voltage', 'On battery power']);
    nut.set(ONLINE);
    await world.eventually(() => world.openAlerts(), []);
    nut.freeze(true);
    await world.eventually(() => world.values(), UNKNOWN);
    await world.raises([['Sentry offline', adopted.guid]]);
    nut.freeze(false);
    await world.eventually(() => world.openAlerts(), []);
    await nut.stop();
    await world.eventually(async () => (await world.state())?.problem, 'CONNECTION_REFUSED');
    await world.raises([['Sentry offline', world.integration.gateway]]);
  }, 240_000);
});
