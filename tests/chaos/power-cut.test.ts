/**
 * The power is cut seconds after the first start, while a device reports: Picket starts again and has every acknowledged
 * reading. The disk is an image file; a reflink of it is what the disk held at that instant, without what only the file
 * system's cache knew. Where no such image can be mounted, the test says so.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';

const SERVE = fileURLToPath(new URL('../../apps/cli/src/serve.ts', import.meta.url));
/** Seconds from the moment the first start answers to the cut; 0: as soon as the first reading is acknowledged. */
const CUTS = process.env.PICKET_DEEP ? Array.from({ length: 20 }, (_, turn) => [1, 3, 10, 30][turn % 4] ?? 1) : [0, 3];

const run = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

/** A folder on a file system that can clone files at an instant; null where none can be made. */
function cloningDisk(): string | null {
  const root = mkdtempSync(join(tmpdir(), 'picket-power-'));
  const image = join(root, 'outer.img');
  const mounted = join(root, 'outer');
  mkdirSync(mounted);
  const made =
    run('truncate', '-s', '12G', image) &&
    run('mkfs.xfs', '-q', '-m', 'reflink=1', image) &&
    run('mount', '-o', 'loop', image, mounted);
  if (made) return root;
  rmSync(root, { recursive: true });
  process.stdout.write('A power cut is not tested: this machine cannot mount an image file (mkfs.xfs, root).\n');
  return null;
}

const root = cloningDisk();
afterAll(() => {
  if (root === null) return;
  spawnSync('umount', ['-l', join(root, 'outer')]);
  rmSync(root, { recursive: true, force: true });
});

interface Started {
  readonly base: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}

async function serve(dataDir: string, port: number): Promise<Started> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVE], {
    env: {
      ...process.env,
      ...ADMIN,
      NODE_OPTIONS: '',
      DATABASE_URL: '',
      PICKET_DATA_DIR: dataDir,
      PORT: String(port),
      PICKET_PASSWORD_COST: '4',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const isReady = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk;
        if (text.includes('Picket is ready')) resolve();
      });
    child.on('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
  await isReady;
  return { base: `http://127.0.0.1:${port}`, child, output: () => text };
}

async function stop({ child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Instants of the readings that were acknowledged before `isOver` said so. */
async function report(base: string, token: string, isOver: () => boolean, acknowledged: number[]): Promise<void> {
  for (let next = Date.now() - 3_600_000; !isOver(); next += 10) {
    const readings = Array.from({ length: 10 }, (_, place) => ({
      sensorMetricId: 'environment_humidity',
      at: formatInstant(next + place),
      values: { value: 50 },
    }));
    const answer = await fetch(`${base}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ sentAt: formatInstant(Date.now()), readings }),
    });
    await answer.body?.cancel();
    if (answer.status === 200) acknowledged.push(...readings.map((_, place) => next + place));
  }
}

async function storedInstants(dataDir: string, sentry: string): Promise<Set<number>> {
  const { picket }: { picket: string } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  const client = new pg.Client({ connectionString: `postgres://picket:${picket}@127.0.0.1:${port}/picket` });
  await client.connect();
  const { rows } = await client.query<{ at: Date }>(
    'SELECT r.at FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sentry_guid = $1',
    [sentry],
  );
  await client.end();
  return new Set(rows.map(({ at }) => at.getTime()));
}

test.runIf(root !== null)(
  `${CUTS.length} power cuts after the first start: starts again, with every acknowledged reading`,
  async () => {
    const outer = join(root ?? '', 'outer');
    let readings = 0;
    for (const [turn, seconds] of CUTS.entries()) {
      const image = join(outer, `disk-${turn}.img`);
      const clone = join(outer, `clone-${turn}.img`);
      const mounted = join(root ?? '', 'disk');
      const home = mkdtempSync(join(tmpdir(), 'picket-power-device-'));
      mkdirSync(mounted, { recursive: true });
      expect(run('truncate', '-s', '5G', image)).toBe(true);
      expect(run('mkfs.ext4', '-q', image)).toBe(true);
      expect(run('mount', '-o', 'loop', image, mounted)).toBe(true);
      const acknowledged: number[] = [];
      let known: readonly number[] = [];
      let isCut = false;
      try {
        const first = await serve(join(mounted, 'data'), await freePort());
        const { sentry } = await newDevice(first.base, home);
        const { token }: { token: string } = JSON.parse(readFileSync(join(home, 'identity.json'), 'utf8'));
        const reporting = report(first.base, token, () => isCut, acknowledged);
        await expect.poll(() => acknowledged.length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        known = [...acknowledged];
        expect(run('cp', '--reflink=always', image, clone), 'the disk is cloned').toBe(true);
        isCut = true;
        await reporting;
        await stop(first);
        expect(run('umount', mounted)).toBe(true);

        expect(run('mount', '-o', 'loop', clone, mounted), 'the clone can be mounted').toBe(true);
        const again = await serve(join(mounted, 'data'), await freePort());
        const stored = await storedInstants(join(mounted, 'data'), sentry);
        await stop(again);
        expect(known.filter((at) => !stored.has(at))).toEqual([]);
        readings += known.length;
      } finally {
        isCut = true;
        spawnSync('umount', ['-l', mounted]);
        for (const path of [image, clone, home]) rmSync(path, { recursive: true, force: true });
      }
    }
    process.stdout.write(`${CUTS.length} power cuts: ${readings} acknowledged readings, 0 missing\n`);
  },
  1_800_000,
);
