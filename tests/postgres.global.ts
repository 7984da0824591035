/** One Postgres for the whole test run, with a template database that every suite clones. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import './provided.ts';
import { prepareDatabase } from '../apps/server/src/platform/prepare-database.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MIGRATIONS = join(ROOT, 'prisma/migrations');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = join(ROOT, 'test-results', 'postgres');
  const postgres = await startPostgres(folder);
  project.provide('adminUrl', postgres.adminUrl);
  project.provide('ownerUrl', postgres.ownerUrl);
  project.provide('servingUrl', postgres.url);
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  // What an interrupted run left behind.
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'`,
  );
  for (const { datname } of rows) await admin.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  await admin.query('DROP DATABASE IF EXISTS template_picket WITH (FORCE)');
  await admin.query('CREATE DATABASE template_picket OWNER picket_owner');
  await admin.end();
  const template = (url: string): string => url.replace(/\/picket$/u, '/template_picket');
  await prepareDatabase({ serving: template(postgres.url), owner: template(postgres.ownerUrl) }, MIGRATIONS);
  return async () => {
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
