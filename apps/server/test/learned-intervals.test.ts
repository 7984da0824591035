/** How often an adopted sensor is expected is learned from its own reports, unless a person says it. */
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { STATE } from './zigbee-bridge.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

const DAY_MS = 86_400_000;

/** A leak sensor that was adopted without an interval and has just reported. */
async function openAdopted(more: object = {}) {
  const world = await ZigbeeWorld.open();
  const { picket } = world;
  await world.announce();
  await world.sees({ water_leak: false, battery: 100 }, 'battery', 100);
  const { body: sentry } = await world.adopt('Under chiller', more);
  await world.run();
  let battery = 100;
  const report = async (): Promise<void> => {
    battery -= 1;
    await world.publish(STATE, { water_leak: false, battery });
    await expect.poll(() => world.latest()).toEqual(expect.arrayContaining([['fluid_battery.percent', battery]]));
    await picket.server.pipeline.integrations.watchOverdue();
  };
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await world.live(60);
      await picket.server.pipeline.integrations.watchOverdue();
    }
    picket.admin = await picket.signIn('admin@picket.example');
  };
  const { prisma } = picket.platform.db;
  const pace = async () => (await prisma.discoveredDevice.findFirst({ where: { sentryGuid: sentry.guid } }))?.pace;
  /** As if it had reported each five minutes for eight days. */
  const knowWeek = async (): Promise<void> => {
    const now = picket.clock.now();
    const today = Math.floor(now / DAY_MS);
    const days = Array.from({ length: 9 }, (_, index) => [today - 8 + index, 288, 300]);
    await prisma.discoveredDevice.updateMany({
      where: { sentryGuid: sentry.guid },
      data: { pace: { reportedAt: now, days } },
    });
  };
  const expected = async () => (await world.device()).expectedInterval;
  return { world, sentry, report, pass, pace, knowWeek, expected };
}

describe.runIf(hasBroker)('the expected interval of an adopted sensor', () => {
  test('is learned from its reports, is kept over a restart, and decides when it is overdue', async () => {
    const { world, sentry, report, pass, pace, knowWeek, expected } = await openAdopted();
    expect(await expected()).toEqual({ seconds: 90_000, origin: 'USUAL' });
    await report();
    await pass(6);
    await report();
    expect(await pace()).toMatchObject({ days: [[expect.any(Number), 1, expect.any(Number)]] });
    await knowWeek();
    // Another process is the leader now, and stores what it sees.
    await world.picket.server.pipeline.integrations.close();
    await world.run();
    await world.sees({ battery: 50 }, 'battery', 50);
    expect(await expected()).toEqual({ seconds: 600, origin: 'LEARNED' });
    await pass(20);
    expect(await world.openAlerts()).toEqual([]);
    await pass(3);
    expect(await world.openAlerts()).toEqual([['Sensor overdue', 270, sentry.guid]]);
    await report();
    await pass(1);
    expect(await world.openAlerts()).toEqual([]);
    // What it learns from that silence.
    expect((await expected())?.seconds).toBeGreaterThan(1800);
  });

  test('is the one that a person set, at the adoption or later', async () => {
    const { world, sentry, knowWeek, expected } = await openAdopted({ intervalSeconds: 7200 });
    const { picket } = world;
    await knowWeek();
    expect(await expected()).toEqual({ seconds: 7200, origin: 'CHOSEN' });
    await picket.call('POST', `/sentries/${sentry.guid}/release`, { as: picket.admin });
    const { body: again } = await world.adopt();
    expect(await expected()).toEqual({ seconds: 90_000, origin: 'USUAL' });
    const changed = await picket.call('PATCH', `/sentries/${again.guid}`, {
      as: picket.admin,
      body: { reportIntervalSeconds: 3600 },
    });
    expect(changed.status).toBe(200);
    expect(await expected()).toEqual({ seconds: 3600, origin: 'CHOSEN' });
  });
});
