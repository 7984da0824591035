/**
 * Applies prisma/migrations at start. One advisory lock, one transaction per file together with its row in
 * `_prisma_migrations` (in Prisma's own format, so `prisma migrate deploy` works as well): killed at any point, the next
 * start continues from there.
 *
 * What a migration does to a large table it may do before in short transactions: each query of a `slices.sql` beside it is
 * repeated, with the text it returned last (`next`) as $1, until that is null. A `statement` that it returns is executed on its
 * own, as `CREATE INDEX CONCURRENTLY` has to be. `migration.sql` does the same to whatever is left then.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { openClient, withClient } from './database-connections.ts';
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

/** Whether the newest migration of `folder` was applied: the tables of a database are those that this version knows. */
export const isMigrated = (connectionString: string, folder: string): Promise<boolean> =>
  withClient(connectionString, 'script', async (client) => {
    const { rows } = await client.query<{ isThere: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isThere"`,
    );
    if (rows[0]?.isThere !== true) return false;
    const applied = await client.query(
      'SELECT 1 FROM "_prisma_migrations" WHERE migration_name = $1 AND finished_at IS NOT NULL AND rolled_back_at IS NULL',
      [migrationNames(folder).at(-1)],
    );
    return applied.rowCount === 1;
  });

/** Applies what is missing, in order, and returns the names applied. `upTo`: the last one to apply. */
export async function migrate(connectionString: string, folder: string, upTo?: string): Promise<readonly string[]> {
  const client = openClient(connectionString, 'migration');
  await client.connect();
  try {
    await createPrimaryGuard().admit(client);
    await waitForLock(client);
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
      for (const slices of readSlices(join(folder, name, 'slices.sql'))) await applySlices(client, name, slices);
      await whenUnlocked(`Migration ${name}`, () => attemptMigration(client, name, sql, checksum));
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** Asks again and again: an index that is built concurrently would wait for a statement that waits. */
async function waitForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [LOCK]);
    if (rows[0]?.locked === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A short lock timeout, retried: a long wait for a busy table would make everybody else wait behind it. */
export const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '3s'`;
const MAX_LOCK_ATTEMPTS = 40;
/** A lock timeout, and a deadlock with a transaction that locks the same tables in another order. */
const LOCK_FAILURES = new Set(['55P03', '40P01']);

/** Repeats what cannot get its locks, and gives up after a while. `what`: begins the sentence of the MigrationError. */
export async function whenUnlocked<Result>(what: string, attempt: () => Promise<Result>): Promise<Result> {
  for (let left = MAX_LOCK_ATTEMPTS; ; left--)
    try {
      return await attempt();
    } catch (error) {
      if (!LOCK_FAILURES.has((error as { code?: string }).code ?? '') || left <= 1)
        throw new MigrationError(`${what} failed: ${error instanceof Error ? error.message : error}`);
      await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 750));
    }
}

/** The queries of a file, each ended by a semicolon at the end of a line; none where there is no file. */
const readSlices = (path: string): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/;[ \t]*$/mu)
        .filter((query) => /^(?!--|\s*$)/mu.test(query))
    : [];

interface Slice {
  readonly next: string | null;
  readonly statement?: string | null;
}

async function applySlices(client: pg.Client, name: string, query: string): Promise<void> {
  let after: string | null = null;
  do {
    const last: string | null = after;
    // What a statement left behind that could not get its locks, the query sees when it is asked again.
    after = await whenUnlocked(`Migration ${name}`, async () => {
      const { next, statement } = await attemptSlice(client, query, last);
      if (typeof statement === 'string') await client.query(statement);
      return next;
    });
  } while (after !== null);
}

async function attemptSlice(client: pg.Client, query: string, after: string | null): Promise<Slice> {
  await client.query('BEGIN');
  try {
    await client.query(LOCK_TIMEOUT);
    const { rows } = await client.query<Slice>(query, [after]);
    await client.query('COMMIT');
    return rows[0] ?? { next: null };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
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
