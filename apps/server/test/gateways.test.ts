/** Sources in a network that the server does not reach: a gateway reads them and reports over HTTP. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { GatewaySources } from '@picket/contracts/gateways';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, test } from 'vitest';
import { GatewayWorld, TestGateway } from './gateway-world.ts';
import { NutDouble } from './nut-double.ts';

const ONLINE = { 'ups.status': 'OL', 'battery.charge': '100' };
const SEEN = { 'power_onBattery.value': false, 'power_badSource.value': false, 'power_battery.percent': 100 };
const STORED = { 'power_onBattery.value': 0, 'power_badSource.value': 0, 'power_battery.percent': 100 };

async function openUps(): Promise<{ readonly double: NutDouble; readonly world: GatewayWorld }> {
  const double = await NutDouble.start();
  double.upses.set('rack', ONLINE);
  const settings = { kind: 'NUT', host: '127.0.0.1', port: double.port, user: 'monitor' };
  const world = await GatewayWorld.openRead({ ...settings, password: encodePassword('secret') });
  return { double, world };
}

const observe = (world: GatewayWorld, gateway: TestGateway, events: readonly unknown[], integration?: string) =>
  gateway.device
    .send('POST', '/sentry/observations', {
      integration: integration ?? world.integration.guid,
      sentAt: formatInstant(world.picket.clock.now()),
      events,
    })
    .then(
      (response): Promise<unknown> => response.json(),
      (error: unknown) => error,
    );

/** The answer of a poll with this charge, as the gateway of the world would send it now. */
async function polledCharge(world: GatewayWorld, charge: number): Promise<object> {
  const { sources } = GatewaySources.parse(await (await world.gateway.device.call('GET', '/sentry/sources')).json());
  const [{ place = '', entities = [] } = {}] = sources[0]?.known ?? [];
  const named = { identity: place, name: place, maker: null, model: null, serialNumber: null, softwareVersion: null };
  const message = JSON.stringify({ 'battery.charge': String(charge) });
  const found = { device: { ...named, availability: [] }, entities, leftOut: [], messages: [{ message, at: null }] };
  return { kind: 'POLLED', at: formatInstant(world.picket.clock.now()), devices: [{ place, found }], leftOut: [] };
}

describe('a UPS that a gateway reads', () => {
  test('is found and adopted as one that the server reads; the integration says what keeps it from being read', async () => {
    const { double, world } = await openUps();
    await world.eventually(() => world.values(), SEEN);
    expect((await world.state())?.connectedAt).toBeDefined();
    expect(double.asked.slice(0, 2)).toEqual(['USERNAME "monitor"', 'PASSWORD "secret"']);
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    const asked = double.asked.length;
    await world.run();
    expect(double.asked.length).toBe(asked);
    double.answers.set('LIST UPS', 'ERR ACCESS-DENIED\n');
    await world.eventually(async () => (await world.state())?.problem, 'NOT_AUTHORIZED');
    expect((await world.state())?.connectedAt).toBeUndefined();
    // What is hostile ends its own poll, and not the gateway.
    double.answers.set('LIST UPS', Buffer.alloc(100_000, 0x41));
    await world.eventually(async () => (await world.state())?.problem, 'ANSWER_TOO_LARGE');
    double.answers.clear();
    await world.eventually(async () => (await world.state())?.problem, undefined);
  });

  test('while the server is away it is read on, and each reading is stored once, with its time', async () => {
    const { double, world } = await openUps();
    await world.eventually(() => world.values(), SEEN);
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    world.gateway.network.cut();
    const cutAt = world.picket.clock.now();
    for (const charge of ['90', '80', '70']) {
      double.upses.set('rack', { ...ONLINE, 'ups.status': 'OB', 'battery.charge': charge });
      const asked = double.asked.length;
      await expect
        .poll(
          async () => {
            await world.live(10);
            return double.asked.filter((one) => one === 'LIST VAR rack').length > 0 && double.asked.length > asked + 3;
          },
          { timeout: 30_000 },
        )
        .toBe(true);
    }
    // It is stopped and started as well, before the server is back.
    await world.gateway.stop();
    world.gateway.start();
    world.gateway.network.isThere = true;
    await world.eventually(() => world.latest(), {
      ...STORED,
      'power_onBattery.value': 1,
      'power_battery.percent': 70,
    });
    const readings = await world.readings('power_battery');
    const during = readings.filter(([at]) => Date.parse(at) > cutAt);
    expect(new Set(during.map(([, value]) => value))).toEqual(new Set([90, 80, 70]));
    expect(new Set(during.map(([at]) => at)).size).toBe(during.length);
    // Sent again, as after an answer that was lost.
    await world.gateway.stop();
    // A reading of the instant at which the gateway asked last would be the same again.
    world.picket.clock.pass(1);
    const event = await polledCharge(world, 55);
    for (let sent = 0; sent < 2; sent++)
      expect(await observe(world, world.gateway, [event])).toMatchObject({ accepted: 1, rejected: [] });
    await world.eventually(async () => (await world.latest())['power_battery.percent'], 55);
    const again = await world.readings('power_battery');
    expect(again.filter(([, value]) => value === 55)).toHaveLength(1);
  });

  test('one silence is one alert, of the gateway; a source that is gone is one of its own', async () => {
    const { double, world } = await openUps();
    await world.eventually(() => world.values(), SEEN);
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    await world.gateway.stop();
    await world.raises([['Sentry offline', world.gateway.sentry]]);
    expect(await world.state()).toMatchObject({ problem: 'GATEWAY_OFFLINE' });
    world.gateway.start();
    await world.eventually(() => world.openAlerts(), []);
    await double.stop();
    await world.raises([['Sentry offline', world.integration.gateway]]);
    expect(await world.state()).toMatchObject({ problem: 'CONNECTION_REFUSED' });
  });

  test('a gateway that is removed gets nothing and reports nothing; what it read says so', async () => {
    const { world } = await openUps();
    await world.eventually(() => world.values(), SEEN);
    const adopted = await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    const path = `/sentries/${world.gateway.sentry}`;
    expect((await world.picket.call('DELETE', path, { as: world.picket.admin })).status).toBe(204);
    // At once, also on a server that connects nothing.
    const shown = await world.picket.call('GET', '/integrations', { as: world.picket.admin });
    expect(shown.body).toMatchObject({ items: [{ problem: 'GATEWAY_REMOVED' }] });
    expect(await observe(world, world.gateway, [])).toMatchObject({ status: 401 });
    await expect(world.gateway.device.call('GET', '/sentry/sources')).rejects.toMatchObject({ status: 401 });
    expect(await world.state()).toMatchObject({ problem: 'GATEWAY_REMOVED' });
    await world.live(900);
    expect(await world.openAlerts()).toEqual([]);
    expect(adopted.kind).toBe('ADOPTED');
    // Another one takes it over.
    const other = await TestGateway.open(world.picket, world.location, 'Second');
    const patched = await world.picket.call('PATCH', `/integrations/${world.integration.guid}`, {
      as: world.picket.admin,
      body: { readBy: other.sentry },
    });
    expect(patched).toMatchObject({ status: 200, body: { readBy: other.sentry } });
  });
});

describe('what a gateway may do', () => {
  test('it is given and may report its own integrations alone', async () => {
    const { world } = await openUps();
    const other = await TestGateway.open(world.picket, world.location, 'Other');
    const sources = await (await other.device.call('GET', '/sentry/sources')).json();
    expect(sources).toEqual({ sources: [] });
    const own = await (await world.gateway.device.call('GET', '/sentry/sources')).json();
    expect(own).toMatchObject({ sources: [{ integration: world.integration.guid, settings: { password: 'secret' } }] });
    expect(await observe(world, other, [])).toMatchObject({ status: 403 });
    const unknown = '0190a3c4-1f00-7000-8000-000000000009';
    expect(await observe(world, world.gateway, [], unknown)).toMatchObject({ status: 403 });
    const gateways = await world.picket.call<ResponseOf<'GET /gateways'>>('GET', '/gateways', {
      as: world.picket.admin,
    });
    expect(gateways.body.items.map(({ name, integrations }) => [name, integrations])).toEqual([
      ['Gateway', 1],
      ['Other', 0],
    ]);
  });

  test('a gateway of another organization is given nothing, reports nothing and cannot be chosen', async () => {
    const { world } = await openUps();
    const { picket } = world;
    const { admin } = await picket.addTenant('Elsewhere');
    const foreign = await TestGateway.open(picket, await picket.addLocation('Lyon', admin), 'Foreign', admin);
    expect(await (await foreign.device.call('GET', '/sentry/sources')).json()).toEqual({ sources: [] });
    expect(await observe(world, foreign, [])).toMatchObject({ status: 403 });
    const path = `/integrations/${world.integration.guid}`;
    expect(await picket.call('PATCH', path, { as: picket.admin, body: { readBy: foreign.sentry } })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'readBy' }] },
    });
    expect((await picket.call('PATCH', path, { as: admin, body: { readBy: foreign.sentry } })).status).toBe(404);
  });

  test('what is wrong is named, and what lies in the future is refused; the rest is taken', async () => {
    const { world } = await openUps();
    await world.gateway.stop();
    const now = world.picket.clock.now();
    const at = formatInstant(now);
    const answer = await observe(world, world.gateway, [
      { kind: 'FAILED', at, problem: 'UNREACHABLE' },
      { kind: 'FAILED', at, problem: 'MADE_UP' },
      { kind: 'MESSAGE', at: formatInstant(now + 120_000), topic: 'a', message: '1', isRetained: false },
      'nothing',
    ]);
    expect(answer).toMatchObject({
      accepted: 1,
      rejected: [{ index: 1, name: 'events.1.problem' }, { index: 2, name: 'events.2.at' }, { index: 3 }],
    });
    const many = Array.from({ length: 501 }, () => ({ kind: 'LOST', at }));
    expect(await observe(world, world.gateway, many)).toMatchObject({ status: 400 });
    const large = [{ kind: 'MESSAGE', at, topic: 'a', message: 'x'.repeat(300_001), isRetained: false }];
    expect(await observe(world, world.gateway, large)).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
  });

  test('only a gateway of the organization can be chosen, and only for a source that can be read there', async () => {
    const { world } = await openUps();
    const { picket, location } = world;
    const device = await picket.addDevice(location);
    const add = (body: object) => picket.call('POST', '/integrations', { as: picket.admin, body });
    const nut = { name: 'Other', location, kind: 'NUT', host: 'ups.lan' };
    expect(await add({ ...nut, readBy: device.sentry })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'readBy' }] },
    });
    const broker = { name: 'Broker', location, address: 'mqtt://broker:1883', readBy: world.gateway.sentry };
    expect(await add({ ...broker, exportsSentries: true })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'exportsSentries' }] },
    });
    // By this server it has to be an allowed host again.
    const patch = { as: picket.admin, body: { readBy: null } };
    await world.gateway.stop();
    await world.live(10);
    expect(await picket.call('PATCH', `/integrations/${world.integration.guid}`, patch)).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'host' }] },
    });
  });
});
