/** Values that a person chose at topics of a real broker: tested, found as devices, adopted, and read. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

type Tested = ResponseOf<'POST /integrations/test'>;

const TOPIC = 'cellar/esp32/state';
const AIR = { name: 'Air', class: 'temperature', unit: '°C', device: 'Cellar', topic: TOPIC, path: 'air.t / 10' };
const PIT = { name: 'Pit', class: 'leak', device: 'Cellar', topic: TOPIC, path: 'pit', on: 'WET', off: 'DRY' };
const report = (tenths: number, pit = 'DRY') => ({ air: { t: tenths }, pit });

async function open(topicValues: readonly object[]) {
  const world = await ZigbeeWorld.open();
  const changed = await change(world, { topicValues });
  expect(changed.status).toBe(200);
  return world;
}

const change = ({ picket, integration }: ZigbeeWorld, body: object) =>
  picket.call<{ errors: readonly { name: string; reason: string }[] }>('PATCH', `/integrations/${integration.guid}`, {
    as: picket.admin,
    body,
  });

async function sees(world: ZigbeeWorld, message: object, name: string, value: unknown): Promise<void> {
  await expect
    .poll(async () => {
      await world.publish(TOPIC, message);
      const [device] = (await world.discovered()).items;
      return device?.entities.find((entity) => entity.name === name)?.value;
    })
    .toBe(value);
}

describe.runIf(hasBroker)('values at topics that a person chose', () => {
  test('are found as one device, adopted, read, and raise an alert', async () => {
    const world = await open([AIR, PIT]);
    await sees(world, report(215), 'Air', 21.5);
    const device = await world.device();
    expect(device).toMatchObject({ name: 'Cellar', state: 'DISCOVERED' });
    expect(device.entities.map(({ name, value, series }) => [name, value, series?.column])).toEqual([
      ['Air', 21.5, 'value'],
      ['Pit', false, 'value'],
    ]);
    expect(await world.latest()).toEqual([]);
    expect((await world.adopt('Cellar')).status).toBe(201);
    await world.run();
    await world.publish(TOPIC, report(190, 'WET'));
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['environment_temperature.value', 19],
          ['fluid_leak.value', 1],
        ]),
      );
    expect((await world.openAlerts()).map(([name]) => name)).toEqual(['Fluid leak']);
  });

  test('a message that the broker kept is no reading, and a value that is read otherwise waits for a review', async () => {
    const world = await open([AIR, PIT]);
    await sees(world, report(215), 'Air', 21.5);
    expect((await world.adopt('Cellar')).status).toBe(201);
    await world.publish(TOPIC, report(500, 'WET'), true);
    await change(world, { topicValues: [{ ...AIR, path: 'air.t' }, PIT] });
    await expect.poll(async () => (await world.device()).state).toBe('CHANGED');
    expect((await world.device()).differences).toMatchObject([{ entity: 'Air', field: 'rule' }]);
    await world.publish(TOPIC, report(200));
    // As it was adopted, until a person accepts the change. What the broker kept is none of them.
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['environment_temperature.value', 20]]));
    expect(await world.openAlerts()).toEqual([]);
  });

  test('a device whose values are not chosen any more is forgotten; others at the broker stay', async () => {
    const world = await open([AIR, { ...AIR, device: 'Roof', topic: 'roof/esp32' }]);
    await world.announce();
    await expect.poll(async () => (await world.discovered()).items.length).toBe(3);
    expect((await change(world, { topicValues: [AIR] })).status).toBe(200);
    await expect
      .poll(async () => (await world.discovered()).items.map(({ name }) => name).sort())
      .toEqual(['Cellar', 'Leak, chiller']);
  });

  test('what is chosen at a topic of a known format is read there, and not found twice', async () => {
    const topic = 'tele/probe/SENSOR';
    const world = await open([{ ...AIR, topic, path: 'DS18B20.Temperature' }]);
    await expect
      .poll(async () => {
        await world.publish(topic, { DS18B20: { Temperature: 22 }, TempUnit: 'C' });
        return (await world.discovered()).items.map(({ name, entities }) => [name, entities[0]?.value]);
      })
      .toEqual([['Cellar', 22]]);
  });

  test('a test shows the value and the message of each, or why it is unknown', async () => {
    const world = await ZigbeeWorld.open();
    await world.publish(TOPIC, report(215), true);
    const body = { address: world.url, topicValues: [AIR, PIT, { ...AIR, name: 'Other', path: 'missing' }] };
    const { picket } = world;
    const tested = await picket.call<Tested>('POST', '/integrations/test', { as: picket.admin, body });
    const found = JSON.stringify(report(215));
    expect(tested.body).toEqual({
      connected: true,
      topics: [],
      values: [
        { name: 'Cellar, Air', value: 21.5, unit: '°C', found },
        { name: 'Cellar, Pit', value: 0, found },
        { name: 'Cellar, Other', unit: '°C', problem: 'MISSING', found },
      ],
    });
  });

  test('what is no topic of one device, no place or no value is refused at its field', async () => {
    const world = await ZigbeeWorld.open();
    const wrong = [
      [{ topic: 'cellar/#' }, 'topic'],
      [{ topic: '$SYS/uptime' }, 'topic'],
      [{ topic: 'picket/sentries/x' }, 'topic'],
      [{ path: '{% if a %}' }, 'path'],
      [{ path: 'a.__proto__' }, 'path'],
      [{ unit: 'ppm' }, 'unit'],
      [{ device: '' }, 'device'],
      [{ name: 'Air' }, 'name'],
      [{ class: 'leak', unit: undefined, on: '1', off: '1' }, 'off'],
    ] as const;
    for (const [value, field] of wrong) {
      const { status, body } = await change(world, { topicValues: [AIR, { ...AIR, name: 'Other', ...value }] });
      expect([status, body.errors.map(({ name }) => name)]).toEqual([400, [`topicValues.1.${field}`]]);
    }
  });
});
