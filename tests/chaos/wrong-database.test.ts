/**
 * Connections lead to the wrong database: a read-only standby, or an old primary that came back by itself and accepts writes.
 * No request gets a 401 because of it, nothing is stored there, health reports it, and the server recovers by itself once the
 * primary is back.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished, test } from 'vitest';
import { acquireAdvisoryLock } from '../../apps/server/src/platform/db/advisory-lock.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { migrate } from '../../apps/server/src/platform/db/migrations.ts';
import { NotPrimary } from '../../apps/server/src/platform/db/primary-guard.ts';
import { createLog } from '../../apps/server/src/platform/logging/log.ts';
import { fetchHealth, METRICS_TOKEN } from '../support/fetch-health.ts';
import { startPair } from '../support/postgres-pair.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { ROOT, startServer } from '../support/server-process.ts';
import { openSwitchableProxy } from '../support/switchable-proxy.ts';

/** Health is asked again within this long, and a pool has let go of what it held. */
const SEEN_WITHIN_MS = 10_000;
const WATCHED_MS = process.env.PICKET_DEEP ? 60_000 : 15_000;

async function openWorld(options: Parameters<typeof startPair>[0]) {
  const pair = await startPair(options);
  const board = await openSwitchableProxy(pair.primary().port);
  const server = await startServer(`postgres://picket@127.0.0.1:${board.port}/picket`, {
    env: { ...ADMIN, PICKET_METRICS_TOKEN: METRICS_TOKEN },
  });
  const folders: string[] = [];
  onTestFinished(async () => {
    await server.stop();
    await board.close();
    await pair.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** A device of its own; answers the status and the time to wait of one report. */
  const addDevice = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'picket-wrong-database-'));
    folders.push(folder);
    const { cookie } = await newDevice(server.base, folder, `Room ${folders.length}`);
    const { token }: { token: string } = JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8'));
    const send = async (): Promise<{ status: number; retryAfter: string | null }> => {
      const at = formatInstant(Date.now());
      const answer = await fetch(`${server.base}/api/v1/sentry/telemetry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          sentAt: at,
          readings: [{ sensorMetricId: 'environment_temperature', at, values: { value: 21 } }],
        }),
        signal: AbortSignal.timeout(30_000),
      });
      await answer.body?.cancel();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
    };
    return { send, cookie };
  };
  const health = async (): Promise<number> => (await fetch(`${server.base}/api/v1/health`)).status;
  const signIn = async (): Promise<number> => {
    const answer = await fetch(`${server.base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: ADMIN.PICKET_ADMIN_EMAIL,
        password: encodePassword(ADMIN.PICKET_ADMIN_PASSWORD),
      }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  return { pair, board, server, addDevice, health, signIn };
}

type World = Awaited<ReturnType<typeof openWorld>>;
type Send = Awaited<ReturnType<World['addDevice']>>['send'];

/** For `ms`: every report gets a 503, sign-in fails, and health reports it. */
async function expectTurnedAway({ health, signIn }: World, sends: readonly Send[], ms: number): Promise<void> {
  const began = performance.now();
  let healthy = 0;
  do {
    for (const send of sends) {
      const { status, retryAfter } = await send();
      expect(status).toBe(503);
      expect(retryAfter).toMatch(/^\d+$/u);
    }
    expect(await signIn()).toBe(503);
    if (performance.now() - began > SEEN_WITHIN_MS && (await health()) === 204) healthy += 1;
    await new Promise((resolve) => setTimeout(resolve, 200));
  } while (performance.now() - began < ms);
  expect(healthy).toBe(0);
  // What was found before may be said a few seconds longer.
  await expect.poll(health, { timeout: SEEN_WITHIN_MS, interval: 200 }).toBe(503);
}

async function expectBack({ health, signIn }: World, sends: readonly Send[]): Promise<void> {
  const began = performance.now();
  for (const send of sends)
    await expect.poll(async () => (await send()).status, { timeout: SEEN_WITHIN_MS, interval: 200 }).toBe(200);
  await expect.poll(health, { timeout: SEEN_WITHIN_MS, interval: 200 }).toBe(204);
  expect(await signIn()).toBe(200);
  process.stdout.write(`all well again after ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

test('a read-only standby: 503 for every request, and recovery once the primary is back', async () => {
  const world = await openWorld({ hotStandby: true });
  const { pair, board, addDevice } = world;
  const { send } = await addDevice();
  expect((await send()).status).toBe(200);
  const standby = pair.nodes.find((node) => node !== pair.primary());
  board.pointTo(standby?.port ?? 0, 'cut');
  await expect
    .poll(async () => (await fetchHealth(world.server.base)).cause, { timeout: SEEN_WITHIN_MS, interval: 200 })
    .toMatch(/standby|read-only/u);
  await expectTurnedAway(world, [send], WATCHED_MS);
  // Whatever connections there are to the standby, nobody cuts them.
  board.pointTo(pair.primary().port, 'keep');
  await expectBack(world, [send]);
});

test('connections to a primary that becomes read-only are closed at once', async () => {
  const world = await openWorld({ hotStandby: true });
  const { pair, addDevice } = world;
  const { send } = await addDevice();
  expect((await send()).status).toBe(200);
  // Sessions that are open follow the server's settings.
  await pair.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await pair.query('SELECT pg_reload_conf()');
  await expectTurnedAway(world, [send], 1000);
  await pair.query('ALTER SYSTEM RESET default_transaction_read_only');
  await pair.query('SELECT pg_reload_conf()');
  await expectBack(world, [send]);
});

test('an old primary that came back: no 401, nothing stored there, and recovery with the new one', async () => {
  const world = await openWorld({ hotStandby: true });
  const { pair, board, addDevice, signIn } = world;
  const early = await addDevice();
  expect((await early.send()).status).toBe(200);
  await pair.killPrimary();
  await pair.promote();
  board.pointTo(pair.primary().port, 'cut');
  await expectBack(world, [early.send]);
  // Only the new one knows this device.
  const late = await addDevice();
  expect((await late.send()).status).toBe(200);
  const old = await pair.restartOldPrimary('alone');
  const held = await old.readings();
  board.pointTo(old.port, 'cut');
  await expectTurnedAway(world, [early.send, late.send], WATCHED_MS);
  expect(await old.readings()).toBe(held);
  board.pointTo(pair.primary().port, 'keep');
  await expectBack(world, [early.send, late.send]);
  expect(await signIn()).toBe(200);
  old.stop();
});

test('what one process does for all ends when a newer primary is seen, though the old one still runs', async () => {
  const { pair, board } = await openWorld({ hotStandby: true });
  const db = openDatabase(`postgres://picket@127.0.0.1:${board.port}/picket`, createLog('silent'));
  onTestFinished(() => db.close());
  const lock = await acquireAdvisoryLock(db, 'a test');
  expect(await lock?.isStillHeld()).toBe(true);
  await pair.promote();
  board.pointTo(pair.primary().port, 'keep');
  // A new connection is made where there are too few.
  await expect
    .poll(async () => {
      await Promise.all([1, 2, 3, 4].map(() => db.console.query('SELECT pg_sleep(0.2)')));
      return lock?.isStillHeld();
    })
    .toBe(false);
  const next = await acquireAdvisoryLock(db, 'a test');
  expect(await next?.isStillHeld()).toBe(true);
  await next?.release();
});

test('a standby is no place to migrate, and none to lead from', async () => {
  const pair = await startPair({ hotStandby: true });
  onTestFinished(() => pair.close());
  const standby = pair.nodes.find((node) => node !== pair.primary());
  const url = `postgres://picket@127.0.0.1:${standby?.port ?? 0}/picket`;
  await expect(migrate(url, join(ROOT, 'prisma/migrations'))).rejects.toThrow(NotPrimary);
  const db = openDatabase(url, createLog('silent'));
  onTestFinished(() => db.close());
  await expect(acquireAdvisoryLock(db, 'a test')).rejects.toThrow(NotPrimary);
});
