/** What a database that distributes by organization refuses is found: of each refusal one planted table or statement. */
import { describe, expect, test } from 'vitest';
import { distributionOf } from './distribution.ts';
import { type Placement, placementOf, placementProblems } from './placements.ts';
import { readQuery } from './query-model.ts';
import { type Refusal, refusedTables, statementRefusals } from './refusals.ts';
import { parseSql } from './sql-tree.ts';
import { productTables, readTables } from './table-schema.ts';

const KEYED = `
  tenantGuid String @map("tenant_guid")
  guid       String
  alertGuid  String? @map("alert_guid")
  state      String

  @@id([tenantGuid, guid])`;
const TABLES = readTables(
  ['alert', 'delivery', 'message']
    .map((name) => `model ${name} {${KEYED}\n}\n`)
    .concat('model setting {\n  name String @id\n}\n')
    .join(''),
);
const isDistributed = (table: string): boolean => table !== 'setting' && TABLES.has(table);

function analyze(text: string) {
  const [tree] = parseSql(text);
  const query = tree === undefined ? null : readQuery(tree);
  if (query === null) throw new Error(`no query: ${text}`);
  const distribution = distributionOf(TABLES, isDistributed, query);
  const refusals = statementRefusals(query, distribution, isDistributed, new Set(['newest_reading']));
  return { ...distribution, refusals };
}

const OF_ONE = 'a.tenant_guid = $1::uuid';

describe('a statement goes to one place', () => {
  test.each([
    ['one table', `SELECT a.state FROM alert a WHERE ${OF_ONE} FOR UPDATE SKIP LOCKED`],
    [
      'a join',
      `SELECT 1 FROM alert a JOIN delivery d ON d.tenant_guid = a.tenant_guid AND d.alert_guid = a.guid WHERE ${OF_ONE}`,
    ],
    [
      'an outer join',
      `SELECT 1 FROM alert a LEFT JOIN delivery d ON d.tenant_guid = a.tenant_guid WHERE $1 = a.tenant_guid`,
    ],
    [
      'two conditions',
      `SELECT 1 FROM alert a JOIN delivery d ON d.alert_guid = a.guid WHERE ${OF_ONE} AND d.tenant_guid = $1`,
    ],
    [
      'a sub-query',
      `SELECT 1 FROM alert a WHERE ${OF_ONE} AND EXISTS (SELECT 1 FROM delivery d WHERE d.tenant_guid = a.tenant_guid)`,
    ],
    [
      'rows compared',
      `SELECT 1 FROM alert a WHERE ${OF_ONE} AND (a.tenant_guid, a.guid) IN (SELECT d.tenant_guid, d.alert_guid FROM delivery d)`,
    ],
    [
      'WITH',
      `WITH due AS (SELECT a.tenant_guid, a.guid FROM alert a WHERE ${OF_ONE} LIMIT 5 FOR UPDATE)
      UPDATE delivery d SET state = 'DUE' FROM due WHERE d.tenant_guid = due.tenant_guid AND d.alert_guid = due.guid`,
    ],
    ['a row to insert', `INSERT INTO alert (tenant_guid, guid, state) VALUES ($1, $2, 'OPEN') ON CONFLICT DO NOTHING`],
    [
      'rows to insert',
      `INSERT INTO delivery (tenant_guid, guid, state) SELECT a.tenant_guid, a.guid, $2 FROM alert a WHERE ${OF_ONE}`,
    ],
    ['UNION', `SELECT guid FROM alert a WHERE ${OF_ONE} UNION ALL SELECT guid FROM delivery WHERE tenant_guid = $1`],
    [
      'a lateral query',
      `SELECT n.guid FROM alert a CROSS JOIN LATERAL (SELECT d.guid FROM delivery d
      WHERE d.tenant_guid = a.tenant_guid ORDER BY guid LIMIT 1) n WHERE ${OF_ONE}`,
    ],
  ])('%s', (_what, text) => {
    expect(analyze(text)).toMatchObject({ reach: 'one', apart: [], refusals: [] });
  });

  test('or to several, that are named', () => {
    expect(analyze('SELECT 1 FROM alert WHERE tenant_guid = ANY($1::uuid[])').reach).toBe('several');
    expect(analyze('SELECT 1 FROM alert WHERE tenant_guid IN ($1, $2)').reach).toBe('several');
  });

  test('or to those of rows that travel with it', () => {
    const text = 'SELECT 1 FROM unnest($1::uuid[]) AS x(tenant) JOIN alert a ON a.tenant_guid = x.tenant';
    expect(analyze(text)).toMatchObject({ reach: 'batch', apart: [] });
  });

  test('not where one of several conditions is enough', () => {
    expect(analyze(`SELECT 1 FROM alert a WHERE ${OF_ONE} OR a.state = 'OPEN'`).reach).toBe('all');
  });
});

describe('a statement that is refused', () => {
  test.each<[Refusal, string]>([
    [
      'tables not joined by their organization',
      `SELECT 1 FROM alert a JOIN delivery d ON d.alert_guid = a.guid WHERE ${OF_ONE}`,
    ],
    ['tables not joined by their organization', 'SELECT 1 FROM alert a LEFT JOIN delivery d ON d.alert_guid = a.guid'],
    [
      'tables not joined by their organization',
      `SELECT 1 FROM alert a WHERE ${OF_ONE} AND a.guid IN (SELECT alert_guid FROM delivery)`,
    ],
    [
      'tables not joined by their organization',
      `SELECT (SELECT count(*) FROM delivery d WHERE d.alert_guid = a.guid) FROM alert a WHERE ${OF_ONE}`,
    ],
    ['rows locked in several places', "SELECT guid FROM alert WHERE state = 'OPEN' LIMIT 5 FOR UPDATE SKIP LOCKED"],
    ['rows locked in several places', 'SELECT guid FROM alert WHERE tenant_guid = ANY($1::uuid[]) FOR NO KEY UPDATE'],
    ['rows written in several places', "UPDATE alert SET state = 'OPEN' WHERE guid = $1"],
    ['rows written in several places', 'DELETE FROM alert WHERE guid = ANY($1)'],
    [
      'rows written in several places',
      "INSERT INTO alert (tenant_guid, guid, state) SELECT x.tenant, x.guid, 'OPEN' FROM unnest($1::uuid[], $2::uuid[]) AS x(tenant, guid)",
    ],
    ['rows moved to another organization', 'UPDATE alert SET tenant_guid = $2 WHERE tenant_guid = $1'],
    [
      'rows limited in several places',
      `SELECT n.guid FROM message m CROSS JOIN LATERAL (SELECT d.guid FROM delivery d
      WHERE d.tenant_guid = m.tenant_guid ORDER BY d.guid LIMIT 1) n`,
    ],
    [
      'function that reads distributed tables',
      `SELECT n.at FROM alert a CROSS JOIN LATERAL newest_reading(a.guid) n WHERE ${OF_ONE}`,
    ],
  ])('%s (%#)', (refusal, text) => {
    expect(analyze(text).refusals).toContain(refusal);
  });
});

describe('a table that is refused', () => {
  const of = (body: string) =>
    refusedTables(
      readTables(`model zone {\n${body}\n}\nmodel tenant {\n  guid String @id\n}\n`),
      (table) => table === 'zone',
    );
  const OWN = '  tenantGuid String @map("tenant_guid")\n  guid String\n  @@id([tenantGuid, guid])\n';

  test.each<[Refusal, string]>([
    ['key without the organization', '  tenantGuid String @map("tenant_guid")\n  guid String @id'],
    ['key without the organization', `${OWN}  @@unique([guid])`],
    [
      'reference without the organization',
      `${OWN}  parent zone @relation(fields: [guid], references: [guid], onUpdate: NoAction)`,
    ],
    [
      'reference that changes keys',
      `${OWN}  parent zone @relation(fields: [tenantGuid, guid], references: [tenantGuid, guid])`,
    ],
    [
      'reference that empties the organization',
      `${OWN}  parent zone? @relation(fields: [tenantGuid, guid], references: [tenantGuid, guid], onDelete: SetNull, onUpdate: NoAction)`,
    ],
  ])('%s (%#)', (refusal, body) => {
    expect(of(body).get('zone')).toContain(refusal);
  });

  test('reference from a table that is everywhere', () => {
    const tables = readTables(
      `model zone {\n${OWN}}\nmodel note {\n  id Int @id\n  zone zone @relation(fields: [id], references: [guid])\n}\n`,
    );
    expect(refusedTables(tables, (table) => table === 'zone').get('note')).toEqual([
      'reference from a table that is everywhere',
    ]);
  });

  test('none, where keys and references have the organization', () => {
    const body = `${OWN}  parent zone @relation(fields: [tenantGuid, guid], references: [tenantGuid, guid], onUpdate: NoAction)`;
    expect([...of(body)]).toEqual([]);
  });
});

describe('the place of a table', () => {
  test('is known of each', () => {
    expect(placementProblems(productTables())).toEqual([]);
  });

  test.each<[string, Placement]>([
    ['alert', 'by organization'],
    ['tenant', 'everywhere'],
    ['nowhere', 'unknown'],
  ])('%s is %s', (table, placement) => {
    expect(placementOf(productTables(), table)).toBe(placement);
  });

  test('a new table without it is found', () => {
    const problems = placementProblems(readTables('model thing {\n  guid String @id\n}\n'));
    expect(problems).toContain('thing has no organization, and is on no list');
  });
});
