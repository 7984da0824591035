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

export const wrongColumn = (sql: Sql) => sql.query('SELECT nothing FROM sentry');
export const wrongTable = (sql: Sql) => sql.query('SELECT guid FROM nowhere');
export const wrongComparison = (sql: Sql) => sql.query('SELECT guid FROM sentry WHERE guid = true');

export const missingColumn = (sql: Sql) =>
  sql.query<{ guid: string; name: string }>('SELECT guid FROM sentry WHERE name IS NOT NULL');

export const extraColumn = (sql: Sql) => sql.query<{ guid: string }>('SELECT guid, name FROM sentry');

interface Activated {
  readonly guid: string;
  readonly activatedAt: string | null;
}

const COLUMNS = 's.guid, s.activated_at AS "activatedAt"';

export const wrongType = (sql: Sql) =>
  sql.query<{ [Key in keyof Activated]: Activated[Key] }>(`SELECT ${COLUMNS} FROM sentry s`);

export const wrongList = (sql: Sql) => sql.query<{ guids: number[] }>('SELECT array_agg(guid) AS guids FROM sentry');

export const nullableColumn = (sql: Sql) =>
  sql.query<{ activatedAt: Date }>(`${select('s.activated_at')} FROM sentry s`);
const select = (column: string): string => `SELECT ${column} AS "activatedAt"`;

export const optionalRow = (sql: Sql) =>
  sql.query<{ location: string; sentry: string }>(
    'SELECT l.name AS location, s.name AS sentry FROM location l LEFT JOIN sentry s ON s.location_guid = l.guid',
  );

export const tooFewValues = (sql: Sql, guid: string) =>
  sql.query('DELETE FROM zone WHERE guid = $1::uuid AND name = $2', [guid]);

const both = (guid: string, name: string): readonly unknown[] => [guid, name];
export const tooManyValues = (sql: Sql, guid: string) =>
  sql.query('DELETE FROM zone WHERE guid = $1::uuid', [...both(guid, '')]);

export const oneOfTwoTables = (sql: Sql, table: 'reading' | 'series') => sql.query(`SELECT at FROM ${table}`);

const countRows = (sql: Sql, table: string) => sql.query(`SELECT count(*) FROM ${table}`);
export const madeWhileRunning = (table: string) => (sql: Sql) => countRows(sql, table);

export const notRun = (): string => `SELECT guid FROM sentry`;
