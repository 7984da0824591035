/**
 * Postgres 15 of Debian with pgBackRest and the files of deploy/pgbackrest: restored to random instants it has what a client was
 * promised until then and nothing later; a repository that is away raises a system alert, fills pg_wal no further than it may, and what
 * was dropped is an alert until the next backup.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS_TOKEN } from '../support/fetch-health.ts';
import { missingArchivePrograms, PgbackrestCluster } from '../support/pgbackrest-cluster.ts';
import { ReadingRecord } from '../support/reading-record.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const INSTANTS = Number(process.env.PICKET_RESTORE_INSTANTS ?? 3);
/** Self-monitoring runs each half minute, and a failure counts after a minute. */
const ALERT_WITHIN_MS = 240_000;
/** What the cluster of the test lets wait, in files of 16 MiB. */
const MAX_WAITING_FILES = 5;
const STEP_TIMEOUT_MS = 900_000;

let cluster: PgbackrestCluster;
let server: RunningServer;
let record: ReadingRecord;
let cookie: string;
let folder: string;

beforeAll(async () => {
  expect(missingArchivePrograms(), 'Debian packages postgresql-15 and pgbackrest are needed').toEqual([]);
  cluster = await PgbackrestCluster.start();
  folder = mkdtempSync(join(tmpdir(), 'picket-pgbackrest-'));
  const env = {
    ...ADMIN,
    PICKET_OWNER_DATABASE_URL: cluster.url('picket_owner'),
    PICKET_METRICS_TOKEN: METRICS_TOKEN,
  };
  server = await startServer(cluster.url('picket'), { env });
  const made = await newDevice(server.base, folder);
  record = new ReadingRecord(made.device);
  cookie = made.cookie;
}, STEP_TIMEOUT_MS);

afterAll(async () => {
  await server?.stop();
  cluster?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}, STEP_TIMEOUT_MS);

async function failingChecks(): Promise<readonly string[]> {
  const answer = await fetch(`${server.base}/api/v1/operations`, { headers: { cookie } });
  const { failingHealthChecks }: { failingHealthChecks: readonly { text: string }[] } = await answer.json();
  return failingHealthChecks.map(({ text }) => text).filter((text) => /archiv/iu.test(text));
}

async function openAlerts(): Promise<readonly string[]> {
  const answer = await fetch(`${server.base}/api/v1/alerts?state=OPEN`, { headers: { cookie } });
  const { items }: { items: readonly { message?: string }[] } = await answer.json();
  return items.map(({ message = '' }) => message).filter((message) => /archiv/iu.test(message));
}

/** Metrics of the archive by their name without its prefix. */
async function metrics(): Promise<Readonly<Record<string, number>>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${server.base}/internal/metrics`, { headers })).text();
  const lines = text.matchAll(/^picket_(?<name>archive_\w+|wal_bytes) (?<value>\S+)$/gmu);
  return Object.fromEntries([...lines].map(({ groups }) => [groups?.name ?? '', Number(groups?.value)]));
}

const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: ALERT_WITHIN_MS, interval: 1000 });

test(
  'restored to random instants, the database has what was acknowledged until then and nothing later',
  async () => {
    await record.sendMany(40);
    cluster.backUp('incr');
    await record.sendMany(40);
    const instants = Array.from({ length: INSTANTS }, () => record.randomInstant());
    // Something later has to be in the archive: recovery ends where it finds the first commit after the instant.
    await record.send();
    await cluster.switchWal();
    await poll(async () => (await metrics()).archive_waiting_files).toBe(0);
    for (const instant of instants)
      await record.expectAsAt(cluster.url('postgres', await cluster.restoreAt(instant)), instant);
    expect(await failingChecks()).toEqual([]);
  },
  STEP_TIMEOUT_MS,
);

test(
  'a check restores all that is archived, and Picket shows what it found',
  async () => {
    await record.sendMany(5);
    const since = Date.now();
    await cluster.checkRestore();
    const answer = await fetch(`${server.base}/api/v1/operations`, { headers: { cookie } });
    const { recoveryChecks }: ResponseOf<'GET /operations'> = await answer.json();
    expect(recoveryChecks).toMatchObject({ startable: false, running: false, last: { result: 'PASSED' } });
    expect(Date.parse(recoveryChecks?.last?.reachedAt ?? '')).toBeGreaterThanOrEqual(since);
  },
  STEP_TIMEOUT_MS,
);

test(
  'a repository that is away is an alert; what waits beyond the limit is dropped, which is an alert until the next backup',
  async () => {
    cluster.setRepository('gone');
    await cluster.switchWal();
    await poll(async () => (await metrics()).archive_failing).toBe(1);
    await poll(openAlerts).toEqual([
      expect.stringMatching(/^Archiving of the database fails since .+, \d+ files? waits?/u),
    ]);
    const before = (await metrics()).wal_bytes ?? 0;
    expect(before).toBeGreaterThan(0);
    // It came back within the limit: nothing is lost, and the alert ends.
    cluster.setRepository('there');
    await poll(openAlerts).toEqual([]);
    expect((await metrics()).archive_incomplete).toBe(0);

    cluster.setRepository('gone');
    for (let turn = 0; turn < 8; turn++) await cluster.switchWal();
    await poll(openAlerts).toEqual([expect.stringMatching(/^The archive of the database lacks changes from /u)]);
    await record.send();
    const { archive_waiting_files: waiting = 0, archive_incomplete } = await metrics();
    expect(archive_incomplete).toBe(1);
    expect(waiting).toBeLessThanOrEqual(MAX_WAITING_FILES);
    cluster.setRepository('there');
    cluster.backUp('full');
    await poll(openAlerts).toEqual([]);
    await record.sendMany(10);
    const instant = record.randomInstant(() => 0.9999);
    await record.send();
    await cluster.switchWal();
    await poll(async () => (await metrics()).archive_waiting_files).toBe(0);
    await record.expectAsAt(cluster.url('postgres', await cluster.restoreAt(instant)), instant);
  },
  STEP_TIMEOUT_MS,
);
