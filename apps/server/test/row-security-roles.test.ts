/** Row-level security (decision 85): where it comes to databases of an earlier version, and to roles of all kinds. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { MigrationError } from '../src/platform/db/migrations.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { limitedRoleOf } from '../src/platform/db/row-security.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { MIGRATIONS, policiesIn, SEVERAL_ROLE, TENANT_ROLE, withClient } from './secured-rows.ts';

let database: TestDatabase;

const prepare = ({ servingUrl, ownerUrl }: TestDatabase, tenantRole: string) =>
  prepareDatabase({ serving: servingUrl, owner: ownerUrl, tenantRole }, MIGRATIONS);

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database, TENANT_ROLE);
  await withClient(database.url, (client) =>
    client.query(
      `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES (gen_random_uuid(), 'Acme', 'acme', now(), now())`,
    ),
  );
});
afterAll(() => database.drop());

describe('the tables', () => {
  test('policies of an earlier version go, and what it makes beside this one changes nothing', async () => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    const makeEarlier = () =>
      withClient(copy.url, (client) =>
        client.query(`CREATE POLICY picket_rows_of_tenant ON tenant TO ${TENANT_ROLE} USING (guid = current_setting('picket.tenant')::uuid);
                      CREATE POLICY picket_rows_of_tenants ON tenant TO ${SEVERAL_ROLE} USING (false);
                      CREATE POLICY picket_all_rows ON tenant TO picket USING (true)`),
      );
    await makeEarlier();
    await prepare(copy, TENANT_ROLE);
    expect(await policiesIn(copy.url)).toEqual(await policiesIn(database.url));
    await makeEarlier();
    await withClient(copy.servingUrl, async (client) => {
      const { rows } = await client.query<{ guid: string }>(
        `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) SELECT gen_random_uuid(), name, name, now(), now() FROM unnest('{One,Two}'::text[]) AS name RETURNING guid`,
      );
      const [{ guid } = { guid: '' }] = rows;
      await client.query(`BEGIN; SET LOCAL ROLE ${TENANT_ROLE}; SET LOCAL picket.tenant = '${guid}'`);
      expect((await client.query('SELECT guid FROM tenant')).rows).toEqual([{ guid }]);
      await client.query('ROLLBACK');
    });
    await prepare(copy, TENANT_ROLE);
    expect(await policiesIn(copy.url)).toEqual(await policiesIn(database.url));
  });

  test('work for one organization may not call what runs with the rights of the owner, also where an earlier version let it', async () => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    await prepare(copy, TENANT_ROLE);
    await withClient(copy.url, (client) =>
      client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${TENANT_ROLE}, ${SEVERAL_ROLE}`),
    );
    await prepare(copy, TENANT_ROLE);
    const { rows } = await withClient(copy.url, (client) =>
      client.query<{ definer: boolean; callable: boolean }>(
        `SELECT DISTINCT p.prosecdef AS definer, has_function_privilege(role, p.oid, 'EXECUTE') AS callable
           FROM pg_proc p, unnest($1::text[]) AS role WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`,
        [[TENANT_ROLE, SEVERAL_ROLE]],
      ),
    );
    expect(rows).toEqual([
      { definer: false, callable: true },
      { definer: true, callable: false },
    ]);
  });

  test('another role that may read the tables finds all rows, and so does one with the privileges of the serving role', async () => {
    const [reading, same] = [`reading_${newGuid().slice(-12)}`, `same_${newGuid().slice(-12)}`];
    await withClient(database.url, async (client) => {
      const { rowCount } = await client.query('SELECT 1 FROM tenant');
      await client.query(
        `CREATE ROLE ${reading}; GRANT SELECT ON tenant TO ${reading}; CREATE ROLE ${same}; GRANT picket TO ${same}`,
      );
      onTestFinished(() =>
        withClient(database.url, (admin) =>
          admin.query(`DROP OWNED BY ${reading}, ${same}; DROP ROLE ${reading}, ${same}`),
        ).then(() => {}),
      );
      for (const role of [reading, same]) {
        await client.query(`SET ROLE ${role}`);
        expect((await client.query('SELECT 1 FROM tenant')).rowCount).toBe(rowCount);
        await client.query('RESET ROLE');
      }
      expect(rowCount).toBe(1);
    });
  });

  test('while a table is in use, the others are secured one by one', async () => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    await withClient(copy.url, async (reader) => {
      await reader.query('BEGIN; SELECT FROM alert');
      const starting = prepare(copy, TENANT_ROLE);
      await expect
        .poll(async () => (await policiesIn(copy.url)).some(({ to }) => to === TENANT_ROLE), { timeout: 30_000 })
        .toBe(true);
      await reader.query('COMMIT');
      await starting;
    });
    expect(await policiesIn(copy.url)).toEqual(await policiesIn(database.url));
  });
});

describe('where a role is missing that the owner may not make', () => {
  const MISSING =
    /has to make: CREATE ROLE "nobody_tenant" NOLOGIN; CREATE ROLE "nobody_tenants" NOLOGIN; CREATE ROLE "nobody_tenant_member" NOLOGIN NOINHERIT; GRANT "nobody_tenant", "nobody_tenants" TO "nobody_tenant_member"; GRANT "nobody_tenant_member" TO "picket"$/u;

  test('a start that needs it says which statements make it', async () => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    const starting = prepare(copy, 'nobody_tenant');
    await expect(starting).rejects.toThrow(MigrationError);
    await expect(starting).rejects.toThrow(MISSING);
  });

  test('any other goes on, and knows', async () => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    const { servingUrl: serving, ownerUrl: owner } = copy;
    const reasons: string[] = [];
    const onUnlimited = (reason: string) => reasons.push(reason);
    await prepareDatabase({ serving, owner, tenantRole: 'nobody_tenant', onUnlimited }, MIGRATIONS);
    expect(reasons).toEqual([expect.stringMatching(MISSING)]);
    const decide = (rowSecurity: 'auto' | 'on' | 'off', tenantRole: string | null) =>
      limitedRoleOf({ databaseUrl: serving, rowSecurity, tenantRole });
    expect(await decide('auto', 'nobody_tenant')).toBeNull();
    expect(await decide('auto', TENANT_ROLE)).toBeNull();
    await prepare(copy, TENANT_ROLE);
    expect(await decide('auto', TENANT_ROLE)).toBe(TENANT_ROLE);
    expect(await decide('off', null)).toBeNull();
    await withClient(copy.url, (client) => client.query('ALTER TABLE alert DISABLE ROW LEVEL SECURITY'));
    expect(await decide('auto', TENANT_ROLE)).toBeNull();
  });
});

test('a serving role that has the privileges of the two loses them, or is not limited by their policies', async () => {
  const copy = await createTestDatabase();
  const name = `inheriting_${newGuid().slice(-12)}`;
  const tenantRole = `${name}_tenant`;
  const serving = Object.assign(new URL(copy.servingUrl), { username: name }).href;
  const admin = (statement: string) => withClient(copy.url, (client) => client.query(statement));
  const countAsServing = () =>
    withClient(copy.url, async (client) => {
      await client.query(`SET ROLE ${name}`);
      return (await client.query('SELECT 1 FROM tenant')).rowCount;
    });
  await admin(`CREATE ROLE ${name}; CREATE ROLE ${tenantRole} ROLE ${name}; CREATE ROLE ${tenantRole}s ROLE ${name};
               INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES (gen_random_uuid(), 'Acme', 'acme', now(), now())`);
  onTestFinished(async () => {
    const roles = [name, tenantRole, `${tenantRole}s`, `${tenantRole}_member`].join(', ');
    await admin(`DROP OWNED BY ${roles}; DROP ROLE ${roles}`);
    await copy.drop();
  });
  // The superuser of the tests may take them away.
  await prepareDatabase({ serving, owner: copy.url, tenantRole }, MIGRATIONS);
  expect(await countAsServing()).toBe(1);
  await admin(`GRANT ${tenantRole} TO ${name}`);
  await expect(countAsServing()).rejects.toThrow(/unrecognized configuration parameter/u);
  const reasons: string[] = [];
  const onUnlimited = (reason: string) => reasons.push(reason);
  await prepareDatabase({ serving, owner: copy.ownerUrl, tenantRole, onUnlimited }, MIGRATIONS);
  expect(reasons).toEqual([expect.stringContaining(`REVOKE "${tenantRole}", "${tenantRole}s" FROM "${name}"`)]);
  expect(await countAsServing()).toBe(1);
});
