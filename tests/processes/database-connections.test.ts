/** Every connection to Postgres is opened in one place, with limits; and Postgres says so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namesOf } from '@picket/domain/kind-table';
import { expect, test } from 'vitest';
import { applicationName, openClient, PROFILES } from '../../apps/server/src/platform/db/database-connections.ts';
import { createTestDatabase } from '../support/database.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAMES = namesOf(PROFILES);

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (['node_modules', 'dist', 'generated', 'test'].includes(entry.name)) return [];
    return entry.isDirectory() ? sources(path) : /\.m?[tj]s$/u.test(path) ? [path] : [];
  });
}

test('nobody else opens one', () => {
  const opens = /\bnew (?:pg\.)?(?:Client|Pool)\(/u;
  const folders = ['apps/server/src', 'apps/cli/src', 'apps/sentry/src', 'bench', 'tools', 'scripts'];
  const found = folders
    .flatMap(sources)
    // What the memory and the ingest of Picket are compared with, and no part of it.
    .filter((path) => !/^bench\/lib\/bare-(?:service\.mjs|ingest\.ts)$/u.test(path))
    .filter((path) => opens.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(found).toEqual(['apps/server/src/platform/db/database-connections.ts']);
});

test('each has its name and limits, and none is without', async () => {
  const database = await createTestDatabase();
  try {
    for (const name of NAMES) {
      const client = openClient(database.url, name);
      await client.connect();
      const { rows } = await client
        .query<{ name: string; setting: string }>(
          `SELECT name, setting FROM pg_settings WHERE name IN
             ('application_name', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
        )
        .finally(() => client.end());
      const { statement, lock, idleInTransaction } = PROFILES[name];
      expect(Object.fromEntries(rows.map((row) => [row.name, row.setting])), name).toEqual({
        application_name: applicationName(name),
        statement_timeout: String(statement),
        lock_timeout: String(lock),
        idle_in_transaction_session_timeout: String(idleInTransaction),
      });
      expect(Math.min(statement, lock, idleInTransaction)).toBeGreaterThan(0);
    }
  } finally {
    await database.drop();
  }
});

test('one that is lost while nothing is asked of it is reported by the next statement', async () => {
  const database = await createTestDatabase();
  const [idle, other] = [openClient(database.url, 'migration'), openClient(database.url, 'script')];
  try {
    await Promise.all([idle.connect(), other.connect()]);
    const ended = new Promise((resolve) => idle.once('end', resolve));
    const { rows } = await idle.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(idle.query('SELECT 1')).rejects.toThrow();
  } finally {
    await other.end();
    await database.drop();
  }
});
