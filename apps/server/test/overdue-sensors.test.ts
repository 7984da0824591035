/** Adopted sensors that are silent for longer than expected. */
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { BRIDGE, STATE } from './zigbee-bridge.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

const INTERVAL_MINUTES = 10;

/** A leak sensor that is expected each ten minutes and has just reported. */
async function openWatched() {
  const world = await ZigbeeWorld.open();
  await world.publish(BRIDGE, { state: 'online' }, true);
  await world.announce();
  await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
  const { body } = await world.adopt('Under chiller', { intervalSeconds: INTERVAL_MINUTES * 60 });
  await world.run();
  world.picket.clock.pass(11);
  const report = async (battery: number): Promise<void> => {
    await world.publish(STATE, { water_leak: false, battery });
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_battery.percent', battery]]));
  };
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await world.live(60);
      await world.picket.server.pipeline.integrations.watchOverdue();
    }
    world.picket.admin = await world.picket.signIn('admin@picket.example');
  };
  const overdue = async () => (await world.latest()).find(([name]) => name === 'sensor_overdue.value')?.[1];
  await report(99);
  return { world, sentry: body.guid, report, pass, overdue };
}

describe.runIf(hasBroker)('a sensor that is silent', () => {
  test('raises one alert once it is 12 minutes late, which ends with its next report', async () => {
    const { world, sentry, report, pass, overdue } = await openWatched();
    await pass(INTERVAL_MINUTES + 1);
    expect(await overdue()).toBeUndefined();
    await pass(11);
    expect([await overdue(), await world.openAlerts()]).toEqual([11, []]);
    await pass(1);
    const alert = [['Sensor overdue', 270, sentry]];
    expect([await overdue(), await world.openAlerts()]).toEqual([12, alert]);
    await pass(5);
    expect([await overdue(), await world.openAlerts()]).toEqual([17, alert]);
    // What the server stores in its place is no report of it.
    const { body } = await world.picket.call<{ lastReceivedAt: string }>('GET', `/sentries/${sentry}`, {
      as: world.picket.admin,
    });
    expect(world.picket.clock.now() - Date.parse(body.lastReceivedAt)).toBeGreaterThan(26 * 60_000);
    await report(98);
    await pass(1);
    expect([await overdue(), await world.openAlerts()]).toEqual([0, []]);
  });

  test('while its bridge is gone, the alert is that of the bridge; then it counts again', async () => {
    const { world, pass, overdue } = await openWatched();
    await world.publish(BRIDGE, { state: 'offline' }, true);
    await pass(40);
    expect(await world.openAlerts()).toEqual([['Sentry offline', 999, world.integration.gateway]]);
    await world.publish(BRIDGE, { state: 'online' }, true);
    await expect
      .poll(async () => {
        await pass(1);
        return world.openAlerts();
      })
      .toEqual([]);
    await pass(5);
    expect(await overdue()).toBeUndefined();
    await pass(INTERVAL_MINUTES + 10);
    expect((await world.openAlerts()).map(([name]) => name)).toEqual(['Sensor overdue']);
  });

  test('which was overdue before its bridge was gone has one alert all along', async () => {
    const { world, sentry, report, pass } = await openWatched();
    await pass(INTERVAL_MINUTES + 13);
    const overdue = ['Sensor overdue', 270, sentry];
    expect(await world.openAlerts()).toEqual([overdue]);
    await world.publish(BRIDGE, { state: 'offline' }, true);
    await pass(20);
    await world.publish(BRIDGE, { state: 'online' }, true);
    await expect
      .poll(async () => {
        await pass(1);
        return world.openAlerts();
      })
      .toEqual([overdue]);
    await pass(15);
    expect(await world.openAlerts()).toEqual([overdue]);
    const raised = (await world.picket.alerts())
      .filter(({ policy }) => policy?.name === 'Sensor overdue')
      .filter(({ kind }) => kind.startsWith('POLICY_ALERT'));
    expect(raised).toHaveLength(1);
    await report(97);
    await pass(1);
    expect(await world.openAlerts()).toEqual([]);
  });

  test('which was overdue before its bridge was gone ends its alert, after its last minutes were packed as well', async () => {
    const { world, sentry, report, pass } = await openWatched();
    await pass(INTERVAL_MINUTES + 13);
    const overdue = ['Sensor overdue', 270, sentry];
    expect(await world.openAlerts()).toEqual([overdue]);
    await world.publish(BRIDGE, { state: 'offline' }, true);
    await pass(5);
    world.picket.clock.pass(30 * 3600);
    await world.picket.pack();
    await world.publish(BRIDGE, { state: 'online' }, true);
    await expect
      .poll(async () => {
        await pass(1);
        return world.openAlerts();
      })
      .toEqual([overdue]);
    await report(97);
    await pass(1);
    expect(await world.openAlerts()).toEqual([]);
  });

  test('a policy about it that was deleted stays deleted', async () => {
    const { world } = await openWatched();
    const policies = () =>
      world.picket.call<{ items: { guid: string; name: string }[] }>('GET', '/policies?limit=500', {
        as: world.picket.admin,
      });
    const named = async () => (await policies()).body.items.filter(({ name }) => name === 'Sensor overdue');
    const [policy] = await named();
    await world.picket.call('DELETE', `/policies/${policy?.guid}`, { as: world.picket.admin });
    await world.announceSmoke('0x7');
    await expect.poll(async () => (await world.discovered()).items.length).toBe(2);
    const smoke = (await world.discovered()).items.find(({ name }) => name.startsWith('Smoke'));
    expect((await world.adoptAll(smoke, 'Smoke')).status).toBe(201);
    expect(await named()).toEqual([]);
  });

  test('an organization that adopted devices before there was this policy gets it with its next device, once', async () => {
    const { world } = await openWatched();
    const { picket } = world;
    // As it was with an earlier version.
    await picket.platform.db.prisma.policy.deleteMany({ where: { name: 'Sensor overdue' } });
    await picket.platform.db.console.query(`DELETE FROM policy_change WHERE after->>'name' = 'Sensor overdue'`);
    await world.announceSmoke('0x7');
    await world.announceSmoke('0x8');
    await expect.poll(async () => (await world.discovered()).items.length).toBe(3);
    const smokes = (await world.discovered()).items.filter(({ name }) => name.startsWith('Smoke'));
    const answers = await Promise.all(smokes.map((smoke) => world.adoptAll(smoke, smoke.name)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const path = '/policies?limit=500';
    const { body } = await picket.call<{ items: { name: string }[] }>('GET', path, { as: picket.admin });
    const names = body.items.map(({ name }) => name).filter((name) => /^(?:Sensor overdue|Smoke)/u.test(name));
    expect(names.sort()).toEqual(['Sensor overdue', 'Smoke']);
  });
});
