/** What somebody announces who wants discovery to break. */
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { LEAK, STATE } from './zigbee-bridge.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

const NUL = String.fromCharCode(0);
const HALF = String.fromCharCode(0xd800);

const hostile = (id: string, more: object) => ({
  state_topic: `hostile/${id}`,
  unique_id: id,
  device_class: 'door',
  value_template: '{{ value_json.open }}',
  device: { identifiers: [`hostile-${id}`], name: `Hostile ${id}` },
  ...more,
});

describe.runIf(hasBroker)('somebody who may write to the broker', () => {
  test('cannot keep other devices from being found and read', async () => {
    const world = await ZigbeeWorld.open();
    const announcements = [
      hostile('payload', { payload_on: NUL, payload_off: HALF }),
      hostile('path', { value_template: `{{ value_json["${NUL}"] }}` }),
      hostile('half-path', { value_template: `{{ value_json["${HALF}"] }}` }),
      hostile('availability', { availability: [{ topic: 'hostile/there', payload_available: NUL }] }),
      hostile('name', { device: { identifiers: [`hostile-name${NUL}`], name: `${HALF}/${NUL}%`, model: HALF } }),
    ];
    for (const announcement of announcements) {
      const topic = `homeassistant/binary_sensor/hostile/${announcement.unique_id}/config`;
      await world.publish(topic, announcement, true);
    }
    await world.announce();
    await expect.poll(async () => (await world.discovered()).items.length).toBe(announcements.length + 1);
    await world.publish('hostile/payload', { open: HALF });
    const leak = (await world.discovered()).items.find(({ name }) => name === LEAK.device.name);
    expect((await world.adoptAll(leak, 'Leak')).status).toBe(201);
    await world.run();
    await expect
      .poll(async () => {
        world.picket.clock.pass(1);
        await world.publish(STATE, { water_leak: true, battery: 90 });
        return world.latest();
      })
      .toEqual(expect.arrayContaining([['fluid_leak.value', 1]]));
  });

  test('gives a device any name, and a name that a sentry may have is proposed', async () => {
    const world = await ZigbeeWorld.open();
    const device = { ...LEAK.device, name: 'Cellar/boiler 50%' };
    await world.publish('homeassistant/binary_sensor/0x1/water_leak/config', { ...LEAK, device }, true);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    const found = await world.device();
    expect(found).toMatchObject({ name: 'Cellar/boiler 50%', proposedName: 'Cellar boiler 50' });
    expect((await world.adoptAll(found, found.name)).status).toBe(400);
    expect(await world.adoptAll(found, found.proposedName)).toMatchObject({
      status: 201,
      body: { name: 'Cellar boiler 50' },
    });
  });
});
