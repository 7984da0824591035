/**
 * The archive of the embedded database is restored in a check: what was stored a moment before is there, nothing of the check is left,
 * also where it was killed, and an archive that was changed, or a disk without room, is said.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startArchivedPostgres } from '../../apps/cli/src/postgres/archived-postgres.ts';
import type { EmbeddedPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { stopPostgres } from '../../apps/cli/src/postgres/stop-postgres.ts';
import { createMissingKeys } from '../../apps/server/src/platform/wal-archive/prepare-archiver.ts';
import { ReadingRecord } from '../support/reading-record.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const WITHIN_MS = 300_000;
const STEP_TIMEOUT_MS = 900_000;

let folder: string;
let postgres: EmbeddedPostgres;
let server: RunningServer;
let record: ReadingRecord;
let cookie: string;
const backups = (): string => `${folder}-backups`;
const checkFolder = (): string => join(backups(), 'recovery-check');

const start = (port = 0): Promise<RunningServer> =>
  startServer(postgres.url, {
    port,
    dataDir: folder,
    env: { ...ADMIN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl },
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'picket-recovery-'));
  createMissingKeys(folder);
  postgres = await startArchivedPostgres(folder);
  server = await start();
  const made = await newDevice(server.base, join(folder, 'sentry'));
  record = new ReadingRecord(made.device);
  cookie = made.cookie;
  await vi.waitUntil(async () => (await operations()).archive?.kept?.spans.length === 1, {
    timeout: WITHIN_MS,
    interval: 1000,
  });
}, STEP_TIMEOUT_MS);

afterAll(async () => {
  await server?.stop();
  postgres?.stop();
  if (folder === undefined) return;
  await stopPostgres(checkFolder(), 'immediate');
  for (const path of [folder, backups()]) rmSync(path, { recursive: true, force: true });
}, STEP_TIMEOUT_MS);

async function operations(): Promise<ResponseOf<'GET /operations'>> {
  const answer = await fetch(`${server.base}/api/v1/operations`, { headers: { cookie } });
  return answer.json() as Promise<ResponseOf<'GET /operations'>>;
}

const startCheck = async (): Promise<number> =>
  (await fetch(`${server.base}/api/v1/recovery-checks`, { method: 'POST', headers: { cookie } })).status;

/** Makes a check and waits for it. */
async function check() {
  expect(await startCheck()).toBe(204);
  await vi.waitUntil(async () => (await operations()).recoveryChecks?.running === false, {
    timeout: WITHIN_MS,
    interval: 500,
  });
  return (await operations()).recoveryChecks;
}

test(
  'what was stored a moment ago comes back, and nothing of the check is left',
  async () => {
    await record.sendMany(20);
    const since = Date.now();
    const checks = await check();
    expect([checks?.last?.result, checks?.last?.why]).toEqual(['PASSED', undefined]);
    expect(Date.parse(checks?.last?.reachedAt ?? '')).toBeGreaterThanOrEqual(since);
    expect(existsSync(checkFolder())).toBe(false);
    expect(checks?.problem).toBeUndefined();
  },
  STEP_TIMEOUT_MS,
);

test(
  'one at a time; killed with the server in the middle, the next start removes what it left',
  async () => {
    expect(await startCheck()).toBe(204);
    expect(await startCheck()).toBe(409);
    await vi.waitUntil(() => existsSync(join(checkFolder(), 'postgres')), { timeout: WITHIN_MS, interval: 20 });
    await server.kill();
    // As the machine would leave it, if the program had been killed as well.
    await vi.waitUntil(() => !existsSync(checkFolder()), { timeout: WITHIN_MS, interval: 100 });
    server = await start(server.port);
    expect((await operations()).recoveryChecks).toMatchObject({
      running: false,
      last: { startedAt: expect.anything() },
    });
    expect((await operations()).recoveryChecks?.last?.result).toBeUndefined();
  },
  STEP_TIMEOUT_MS,
);

test(
  'a folder that was left, with a file of the archive that was changed: the check removes the one and names the other',
  async () => {
    const [cluster = ''] = readdirSync(join(backups(), 'archive'));
    const wal = join(backups(), 'archive', cluster, 'wal');
    const victim = join(wal, readdirSync(wal).sort().at(-1) ?? '');
    const good = readFileSync(victim);
    const changed = Buffer.from(good);
    changed[100] = (changed[100] ?? 0) ^ 1;
    writeFileSync(victim, changed);
    const checks = await check();
    expect(checks?.last).toMatchObject({ result: 'FAILED', why: expect.stringMatching(/damaged/u) });
    expect(checks?.problem).toMatchObject({ code: 'RECOVERY_CHECK_FAILED' });
    expect(existsSync(checkFolder())).toBe(false);
    writeFileSync(victim, good);
    expect((await check())?.last).toMatchObject({ result: 'PASSED' });
    expect((await operations()).recoveryChecks?.problem).toBeUndefined();
  },
  STEP_TIMEOUT_MS,
);
