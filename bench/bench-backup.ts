/**
 * npm run bench:backup: how long until everything is back after the machine died? A store with a past is backed up while it
 * is loaded, restored into an empty database and read again, and every integrity check is run; beside COPY of its largest
 * table out of Postgres and into an empty one, in the same run.
 *
 *   npm run bench:backup -- --stored 50000000
 */

import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openPlatformAt } from '@picket/cli/local-platform';
import { startPostgres } from '@picket/cli/postgres';
import { formatSize } from '@picket/cli/progress-bar';
import { createBackup, fsck, openBackup, restoreBackup, restoreFiles } from '@picket/server/commands';
import { openClient } from '@picket/server/database-connections';
import { startServer } from '../tests/support/server-process.ts';
import { packSynthetic } from './lib/fill-store.ts';
import { countReadings, makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { load } from './lib/report-load.ts';

const { values } = parseArgs({
  options: { stored: { type: 'string', default: '5000000' }, sentries: { type: 'string', default: '100' } },
});
const STORED = Number(values.stored);
const READINGS = 20;
const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const admin = openClient(postgres.adminUrl, 'script');
await admin.connect();
const inside = openClient(postgres.adminUrl.replace(/\/postgres$/u, '/picket'), 'script');
await inside.connect();
const server = await startServer(postgres.url, {
  dataDir: folder,
  env: { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl },
});

async function timed<Value>(work: () => Promise<Value>): Promise<{ seconds: number; value: Value }> {
  const began = performance.now();
  const value = await work();
  return { seconds: (performance.now() - began) / 1000, value };
}

const printRow = (what: string, seconds: number, detail = ''): void => {
  console.log(`${what.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s${detail === '' ? '' : `  ${detail}`}`);
};

try {
  const { devices } = await makeSentries(server.base, Number(values.sentries), READINGS);
  await load({ base: server.base, devices, connections: 32, seconds: 3 });
  const { rows } = await inside.query<{ id: number }>('SELECT id FROM series ORDER BY id');
  await packSynthetic(
    postgres.url,
    rows.map(({ id }) => id),
    STORED - (await countReadings(postgres.url)),
    (share) => process.stderr.write(`\rfilling up … ${Math.round(share * 100)} % `),
  );
  process.stderr.write('\n');
  await inside.query('VACUUM ANALYZE');
  await inside.query('CHECKPOINT');
  const stored = await countReadings(postgres.url);
  const size = await inside.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes');
  console.log(`${stored.toLocaleString('en')} readings, a database of ${formatSize(size.rows[0]?.bytes ?? 0)}`);

  // The same bytes by Postgres alone: the newest days are rows, and they are most of what is moved.
  const file = join(folder, 'postgres', 'reading.copy');
  const out = await timed(() => inside.query(`COPY (SELECT series_id, at, value FROM reading) TO '${file}'`));
  await inside.query('CREATE TABLE plain (series_id int, at timestamptz, value float8, PRIMARY KEY (series_id, at))');
  const back = await timed(() => inside.query(`COPY plain FROM '${file}'`));
  await inside.query('DROP TABLE plain');
  printRow('COPY of the rows among them, out', out.seconds, formatSize(statSync(file).size));
  printRow('and in', back.seconds);

  const { platform, close } = await openPlatformAt(postgres.url, folder);
  const loaded = load({ base: server.base, devices, connections: 8, seconds: 10 });
  const made = await timed(() => createBackup(platform, join(folder, 'backups')));
  await loaded;
  await close();
  printRow('a backup, while readings come in', made.seconds, formatSize(made.value.bytes));

  await admin.query('CREATE DATABASE restored OWNER picket');
  const url = new URL(postgres.url);
  url.pathname = '/restored';
  const { path } = made.value;
  const backup = await openBackup({ path, trust: { kind: 'keys', encryptionKey: platform.keys.encryption } });
  const restored = await timed(() => restoreBackup({ connectionString: url.href, backup, migrations: MIGRATIONS }));
  printRow('brought back, and read again', restored.seconds);
  const keys = join(folder, 'restored-keys');
  mkdirSync(keys);
  await restoreFiles(backup, keys);
  const copy = await openPlatformAt(url.href, keys);
  const checked = await timed(() => fsck(copy.platform));
  await copy.close();
  printRow('every integrity check run', checked.seconds, `${checked.value.length} violations`);
  const whole = restored.seconds + checked.seconds;
  printRow(
    'until Picket may start again',
    whole,
    `${(whole / (out.seconds + back.seconds)).toFixed(2)} of COPY out and in`,
  );
} finally {
  await inside.end();
  await admin.end();
  await server.stop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
