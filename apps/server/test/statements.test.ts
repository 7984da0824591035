/**
 * Every hand-written statement fits the schema: Postgres parses it against a migrated database, and its columns are those that
 * the code reads. Statements that are put together while running are left to the tests of their capability.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { findStatements, type Statement } from './written-statements.ts';

/** Fewer than this means that they were not found. */
const MIN_STATEMENTS = 250;

let picket: Picket;
let client: pg.Client;

beforeAll(async () => {
  picket = await openPicket();
  client = new pg.Client({ connectionString: picket.platform.db.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await picket?.close();
});

/** Asks Postgres what a statement returns, without running it. */
class Description implements pg.Submittable {
  readonly name = '';
  readonly text: string;
  readonly #outcome = Promise.withResolvers<readonly string[]>();
  #columns: readonly string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** The names of the columns. Rejects where Postgres refuses the statement. */
  get columns(): Promise<readonly string[]> {
    return this.#outcome.promise;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: this.name, text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: this.name }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleError(error: Error): void {
    this.#outcome.reject(error);
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve(this.#columns);
  }
}

/** What is wrong with a statement; null: nothing. */
async function problemOf({ path, line, text, read }: Statement): Promise<string | null> {
  try {
    const columns = await client.query(new Description(text)).columns;
    const missing = read.filter((name) => !columns.includes(name));
    return missing.length === 0 ? null : `${path}:${line}: returns no ${missing.join(', ')}`;
  } catch (error) {
    return `${path}:${line}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

test('statements name tables and columns that exist, and return what is read from their rows', async () => {
  const statements = findStatements();
  expect(statements.length).toBeGreaterThan(MIN_STATEMENTS);
  const problems: string[] = [];
  for (const statement of statements) problems.push((await problemOf(statement)) ?? '');
  expect(problems.filter((problem) => problem !== '')).toEqual([]);
});

test.each([
  ['names a column that does not exist', 'SELECT nothing FROM sentry', [], 'column "nothing" does not exist'],
  ['does not return what is read', 'SELECT guid FROM sentry WHERE guid = $1', ['guid', 'name'], 'returns no name'],
])('a statement that %s is found', async (_what, text, read, problem) => {
  expect(await problemOf({ path: 'a-store.ts', line: 7, text, read })).toBe(`a-store.ts:7: ${problem}`);
});
