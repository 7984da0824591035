/** Where the tables are, once they are distributed (decision 92): by their organization, or everywhere. */
import { COORDINATOR_TABLES, placementOfTable } from '@picket/cli/table-placements';
import { TENANT } from './distribution.ts';
import type { Tables } from './table-schema.ts';

/** Partitions that statements name. */
const PARTITIONS: Readonly<Record<string, string>> = { reading_default: 'reading' };

/** Functions of the database that read or write tables of organizations. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'newest_reading',
  'picket_drop_empty_reading_partition',
  'picket_drop_packed_partition',
  'picket_make_packed_partition',
  'picket_make_reading_day',
]);

export type Placement = 'by organization' | 'everywhere' | 'unknown';

export function placementOf(tables: Tables, table: string): Placement {
  const name = PARTITIONS[table] ?? table;
  const place = placementOfTable(name, tables.get(name)?.columns.get(TENANT)?.isOptional === false);
  return place === 'by organization' || place === 'unknown' ? place : 'everywhere';
}

/** What is wrong with the lists: tables on none, and entries that are no longer true. */
export const placementProblems = (tables: Tables): readonly string[] => [
  ...[...tables.keys()]
    .filter((table) => placementOf(tables, table) === 'unknown')
    .map((table) => `${table} has no organization, and is on no list`),
  ...Object.keys(COORDINATOR_TABLES)
    .filter((table) => !tables.has(table) && !table.startsWith('_'))
    .map((table) => `there is no table ${table}`),
];
