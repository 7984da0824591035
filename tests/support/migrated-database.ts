/** Databases to migrate, dropped when the work on them is done. */
import { fileURLToPath } from 'node:url';
import pg from 'pg';
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
