/** Brokers that know MQTT 3.1.1 alone. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { type OldBroker, type RefusesBy, startOldBroker } from './old-broker.ts';
import { STATE } from './zigbee-bridge.ts';
import { type Integration, ZigbeeWorld } from './zigbee-world.ts';

async function openOld(refusesBy: RefusesBy) {
  let broker: OldBroker | undefined;
  const world = await ZigbeeWorld.open('topic #', async (url) => {
    broker = await startOldBroker(url, refusesBy);
    return broker.url;
  });
  if (broker === undefined) throw new Error('there is no broker');
  const shown = async (): Promise<Integration | undefined> => {
    await world.run();
    const { picket } = world;
    return (await picket.call<{ items: Integration[] }>('GET', '/integrations', { as: picket.admin })).body.items[0];
  };
  return { world, broker, shown };
}

describe.runIf(hasBroker)('a broker that knows MQTT 3.1.1 alone', () => {
  test.each<RefusesBy>(['ANSWERING', 'CLOSING'])('%s what it does not know: devices are found and read', async (by) => {
    const { world, broker, shown } = await openOld(by);
    await expect.poll(shown).toMatchObject({ protocol: 'MQTT_3_1_1' });
    expect(broker.asked).toEqual([5, 4]);
    expect((await shown())?.problem).toBeUndefined();
    await world.announce();
    await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
    expect((await world.adopt()).status).toBe(201);
    await world.run();
    await world.publish(STATE, { water_leak: true, battery: 90 });
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 1]]));
  });

  test('what it kept is no reading, however often it sends it, and replaces no newer value', async () => {
    const { world, broker, shown } = await openOld('ANSWERING');
    await world.announce();
    await world.publish(STATE, { water_leak: true, battery: 50 }, true);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    expect((await world.adopt()).status).toBe(201);
    const battery = async () => (await world.device()).entities.find(({ name }) => name === 'battery');
    await expect.poll(battery).toMatchObject({ value: 50 });
    expect((await battery())?.at).toBeUndefined();
    expect(await world.latest()).toEqual([]);
    await world.sees({ water_leak: false, battery: 80 }, 'battery', 80);
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 0]]));
    // The connection is lost, and MQTT 5 is asked for again before 3.1.1.
    broker.disconnect();
    await expect.poll(() => broker.asked, { timeout: 20_000 }).toEqual([5, 4, 5, 4]);
    await expect.poll(shown).toMatchObject({ protocol: 'MQTT_3_1_1' });
    // What it kept has arrived before this.
    await world.sees({ battery: 70 }, 'battery', 70);
    const [leak] = (await world.device()).entities.filter(({ name }) => name === 'water_leak');
    expect(leak).toMatchObject({ value: false });
    expect(leak?.at).toBeDefined();
    expect(await world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 0]]));
    expect(await world.openAlerts()).toEqual([]);
  });

  test('a kept message that is far too long keeps nothing else from arriving', async () => {
    const { world, shown } = await openOld('CLOSING');
    await world.publish('homeassistant/sensor/huge/config', 'x'.repeat(1_000_000), true);
    await world.announce();
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
    // It is not read, as the broker would not have sent it over MQTT 5.
    expect(await shown()).toMatchObject({ protocol: 'MQTT_3_1_1', leftOut: 0 });
  });

  test('is found by a test of the connection', async () => {
    const { world, broker } = await openOld('CLOSING');
    await world.announce();
    const { picket } = world;
    const { body } = await picket.call<ResponseOf<'POST /integrations/test'>>('POST', '/integrations/test', {
      as: picket.admin,
      body: { address: broker.url },
    });
    expect(body.connected).toBe(true);
    expect(body.topics).toContain('homeassistant/binary_sensor/0x1/water_leak/config');
  });
});
