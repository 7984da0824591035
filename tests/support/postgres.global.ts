/** One Postgres for the whole test run, with a template database that every suite clones. */
import pg from 'pg';
import './provided.ts';
import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { prepareDatabase } from '../../apps/server/src/platform/db/prepare-database.ts';
import { tenantRoleOf } from '../../apps/server/src/platform/db/tenant-role.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS = join(ROOT, 'prisma/migrations');
/** Memory, where there is enough of it: hundreds of databases are created and dropped, and no test asks this Postgres to survive a power cut. */
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY = 4 * 1024 ** 3;

/** Less work beside the tests. Durability stays: the server checks it at its start. */
const SETTINGS = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  update_process_title: 'off',
  track_counts: 'off',
  max_connections: '300',
};

function findDataFolder(): string {
  if (!existsSync(MEMORY)) return join(ROOT, 'test-results');
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_MEMORY ? join(MEMORY, 'picket-tests') : join(ROOT, 'test-results');
}

const DATA = findDataFolder();

/** Its own for each run: two at the same time do not end each other's. */
const folderOf = (pid: number): string => join(DATA, `postgres-${pid}`);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends and removes what an interrupted run left behind. */
async function sweep(): Promise<void> {
  for (const name of existsSync(DATA) ? readdirSync(DATA) : []) {
    const [, pid] = /^postgres-(\d+)$/u.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const left = existsSync(join(folderOf(Number(pid)), 'postgres', 'postmaster.pid'));
    if (left)
      await startPostgres(folderOf(Number(pid))).then(
        (postgres) => postgres.stop(),
        () => {},
      );
    rmSync(folderOf(Number(pid)), { recursive: true, force: true });
  }
}

/** Once, although each project of vitest.config.ts has this as its setup. */
async function createTemplate(postgres: EmbeddedPostgres): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'template_picket'");
  if (rowCount === 0) await admin.query('CREATE DATABASE template_picket OWNER picket_owner');
  await admin.end();
  if (rowCount !== 0) return;
  const template = (url: string): string => url.replace(/\/picket$/u, '/template_picket');
  await prepareDatabase({ serving: template(postgres.url), owner: template(postgres.ownerUrl) }, MIGRATIONS);
  // Most servers of suites work as the superuser.
  const serving = Object.assign(new URL(postgres.adminUrl), { pathname: '/template_picket' }).href;
  await prepareDatabase({ serving, owner: null, tenantRole: tenantRoleOf(serving) }, MIGRATIONS);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep();
  const folder = folderOf(process.pid);
  const postgres = await startPostgres(folder, null, SETTINGS);
  project.provide('adminUrl', postgres.adminUrl);
  project.provide('ownerUrl', postgres.ownerUrl);
  project.provide('servingUrl', postgres.url);
  await createTemplate(postgres);
  return async () => {
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
