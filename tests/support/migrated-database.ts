/** Databases to migrate, dropped when the work on them is done. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate, migrationNames } from '../../apps/server/src/platform/db/migrations.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Work on a database made from a template. */
export async function withDatabase<Result>(
  template: string,
  work: (database: TestDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await createTestDatabase(template);
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

/** The rows of one statement, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A database as it was before a migration; `migrateOn` applies this one, or all up to `last`. */
export async function upTo(
  migration: string,
  work: (database: { readonly url: string; migrateOn(last?: string): Promise<unknown> }) => Promise<void>,
): Promise<void> {
  const folder = join(ROOT, 'prisma/migrations');
  const names = migrationNames(folder);
  const newest = names.indexOf(migration);
  if (newest < 1) throw new Error(`there is no migration ${migration}`);
  await withDatabase('template0', async ({ url }) => {
    await migrate(url, folder, names[newest - 1]);
    await work({ url, migrateOn: (last = migration) => migrate(url, folder, last) });
  });
}
