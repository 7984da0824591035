/**
 * npm run bench:migration: an upgrade of a store with a past. The version before the newest migration, or of `--before`, fills it and
 * serves; today's starts beside it and migrates, while sentries report and somebody reads. Printed: how long that takes, how long a
 * report and a page wait at most, what is refused, and how much disk is needed meanwhile; beside COPY of the rows into a plain table.
 *
 *   npm run bench:migration -- --stored 50000000 --before <commit>
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@picket/cli/postgres';
import { formatSize } from '@picket/cli/progress-bar';
import { openClient } from '@picket/server/database-connections';
import { checkOut, findEarlierVersion } from '../tests/support/earlier-version.ts';
import { startServer } from '../tests/support/server-process.ts';
import { type BenchTenant, countReadings, makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { load } from './lib/report-load.ts';
import { watchUpgrade } from './lib/watch-upgrade.ts';

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '5000000' },
    sentries: { type: 'string', default: '100' },
    before: { type: 'string' },
  },
});
const READINGS = 20;
/** Both versions serve this long after the migration. */
const TOGETHER_MS = 5000;

const before = values.before ?? findEarlierVersion();
if (before === null) throw new Error('this is no clone with its history');
const code = checkOut(before);
const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const inside = openClient(postgres.adminUrl.replace(/\/postgres$/u, '/picket'), 'script');
const env = { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl };

const printRow = (what: string, detail: string): void => {
  console.log(`${what.padEnd(44)} ${detail}`);
};
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Fills by the code of the version that serves, which knows its tables. */
async function fill({ devices }: BenchTenant, base: string): Promise<void> {
  await load({ base, devices, connections: 32, seconds: 3 });
  const { rows } = await inside.query<{ id: number }>('SELECT id FROM series ORDER BY id');
  const store: typeof import('./lib/fill-store.ts') = await import(join(code, 'bench/lib/fill-store.ts'));
  await store.packSynthetic(
    postgres.url,
    rows.map(({ id }) => id),
    Number(values.stored) - (await countReadings(postgres.url)),
    (share) => process.stderr.write(`\rfilling up … ${Math.round(share * 100)} % `),
  );
  process.stderr.write('\n');
  await inside.query('VACUUM ANALYZE');
  await inside.query('CHECKPOINT');
}

/** Milliseconds in which Postgres alone writes the rows there are to a table with a key. */
async function copyRows(): Promise<number> {
  const file = join(folder, 'postgres', 'reading.copy');
  await inside.query(`COPY (SELECT series_id, at, value FROM reading) TO '${file}'`);
  await inside.query('CREATE TABLE plain (series_id int, at timestamptz, value float8, PRIMARY KEY (series_id, at))');
  const began = performance.now();
  await inside.query(`COPY plain FROM '${file}'`);
  const took = performance.now() - began;
  await inside.query('DROP TABLE plain');
  rmSync(file);
  return took;
}

const earlier = await startServer(postgres.url, { root: code, dataDir: folder, env });
let today: Awaited<ReturnType<typeof startServer>> | null = null;
try {
  await inside.connect();
  const tenant = await makeSentries(earlier.base, Number(values.sentries), READINGS);
  await fill(tenant, earlier.base);
  const { rows } = await inside.query<{ count: number }>('SELECT count(*)::int AS count FROM reading');
  const copied = await copyRows();
  const stored = await countReadings(postgres.url);
  printRow('stored', `${stored.toLocaleString('en')} readings, ${rows[0]?.count.toLocaleString('en')} of them rows`);

  const watch = watchUpgrade({ inside, tenant, bases: [earlier.base], readings: READINGS });
  await setTimeout(1000);
  const began = performance.now();
  today = await startServer(postgres.url, { dataDir: folder, env });
  const migrated = performance.now() - began;
  watch.addBase(today.base);
  await setTimeout(TOGETHER_MS);
  const seen = await watch.stop();
  const missing = stored + seen.acknowledged - (await countReadings(postgres.url));

  printRow(
    'until the new version serves',
    `${seconds(migrated)}, ${(migrated / copied).toFixed(2)} of COPY of the rows`,
  );
  printRow(
    'the longest that a report waited',
    `${seconds(seen.longestReport)}; ${seen.refused} refused with 503 meanwhile`,
  );
  printRow(
    'the longest that a page waited',
    `${seconds(seen.longestRead)}; ${seen.failedReads} of ${seen.reads} failed`,
  );
  printRow('acknowledged readings missing', `${missing} of ${seen.acknowledged}; ${seen.failures} reports failed`);
  printRow('database before, at most, after', seen.databaseBytes.map(formatSize).join(', '));
  printRow('log of Postgres before, at most, after', seen.logBytes.map(formatSize).join(', '));
} finally {
  await today?.stop();
  await earlier.stop();
  await inside.end();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(code, { recursive: true, force: true });
}
process.exit(0);
