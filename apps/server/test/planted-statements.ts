/** Statements that are wrong, and what is said of each. Nothing runs them. */
import type { Sql } from '../src/platform/db/database.ts';

/** By the name of the function. */
export const PLANTED_PROBLEMS: Readonly<Record<string, readonly string[]>> = {
  wrongColumn: ['column "nothing" does not exist'],
  wrongTable: ['relation "nowhere" does not exist'],
  wrongComparison: ['operator does not exist: uuid = boolean'],
  missingColumn: ['returns no name'],
  extraColumn: ['returns name, which its type does not name'],
  wrongType: ['activatedAt is timestamp with time zone, which is read as Date, not as null | string'],
  wrongList: ['guids is uuid[], which is read as string[], not as number[]'],
  nullableColumn: ['activatedAt may be null'],
  optionalRow: ['sentry may be null'],
  tooFewValues: ['takes 2 parameters, and 1 are passed'],
  tooManyValues: ['takes 1 parameters, and 2 are passed'],
  oneOfTwoTables: ['column "at" does not exist'],
  countRows: ['made while running: table: string'],
  notRun: ['no call runs `SELECT guid FROM sentry`'],
};

const wrongColumn = (sql: Sql) => sql.query('SELECT nothing FROM sentry');
const wrongTable = (sql: Sql) => sql.query('SELECT guid FROM nowhere');
const wrongComparison = (sql: Sql) => sql.query('SELECT guid FROM sentry WHERE guid = true');

const missingColumn = (sql: Sql) =>
  sql.query<{ guid: string; name: string }>('SELECT guid FROM sentry WHERE name IS NOT NULL');

const extraColumn = (sql: Sql) => sql.query<{ guid: string }>('SELECT guid, name FROM sentry');

interface Activated {
  readonly guid: string;
  readonly activatedAt: string | null;
}

const COLUMNS = 's.guid, s.activated_at AS "activatedAt"';

const wrongType = (sql: Sql) =>
  sql.query<{ [Key in keyof Activated]: Activated[Key] }>(`SELECT ${COLUMNS} FROM sentry s`);

const wrongList = (sql: Sql) => sql.query<{ guids: number[] }>('SELECT array_agg(guid) AS guids FROM sentry');

const nullableColumn = (sql: Sql) => sql.query<{ activatedAt: Date }>(`${select('s.activated_at')} FROM sentry s`);
const select = (column: string): string => `SELECT ${column} AS "activatedAt"`;

const optionalRow = (sql: Sql) =>
  sql.query<{ location: string; sentry: string }>(
    'SELECT l.name AS location, s.name AS sentry FROM location l LEFT JOIN sentry s ON s.location_guid = l.guid',
  );

const tooFewValues = (sql: Sql, guid: string) =>
  sql.query('DELETE FROM zone WHERE guid = $1::uuid AND name = $2', [guid]);

const both = (guid: string, name: string): readonly unknown[] => [guid, name];
const tooManyValues = (sql: Sql, guid: string) =>
  sql.query('DELETE FROM zone WHERE guid = $1::uuid', [...both(guid, '')]);

const oneOfTwoTables = (sql: Sql, table: 'reading' | 'series') => sql.query(`SELECT at FROM ${table}`);

const countRows = (sql: Sql, table: string) => sql.query(`SELECT count(*) FROM ${table}`);
const madeWhileRunning = (table: string) => (sql: Sql) => countRows(sql, table);

const notRun = (): string => `SELECT guid FROM sentry`;

export const PLANTED_STATEMENTS: readonly unknown[] = [
  wrongColumn,
  wrongTable,
  wrongComparison,
  missingColumn,
  extraColumn,
  wrongType,
  wrongList,
  nullableColumn,
  optionalRow,
  tooFewValues,
  tooManyValues,
  oneOfTwoTables,
  madeWhileRunning,
  notRun,
];
