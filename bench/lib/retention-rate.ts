/** Deleting the clips that are past their retention, keys, audit entries and objects included, beside removing files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@picket/cli/postgres';
import { newGuid } from '@picket/server/benchmarks';
import {
  createLog,
  createPubSub,
  loadKeys,
  openDatabase,
  openInstallationSettings,
  type Platform,
  prepareDatabase,
  provisionTenant,
  readConfig,
  systemClock,
  wirePipeline,
} from '@picket/server/commands';
import { OWNER } from './bench-server.ts';

/** Of each clip; what is in them does not matter to removing them. */
const PARTS = ['video', 'still', 'strip'] as const;
const OBJECT_BYTES = 4096;

async function openPlatform(folder: string, urls: { url: string; ownerUrl: string }): Promise<Platform> {
  await prepareDatabase(
    { serving: urls.url, owner: urls.ownerUrl },
    new URL('../../prisma/migrations', import.meta.url).pathname,
  );
  const config = readConfig({ DATABASE_URL: urls.url, PICKET_DATA_DIR: folder, PICKET_LOG_LEVEL: 'error' });
  const log = createLog('error');
  const db = openDatabase(urls.url, log);
  const keys = loadKeys(folder);
  const pubSub = createPubSub(db, log);
  const settings = openInstallationSettings({ config, db, keys, log, pubSub });
  return { config, clock: systemClock, db, keys, log, terminal: () => {}, pubSub, settings };
}

/** So many clips of a week, of which the oldest are over. Their alerts are gone. */
async function fillClips({ db }: Platform, tenant: string, clips: number, due: number): Promise<void> {
  const location = newGuid();
  await db.console.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, created_at, last_update_ts)
     VALUES ($1, $2, 'Bench', 'bench', 'UTC', now(), now())`,
    [location, tenant],
  );
  await db.console.query(
    `INSERT INTO clip (tenant_guid, guid, location_guid, sentry_guid, started_at, ended_at, state, codec, sha256, chunk_hashes, bytes,
                       key, created_at, ready_at)
     SELECT $1::uuid, gen_random_uuid(), $2::uuid, gen_random_uuid(), at - interval '40 seconds', at, 'READY', 'avc1.42c01f',
            sha256(n::text::bytea), sha256(n::text::bytea), 400000, sha256(n::text::bytea), date_trunc('month', at), at
       FROM (SELECT n, now() - CASE WHEN n <= $4::int THEN interval '40 days' ELSE interval '7 days' END * (1 + n::float8 / $3::int / 10) AS at
               FROM generate_series(1, $3::int) n) x`,
    [tenant, location, clips, due],
  );
  for (const part of PARTS)
    await db.console.query(
      `INSERT INTO clip_part (tenant_guid, clip_guid, part, bytes, sha256, "offset", is_complete)
       SELECT tenant_guid, guid, $1, 100000, sha256, 100000, true FROM clip`,
      [part],
    );
  await db.console.query('ANALYZE');
}

/** Removes as many files, as `unlink` does; `isSynced`: with the folder synced after each, as what must survive a power cut. */
async function rateOfUnlink(folder: string, files: number, isSynced: boolean): Promise<number> {
  const place = mkdtempSync(join(folder, 'files-'));
  const paths = Array.from({ length: files }, (_, index) => join(place, String(index)));
  for (const path of paths) writeFileSync(path, Buffer.alloc(OBJECT_BYTES));
  const handle = await open(place, 'r');
  const began = performance.now();
  for (const path of paths) {
    await unlink(path);
    if (isSynced) await handle.sync();
  }
  await handle.sync();
  const seconds = (performance.now() - began) / 1000;
  await handle.close();
  return seconds;
}

/** The objects of the clips that are due. */
async function writeObjects({ db, config }: Platform): Promise<void> {
  if (config.clips.place.kind !== 'disk') throw new Error('the clips are not on a disk');
  const { folder } = config.clips.place;
  const { rows } = await db.console.query<{ path: string }>(
    `SELECT tenant_guid || '/' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') || '/' || guid AS path FROM clip
      WHERE ended_at < now() - interval '30 days'`,
  );
  for (const { path } of rows)
    for (const part of PARTS) {
      mkdirSync(join(folder, path, part), { recursive: true });
      writeFileSync(join(folder, path, part, '0'), Buffer.alloc(OBJECT_BYTES));
    }
}

export async function benchRetention({ clips, due }: { clips: number; due: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const postgres = await startPostgres(folder);
  try {
    const platform = await openPlatform(folder, postgres);
    const { clips: service } = wirePipeline(platform);
    const tenant = await provisionTenant(platform, { name: OWNER.email });
    await fillClips(platform, tenant, clips, due);
    await writeObjects(platform);
    const plain = await rateOfUnlink(folder, due, false);
    const synced = await rateOfUnlink(folder, due, true);
    let deleted = 0;
    let runs = 0;
    const began = performance.now();
    for (let ofRun = await service.applyRetention(); ofRun > 0; ofRun = await service.applyRetention()) {
      deleted += ofRun;
      runs += 1;
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(`retention              ${deleted} of ${clips} clips deleted in ${seconds.toFixed(2)} s, ${runs} runs`);
    console.log(
      `unlink of ${due} files  ${plain.toFixed(2)} s; with the folder synced after each ${synced.toFixed(2)} s`,
    );
    console.log(
      `ratio                  ${(seconds / plain).toFixed(1)}; to the synced ones ${(seconds / synced).toFixed(2)}`,
    );
  } finally {
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
