/**
 * Two servers, two Postgres under Patroni, etcd with three members, and haproxy, all of them real, with the files of deploy/. The
 * primary is killed, its Patroni alone is killed, the two change places, both are killed, etcd loses its majority, the servers lose
 * Postgres: nothing acknowledged is lost, a sentry meets 503 and nothing else, and health says so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AcknowledgedReporter, startReporter } from '../support/acknowledged-reporter.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type Haproxy, startHaproxy } from '../support/haproxy.ts';
import { type HealthWatch, watchHealth } from '../support/health-watch.ts';
import { signIn, watchNewConnections } from '../support/new-connections.ts';
import { type PatroniCluster, type PatroniNode, startPatroniCluster } from '../support/patroni-cluster.ts';
import { missingPrograms } from '../support/patroni-files.ts';
import { ADMIN, type Found, found, newDevice, recorded } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { openSwitchableProxy, type SwitchableProxy } from '../support/switchable-proxy.ts';

/** How often each of the three ways to another primary is gone. */
const ROUNDS = Number(process.env.PICKET_FAILOVER_ROUNDS ?? 2);
/** Patroni's ttl, as deploy/patroni/patroni.yml has it, and what a busy machine adds. */
const BACK_WITHIN_MS = 20_000 + 40_000;
/** A crash recovery, and a lock that has to run out. */
const ALL_BACK_WITHIN_MS = 180_000;
/** So long an old primary that came back is beside the new one, while all connections are made again and again. */
const OLD_ONE_WATCHED_MS = 60_000;
/** Longer than the lock of the primary in etcd lasts. */
const WITHOUT_ETCD_MS = 30_000;
const STEP_TIMEOUT_MS = 900_000;
/** The ways, and the four steps after them. */
const STEPS = 3 * ROUNDS + 4;
const SIZE = Math.max(1, Math.ceil(recorded.readings.length / (STEPS * 60)));

const missing = missingPrograms();
if (missing.length > 0)
  process.stdout.write(`Failover by Patroni is not tested: ${missing.join(', ')} not on this machine.\n`);

let cluster: PatroniCluster;
let proxy: Haproxy;
/** Between the servers and haproxy's port of Postgres. */
let wire: SwitchableProxy;
const servers: RunningServer[] = [];
let reporter: AcknowledgedReporter;
let health: HealthWatch;
let folder: string | undefined;
let calm: Found;
let steps = 0;
const figures: string[] = [];

async function undisturbed(): Promise<Found> {
  const database = await createTestDatabase();
  const server = await startServer(database.url, { env: ADMIN });
  const own = mkdtempSync(join(tmpdir(), 'picket-calm-'));
  try {
    await startReporter((await newDevice(server.base, own)).device, 24).finish();
    return await found(database.url);
  } finally {
    await server.stop();
    await database.drop();
    rmSync(own, { recursive: true, force: true });
  }
}

async function open(): Promise<void> {
  calm = await undisturbed();
  cluster = await startPatroniCluster();
  const ports = [await freePort(), await freePort()] as const;
  const [one, two] = cluster.nodes;
  proxy = await startHaproxy(ports, [
    { port: one.port, managerPort: one.apiPort },
    { port: two.port, managerPort: two.apiPort },
  ]);
  wire = await openSwitchableProxy(proxy.postgresPort);
  const own = mkdtempSync(join(tmpdir(), 'picket-patroni-servers-'));
  folder = own;
  const env = {
    ...ADMIN,
    PICKET_PUBLIC_URL: proxy.http,
    PICKET_OWNER_DATABASE_URL: cluster.url('picket_owner', wire.port),
  };
  const start = (port: number) => startServer(cluster.url('picket', wire.port), { port, dataDir: own, env });
  for (const port of ports) servers.push(await start(port));
  await vi.waitUntil(isWell, { timeout: 120_000, interval: 250 });
  const { device } = await newDevice(proxy.http, join(own, 'sentry'));
  reporter = startReporter(device, SIZE);
  health = watchHealth(proxy.http);
}

async function close(): Promise<void> {
  await health?.stop();
  for (const server of servers) await server.stop();
  proxy?.close();
  await wire?.close();
  await cluster?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

const isWell = async (): Promise<boolean> => {
  const answer = await fetch(`${proxy.http}/api/v1/health`).catch(() => null);
  return answer?.status === 204;
};

/** Lets the sentry go a part further, and waits until it has. */
async function sendFurther(): Promise<void> {
  steps += 1;
  const before = reporter.acknowledged();
  reporter.allow(steps / (STEPS + 1));
  await expect.poll(() => reporter.acknowledged() > before, { timeout: 120_000 }).toBe(true);
}

/** Writes down after how long a report sent since then was stored, and that people can sign in with new connections. */
async function expectBack(what: string, since: number, withinMs = BACK_WITHIN_MS): Promise<void> {
  const ms = await reporter.storedAfter(since, withinMs);
  figures.push(`${what} ${(ms / 1000).toFixed(1)} s`);
  await expect.poll(() => signIn(proxy.http), { timeout: 60_000 }).toBe(200);
  await expect.poll(isWell, { timeout: 60_000 }).toBe(true);
}

/** All connections are made again and again, and none of them writes to the old primary. */
async function expectUntouched(old: PatroniNode, ms: number): Promise<void> {
  const held = cluster.rows(old);
  const primary = cluster.other(old);
  const endAll = async () =>
    cluster.query(primary, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'picket%'`);
  await watchNewConnections(proxy.http, endAll, ms);
  expect(cluster.rows(old)).toEqual(held);
  expect(cluster.query(old, 'SELECT 1 WHERE pg_is_in_recovery()')).toEqual([]);
}

/** The primary dies with its Patroni; its Postgres comes back by itself, sure of being the primary; then its Patroni does. */
async function killPrimary(round: number): Promise<void> {
  const old = await cluster.untilReady();
  await sendFurther();
  const since = performance.now();
  await cluster.killNode(old);
  await expectBack('killed:', since);
  expect((await cluster.primary())?.name).toBe(cluster.other(old).name);
  cluster.startAlone(old);
  await expectUntouched(old, round === 1 ? OLD_ONE_WATCHED_MS : 5000);
  cluster.startNode(old);
  expect((await cluster.untilReady()).name).toBe(cluster.other(old).name);
}

/** The Patroni of the primary dies, and its Postgres goes on beside the new primary. */
async function killPatroni(): Promise<void> {
  const old = await cluster.untilReady();
  await sendFurther();
  const since = performance.now();
  await cluster.killNode(old, 'left');
  await expect.poll(async () => (await cluster.primary())?.name, { timeout: 120_000 }).toBe(cluster.other(old).name);
  await expectBack('Patroni killed:', since);
  await expectUntouched(old, 5000);
  cluster.startNode(old);
  expect((await cluster.untilReady()).name).toBe(cluster.other(old).name);
}

async function switchOver(): Promise<void> {
  const old = await cluster.untilReady();
  await sendFurther();
  const since = performance.now();
  cluster.switchOver(old);
  await expectBack('switched over:', since);
  expect((await cluster.untilReady()).name).toBe(cluster.other(old).name);
}

describe.runIf(missing.length === 0)('failover by Patroni', () => {
  beforeAll(open, STEP_TIMEOUT_MS);
  afterAll(close, STEP_TIMEOUT_MS);

  test.for(Array.from({ length: ROUNDS }, (_, place) => place + 1))(
    'round %i: the primary is killed and comes back by itself, its Patroni is killed, the two change places',
    { timeout: STEP_TIMEOUT_MS },
    async (round) => {
      await killPrimary(round);
      await killPatroni();
      await switchOver();
    },
  );

  test(
    'both Postgres are killed, and return',
    async () => {
      await cluster.untilReady();
      await sendFurther();
      await Promise.all(cluster.nodes.map((node) => cluster.killNode(node)));
      await expect.poll(isWell, { timeout: 60_000 }).toBe(false);
      const since = performance.now();
      for (const node of cluster.nodes) cluster.startNode(node);
      await expectBack('both killed and started:', since, ALL_BACK_WITHIN_MS);
      await cluster.untilReady();
    },
    STEP_TIMEOUT_MS,
  );

  test(
    'etcd loses its majority: the primary goes on while it reaches the Patroni of the standby',
    async () => {
      const primary = await cluster.untilReady();
      await sendFurther();
      await cluster.etcd.killMajority();
      const since = performance.now();
      await expect.poll(() => performance.now() - since > WITHOUT_ETCD_MS, { timeout: 60_000 }).toBe(true);
      await expectBack('without etcd, after the lock ran out:', performance.now());
      expect((await cluster.primary())?.name).toBe(primary.name);
      cluster.etcd.start();
      await cluster.untilReady();
    },
    STEP_TIMEOUT_MS,
  );

  test(
    'without failsafe mode the primary steps down: reports are refused until etcd is back',
    async () => {
      await cluster.untilReady();
      await sendFurther();
      await cluster.setFailsafe(false);
      await cluster.etcd.killMajority();
      await expect.poll(() => cluster.primary(), { timeout: 60_000 }).toBe(null);
      await expect.poll(isWell, { timeout: 60_000 }).toBe(false);
      expect(await signIn(proxy.http)).toBe(503);
      const since = performance.now();
      cluster.etcd.start();
      await expectBack('etcd back:', since, ALL_BACK_WITHIN_MS);
      await cluster.untilReady();
      await cluster.setFailsafe(true);
    },
    STEP_TIMEOUT_MS,
  );

  test(
    'the servers lose Postgres and keep their sentries: 503 until it is reached again',
    async () => {
      await cluster.untilReady();
      await sendFurther();
      const before = reporter.attempts.length;
      wire.pointTo(await freePort(), 'cut');
      await expect.poll(isWell, { timeout: 60_000 }).toBe(false);
      await expect.poll(() => reporter.attempts.length > before + 10, { timeout: 120_000 }).toBe(true);
      expect(await signIn(proxy.http)).toBe(503);
      const since = performance.now();
      wire.pointTo(proxy.postgresPort, 'cut');
      await expectBack('Postgres reached again:', since);
    },
    STEP_TIMEOUT_MS,
  );

  test(
    'nothing acknowledged is lost or doubled, alerts and timelines are those of a quiet run, health was true',
    async () => {
      await reporter.finish();
      await health.stop();
      const stored = await found(cluster.url('picket', proxy.postgresPort));
      const expected = recorded.readings.map(({ at, value }) => ({ at, value })).sort((a, b) => a.at - b.at);
      const refused = reporter.attempts.filter(({ result }) => result === 'busy').length;
      process.stdout.write(
        `${ROUNDS} rounds, ${reporter.attempts.length} reports, ${refused} of them refused; ${reporter.acknowledged()} readings acknowledged, ${stored.readings.length} stored, ${stored.alerts.length} alerts; not well for ${health.badSeconds()} s. A report was stored again after: ${figures.join(', ')}\n`,
      );
      expect(reporter.wrong).toEqual([]);
      expect(reporter.acknowledged()).toBe(expected.length);
      expect(stored.readings).toEqual(expected);
      expect(calm.alerts.length).toBeGreaterThan(3);
      expect(stored.alerts).toEqual(calm.alerts);
      expect(stored.steps).toEqual(calm.steps);
      expect(health.lies(reporter.attempts)).toEqual([]);
      // Neither server was ever replaced: they lived through all of it.
      for (const { base } of servers)
        await expect.poll(async () => (await fetch(`${base}/api/v1/health`)).status).toBe(204);
    },
    STEP_TIMEOUT_MS,
  );
});
