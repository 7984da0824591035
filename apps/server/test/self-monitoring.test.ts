/** What Picket checks of itself, and the system alerts and heartbeats that come of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Problem, problemOf } from '@picket/domain/problems';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../src/app/build-server.ts';
import { createMachineProbes } from '../src/capabilities/self-monitoring/index.ts';
import { openPicket, picketForTest } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import { deliveryStates, end, openWorld, pass, raise } from './notification-world.ts';

type World = Awaited<ReturnType<typeof openWorld>>;

const selfMonitor = ({ picket }: World) => picket.server.pipeline.selfMonitor;
/** What the health checks find, in English. */
const check = async (world: World) => (await selfMonitor(world).runChecks()).map(({ text }) => text);

test('disk, clock and mail raise a system alert each, once, which clears when the check passes', async () => {
  let free = 50;
  let off = 0;
  let backups: Problem | null = null;
  const world = await openWorld({
    probes: {
      ...HEALTHY_PROBES,
      disk: async () => ({ free: free * 1024 ** 3, total: 100 * 1024 ** 3 }),
      clockError: async () => off,
      backups: async () => backups,
    },
  });
  const { picket, mailbox } = world;
  expect(await check(world)).toEqual([]);
  free = 5;
  off = 45_000;
  expect((await check(world)).length).toBe(2);
  await selfMonitor(world).runChecks();
  const open = await picket.alerts('&state=OPEN');
  expect(open.map(({ message, kind, severity }) => ({ message, kind, severity }))).toEqual([
    { kind: 'GENERIC_ALERT', severity: 320, message: 'The clock is off by 45 s: times of alerts and links are wrong' },
    { kind: 'GENERIC_ALERT', severity: 340, message: 'The disk fills: 5.0 GiB of 100.0 GiB are free' },
  ]);
  await picket.notify();
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Critical: 2 alerts']);
  free = 60;
  off = 0;
  await selfMonitor(world).runChecks();
  await pass(world, 15);
  expect(await picket.alerts('&state=OPEN')).toEqual([]);
  expect(mailbox.mails.at(-1)?.subject).toBe('2 alerts over');

  backups = problemOf('BACKUP_FAILED', { why: 'the disk is on fire' });
  expect(await check(world)).toEqual(['The last backup failed: the disk is on fire']);
  backups = null;
  expect(await check(world)).toEqual([]);

  picket.clock.pass(1000);
  mailbox.refuse('451 full');
  for (const name of ['One', 'Two', 'Three']) await raise(world, name, 400, await picket.addLocation(name));
  await picket.notify();
  expect(await check(world)).toEqual([]);
  await pass(world, 90);
  expect(await check(world)).toEqual([
    expect.stringMatching(
      /^Notifications wait: \d to 1 destination that does not answer since 2026-03-02 \d\d:\d\d UTC$/u,
    ),
  ]);
  await pass(world, 820);
  expect(await check(world)).toContainEqual(
    expect.stringMatching(/^No mail was taken for a quarter of an hour, \d mails wait: .*451 full/u),
  );
  mailbox.refuse(null);
  await pass(world, 40);
  expect(await check(world)).toEqual([]);
});

test('a check that throws is a problem of its own, and hides none of the others', async () => {
  let reached = false;
  const world = await openWorld({
    probes: {
      ...HEALTHY_PROBES,
      clipSpace: async () => {
        if (!reached) throw new Error('ESTALE: stale file handle, statfs');
        return null;
      },
      backups: async () => problemOf('BACKUP_MISSING', {}),
    },
  });
  const failed = (name: string) => `The health check ${name} failed: ESTALE: stale file handle, statfs`;
  expect(await check(world)).toEqual([failed('video-disk'), failed('video-disk-full'), 'There is no backup']);
  const open = async () => (await world.picket.alerts('&state=OPEN')).map(({ message }) => message).toSorted();
  expect(await open()).toEqual([failed('video-disk'), failed('video-disk-full'), 'There is no backup']);
  reached = true;
  expect(await check(world)).toEqual(['There is no backup']);
  await pass(world, 15);
  expect(await open()).toEqual(['There is no backup']);
});

test('where the database cannot be reached, that is no problem of each check', async () => {
  const world = await openWorld();
  const { platform } = world.picket;
  const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  vi.spyOn(platform.db.console, 'query').mockRejectedValue(unreachable);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await expect(selfMonitor(world).findProblems()).rejects.toThrow('ECONNREFUSED');
});

test('an alert about the broker is ended by the server process that listens to it, not by another', async () => {
  let messages: Problem | null | undefined = problemOf('MQTT_SILENT', {});
  const world = await openWorld({ probes: { ...HEALTHY_PROBES, messages: () => messages } });
  const open = async () => (await world.picket.alerts('&state=OPEN')).map(({ message }) => message);
  await selfMonitor(world).runChecks();
  const text = expect.stringMatching(/^Readings over MQTT are not received/u);
  expect(await open()).toEqual([text]);
  messages = undefined;
  await selfMonitor(world).runChecks();
  expect(await open()).toEqual([text]);
  messages = null;
  await selfMonitor(world).runChecks();
  await pass(world, 15);
  expect(await open()).toEqual([]);
});

test('a server process that neither listens to the broker nor keeps accounts there says nothing of either', async () => {
  const mqtt = { PICKET_MQTT_URL: 'mqtt://127.0.0.1:1' };
  const managed = { ...mqtt, PICKET_MQTT_MANAGED: 'true', PICKET_MQTT_DEVICE_URL: 'mqtts://127.0.0.1:1' };
  for (const [environment, accounts] of [
    [mqtt, null],
    [managed, undefined],
  ] as const) {
    const { platform } = await picketForTest({ environment });
    const { app, pipeline } = await buildServer(platform);
    onTestFinished(() => app.close());
    expect(pipeline.probes.messages()).toBe(undefined);
    expect(pipeline.probes.brokerAccounts()).toBe(accounts);
  }
});

test('the heartbeat is sent while all checks pass, and stops when evaluation or notifications are behind', async () => {
  let pings = 0;
  const world = await openWorld({
    environment: { PICKET_HEARTBEAT_URL: 'https://watch.example/abc' },
    probes: {
      ...HEALTHY_PROBES,
      sendHeartbeat: async () => {
        pings += 1;
        return { status: 200, date: null };
      },
    },
  });
  expect(await selfMonitor(world).sendHeartbeat()).toBe(true);
  await raise(world);
  world.picket.clock.pass(90);
  expect(await selfMonitor(world).sendHeartbeat()).toBe(false);
  expect(await check(world)).toEqual([expect.stringContaining('Notifications are behind: 1 message waits')]);
  await pass(world, 30);
  expect(await selfMonitor(world).sendHeartbeat()).toBe(true);
  expect(pings).toBe(2);
  // Silence is due to be noticed after two minutes, and nothing notices it.
  const device = await world.picket.addDevice(world.location);
  await world.picket.report(device, []);
  for (const _ of Array.from({ length: 12 })) {
    world.picket.clock.pass(20);
    await world.picket.heartbeat();
  }
  expect(await check(world)).toEqual(['Evaluation is behind: 1 sentry waits for more than a minute']);
  expect(await selfMonitor(world).sendHeartbeat()).toBe(false);
  await world.picket.tick();
  await pass(world, 30);
  expect(await check(world)).toEqual([]);
});

test('after a start what waited before is caught up on first: nothing is behind yet', async () => {
  const world = await openWorld();
  const { picket } = world;
  await raise(world);
  const device = await picket.addDevice(world.location);
  await picket.report(device, []);
  // The platform is away for two hours; it starts with everything overdue.
  picket.clock.pass(7200);
  await picket.heartbeat();
  expect(await check(world)).toEqual([]);
  for (const _ of Array.from({ length: 4 })) {
    picket.clock.pass(20);
    await picket.heartbeat();
  }
  expect(await check(world)).toEqual([
    'Evaluation is behind: 1 sentry waits for more than a minute',
    expect.stringContaining('Notifications are behind'),
  ]);
});

test('missing deliveries are found, created, and reported by a system alert', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const lost = await raise(world, 'Lost', 400);
  const ended = await raise(world, 'Ended', 400);
  await picket.notify();
  await end(world, ended);
  const { prisma } = picket.platform.db;
  // As an error of ours, or a restored backup, could leave it.
  await prisma.delivery.deleteMany({ where: { alertGuid: lost } });
  await prisma.delivery.deleteMany({ where: { alertGuid: ended, change: 'CLEARED' } });
  mailbox.clear();
  expect(await selfMonitor(world).recoverMissedDeliveries()).toBe(0);
  await pass(world, 400, 100);
  mailbox.clear();
  expect(await selfMonitor(world).recoverMissedDeliveries()).toBe(2);
  await pass(world, 30);
  expect(await deliveryStates(world, lost)).toEqual(['RAISED SENT']);
  expect(await deliveryStates(world, ended)).toEqual(['RAISED SENT', 'CLEARED SENT']);
  const texts = mailbox.mails.map(({ text }) => text).join('\n');
  expect(texts).toContain('2 deliveries were missing');
  expect(await selfMonitor(world).recoverMissedDeliveries()).toBe(0);
});

test('no delivery is missing where nobody is notified: of a suspended organization, or before anybody has signed up', async () => {
  const world = await openWorld();
  const { picket } = world;
  const { tenant: tenantGuid, admin } = await picket.addTenant('Acme');
  const body = { location: await picket.addLocation('Vault', admin), severity: 400, message: 'Water' };
  expect((await picket.call('POST', '/alerts', { as: admin, body })).status).toBe(201);
  const { prisma } = picket.platform.db;
  await prisma.delivery.deleteMany({ where: { tenantGuid } });
  const suspend = (suspended: boolean) => prisma.tenant.update({ where: { guid: tenantGuid }, data: { suspended } });
  await suspend(true);
  await pass(world, 400, 100);
  expect(await selfMonitor(world).recoverMissedDeliveries()).toBe(0);
  await suspend(false);
  const setPassword = (passwordHash: string | null) =>
    prisma.user.updateMany({ where: { tenantGuid }, data: { passwordHash } });
  await setPassword(null);
  expect(await selfMonitor(world).recoverMissedDeliveries()).toBe(0);
  await setPassword('of somebody');
  expect(await selfMonitor(world).recoverMissedDeliveries()).toBe(1);
});

test('a clock that is off by the time of the heartbeat’s receiver is measured on, until both agree', async () => {
  let off = 45_000;
  let free = 50;
  const receiver = createServer((_request, response) => {
    response.setHeader('date', new Date(picket.clock.now() + off).toUTCString()).end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void receiver.close());
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : null;
  const world = await openWorld({
    environment: { PICKET_HEARTBEAT_URL: `http://127.0.0.1:${port}/abc` },
    probes: {
      ...HEALTHY_PROBES,
      disk: async () => ({ free: free * 1024 ** 3, total: 100 * 1024 ** 3 }),
      clockError: () => machine.clockError(),
      sendHeartbeat: (target) => machine.sendHeartbeat(target),
    },
  });
  const { picket } = world;
  const machine = createMachineProbes(picket.platform);
  const { sendHeartbeat } = selfMonitor(world);
  expect(await sendHeartbeat()).toBe(true);
  expect(await check(world)).toEqual([expect.stringMatching(/^The clock is off by 4\d s/u)]);
  off = 0;
  expect(await sendHeartbeat()).toBe(true);
  expect(await check(world)).toEqual([]);
  // Another check fails, so that nothing is measured: the clock is still off.
  off = 45_000;
  expect(await sendHeartbeat()).toBe(true);
  free = 5;
  picket.clock.pass(3600);
  expect(await sendHeartbeat()).toBe(false);
  expect(await check(world)).toContainEqual(expect.stringMatching(/^The clock is off by 4\d s/u));
  // It is set: what was measured before counts no more.
  picket.clock.step(45);
  await pass(world, 200, 20);
  expect(await machine.clockError()).toBe(null);
});

test('what a clock that was ahead observed keeps no system alert open', async () => {
  let free = 5;
  const disk = async () => ({ free: free * 1024 ** 3, total: 100 * 1024 ** 3 });
  const world = await openWorld({ probes: { ...HEALTHY_PROBES, disk } });
  await selfMonitor(world).runChecks();
  const open = async () => (await world.picket.alerts('&state=OPEN')).length;
  expect(await open()).toBe(1);
  await world.picket.platform.db.console.query(
    `UPDATE health_observation SET observed_at = observed_at + interval '1 day'`,
  );
  free = 60;
  await selfMonitor(world).runChecks();
  await pass(world, 15);
  expect(await open()).toBe(0);
});

test('a healthy server does not clear the system alert of another; one that is gone keeps none open', async () => {
  let free = 5;
  const disk = async () => ({ free: free * 1024 ** 3, total: 100 * 1024 ** 3 });
  const world = await openWorld({ probes: { ...HEALTHY_PROBES, disk } });
  const { picket } = world;
  const { databaseUrl, dataDir } = picket.platform.config;
  const second = await openPicket({ databaseUrl, dataDir, withoutAdmin: true });
  onTestFinished(() => second.close());
  const runChecks = async (): Promise<void> => {
    picket.clock.pass(30);
    second.clock.set(picket.clock.now());
    await selfMonitor(world).runChecks();
    await second.server.pipeline.selfMonitor.runChecks();
  };
  const alarms = async () => (await picket.alerts()).filter(({ message }) => message.startsWith('The disk fills'));
  for (let turn = 0; turn < 6; turn++) await runChecks();
  expect((await alarms()).map(({ state }) => state)).toEqual(['OPEN']);
  free = 60;
  await runChecks();
  expect((await alarms()).map(({ state }) => state)).toEqual(['CLEARED']);

  free = 5;
  await runChecks();
  expect((await alarms()).map(({ state }) => state).sort()).toEqual(['CLEARED', 'OPEN']);
  // The machine it was about comes back no more.
  for (const seconds of [60, 60]) {
    second.clock.pass(seconds);
    await second.server.pipeline.selfMonitor.runChecks();
  }
  expect((await alarms()).map(({ state }) => state)).toEqual(['CLEARED', 'CLEARED']);
});
