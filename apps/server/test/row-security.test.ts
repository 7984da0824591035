/** Row-level security (decision 85): what works for one organization is limited to the rows of that one by Postgres as well. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { OWNED_TABLES, UNOWNED_TABLES } from '../src/capabilities/operations/tenant-data-store.ts';
import { type Database, sqlState } from '../src/platform/db/database.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { OPEN_POLICY, TENANT_POLICY, TENANTS_POLICY } from '../src/platform/db/row-security-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket } from './harness.ts';
import { MIGRATIONS, policiesIn, SEVERAL_ROLE, TENANT_ROLE, withClient } from './secured-rows.ts';

/** Computed once a statement: a sub-select. */
const SEVERAL_CONDITION =
  "(COLUMN = ANY (( SELECT (string_to_array(current_setting('picket.tenants'::text), ','::text))::uuid[] AS string_to_array)::uuid[]))";

let database: TestDatabase;
let picket: Picket;
let acme: { tenant: string; location: string };
let other: { tenant: string; location: string };

const prepare = ({ servingUrl, ownerUrl }: TestDatabase, tenantRole: string) =>
  prepareDatabase({ serving: servingUrl, owner: ownerUrl, tenantRole }, MIGRATIONS);

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database, TENANT_ROLE);
  picket = await openPicket({ databaseUrl: database.servingUrl, environment: { PICKET_ROW_SECURITY: 'on' } });
  const place = async (name: string) => {
    const { tenant, admin } = await picket.addTenant(name);
    return { tenant, location: await picket.addLocation(`Cellar of ${name}`, admin) };
  };
  [acme, other] = [await place('Acme'), await place('Other')];
});
afterAll(async () => {
  await picket.close();
  await database.drop();
});

describe('the tables', () => {
  test('each with rows of organizations has the three policies, and no other table has one', async () => {
    const policies = await policiesIn(database.url);
    const named = (name: string) => policies.filter((policy) => policy.name === name);
    const tables = await withClient(database.url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns JOIN pg_class c ON c.relname = table_name AND NOT c.relispartition
          WHERE table_schema = 'public' AND column_name = 'tenant_guid' AND c.relkind IN ('r', 'p')`,
      );
      return [...rows.map(({ name }) => name), 'tenant'].sort();
    });
    expect(named(TENANT_POLICY).map(({ table }) => table)).toEqual(tables);
    expect(named(OPEN_POLICY).map(({ table }) => table)).toEqual(tables);
    expect(named(TENANTS_POLICY).map(({ table }) => table)).toEqual(tables);
    expect(policies).toHaveLength(3 * tables.length);
    for (const { table, name, to, condition, isEnabled } of policies) {
      const column = table === 'tenant' ? 'guid' : 'tenant_guid';
      const expected: Readonly<Record<string, readonly [string, string]>> = {
        [OPEN_POLICY]: ['PUBLIC', 'true'],
        [TENANT_POLICY]: [TENANT_ROLE, `(${column} = (current_setting('picket.tenant'::text))::uuid)`],
        [TENANTS_POLICY]: [SEVERAL_ROLE, SEVERAL_CONDITION.replace('COLUMN', column)],
      };
      const found = [to, condition.replaceAll(/\s+/gu, ' ')];
      expect({ table, found, isEnabled }).toEqual({ table, found: expected[name], isEnabled: true });
    }
    // What is deleted with an organization is what is limited to it.
    const owned = OWNED_TABLES.map(({ name }) => name);
    expect(tables.filter((name) => !UNOWNED_TABLES.includes(name))).toEqual(owned.sort());
  });

  test('without an organization, no row is found: that is an error', async () => {
    const tables = [...new Set((await policiesIn(database.url)).map(({ table }) => table))];
    await withClient(database.servingUrl, async (client) => {
      const filled: string[] = [];
      for (const table of tables)
        if ((await client.query(`SELECT 1 FROM "${table}" LIMIT 1`)).rowCount === 1) filled.push(table);
      expect(filled.length).toBeGreaterThan(8);
      for (const [role, setting] of [
        [TENANT_ROLE, 'SELECT 1'],
        [TENANT_ROLE, `SET LOCAL picket.tenant = ''`],
        [SEVERAL_ROLE, 'SELECT 1'],
        [SEVERAL_ROLE, `SET LOCAL picket.tenants = 'acme'`],
      ])
        for (const table of filled) {
          await client.query(`BEGIN; SET LOCAL ROLE ${role}; ${setting}`);
          const refused = client.query(`SELECT count(*) FROM "${table}"`);
          await expect(refused, table).rejects.toThrow(/unrecognized configuration parameter|invalid input syntax/u);
          await client.query('ROLLBACK');
        }
    });
  });

  test('the role of an organization may not name a partition, nor change what is written once', async () => {
    await withClient(database.servingUrl, async (client) => {
      for (const statement of [
        'SELECT 1 FROM reading_default',
        'DELETE FROM audit_entry',
        'TRUNCATE alert',
        'ALTER TABLE alert DISABLE ROW LEVEL SECURITY',
        `DROP POLICY ${TENANT_POLICY} ON alert`,
      ]) {
        await client.query(`BEGIN; SET LOCAL ROLE ${TENANT_ROLE}; SET LOCAL picket.tenant = '${acme.tenant}'`);
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/u);
        await client.query('ROLLBACK');
      }
    });
  });

  test('a second start changes nothing', async () => {
    const before = await policiesIn(database.url);
    await prepare(database, TENANT_ROLE);
    expect(await policiesIn(database.url)).toEqual(before);
  });
});

const NAMES = 'SELECT name FROM location ORDER BY name';
const namesIn = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);
const insertInto = (tenant: string): readonly [string, readonly unknown[]] => [
  `INSERT INTO retention (tenant_guid, kind, keep_days) VALUES ($1::uuid, 'FRAMES', 5)`,
  [tenant],
];

/** Each way to a statement, with the names of the locations that it finds. */
const HANDLES: Readonly<Record<string, (db: Database) => Promise<string[]>>> = {
  'a statement for screens': async (db) => namesIn((await db.console.query<{ name: string }>(NAMES)).rows),
  'a prepared statement': async (db) => namesIn((await db.console.query<{ name: string }>(NAMES, [], 'prepared')).rows),
  'a statement before a report': async (db) => namesIn((await db.lookups.query<{ name: string }>(NAMES)).rows),
  'a statement for a download': async (db) => namesIn((await db.exports.query<{ name: string }>(NAMES)).rows),
  Prisma: async (db) => namesIn(await db.prisma.location.findMany({ orderBy: { name: 'asc' } })),
  'a transaction with Prisma': (db) =>
    db.inTx(async ({ prisma, sql }) => {
      const [first, second] = [await prisma.location.findMany(), await sql.query<{ name: string }>(NAMES)];
      expect(first).toHaveLength(second.rowCount);
      return namesIn(second.rows);
    }),
  'a transaction of statements': (db) =>
    db.inSqlTx(async (sql) => namesIn((await sql.query<{ name: string }>(NAMES, [])).rows)),
  'a transaction of ingest': (db) =>
    db.inIngestTx(async (sql) => namesIn((await sql.query<{ name: string }>(NAMES, [])).rows)),
};

describe.each(Object.entries(HANDLES))('%s', (_, names) => {
  test('finds what is of its organization, of all where it is for all, and one after the other', async () => {
    const { db } = picket.platform;
    const all = ['Cellar of Acme', 'Cellar of Other'];
    for (let round = 0; round < 3; round++) {
      expect(await names(db.ofTenant(acme.tenant))).toEqual(['Cellar of Acme']);
      expect(await names(db)).toEqual(all);
      expect(await names(db.ofTenant(other.tenant))).toEqual(['Cellar of Other']);
      expect(await names(db.ofTenant(acme.tenant).acrossTenants)).toEqual(all);
      expect(await names(db.ofTenant(newGuid()))).toEqual([]);
    }
  });
});

test('a statement that names another organization finds and changes nothing, and adds nothing to it', async () => {
  const db = picket.platform.db.ofTenant(acme.tenant);
  const found = await db.console.query('SELECT 1 FROM location WHERE tenant_guid = $1::uuid', [other.tenant]);
  expect(found.rowCount).toBe(0);
  for (const statement of [
    `UPDATE location SET name = 'Mine' WHERE guid = $1::uuid`,
    'DELETE FROM location WHERE guid = $1::uuid',
  ])
    expect((await db.console.query(statement, [other.location])).rowCount).toBe(0);
  expect(await db.prisma.location.findFirst({ where: { guid: other.location } })).toBeNull();
  expect(await db.prisma.location.updateMany({ where: { guid: other.location }, data: { name: 'Mine' } })).toEqual({
    count: 0,
  });
  const adding = db.console.query(...insertInto(other.tenant));
  await expect(adding).rejects.toThrow(/violates row-level security policy/u);
  expect(sqlState(await adding.catch((error: unknown) => error))).toBe('42501');
  await expect(db.inSqlTx((sql) => sql.query(...insertInto(other.tenant)))).rejects.toThrow(/row-level security/u);
  // The connection is as before.
  await db.console.query(...insertInto(acme.tenant));
  const { rows } = await picket.platform.db.console.query('SELECT tenant_guid AS tenant FROM retention');
  expect(rows).toEqual([{ tenant: acme.tenant }]);
  expect(await HANDLES.Prisma?.(picket.platform.db)).toEqual(['Cellar of Acme', 'Cellar of Other']);
});

test('statements at once each keep their organization', async () => {
  const { db } = picket.platform;
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (__, place) => {
      const [{ tenant }, name] = place % 2 === 0 ? [acme, 'Cellar of Acme'] : [other, 'Cellar of Other'];
      const handles = Object.values(HANDLES);
      const names = await handles[place % handles.length]?.(db.ofTenant(tenant));
      return names?.length === 1 && names[0] === name;
    }),
  );
  expect(answers).toEqual(answers.map(() => true));
});

test('what is no guid is refused before it stands in a statement', () => {
  for (const wrong of ['', 'acme', `${acme.tenant}'; RESET ROLE; --`])
    expect(() => picket.platform.db.ofTenant(wrong)).toThrow('needs its guid');
});

test('off, the database of an organization is the one for all', async () => {
  const copy = await openPicket({ environment: { PICKET_ROW_SECURITY: 'off' } });
  onTestFinished(() => copy.close());
  expect(copy.platform.db.ofTenant(newGuid())).toBe(copy.platform.db);
});
