import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { hasBroker } from './mqtt-broker.ts';
import { BRIDGE, STATE } from './zigbee-bridge.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

describe.runIf(hasBroker)('a leak sensor of a Zigbee bridge', () => {
  test('is discovered with its values and what becomes of them, adopted, read, and raises an alert', async () => {
    const world = await ZigbeeWorld.open();
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

  test('what it reports between its adoption and the moment at which its session knows of it is not missed', async () => {
    const world = await ZigbeeWorld.open();
    await world.announce();
    await world.sees({ battery: 100, water_leak: false }, 'water_leak', false);
    expect((await world.adopt()).status).toBe(201);
    world.picket.clock.pass(1);
    const delivered = new Promise((resolve) => world.bridge.once('message', resolve));
    await world.bridge.subscribeAsync(STATE);
    await world.publish(STATE, { battery: 90, water_leak: true });
    // The broker has delivered it to all.
    await delivered;
    await world.run();
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_leak.value', 1]]));
    expect((await world.openAlerts()).map(([name]) => name)).toEqual(['Fluid leak']);
  });

  test('a state that the broker kept, and one that a bridge repeats after its start, are no readings', async () => {
    const world = await ZigbeeWorld.open();
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
