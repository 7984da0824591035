/**
 * The disk fills under the database: reports are rejected with 503, reads still work, an alarm came before, and
 * once there is room again all goes on by itself. On a small file system in memory, where this machine lets a test make one.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { fetchHealth, METRICS_TOKEN } from '../support/fetch-health.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { startServer } from '../support/server-process.ts';

const CYCLES = process.env.PICKET_DEEP ? 10 : 2;
const SIZE = '700m';
const BACK_WITHIN_MS = 30_000;
const REPORT_SIZE = 1000;

/** A file system of its own, or null where none can be made. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'picket-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder]).status === 0) return folder;
  rmSync(folder, { recursive: true });
  process.stdout.write('A full disk is not tested: this machine lets nobody mount a small one.\n');
  return null;
}

const disk = smallDisk();

const POSTGRES_SETTINGS = { max_wal_size: '128MB', min_wal_size: '32MB' };

/** Postgres on the small disk. As apps/cli/src/serve.ts does: one that ended is started again where it was. */
async function startGuardedPostgres(folder: string) {
  let postgres: EmbeddedPostgres = await startPostgres(folder, null, POSTGRES_SETTINGS);
  const guard = setInterval(() => {
    if (postgres.isRunning()) return;
    startPostgres(folder, postgres.port, POSTGRES_SETTINGS).then(
      (started) => {
        postgres = started;
      },
      () => {},
    );
  }, 1000);
  return {
    url: postgres.url,
    ownerUrl: postgres.ownerUrl,
    unguard: () => clearInterval(guard),
    stop: () => postgres.stop(),
  };
}

/** A sentry that reports a thousand readings at a time, and somebody who looks. */
class Client {
  readonly #base: string;
  readonly #token: string;
  readonly #cookie: string;
  /** The first reading of each report that was acknowledged. */
  readonly acknowledged: number[] = [];
  #next = Date.now() - 86_400_000;

  constructor(base: string, token: string, cookie: string) {
    this.#base = base;
    this.#token = token;
    this.#cookie = cookie;
  }

  async send(): Promise<Response> {
    const first = this.#next;
    const readings = Array.from({ length: REPORT_SIZE }, (_, place) => ({
      sensorMetricId: 'environment_humidity',
      at: formatInstant(first + place),
      values: { value: 50 },
    }));
    const answer = await fetch(`${this.#base}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ sentAt: formatInstant(Date.now()), readings }),
      signal: AbortSignal.timeout(20_000),
    });
    if (answer.status === 200) {
      this.acknowledged.push(first);
      this.#next += REPORT_SIZE;
    }
    return answer;
  }

  get(path: string): Promise<Response> {
    const headers = { cookie: this.#cookie };
    return fetch(`${this.#base}/api/v1${path}`, { headers, signal: AbortSignal.timeout(10_000) });
  }
}

/** Fills the disk; the database writes meanwhile: what is left fills with the next reports. */
function fillDisk(root: string): { readonly empty: () => void } {
  const ballast = join(root, 'ballast');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize;
  };
  for (const spare of [64_000, 1_000_000, 8_000_000])
    if (spawnSync('fallocate', ['-l', String(Math.max(0, free() - spare)), ballast]).status === 0) break;
  return { empty: () => rmSync(ballast) };
}

/** Reports are refused and nothing else is. */
async function expectReportsRefused(base: string, client: Client): Promise<void> {
  let refused: Response | null = null;
  for (let turn = 0; turn < 200 && refused === null; turn++) {
    const answer = await client.send();
    if (answer.status !== 200) refused = answer;
    await answer.body?.cancel();
  }
  expect(refused?.status, 'a full disk refuses').toBe(503);
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/u);
  for (let turn = 0; turn < 5; turn++) expect((await client.send()).status).toBe(503);
  await expect
    .poll(() => fetchHealth(base), { interval: 200 })
    .toMatchObject({ status: 503, cause: expect.stringContaining('the disk of the database is full') });
  expect((await client.get('/users/my-profile')).status).toBe(200);
  expect((await client.get('/alerts')).status).toBe(200);
}

/** Sends until a report is acknowledged and the service healthy; returns after how many milliseconds. */
async function sendUntilBack(base: string, client: Client): Promise<number> {
  const freed = performance.now();
  let status = 0;
  while (status !== 200 && performance.now() - freed < BACK_WITHIN_MS) {
    status = (await client.send().catch(() => null))?.status ?? 0;
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(status).toBe(200);
  await expect.poll(async () => (await fetchHealth(base)).status, { interval: 200 }).toBe(204);
  return performance.now() - freed;
}

/** Every acknowledged reading is stored, and once. */
async function expectStored(url: string, sentry: string, acknowledged: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ at: Date }>(
    `SELECT r.at FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sentry_guid = $1 AND s.sensor_metric_id = 'environment_humidity'`,
    [sentry],
  );
  await client.end();
  const stored = new Set(rows.map(({ at }) => at.getTime()));
  expect(rows.length).toBe(stored.size);
  for (const first of acknowledged)
    for (let place = 0; place < REPORT_SIZE; place++) expect(stored.has(first + place)).toBe(true);
}

test.runIf(disk !== null)(
  `${CYCLES} times the disk is full: 503 with Retry-After, reading goes on, nothing acknowledged is lost`,
  async () => {
    const root = disk ?? '';
    const folder = join(root, 'data');
    mkdirSync(folder);
    const postgres = await startGuardedPostgres(folder);
    const home = mkdtempSync(join(tmpdir(), 'picket-disk-device-'));
    const server = await startServer(postgres.url, {
      dataDir: join(root, 'server'),
      env: { ...ADMIN, PICKET_METRICS_TOKEN: METRICS_TOKEN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl },
    });
    try {
      const { cookie, sentry } = await newDevice(server.base, home);
      const { token }: { token: string } = JSON.parse(readFileSync(join(home, 'identity.json'), 'utf8'));
      const client = new Client(server.base, token, cookie);
      expect((await client.send()).status).toBe(200);
      // Less than a tenth is free from the start: that is said before anything is refused.
      await expect
        .poll(async () => (await (await client.get('/alerts?state=OPEN')).text()).includes('The disk fills'), {
          timeout: 60_000,
          interval: 1000,
        })
        .toBe(true);
      const back: number[] = [];
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const filled = fillDisk(root);
        await expectReportsRefused(server.base, client);
        filled.empty();
        back.push(await sendUntilBack(server.base, client));
      }
      await expectStored(postgres.url, sentry, client.acknowledged);
      process.stdout.write(
        `${CYCLES} times full: ${client.acknowledged.length * REPORT_SIZE} readings acknowledged and stored; back ${back.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s after there was room\n`,
      );
    } finally {
      postgres.unguard();
      await server.kill();
      postgres.stop();
      rmSync(home, { recursive: true, force: true });
      spawnSync('umount', ['-l', root]);
      rmSync(root, { recursive: true, force: true });
    }
  },
  600_000,
);
