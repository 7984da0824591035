/**
 * Applies prisma/migrations at start. One advisory lock, one transaction per file together with its row in
 * `_prisma_migrations` (in Prisma's own format, so `prisma migrate deploy` works as well): killed at any point, the next
 * start continues from there.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { openClient } from './database-connections.ts';
import { createPrimaryGuard } from './primary-guard.ts';

const LOCK = 72_707_369;

const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

export class MigrationError extends Error {}

/** Names of the migrations in `folder`, which holds one folder each, in order. */
export const migrationNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort();

/** Applies what is missing, in order, and returns the names applied. `upTo`: the last one to apply. */
export async function migrate(connectionString: string, folder: string, upTo?: string): Promise<readonly string[]> {
  const client = openClient(connectionString, 'migration');
  await client.connect();
  try {
    await createPrimaryGuard().admit(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(CREATE_MIGRATIONS_TABLE);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const names = migrationNames(folder);
    const newest = [...applied.keys()].sort().at(-1);
    if (newest !== undefined && !names.includes(newest))
      throw new MigrationError(`The database is newer than this Picket: it already has migration ${newest}.`);
    const done: string[] = [];
    for (const name of names) {
      if (upTo !== undefined && name > upTo) break;
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = applied.get(name);
      if (known !== undefined && known !== checksum)
        throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
      if (known !== undefined) continue;
      await applyMigration(client, name, sql, checksum);
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** A short lock timeout, retried: a long wait for a busy table would make everybody else wait behind it. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '3s'`;
const MAX_LOCK_ATTEMPTS = 40;
/** A lock timeout, and a deadlock with a transaction that locks the same tables in another order. */
const LOCK_FAILURES = new Set(['55P03', '40P01']);

async function applyMigration(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  for (let left = MAX_LOCK_ATTEMPTS; ; left--)
    try {
      return await attemptMigration(client, name, sql, checksum);
    } catch (error) {
      if (!LOCK_FAILURES.has((error as { code?: string }).code ?? '') || left <= 1)
        throw new MigrationError(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`);
      await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 750));
    }
}

async function attemptMigration(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(LOCK_TIMEOUT);
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
