/** An integration at a real broker: its settings, what it leaves out, the policies it brings, and who listens to it. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPicket } from './harness.ts';
import { hasBroker } from './mqtt-broker.ts';
import { SIGNAL, STATE } from './zigbee-bridge.ts';
import { type Integration, ZigbeeWorld } from './zigbee-world.ts';

describe.runIf(hasBroker)('an integration', () => {
  test('what is left out of announcements is listed with its reason', async () => {
    const world = await ZigbeeWorld.open();
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
    const world = await ZigbeeWorld.open();
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
    const world = await ZigbeeWorld.open();
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
    expect((await patch({ discoveryPrefix: 'other' })).body).toMatchObject({ discoveryPrefix: 'other' });
    await expect.poll(async () => (await state())?.connectedAt).toBeDefined();
    await world.publish('other/sensor/0x9/t/config', { ...SIGNAL, device: { identifiers: '0x9' } }, true);
    await expect.poll(async () => (await world.discovered()).items.map(({ name }) => name)).toEqual(['0x9']);
  });

  test('of two servers one listens, and the other takes over', async () => {
    const world = await ZigbeeWorld.open();
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
});
