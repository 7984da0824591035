/**
 * Two servers and two Postgres behind haproxy, as docs/operations.md says. The primary is killed again and again while a
 * sentry reports and a console listens: nothing acknowledged is lost, the alerts are those of an undisturbed run, every
 * one of them reaches the console, and the service is back within seconds. And without its standby nothing is acknowledged.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Backlog } from '../../apps/sentry/src/backlog.ts';
import { type RetryPauses, runReporter } from '../../apps/sentry/src/reporter.ts';
import { afterFailure, afterRefusal, beforePostponed } from '../../apps/sentry/src/retry-pauses.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { killPostgres } from '../support/kill-postgres.ts';
import { watchNewConnections } from '../support/new-connections.ts';
import { startPair, startProxy } from '../support/postgres-pair.ts';
import { ADMIN, type Found, found, newDevice, recorded, recordingSource } from '../support/recorded-run.ts';
import { startServer } from '../support/server-process.ts';

const FAILOVERS = process.env.PICKET_DEEP ? 20 : 2;
/** Small enough that there is something to send in each part of each failover, whichever readings there are. */
const REPORT_SIZE = Math.min(24, Math.ceil(recorded.readings.length / (10 * FAILOVERS)));
const BACK_WITHIN_MS = 10_000;
/** So long an old primary that came back is beside the new one, while all connections are made again again and again. */
const OLD_ONE_WATCHED_MS = process.env.PICKET_DEEP ? 60_000 : 15_000;

/** Whether there is a haproxy; on Debian the tests bring it. */
const hasProxy = spawnSync('haproxy', ['-v'], { env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status === 0;
if (!hasProxy) process.stdout.write('Failover is not tested: there is no haproxy on this machine.\n');

/** A console's stream of events, taken up again where it broke off; collects the alerts that were raised. */
function listen(base: string, cookie: string): { readonly alerts: Set<string>; close(): void } {
  const alerts = new Set<string>();
  const stop = new AbortController();
  let last = '';
  void (async () => {
    while (!stop.signal.aborted) {
      try {
        const headers = { cookie, ...(last === '' ? {} : { 'last-event-id': last }) };
        const answer = await fetch(`${base}/api/v1/events`, { headers, signal: stop.signal });
        if (answer.status !== 200) throw new Error(`${answer.status}`);
        let text = '';
        for await (const chunk of answer.body ?? []) {
          text += new TextDecoder().decode(chunk);
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const event = text.slice(0, end);
            text = text.slice(end + 2);
            last = /^id: (.*)$/mu.exec(event)?.[1] ?? last;
            const data = /^data: (.*)$/mu.exec(event)?.[1];
            if (data === undefined) continue;
            const note: { type: string; change?: string; alert?: { guid: string } } = JSON.parse(data);
            if (note.type === 'alert' && note.alert !== undefined) alerts.add(note.alert.guid);
          }
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  })();
  return { alerts, close: () => stop.abort() };
}

/** After a minute of refusals a sentry waits for minutes; what is tested here is the service. */
const PAUSES: RetryPauses = {
  afterFailure: (...failed) => Math.min(2000, afterFailure(...failed)),
  afterRefusal,
  beforePostponed,
};

/** Sends the whole recording; `pace` says when the next report may go. */
async function report(base: string, folder: string, pace: () => Promise<void>) {
  const { device, cookie } = await newDevice(base, folder);
  let acknowledged = 0;
  let refused = 0;
  const run = runReporter(
    device,
    new Backlog(join(folder, 'backlog')),
    recordingSource(REPORT_SIZE, pace),
    3600,
    {
      sent: ({ readings }) => {
        acknowledged += readings;
      },
      refused: () => {
        refused += 1;
      },
    },
    new AbortController().signal,
    PAUSES,
  );
  return { run, cookie, acknowledged: () => acknowledged, refused: () => refused };
}

async function undisturbed(): Promise<Found> {
  const database = await createTestDatabase();
  const server = await startServer(database.url, { env: ADMIN });
  const folder = mkdtempSync(join(tmpdir(), 'picket-calm-'));
  try {
    await (await report(server.base, folder, async () => {})).run;
    return await found(database.url);
  } finally {
    await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two servers and two Postgres behind one address. */
async function openPair() {
  const pair = await startPair();
  const folder = mkdtempSync(join(tmpdir(), 'picket-failover-'));
  const ports = [await freePort(), await freePort()] as const;
  const proxy = await startProxy(pair, ports);
  const url = `postgres://picket@127.0.0.1:${proxy.postgresPort}/picket`;
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-two-'));
  const env = { ...ADMIN, PICKET_PUBLIC_URL: proxy.http };
  const one = await startServer(url, { port: ports[0], dataDir, env });
  const two = await startServer(url, { port: ports[1], dataDir, env });
  return {
    ...{ pair, proxy, url, ports, folder },
    isWell: async (): Promise<boolean> => {
      const answer = await fetch(`${proxy.http}/api/v1/health`, { signal: AbortSignal.timeout(2000) }).catch(
        () => null,
      );
      return answer?.status === 204;
    },
    close: async (): Promise<void> => {
      await one.stop();
      await two.stop();
      proxy.close();
      await pair.close();
      for (const used of [folder, dataDir]) rmSync(used, { recursive: true, force: true });
    },
  };
}

type OpenPair = Awaited<ReturnType<typeof openPair>>;

/** Sends the recording, no further than the share of it that was allowed. */
async function reportShares({ proxy, folder }: OpenPair) {
  const total = Math.ceil(recorded.readings.length / REPORT_SIZE);
  let share = 0;
  let sent = 0;
  const sending = await report(proxy.http, folder, async () => {
    sent += 1;
    while (share < 1 && sent > total * share + 3) await new Promise((resolve) => setTimeout(resolve, 10));
  });
  return {
    ...sending,
    allow: (upTo: number): void => {
      share = upTo;
    },
  };
}

type Sending = Awaited<ReturnType<typeof reportShares>>;

/** Kills the primary and promotes the other one, as a failover manager does; returns after how many milliseconds all is well. */
async function failOver({ pair, isWell }: OpenPair): Promise<number> {
  await pair.killPrimary();
  const killedAt = performance.now();
  // What a failover manager does: look twice, then promote.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await pair.promote();
  while (!(await isWell())) {
    if (performance.now() - killedAt > 60_000) throw new Error('the service did not come back');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return performance.now() - killedAt;
}

/** One failover, and the old primary that comes back by itself, sure of being one; returns after how many milliseconds all is well. */
async function failOverAndBack(open: OpenPair, sending: Sending, round: number): Promise<number> {
  const { pair, proxy, isWell } = open;
  const { acknowledged, refused, allow } = sending;
  allow((round - 0.5) / (FAILOVERS + 1));
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1500));
  const before = acknowledged();
  const backAfter = await failOver(open);
  allow((round - 0.25) / (FAILOVERS + 1));
  await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(before);
  // The old primary comes back by itself, sure of being one: nobody writes there.
  const old = await pair.restartOldPrimary('alone');
  const held = await old.readings();
  const meanwhile = acknowledged();
  const endAll = () => pair.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'picket'`);
  await watchNewConnections(proxy.http, endAll, round === 1 ? OLD_ONE_WATCHED_MS : 3000);
  allow(round / (FAILOVERS + 1));
  await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(meanwhile);
  await expect.poll(isWell).toBe(true);
  expect(await old.readings()).toBe(held);
  expect(refused()).toBe(0);
  old.stop();
  await pair.resumeReplication();
  return backAfter;
}

/** The standby dies: nothing that only one machine has is acknowledged, and no request waits for ever. */
async function loseStandby({ pair, proxy, isWell }: OpenPair, cookie: string): Promise<void> {
  const [standby] = pair.nodes.filter((node) => node !== pair.primary());
  const readingsBefore = await pair.query<{ count: string }>('SELECT count(*) FROM platform_uptime');
  expect(readingsBefore.length).toBe(1);
  await killPostgres(standby?.folder ?? '');
  const asked = performance.now();
  const answer = await fetch(`${proxy.http}/api/v1/locations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: proxy.http },
    body: JSON.stringify({ name: 'While the standby is away', timezone: 'UTC' }),
  });
  expect(answer.status).toBe(503);
  expect(performance.now() - asked).toBeLessThan(20_000);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/u);
  // Health may answer from what it saw up to 5 s ago: a refused request is seen before it is.
  await expect.poll(isWell).toBe(false);
  await pair.resumeReplication();
  await expect.poll(isWell).toBe(true);
}

/** Every reading is stored, the alerts are those of the quiet run, and each of them reached the console. */
async function expectSame(
  { pair, url }: OpenPair,
  calm: Found,
  acknowledged: number,
  shown: ReadonlySet<string>,
): Promise<Found> {
  const stormy = await found(url);
  const alerts = await pair.query<{ guid: string }>(
    `SELECT guid FROM alert WHERE policy_name <> 'Sentry offline' AND kind LIKE 'POLICY%' AND kind <> 'POLICY_CHANGE_ALERT'`,
  );
  await expect.poll(() => alerts.filter(({ guid }) => !shown.has(guid)).length).toBe(0);
  const expected = recorded.readings.map(({ at, value }) => ({ at, value })).sort((a, b) => a.at - b.at);
  expect(acknowledged).toBeGreaterThanOrEqual(expected.length);
  expect(stormy.readings).toEqual(expected);
  expect(calm.alerts.length).toBeGreaterThan(3);
  expect(stormy.alerts).toEqual(calm.alerts);
  expect(stormy.steps).toEqual(calm.steps);
  return stormy;
}

test.runIf(hasProxy)(
  `${FAILOVERS} failovers to a standby that confirms: nothing acknowledged is lost, the alerts are those of a quiet run`,
  async () => {
    const calm = await undisturbed();
    const open = await openPair();
    try {
      await expect.poll(open.isWell).toBe(true);
      const sending = await reportShares(open);
      const console = listen(open.proxy.http, sending.cookie);
      const backAfter: number[] = [];
      for (let round = 1; round <= FAILOVERS; round++) backAfter.push(await failOverAndBack(open, sending, round));
      await loseStandby(open, sending.cookie);
      sending.allow(1);
      await sending.run;
      const stormy = await expectSame(open, calm, sending.acknowledged(), console.alerts);
      console.close();
      process.stdout.write(
        `${backAfter.length} failovers, ${sending.acknowledged()} readings acknowledged, ${stormy.readings.length} stored, ${stormy.alerts.length} alerts; back after ${backAfter.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s\n`,
      );
      expect(Math.max(...backAfter)).toBeLessThan(BACK_WITHIN_MS);
      // Neither of them was ever replaced: they lived through all of it.
      const statusOf = async (port: number): Promise<number> =>
        (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status;
      for (const port of open.ports) await expect.poll(() => statusOf(port)).toBe(204);
    } finally {
      await open.close();
    }
  },
  3_000_000,
);
