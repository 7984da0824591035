/** The restored database and the running one, on connections of their own, to copy rows from the one into the other. */
import type pg from 'pg';
import type { Sql } from '../../platform/db/database.ts';
import { openClient } from '../../platform/db/database-connections.ts';
import { BringBackError, requireSameVersion } from '../../platform/db/restored-database.ts';
import type { Platform } from '../../platform/platform.ts';

export interface BothDatabases {
  /** Everything read here is of one instant. */
  readonly source: pg.Client;
  /** Outside of a transaction: what `work` begins and does not commit is undone. */
  readonly target: pg.Client;
}

const UNIQUE_VIOLATION = '23505';

/** Throws a BringBackError where the versions differ, or a row that is copied meets another one. */
export async function withBothDatabases<Result>(
  platform: Platform,
  sourceUrl: string,
  work: (both: BothDatabases) => Promise<Result>,
): Promise<Result> {
  const [source, target] = await Promise.all([connect(sourceUrl), connect(platform.config.databaseUrl)]);
  try {
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await requireSameVersion(sqlOf(source), sqlOf(target));
    return await work({ source, target });
  } catch (error) {
    throw toSentence(error);
  } finally {
    // Whatever was not committed is undone with its connection.
    await Promise.all([source.end().catch(() => {}), target.end().catch(() => {})]);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = openClient(url, 'restore');
  await client.connect();
  return client;
}

export const sqlOf = (client: pg.ClientBase): Sql => ({
  query: async <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => {
    const result = await client.query<Row>(text, values === undefined ? undefined : [...values]);
    return { rows: result.rows, rowCount: result.rowCount ?? 0 };
  },
});

function toSentence(error: unknown): unknown {
  const { code, detail = '', table = '' } = error as { code?: string; detail?: string; table?: string };
  return code === UNIQUE_VIOLATION
    ? new BringBackError(`something of it is in use already (${table}: ${detail})`)
    : error;
}
