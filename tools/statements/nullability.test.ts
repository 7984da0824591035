/** Whether a column that is returned may hold no value. */
import { describe, expect, test } from 'vitest';
import { nullabilityOf } from './nullability.ts';
import { readTables } from './table-schema.ts';

const TABLES = readTables(`
model Zone {
  guid   String  @id
  name   String
  floor  Int?
  place  Place   @relation(fields: [placeGuid], references: [guid])
  placeGuid String @map("place_guid")

  @@map("zone")
}
model Place {
  guid  String  @id
  label String
  phone String?

  @@map("place")
}
`);
const isNull = (text: string): boolean | null => nullabilityOf(TABLES, text)('it');

describe('may hold no value', () => {
  test.each([
    'SELECT floor AS it FROM zone',
    'SELECT z.floor AS it FROM zone z WHERE z.floor IS NOT NULL OR z.name = $1',
    'SELECT p.label AS it FROM zone z LEFT JOIN place p ON p.guid = z.place_guid',
    'SELECT z.name AS it FROM zone z RIGHT JOIN place p ON p.guid = z.place_guid AND z.name IS NOT NULL',
    'WITH one AS (SELECT phone AS number FROM place) SELECT number AS it FROM one',
    'SELECT x.it FROM (SELECT guid AS it FROM place UNION SELECT phone FROM place) x',
    "SELECT 'floor ' || floor AS it FROM zone",
    'SELECT coalesce(floor, NULL) AS it FROM zone',
    'UPDATE zone SET name = $1 RETURNING floor AS it',
  ])('%s', (text) => {
    expect(isNull(text)).toBe(true);
  });
});

describe('always holds a value', () => {
  test.each([
    'SELECT name AS it FROM zone',
    'SELECT floor AS it FROM zone WHERE floor IS NOT NULL',
    'SELECT floor AS it FROM zone WHERE floor > $1',
    'SELECT floor::text AS it FROM zone WHERE floor = ANY($1)',
    'SELECT floor AS it FROM zone WHERE (floor, guid) > ($1, $2)',
    'SELECT p.label AS it FROM zone z LEFT JOIN place p ON p.guid = z.place_guid WHERE p.guid = $1',
    'SELECT p.phone AS it FROM zone z JOIN place p ON p.phone = z.name',
    'SELECT coalesce(floor, 0) AS it FROM zone',
    'SELECT floor IS NULL AS it FROM zone',
    'SELECT count(*) AS it FROM zone',
    'SELECT EXISTS (SELECT 1 FROM zone) AS it',
  ])('%s', (text) => {
    expect(isNull(text)).toBe(false);
  });
});

describe('is not known', () => {
  test.each([
    'SELECT coalesce(floor, $1) AS it FROM zone',
    'SELECT max(floor) AS it FROM zone',
    'UPDATE zone SET floor = $1 RETURNING floor AS it',
    "SELECT name ->> 'x' AS it FROM zone",
    'SELECT x.it FROM unnest($1::text[]) AS x(it)',
  ])('%s', (text) => {
    expect(isNull(text)).toBe(null);
  });
});
