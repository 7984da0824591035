/**
 * Every hand-written statement of the server fits the schema: Postgres prepares each form of it against a migrated database, without
 * running it, and what it takes and returns is what the code passes and reads. And each has its place, if tables were distributed by
 * organization (decision 79).
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { checkStatements, type Problem, withoutExceptions } from '../../../tools/statements/check-statements.ts';
import { classificationProblems, classify } from '../../../tools/statements/classify.ts';
import { createDescriber } from '../../../tools/statements/describe-statement.ts';
import { type FoundStatements, findServerStatements } from '../../../tools/statements/find-statements.ts';
import { STATEMENT_EXCEPTIONS } from '../../../tools/statements/statement-exceptions.ts';
import { productTables } from '../../../tools/statements/table-schema.ts';
import { PLANTED_PROBLEMS, PLANTED_STATEMENTS } from './planted-statements.ts';

/** Fewer than this means that they were not found. */
const MIN_STATEMENTS = 650;
const PLANTED = 'apps/server/test/planted-statements.ts';

let database: TestDatabase;
let client: pg.Client;
let found: FoundStatements;
let problems: readonly Problem[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  found = findServerStatements([PLANTED]);
  problems = await checkStatements(await createDescriber(client), productTables(), found);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const isPlanted = ({ path }: { readonly path: string }): boolean => path === PLANTED;

test('statements name tables and columns that exist, take what is passed, and return what their types say', () => {
  const own = found.statements.filter((statement) => !isPlanted(statement));
  const compared = own.filter(({ columns }) => columns !== null).length;
  console.info(
    `statements: ${own.length} prepared, of ${found.calls} places; the types of ${compared} compared; ${STATEMENT_EXCEPTIONS.length} exceptions`,
  );
  expect(own.length).toBeGreaterThan(MIN_STATEMENTS);
  expect(
    withoutExceptions(
      problems.filter((problem) => !isPlanted(problem)),
      STATEMENT_EXCEPTIONS,
    ),
  ).toEqual({ problems: [], unneeded: [] });
});

const placed = (wanted: boolean) =>
  found.statements
    .filter((statement) => isPlanted(statement) === wanted)
    .flatMap((statement) => classify(productTables(), statement));

test('each statement has its place, if tables were distributed by organization', () => {
  const own = placed(false);
  const counts = [...Map.groupBy(own, ({ place }) => place)].map(([place, those]) => `${those.length} ${place}`);
  console.info(`statements by place: ${counts.join(', ')}`);
  expect(classificationProblems(own)).toEqual([]);
});

test('a statement that names no organization is found, and one that joins by a guid alone', () => {
  const own = classificationProblems(placed(true)).filter((problem) => problem.startsWith(PLANTED));
  expect(own).toContainEqual(expect.stringMatching(/: tooManyValues is on no list; rows written in several places/u));
  expect(own).toContainEqual(expect.stringMatching(/: optionalRow is on no list; tables not joined by their organiz/u));
});

describe('a wrong statement is found, with its line', () => {
  const planted = Object.entries(PLANTED_PROBLEMS);

  test.each(planted)('%s', async (name, messages) => {
    const lines = (await readFile(new URL('planted-statements.ts', import.meta.url), 'utf8')).split('\n');
    const own = problems.filter((problem) => isPlanted(problem) && problem.name === name);
    expect(own.map(({ message }) => message)).toEqual(messages);
    for (const { line } of own) expect(lines[line - 1]).toMatch(/sql\.query|SELECT/u);
  });

  test('and nothing else is said of these', () => {
    expect(problems.filter(isPlanted)).toHaveLength(PLANTED_STATEMENTS.length);
  });
});
