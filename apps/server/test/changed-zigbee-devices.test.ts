/** What changes with the devices of a Zigbee bridge: another announcement, gone, ignored, removed. */
import type { SentryOut } from '@picket/contracts/types';
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { BRIDGE, LEAK, STATE, shared } from './zigbee-bridge.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

describe.runIf(hasBroker)('a device of a Zigbee bridge', () => {
  test('an announcement that changes is shown, and used once it is accepted', async () => {
    const world = await ZigbeeWorld.open();
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

  test('an announcement that would lose a value in use is refused, and the value is read as before', async () => {
    const world = await ZigbeeWorld.open();
    const { picket } = world;
    await world.announce();
    await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
    const adopted = await world.adopt();
    await world.run();
    const config = { ...LEAK, off_delay: 30 };
    await world.publish('homeassistant/binary_sensor/0x1/water_leak/config', config, true);
    await expect.poll(async () => (await world.device()).state).toBe('CHANGED');
    const path = `/sentries/${adopted.body.guid}/accept-announcement`;
    const refused = await picket.call<{ message: string }>('POST', path, { as: picket.admin });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('water_leak')]);
    await world.sees({ water_leak: true, battery: 99 }, 'battery', 99);
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 1]]));
  });

  test('a bridge that is gone is one alert, of the sentry that stands for it', async () => {
    const world = await ZigbeeWorld.open();
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
    const offline = [['Sentry offline', 999, world.integration.gateway]];
    await world.raises(offline);
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

  test('a device that is announced as gone is offline, it alone, until it is back', async () => {
    const world = await ZigbeeWorld.open();
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
    await world.raises([['Sentry offline', 999, adopted.body.guid]]);
    await world.publish(availability, { state: 'online' }, true);
    await expect.poll(async () => (await world.device()).unavailableSince).toBeUndefined();
    await expect
      .poll(async () => {
        await world.live(30);
        return world.openAlerts();
      })
      .toEqual([]);
  });

  test('ignored devices are set aside, and an integration with adopted devices stays', async () => {
    const world = await ZigbeeWorld.open();
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
