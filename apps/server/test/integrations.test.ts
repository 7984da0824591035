/**
 * Sensors that people own, by way of a real broker: what is announced is discovered, what is adopted becomes readings and alerts,
 * and nothing that a broker kept or a bridge repeats becomes either.
 */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { hasBroker, startOpenBroker } from './mqtt-broker.ts';

type DiscoveredList = ResponseOf<'GET /discovered'>;
type Integration = ResponseOf<'POST /integrations'>;

const STATE = 'zigbee2mqtt/0x00158d0001a2b3c4';
const BRIDGE = 'zigbee2mqtt/bridge/state';
const DEVICE = {
  identifiers: ['zigbee2mqtt_0x00158d0001a2b3c4'],
  name: 'Leak, chiller',
  manufacturer: 'Aqara',
  model: 'SJCGQ11LM',
};
const shared = {
  state_topic: STATE,
  availability: [{ topic: BRIDGE, value_template: '{{ value_json.state }}' }],
  device: DEVICE,
};
const LEAK = {
  ...shared,
  device_class: 'moisture',
  payload_on: true,
  payload_off: false,
  unique_id: 'leak',
  value_template: '{{ value_json["water_leak"] }}',
};
const BATTERY = {
  ...shared,
  device_class: 'battery',
  unit_of_measurement: '%',
  unique_id: 'battery',
  value_template: '{{ value_json["battery"] }}',
};
const SIGNAL = {
  ...shared,
  entity_category: 'diagnostic',
  unique_id: 'linkquality',
  value_template: '{{ value_json["linkquality"] }}',
};

/** A bridge at a broker of its own, and Picket that listens to it. */
class World {
  readonly picket: Picket;
  readonly bridge: MqttClient;
  readonly url: string;
  readonly location: string;
  integration: Integration;
  availability: readonly object[] = shared.availability;

  static async open(): Promise<World> {
    const url = await startOpenBroker();
    const picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: new URL(url).host } });
    const bridge = await connectAsync(url);
    onTestFinished(async () => {
      await bridge.endAsync(true);
      await picket.server.pipeline.integrations.close();
      await picket.close();
    });
    const location = await picket.addLocation('Basel');
    const body = { name: 'Zigbee', location, address: url };
    const added = await picket.call<Integration>('POST', '/integrations', { as: picket.admin, body });
    expect(added.status).toBe(201);
    return new World(picket, bridge, url, location, added.body);
  }

  private constructor(picket: Picket, bridge: MqttClient, url: string, location: string, integration: Integration) {
    this.picket = picket;
    this.bridge = bridge;
    this.url = url;
    this.location = location;
    this.integration = integration;
  }

  async announce(retain = true): Promise<void> {
    for (const [component, object, config] of [
      ['binary_sensor', 'water_leak', LEAK],
      ['sensor', 'battery', BATTERY],
      ['sensor', 'linkquality', SIGNAL],
    ] as const)
      await this.publish(
        `homeassistant/${component}/0x1/${object}/config`,
        { ...config, availability: this.availability },
        retain,
      );
  }

  publish(topic: string, message: unknown, retain = false) {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return this.bridge.publishAsync(topic, text, { qos: 1, retain });
  }

  run(): Promise<void> {
    return this.picket.server.pipeline.integrations.run();
  }

  async discovered(query = ''): Promise<DiscoveredList> {
    await this.run();
    return (await this.picket.call<DiscoveredList>('GET', `/discovered${query}`, { as: this.picket.admin })).body;
  }

  async device() {
    const [device] = (await this.discovered()).items;
    if (device === undefined) throw new Error('nothing is discovered');
    return device;
  }

  /** Waits until something published is seen: states are subscribed to a moment after their announcement. */
  async sees(state: object, name: string, value: unknown): Promise<void> {
    await expect
      .poll(async () => {
        await this.publish(STATE, state);
        return (await this.device()).entities.find((entity) => entity.name === name)?.value;
      })
      .toBe(value);
  }

  /** A smoke detector with a battery. */
  async announceSmoke(id: string): Promise<void> {
    const base = { state_topic: `zigbee2mqtt/${id}`, device: { identifiers: id, name: `Smoke ${id}` } };
    const smoke = { ...base, device_class: 'smoke', payload_on: true, payload_off: false, unique_id: `${id}_smoke` };
    await this.publish(
      `homeassistant/binary_sensor/${id}/smoke/config`,
      { ...smoke, value_template: '{{ value_json.smoke }}' },
      true,
    );
    const battery = { ...base, device_class: 'battery', unit_of_measurement: '%', unique_id: `${id}_battery` };
    await this.publish(
      `homeassistant/sensor/${id}/battery/config`,
      { ...battery, value_template: '{{ value_json.battery }}' },
      true,
    );
  }

  /** Lets time pass as on a running server. */
  async live(seconds: number): Promise<void> {
    const { picket } = this;
    for (let passed = 0; passed < seconds; passed += 10) {
      picket.clock.pass(10);
      await this.run();
      await picket.heartbeat();
      await picket.tick();
    }
  }

  async openAlerts() {
    const alerts = await this.picket.alerts();
    return alerts
      .filter(({ severity, state }) => severity > 0 && state === 'OPEN')
      .filter(({ kind }) => kind === 'POLICY_ALERT')
      .map(({ policy, severity, sentry }) => [policy?.name, severity, sentry?.guid] as const);
  }

  async adopt(name = 'Under chiller', more: object = {}) {
    return this.adoptAll(await this.device(), name, more);
  }

  async adoptAll(device: DiscoveredList['items'][number] | undefined, name: string, more: object = {}) {
    if (device === undefined) throw new Error('nothing is discovered');
    const entities = device.entities.flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
    return this.picket.call<SentryOut & { errors?: readonly { name: string }[] }>(
      'POST',
      `/discovered/${device.guid}/adopt`,
      {
        as: this.picket.admin,
        body: { location: this.location, name, entities, ...more },
      },
    );
  }

  async latest(): Promise<readonly (readonly [string, number | null])[]> {
    const path = `/locations/${this.location}/latest`;
    const { body } = await this.picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', path, {
      as: this.picket.admin,
    });
    return body.items.map(({ sensorMetricId, column, value }) => [
      `${sensorMetricId.replace(/-.*_/u, '_')}.${column}`,
      value,
    ]);
  }
}

describe.runIf(hasBroker)('a leak sensor of a Zigbee bridge', () => {
  test('is discovered with its values and what becomes of them, adopted, read, and raises an alert', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.announce();
    await world.sees({ battery: 100, linkquality: 84, water_leak: false }, 'water_leak', false);
    const device = await world.device();
    expect(device).toMatchObject({ name: 'Leak, chiller', maker: 'Aqara', model: 'SJCGQ11LM', state: 'DISCOVERED' });
    expect(device.usualIntervalSeconds).toBe(90_000);
    expect(device.entities.map(({ name, series, reason }) => [name, series?.column, reason])).toEqual(
      [
        ['battery', 'percent', undefined],
        ['water_leak', 'value', undefined],
        ['linkquality', undefined, 'DIAGNOSTIC'],
      ].sort(
        (a, b) => device.entities.findIndex((e) => e.name === a[0]) - device.entities.findIndex((e) => e.name === b[0]),
      ),
    );
    // Nothing is stored before it is adopted.
    expect(await world.latest()).toEqual([]);

    const adopted = await world.adopt();
    expect(adopted).toMatchObject({
      status: 201,
      body: { name: 'Under chiller', kind: 'ADOPTED', model: 'SJCGQ11LM' },
    });
    expect((await world.adopt()).status).toBe(409);
    await world.run();
    await world.publish(STATE, { battery: 3, linkquality: 80, water_leak: true });
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['fluid_leak.value', 1],
          ['fluid_battery.percent', 3],
        ]),
      );
    // 3 % is no voltage below 2.7.
    const charge = 'Charge of the fluid sensor battery';
    expect((await world.openAlerts()).map(([name]) => name).sort()).toEqual([charge, 'Fluid leak']);
    expect(await world.discovered('?state=ADOPTED')).toMatchObject({
      items: [{ sentry: adopted.body.guid }],
      counts: { ADOPTED: 1 },
    });

    const released = await picket.call('POST', `/sentries/${adopted.body.guid}/release`, { as: picket.admin });
    expect(released.status).toBe(204);
    expect(await world.device()).toMatchObject({ state: 'DISCOVERED' });
  });

  test('a state that the broker kept, and one that a bridge repeats after its start, are no readings', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.announce();
    await world.publish(STATE, { water_leak: true }, true);
    await world.publish(BRIDGE, { state: 'online' }, true);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    expect((await world.adopt()).status).toBe(201);
    await world.run();
    // The bridge starts again and repeats what it remembers; then it reports.
    await world.publish(BRIDGE, { state: 'online' }, true);
    await world.sees({ water_leak: true, battery: 90 }, 'battery', 90);
    expect(await world.latest()).toEqual([]);
    picket.clock.pass(11);
    await world.sees({ water_leak: false, battery: 80 }, 'battery', 80);
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 0]]));
    expect(await world.openAlerts()).toEqual([]);
  });

  test('an announcement that changes is shown, and used once it is accepted', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.announce();
    await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
    const adopted = await world.adopt();
    await world.run();
    // Somebody turns dry and wet around.
    await world.publish(
      'homeassistant/binary_sensor/0x1/water_leak/config',
      { ...LEAK, payload_on: false, payload_off: true },
      true,
    );
    await expect.poll(async () => (await world.device()).state).toBe('CHANGED');
    expect((await world.device()).differences).toEqual([
      { entity: 'water_leak', field: 'payloadOn', before: 'true', after: 'false' },
      { entity: 'water_leak', field: 'payloadOff', before: 'false', after: 'true' },
    ]);
    await world.sees({ water_leak: false, battery: 99 }, 'battery', 99);
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 0]]));
    const accepted = await picket.call('POST', `/sentries/${adopted.body.guid}/accept-announcement`, {
      as: picket.admin,
    });
    expect(accepted.status).toBe(200);
    expect((await world.device()).state).toBe('ADOPTED');
    picket.clock.pass(1);
    await world.publish(STATE, { water_leak: false, battery: 98 });
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 1]]));
  });

  test('a bridge that is gone is one alert, of the sentry that stands for it', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.publish(BRIDGE, { state: 'online' }, true);
    await world.announce();
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    expect((await world.adopt()).status).toBe(201);
    await world.run();
    const gateway = () => picket.call<SentryOut>('GET', `/sentries/${world.integration.gateway}`, { as: picket.admin });
    await expect
      .poll(async () => {
        await world.run();
        return (await gateway()).body.lastReceivedAt;
      })
      .toBeDefined();
    await world.publish(BRIDGE, { state: 'offline' }, true);
    await world.live(1000);
    const offline = [['Sentry offline', 999, world.integration.gateway]];
    await expect.poll(() => world.openAlerts()).toEqual(offline);
    await world.live(2000);
    expect(await world.openAlerts()).toEqual(offline);
    await world.publish(BRIDGE, { state: 'online' }, true);
    await expect
      .poll(async () => {
        await world.live(30);
        return world.openAlerts();
      })
      .toEqual([]);
  });

  test('a device that is announced as gone has no contact, of itself alone, until it is back', async () => {
    const world = await World.open();
    const availability = `${STATE}/availability`;
    world.availability = [...shared.availability, { topic: availability, value_template: '{{ value_json.state }}' }];
    await world.publish(availability, { state: 'online' }, true);
    await world.announce();
    await world.sees({ battery: 90, water_leak: false }, 'battery', 90);
    const adopted = await world.adopt();
    expect(adopted.status).toBe(201);
    // A sensor that sleeps says nothing for long, and nothing is wrong.
    await world.live(1200);
    expect(await world.openAlerts()).toEqual([]);
    await world.publish(availability, { state: 'offline' }, true);
    await expect.poll(async () => (await world.device()).unavailableSince).toBeDefined();
    await world.live(1000);
    await expect.poll(() => world.openAlerts()).toEqual([['Sentry offline', 999, adopted.body.guid]]);
    await world.publish(availability, { state: 'online' }, true);
    await expect.poll(async () => (await world.device()).unavailableSince).toBeUndefined();
    await expect
      .poll(async () => {
        await world.live(30);
        return world.openAlerts();
      })
      .toEqual([]);
  });

  test('what is left out of announcements is listed with its reason', async () => {
    const world = await World.open();
    const config = { unique_id: 'u', state_topic: 'a/b', device: { identifiers: 'd' } };
    const wrong = [
      ['not-json', 'nonsense', 'NOT_JSON'],
      ['no-device', { ...config, device: undefined }, 'NO_IDENTIFIERS'],
      ['no-id', { ...config, unique_id: undefined }, 'NO_UNIQUE_ID'],
      ['filter', { ...config, state_topic: '#' }, 'BAD_TOPIC'],
      ['own', { ...config, state_topic: 'picket/x/telemetry' }, 'BAD_TOPIC'],
      ['large', `"${'x'.repeat(270_000)}"`, 'TOO_LARGE'],
    ] as const;
    for (const [object, sent] of wrong) await world.publish(`homeassistant/sensor/0x1/${object}/config`, sent, true);
    const path = `/integrations/${world.integration.guid}/left-out`;
    const leftOut = async () => {
      await world.run();
      const { body } = await world.picket.call<ResponseOf<'GET /integrations/{guid}/left-out'>>('GET', path, {
        as: world.picket.admin,
      });
      return body;
    };
    await expect.poll(async () => (await leftOut()).total).toBe(wrong.length);
    expect((await leftOut()).items.map(({ topic, reason, count }) => [topic, reason, count]).reverse()).toEqual(
      wrong.map(([object, , reason]) => [`homeassistant/sensor/0x1/${object}/config`, reason, 1]),
    );
    expect((await world.discovered()).items).toEqual([]);
  });

  test('the policies that a device needs are added with the first one, and stay deleted', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.announceSmoke('0x5');
    await world.announceSmoke('0x6');
    await expect.poll(async () => (await world.discovered()).items.length).toBe(2);
    const named = async () =>
      (await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin })).body.items.filter(
        ({ name }) => ['Smoke', 'Battery charge', 'Door'].includes(name),
      );
    expect(await named()).toEqual([]);
    const [first, second] = (await world.discovered()).items;
    expect((await world.adoptAll(first, 'Smoke 1')).status).toBe(201);
    expect((await named()).map(({ name }) => name)).toEqual(['Battery charge', 'Smoke']);
    await expect
      .poll(async () => {
        await world.run();
        await world.publish('zigbee2mqtt/0x5', { smoke: true, battery: 9 });
        return world.openAlerts();
      })
      .toHaveLength(2);
    expect((await world.openAlerts()).map(([name, severity]) => [name, severity]).sort()).toEqual([
      ['Battery charge', 230],
      ['Smoke', 900],
    ]);
    for (const { guid } of await named()) await picket.call('DELETE', `/policies/${guid}`, { as: picket.admin });
    expect((await world.adoptAll(second, 'Smoke 2')).status).toBe(201);
    expect(await named()).toEqual([]);
  });

  test('an integration is changed, turned off without an alert, and on again', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.announce();
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    const patch = (body: object) =>
      picket.call<Integration & { errors?: readonly { name: string }[] }>(
        'PATCH',
        `/integrations/${world.integration.guid}`,
        { as: picket.admin, body },
      );
    expect(
      (await patch({ name: 'Zigbee, cellar', user: 'picket', password: encodePassword('secret') })).body,
    ).toMatchObject({ name: 'Zigbee, cellar', user: 'picket', hasPassword: true, enabled: true });
    // A stored password goes to no other host.
    const elsewhere = 'mqtts://broker.example.org';
    expect(await patch({ address: elsewhere })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'password' }] },
    });
    expect(await patch({ address: 'mqtt://10.0.0.1', password: null })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'address' }] },
    });
    expect((await patch({ user: null, password: null })).body).toMatchObject({
      hasPassword: false,
      address: world.url,
    });
    expect(JSON.stringify((await patch({ enabled: false })).body)).not.toContain('secret');
    await world.live(2000);
    expect(await world.openAlerts()).toEqual([]);
    const state = async () => {
      await world.run();
      const { body } = await picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', { as: picket.admin });
      return body.items[0];
    };
    expect((await state())?.connectedAt).toBeUndefined();
    expect((await patch({ enabled: true })).body.enabled).toBe(true);
    await expect.poll(async () => (await state())?.connectedAt).toBeDefined();
    await world.live(60);
    expect(await world.openAlerts()).toEqual([]);
    // Another prefix: what is announced there is found.
    expect((await patch({ discoveryPrefix: 'other' })).body.discoveryPrefix).toBe('other');
    await expect.poll(async () => (await state())?.connectedAt).toBeDefined();
    await world.publish('other/sensor/0x9/t/config', { ...SIGNAL, device: { identifiers: '0x9' } }, true);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(2);
  });

  test('of two servers one listens, and the other takes over', async () => {
    const world = await World.open();
    const { picket } = world;
    const { databaseUrl, dataDir } = picket.platform.config;
    const other = await openPicket({
      databaseUrl,
      dataDir,
      environment: { PICKET_OUTBOUND_ALLOWED: new URL(world.url).host },
    });
    onTestFinished(async () => {
      await other.server.pipeline.integrations.close();
      await other.close();
    });
    await world.announce();
    await world.sees({ battery: 90, water_leak: false }, 'battery', 90);
    await world.adopt();
    await world.run();
    await other.server.pipeline.integrations.run();
    // Its clock is another one: a reading that both took would be stored twice.
    other.clock.pass(1);
    const count = async () => {
      const path = `/locations/${world.location}/telemetry/export?from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z`;
      const { body } = await picket.call<string>('GET', path, { as: picket.admin });
      return body.split('\n').filter((line) => line.includes('_battery')).length;
    };
    await world.publish(STATE, { battery: 80, water_leak: false });
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_battery.percent', 80]]));
    expect(await count()).toBe(1);
    await picket.server.pipeline.integrations.close();
    await expect
      .poll(async () => {
        await other.server.pipeline.integrations.run();
        await world.publish(STATE, { battery: 70, water_leak: false });
        return world.latest();
      })
      .toEqual(expect.arrayContaining([['fluid_battery.percent', 70]]));
  });

  test('ignored devices are set aside, and an integration with adopted devices stays', async () => {
    const world = await World.open();
    const { picket } = world;
    await world.announce();
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    const { guid } = await world.device();
    const post = (verb: string) =>
      picket.call<{ state: string }>('POST', `/discovered/${guid}/${verb}`, { as: picket.admin });
    expect((await post('ignore')).body.state).toBe('IGNORED');
    expect((await world.discovered()).counts).toEqual({ DISCOVERED: 0, ADOPTED: 0, CHANGED: 0, IGNORED: 1 });
    expect((await post('restore')).body.state).toBe('DISCOVERED');
    expect(await world.adopt('Under chiller', { entities: [guid] })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'entities.0' }] },
    });
    const adopted = await world.adopt();
    const remove = (path: string) => picket.call('DELETE', path, { as: picket.admin });
    expect((await remove(`/integrations/${world.integration.guid}`)).status).toBe(409);
    expect((await remove(`/sentries/${world.integration.gateway}`)).status).toBe(409);
    expect((await picket.call('POST', `/sentries/${adopted.body.guid}/replace`, { as: picket.admin })).status).toBe(
      409,
    );
    await remove(`/sentries/${adopted.body.guid}`);
    expect((await world.device()).state).toBe('DISCOVERED');
    // An empty message removes what it announced.
    for (const object of ['binary_sensor/0x1/water_leak', 'sensor/0x1/battery', 'sensor/0x1/linkquality'])
      await world.publish(`homeassistant/${object}/config`, '', true);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(0);
    expect((await remove(`/integrations/${world.integration.guid}`)).status).toBe(204);
    const left = await picket.call<{ items: unknown[] }>('GET', '/integrations', { as: picket.admin });
    expect(left.body.items).toEqual([]);
  });
});

describe.runIf(hasBroker)('the address of a broker', () => {
  let picket: Picket;
  beforeAll(async () => {
    picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: '127.0.0.1:1' } });
  });
  afterAll(() => picket.close());

  test.each([
    ['not an address', 'must be mqtt://'],
    ['http://broker:1883', 'must be mqtt://'],
    ['mqtt://user@broker:1883', 'must be mqtt://'],
    ['mqtt://127.0.0.1:1883', 'inside a private network'],
    ['mqtt://localhost', 'inside a private network'],
    ['mqtt://169.254.169.254', 'never connects to'],
    ['mqtt://broker.example.org', 'must begin with mqtts://'],
    ['mqtts://broker.example.org:25', 'must be on port'],
  ])('%s is refused', async (address, message) => {
    const answer = await picket.call<{ errors: readonly { name: string; message: string }[] }>(
      'POST',
      '/integrations/test',
      {
        as: picket.admin,
        body: { address },
      },
    );
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ name: 'address', message: expect.stringContaining(message) }]);
  });

  test('a test says what it found, in one of a few words', async () => {
    const call = (address: string) =>
      picket.call('POST', '/integrations/test', { as: picket.admin, body: { address } });
    expect((await call('mqtt://127.0.0.1:1')).body).toEqual({ connected: false, problem: 'UNREACHABLE', topics: [] });
  });
});
