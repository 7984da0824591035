/** Row-level security (decision 85): limits that several organizations share, and what happens where limits are refused. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, poolLimits, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase, sqlState } from '../src/platform/db/database.ts';
import { openClient } from '../src/platform/db/database-connections.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openPicket, type Picket } from './harness.ts';
import { MIGRATIONS } from './secured-rows.ts';

let database: TestDatabase;
let picket: Picket;
let tenants: readonly string[];

const NAMES = ['Acme', 'Best', 'Corp'];

beforeAll(async () => {
  database = await createTestDatabase();
  const { servingUrl: serving, ownerUrl: owner } = database;
  await prepareDatabase({ serving, owner, tenantRole: 'picket_tenant' }, MIGRATIONS);
  picket = await openPicket({ databaseUrl: serving, environment: { PICKET_ROW_SECURITY: 'on' } });
  const added: string[] = [];
  for (const name of NAMES) {
    const { tenant, admin } = await picket.addTenant(name);
    await picket.addLocation(name, admin);
    added.push(tenant);
  }
  tenants = added;
});
afterAll(async () => {
  await picket.close();
  await database.drop();
});

const tenantAt = (place: number): string => tenants[place] ?? '';
const first = (): string => tenantAt(0);
const second = (): string => tenantAt(1);
const third = (): string => tenantAt(2);
const LIST = 'SELECT name FROM location WHERE name = ANY ($1) ORDER BY name';
const insertInto = (tenant: string): readonly [string, readonly unknown[]] => [
  `INSERT INTO retention (tenant_guid, kind, keep_days) VALUES ($1::uuid, 'FRAMES', 5)`,
  [tenant],
];

/** Each handle of a database, with the names of the locations that it finds. */
const HANDLES: Readonly<Record<string, (db: Database) => Promise<readonly { readonly name: string }[]>>> = {
  'a statement alone': async (db) => (await db.console.query<{ name: string }>(LIST, [NAMES])).rows,
  'a prepared one': async (db) => (await db.console.query<{ name: string }>(LIST, [NAMES], 'prepared')).rows,
  'a transaction of ingest': (db) =>
    db.inIngestTx(async (sql) => (await sql.query<{ name: string }>(LIST, [NAMES])).rows),
  Prisma: (db) => db.prisma.location.findMany({ where: { name: { in: NAMES } }, orderBy: { name: 'asc' } }),
  'a transaction of Prisma': (db) =>
    db.inTx(({ prisma }) => prisma.location.findMany({ where: { name: { in: NAMES } }, orderBy: { name: 'asc' } })),
};

describe.each(Object.entries(HANDLES))('%s for several organizations', (_, list) => {
  test('finds what is of these, of one where that is all, and one after the other', async () => {
    const { db } = picket.platform;
    const names = async (of: readonly string[]) => (await list(db.ofTenants(of))).map(({ name }) => name);
    for (let round = 0; round < 2; round++) {
      expect(await names([first(), third()])).toEqual(['Acme', 'Corp']);
      expect(await names([second(), second()])).toEqual(['Best']);
      expect(await names([second(), third()])).toEqual(['Best', 'Corp']);
      expect(await names([newGuid(), newGuid()])).toEqual([]);
      expect((await list(db)).map(({ name }) => name)).toEqual(NAMES);
    }
  });
});

test('a transaction of ingest runs as the role for several, also for one: its policies read the setting once a statement', async () => {
  const { db } = picket.platform;
  const who = (of: Database) =>
    of.inIngestTx(
      async (sql) =>
        (await sql.query(`SELECT current_user::text AS role, current_setting('picket.tenants') AS tenants`, [])).rows,
    );
  expect(await who(db.ofTenant(first()))).toEqual([{ role: 'picket_tenants', tenants: first() }]);
  expect(await who(db.ofTenants([second(), second()]))).toEqual([{ role: 'picket_tenants', tenants: second() }]);
  const adding = db.ofTenant(first()).inIngestTx((sql) => sql.query(...insertInto(third())));
  await expect(adding).rejects.toThrow('row-level security');
});

test("the database of an organization is made once, and is no other's", () => {
  const { db } = picket.platform;
  expect(db.ofTenant(first())).toBe(db.ofTenants([first(), first()]));
  expect(db.ofTenant(first())).not.toBe(db.ofTenant(second()));
  expect(db.ofTenants([first(), second()])).not.toBe(db.ofTenant(first()));
});

test('a transaction of several organizations adds nothing to another, and changes nothing of it', async () => {
  const db = picket.platform.db.ofTenants([first(), second()]);
  await db.inIngestTx((sql) => sql.query(...insertInto(second())));
  const adding = db.inIngestTx((sql) => sql.query(...insertInto(third())));
  expect(sqlState(await adding.catch((error: unknown) => error))).toBe('42501');
  const renaming = await db.console.query(`UPDATE location SET name = 'Mine' WHERE tenant_guid = $1::uuid`, [third()]);
  expect(renaming.rowCount).toBe(0);
});

test('of a transaction whose statements are sent together nothing is stored where one fails', async () => {
  const db = picket.platform.db.ofTenants([second(), third()]);
  const before = await countRetention(third());
  const storing = db.inIngestTx(async (sql) => {
    const refused = sql.query(...insertInto(first()));
    await Promise.allSettled([refused, sql.query(...insertInto(third()))]);
    await refused;
  }, 'reads');
  expect(sqlState(await storing.catch((error: unknown) => error))).toBe('42501');
  expect(await countRetention(third())).toBe(before);
  expect(await db.inIngestTx(async (sql) => (await sql.query('SELECT 1')).rowCount, 'reads')).toBe(1);
});

test('a batch has an organization at least, and guids', () => {
  for (const wrong of [[], [''], [first(), `${second()}'; RESET ROLE; --`]])
    expect(() => picket.platform.db.ofTenants(wrong)).toThrow('needs its guid');
});

/** How many rows there are of an organization. */
async function countRetention(tenant: string): Promise<number> {
  const { rows } = await picket.platform.db.console.query('SELECT 1 FROM retention WHERE tenant_guid = $1::uuid', [
    tenant,
  ]);
  return rows.length;
}

test('where the limits are refused, nothing runs', async () => {
  const limitedBy = (tenantRole: string) => {
    const db = openDatabase(database.servingUrl, createLog('silent'), { ...poolLimits(), tenantRole });
    onTestFinished(() => db.close());
    return db.ofTenant(third());
  };
  // The role that serves is no member of it, nor of the one for several, `pg_read_all_stats`, which ingest runs as.
  const [limited, batch] = [limitedBy('picket_owner'), limitedBy('pg_read_all_stat')];
  const [text, values] = insertInto(third());
  const refused: readonly (() => Promise<unknown>)[] = [
    () => limited.console.query(text, values),
    () => limited.console.query(text, values, 'prepared'),
    () => limited.console.query(`DELETE FROM retention WHERE kind = 'FRAMES'`),
    () => limited.inSqlTx((sql) => sql.query(text, values)),
    () => batch.inIngestTx((sql) => sql.query(text, values)),
    () => batch.inIngestTx(async (sql) => sql.query('SELECT 1').then(() => sql.query(text, values)), 'reads'),
    () => limited.prisma.retention.create({ data: { tenantGuid: third(), kind: 'FRAMES', keepDays: 5 } }),
    () => limited.prisma.tenant.findUnique({ where: { guid: third() } }),
    () => limited.inTx(({ sql }) => sql.query(text, values)),
  ];
  const before = [await countRetention(second()), await countRetention(third())];
  for (const attempt of refused) await expect(attempt()).rejects.toThrow(/permission denied to set role/u);
  expect([await countRetention(second()), await countRetention(third())]).toEqual(before);
});

test('where the limits are canceled, the statement does not run without them', async () => {
  const { db } = picket.platform;
  const killer = openClient(database.url, 'script');
  await killer.connect();
  onTestFinished(() => killer.end());
  const outcomes = { found: 0, canceled: 0 };
  let isOver = false;
  const canceling = (async () => {
    while (!isOver)
      await killer.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'picket console'`,
      );
  })();
  const limited = db.ofTenant(first());
  // Until some were canceled and some were not: only then it says something.
  for (let turn = 0; turn < 400 || outcomes.found === 0 || outcomes.canceled === 0; turn++) {
    try {
      const { rows } = await limited.console.query(LIST, [NAMES], turn % 2 === 0 ? 'prepared' : undefined);
      expect(rows.map(({ name }) => name)).toEqual(['Acme']);
      outcomes.found += 1;
    } catch (error) {
      if (sqlState(error) !== '57014') throw error;
      outcomes.canceled += 1;
    }
  }
  isOver = true;
  await canceling;
});

test('lookups by a unique key in one tick each keep their organization', async () => {
  const { db } = picket.platform;
  const found = await Promise.all(
    Array.from({ length: 30 }, (_, place) => {
      const tenant = tenants[place % tenants.length] ?? '';
      return db.ofTenant(tenant).prisma.tenant.findUnique({ where: { guid: tenant } });
    }),
  );
  expect(found.map((row) => row?.guid)).toEqual(found.map((_, place) => tenants[place % tenants.length]));
  const others = await Promise.all(
    tenants.map((guid) => db.ofTenant(first()).prisma.tenant.findUnique({ where: { guid } })),
  );
  expect(others.map((row) => row?.guid)).toEqual([first(), undefined, undefined]);
});
