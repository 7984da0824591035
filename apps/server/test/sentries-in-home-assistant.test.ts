/** Sentries of an organization as devices of Home Assistant, at a real broker. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { connectAsync } from 'mqtt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

/** Picket, and everybody else but the bridge, may read only. */
const READ_ONLY =
  'topic read #\ntopic readwrite zigbee2mqtt/#\ntopic readwrite homeassistant/binary_sensor/#\ntopic readwrite homeassistant/sensor/#';

interface Shown {
  readonly config?: {
    readonly device: { readonly name: string };
    readonly components: Readonly<Record<string, object>>;
  };
  readonly state?: {
    readonly online: boolean;
    readonly alert: string;
    readonly values: Readonly<Record<string, unknown>>;
  };
}

/** What somebody who subscribes is shown: the newest message at each topic. */
async function watch(url: string) {
  const client = await connectAsync(url);
  const messages = new Map<string, string>();
  client.on('message', (topic, payload) => {
    if (payload.length === 0) messages.delete(topic);
    else messages.set(topic, payload.toString('utf8'));
  });
  await client.subscribeAsync(['homeassistant/device/#', 'ha/device/#', 'picket/homeassistant/#']);
  onTestFinished(() => client.endAsync(true));
  const find = (pattern: RegExp) => [...messages].find(([topic]) => pattern.test(topic))?.[1];
  const parsed = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
  return {
    topics: () => [...messages.keys()],
    availability: () => find(/\/availability$/u),
    shown: (sentry: string): Shown => ({
      config: parsed(find(new RegExp(`/${sentry}/config$`, 'u'))),
      state: parsed(find(new RegExp(`/${sentry}$`, 'u'))),
    }),
  };
}

async function open(rules?: string) {
  const world = await ZigbeeWorld.open(rules);
  const { picket, location } = world;
  const device = await picket.addDevice(location);
  const turn = async (exportsSentries: boolean) => {
    const path = `/integrations/${world.integration.guid}`;
    const { status } = await picket.call('PATCH', path, { as: picket.admin, body: { exportsSentries } });
    expect(status).toBe(200);
  };
  const screen = await watch(world.url);
  /** As time passes on a running server. */
  const live = async () => {
    picket.clock.pass(10);
    await world.run();
  };
  return { world, picket, device, turn, screen, live };
}

describe.runIf(hasBroker)('sentries in Home Assistant', () => {
  test('nothing is published unless it is turned on; then a sentry is there with its readings', async () => {
    const { picket, device, turn, screen, live, world } = await open();
    await picket.send(device, 'environment_temperature', 21.5);
    await live();
    expect(screen.topics()).toEqual([]);
    await turn(true);
    await expect
      .poll(async () => {
        await live();
        return screen.shown(device.sentry).state?.values;
      })
      .toEqual({ environment_temperature_value: 21.5 });
    expect(screen.availability()).toBe('online');
    const { config, state } = screen.shown(device.sentry);
    expect(Object.keys(config?.components ?? {}).sort()).toEqual(['alert', 'environment_temperature_value']);
    expect(state?.alert).toBe('OFF');
    // Picket does not take itself for a device.
    const { items } = await world.discovered();
    expect(items).toEqual([]);
  });

  test('an adopted device and the sentry of a source are left out', async () => {
    const { world, device, turn, screen, live } = await open();
    await world.announce();
    await world.sees({ battery: 100, linkquality: 84, water_leak: false }, 'water_leak', false);
    expect((await world.adopt()).status).toBe(201);
    await turn(true);
    await expect
      .poll(async () => {
        await live();
        return screen.shown(device.sentry).config?.device.name;
      })
      .toBeDefined();
    expect(screen.topics().filter((topic) => topic.startsWith('homeassistant/device/'))).toHaveLength(1);
  });

  test('a sentry that is removed is removed there, and all of them once it is turned off', async () => {
    const { picket, device, turn, screen, live, world } = await open();
    const other = await picket.addDevice(world.location);
    await turn(true);
    const announced = async () => {
      await live();
      return screen.topics().filter((topic) => topic.endsWith('/config')).length;
    };
    await expect.poll(announced).toBe(2);
    const removed = await picket.call('DELETE', `/sentries/${other.sentry}`, { as: picket.admin });
    expect(removed.status).toBe(204);
    await expect.poll(announced).toBe(1);
    expect(screen.shown(device.sentry).config).toBeDefined();
    await turn(false);
    await expect.poll(announced).toBe(0);
  });

  test('a broker that lets nobody publish is a problem of its integration until it is turned off', async () => {
    const { picket, turn, screen, live, world } = await open(READ_ONLY);
    await turn(true);
    const problem = async () => {
      await live();
      const { body } = await picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', { as: picket.admin });
      return body.items[0]?.problem;
    };
    // The broker closes the connection, and is connected again.
    await expect.poll(problem, { interval: 500 }).toBe('PUBLICATION_REFUSED');
    const connectedAt = async () => {
      const { body } = await picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', { as: picket.admin });
      return body.items[0]?.connectedAt;
    };
    await expect
      .poll(async () => [await problem(), await connectedAt()], { interval: 500 })
      .toEqual(['PUBLICATION_REFUSED', expect.any(String)]);
    await world.announce();
    await world.sees({ battery: 90, water_leak: false }, 'battery', 90);
    expect(screen.topics()).toEqual([]);
    await turn(false);
    await expect.poll(problem, { interval: 500 }).toBeUndefined();
  });

  test('Picket being gone makes all of them unavailable', async () => {
    const { picket, turn, screen, live } = await open();
    await turn(true);
    await expect
      .poll(async () => {
        await live();
        return screen.availability();
      })
      .toBe('online');
    await picket.server.pipeline.integrations.close();
    await expect.poll(() => screen.availability()).toBe('offline');
  });

  test('with another prefix, what was announced below the one before is removed, also after a restart', async () => {
    const { picket, device, turn, screen, live, world } = await open();
    await picket.send(device, 'environment_temperature', 21.5);
    await turn(true);
    const announced = () => screen.topics().filter((topic) => topic.endsWith('/config'));
    const becomes = (topics: readonly string[]) =>
      expect
        .poll(async () => {
          await live();
          return announced();
        })
        .toEqual(topics);
    const below = (prefix: string) => `${prefix}/device/picket-${world.integration.guid}/${device.sentry}/config`;
    await becomes([below('homeassistant')]);
    const path = `/integrations/${world.integration.guid}`;
    const change = (discoveryPrefix: string) =>
      picket.call('PATCH', path, { as: picket.admin, body: { discoveryPrefix } });
    // Nothing is running while it is changed.
    await picket.server.pipeline.integrations.close();
    expect((await change('ha')).status).toBe(200);
    await becomes([below('ha')]);
    expect((await change('homeassistant')).status).toBe(200);
    await becomes([below('homeassistant')]);
  });
});
