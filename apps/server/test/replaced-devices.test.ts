/** Adopted devices that announce another model, or are replaced: history and alerts go on. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { LEAK, STATE } from './zigbee-bridge.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

const SECOND = 'zigbee2mqtt/0x00158d0009f8e7d6';
const IDENTITY = 'zigbee2mqtt_0x00158d0009f8e7d6';

/** An adopted leak sensor with an open alert about a leak. */
async function openLeaking() {
  const world = await ZigbeeWorld.open();
  await world.announce();
  await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
  const { body: sentry } = await world.adopt();
  await world.run();
  await world.publish(STATE, { water_leak: true, battery: 90 });
  await expect.poll(async () => (await leakAlerts(world)).length).toBe(1);
  const [alert] = await leakAlerts(world);
  return { world, sentry, alert: alert?.guid };
}

const leakAlerts = async ({ picket }: ZigbeeWorld) =>
  (await picket.alerts()).filter(
    ({ policy, kind }) => policy?.name === 'Fluid leak' && kind.startsWith('POLICY_ALERT'),
  );

/** The series of a sentry that have readings, and how many each has. */
async function stored({ picket }: ZigbeeWorld, sentry: string) {
  const { rows } = await picket.platform.db.console.query<{ name: string; count: number }>(
    `SELECT s.sensor_metric_id || '.' || s.column_name AS name, count(*)::int AS count
       FROM series s JOIN reading r ON r.series_id = s.id WHERE s.sentry_guid = $1::uuid GROUP BY 1 ORDER BY 1`,
    [sentry],
  );
  return rows.filter(({ name }) => name.includes('leak'));
}

/** Another leak sensor of another model. */
async function announceSecond(world: ZigbeeWorld): Promise<void> {
  const device = { identifiers: [IDENTITY], name: 'Leak 2', manufacturer: 'Heiman', model: 'HS1WL' };
  const config = { ...LEAK, state_topic: SECOND, unique_id: 'leak2', device };
  await world.publish('homeassistant/binary_sensor/0x2/water_leak/config', config, true);
}

const named = async (world: ZigbeeWorld, name: string) => {
  const device = (await world.discovered()).items.find((one) => one.name === name);
  if (device === undefined) throw new Error(`${name} is not discovered`);
  return device;
};

type Discovered = ResponseOf<'GET /discovered'>['items'][number];

function replace({ picket }: ZigbeeWorld, device: Discovered, sentry: string, as = picket.admin) {
  const entities = device.entities.flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
  return picket.call('POST', `/discovered/${device.guid}/replace`, { as, body: { sentry, entities } });
}

describe.runIf(hasBroker)('an adopted leak sensor with an open alert', () => {
  test('whose model is announced otherwise keeps its series, its pairing and its alert', async () => {
    const { world, sentry, alert } = await openLeaking();
    const { picket } = world;
    const device = { ...LEAK.device, model: 'SJCGQ12LM' };
    const changed = { ...LEAK, device, payload_on: false, payload_off: true };
    await world.publish('homeassistant/binary_sensor/0x1/water_leak/config', changed, true);
    await expect.poll(async () => (await world.device()).state).toBe('CHANGED');
    const path = `/sentries/${sentry.guid}/accept-announcement`;
    // Each of several at once is accepted.
    const accepted = await Promise.all([1, 2, 3, 4].map(() => picket.call('POST', path, { as: picket.admin })));
    expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await world.run();
    picket.clock.pass(5);
    await world.publish(STATE, { water_leak: false });
    await expect
      .poll(() => stored(world, sentry.guid))
      .toEqual([{ name: 'fluid-SJCGQ11LM-zigbee2mqtt0x00158d0001a2b3c4_leak.value', count: 2 }]);
    expect(await leakAlerts(world)).toMatchObject([{ guid: alert, state: 'OPEN' }]);
    picket.clock.pass(5);
    await world.publish(STATE, { water_leak: true });
    await expect.poll(() => leakAlerts(world)).toMatchObject([{ guid: alert, state: 'CLEARED' }]);
  });

  test('that is replaced keeps its series and its alert; the device before is offered again', async () => {
    const { world, sentry, alert } = await openLeaking();
    const { picket } = world;
    await announceSecond(world);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(2);
    const answer = await replace(world, await named(world, 'Leak 2'), sentry.guid);
    expect(answer).toMatchObject({ status: 200, body: { guid: sentry.guid, name: 'Under chiller', model: 'HS1WL' } });
    await world.run();
    expect((await named(world, 'Leak, chiller')).state).toBe('DISCOVERED');
    expect(await named(world, 'Leak 2')).toMatchObject({ state: 'ADOPTED', sentry: sentry.guid, differences: [] });
    picket.clock.pass(5);
    await world.publish(STATE, { water_leak: false });
    await world.publish(SECOND, { water_leak: true });
    await expect
      .poll(() => stored(world, sentry.guid))
      .toEqual([{ name: 'fluid-SJCGQ11LM-zigbee2mqtt0x00158d0001a2b3c4_leak.value', count: 2 }]);
    expect(await leakAlerts(world)).toMatchObject([{ guid: alert, state: 'OPEN' }]);
    picket.clock.pass(5);
    await world.publish(SECOND, { water_leak: false });
    await expect.poll(() => leakAlerts(world)).toMatchObject([{ guid: alert, state: 'CLEARED' }]);
    const instant = (ms: number) => new Date(picket.clock.now() + ms).toISOString();
    const { body } = await picket.call<ResponseOf<'GET /views/locations/{guid}/annotations'>>(
      'GET',
      `/views/locations/${world.location}/annotations?from=${instant(-60_000)}&to=${instant(60_000)}`,
      { as: picket.admin },
    );
    expect(JSON.stringify(body)).toContain('HS1WL');
  });

  test('is replaced once, by a device that measures the same, and by none of another organization', async () => {
    const { world, sentry } = await openLeaking();
    const { picket } = world;
    await announceSecond(world);
    await world.announceSmoke('0x7');
    await expect.poll(async () => (await world.discovered()).items.length).toBe(3);
    const second = await named(world, 'Leak 2');
    expect((await replace(world, await named(world, 'Smoke 0x7'), sentry.guid)).status).toBe(409);
    const stranger = await picket.addTenant('Elsewhere');
    expect((await replace(world, second, sentry.guid, stranger.admin)).status).toBe(404);
    const answers = await Promise.all([1, 2].map(() => replace(world, second, sentry.guid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await replace(world, second, world.integration.gateway)).status).toBe(409);
  });
});
