/**
 * Row-level security (decision 85): what runs for one organization runs as a role of its own, whose rows Postgres limits to that
 * organization. Made from the tables there are, so that none is forgotten: each with a `tenant_guid`, and `tenant` itself.
 */
import pg from 'pg';
import { sqlState } from './database.ts';
import { LOCK_TIMEOUT, whenUnlocked } from './migrations.ts';
import { severalRoleOf, TENANT_SETTING, TENANTS_SETTING } from './tenant-role.ts';
import { missingRoles, type Roles } from './tenant-roles-store.ts';

// A policy is recognized by its name and its role: one that says something else needs another name.
/** All rows, for everybody who may read the table; the other two take away from it. */
export const OPEN_POLICY = 'picket_any_role';
/** Rows of one organization alone. Unset, or set to no guid, is an error of a statement that comes to a row. */
export const TENANT_POLICY = 'picket_only_tenant';
/** Rows of several organizations alone: of a batch of reports. */
export const TENANTS_POLICY = 'picket_only_tenants';
/** With these no role but the serving one found rows. An earlier version beside this one makes them again: they change nothing then. */
const EARLIER_POLICIES: readonly string[] = ['picket_rows_of_tenant', 'picket_rows_of_tenants', 'picket_all_rows'];

const { escapeIdentifier: quoted } = pg;

interface SecuredTable {
  readonly name: string;
  /** The column with the guid of the organization. */
  readonly column: string;
  readonly isEnabled: boolean;
  /** Of its policies: names, and to which roles. */
  readonly policies: readonly string[];
}

/** Tables with rows of organizations; partitions are reached through their table, and the role may not name them. */
async function listSecuredTables(client: pg.ClientBase): Promise<readonly SecuredTable[]> {
  const { rows } = await client.query<SecuredTable & pg.QueryResultRow>(
    `SELECT c.relname AS name, a.attname AS "column", c.relrowsecurity AS "isEnabled",
            ARRAY(SELECT p.polname || ' to ' || coalesce(r.rolname, 'PUBLIC') FROM pg_policy p CROSS JOIN unnest(p.polroles) AS member
                    LEFT JOIN pg_roles r ON r.oid = member WHERE p.polrelid = c.oid) AS policies
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        AND a.attname = CASE WHEN c.relname = 'tenant' THEN 'guid' ELSE 'tenant_guid' END AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname`,
  );
  return rows;
}

/** As a sub-select it is computed once a statement, not once a row; the second cast keeps it from being taken for a list of rows. */
const GUIDS = `(SELECT string_to_array(current_setting('${TENANTS_SETTING}'), ',')::uuid[])::uuid[]`;

const dropsOf = ({ name, policies }: SecuredTable, which: readonly string[]): readonly string[] =>
  which
    .filter((policy) => policies.some((known) => known.startsWith(`${policy} to `)))
    .map((policy) => `DROP POLICY ${policy} ON ${quoted(name)}`);

/** What a table lacks, each a statement; none where it is as it should be. */
function missingStatements(table: SecuredTable, tenant: string): readonly string[] {
  const { name, column, isEnabled, policies } = table;
  const add = (policy: string, role: string, condition: string): readonly string[] => {
    if (policies.includes(`${policy} to ${role}`)) return [];
    const to = role === 'PUBLIC' ? 'TO PUBLIC' : `AS RESTRICTIVE TO ${quoted(role)}`;
    return [...dropsOf(table, [policy]), `CREATE POLICY ${policy} ON ${quoted(name)} ${to} USING (${condition})`];
  };
  return [
    ...add(OPEN_POLICY, 'PUBLIC', 'true'),
    ...add(TENANT_POLICY, tenant, `${quoted(column)} = current_setting('${TENANT_SETTING}')::uuid`),
    ...add(TENANTS_POLICY, severalRoleOf(tenant), `${quoted(column)} = ANY (${GUIDS})`),
    ...(isEnabled ? [] : [`ALTER TABLE ${quoted(name)} ENABLE ROW LEVEL SECURITY`]),
  ];
}

interface Change {
  readonly table: string;
  readonly statements: readonly string[];
}

/** Makes what is missing, and drops what an earlier version made. */
export async function secureTables(client: pg.ClientBase, { tenant }: Roles): Promise<void> {
  await changeTables(client, (table) => [...missingStatements(table, tenant), ...dropsOf(table, EARLIER_POLICIES)]);
}

/** Drops what would limit a serving role that has the privileges of the limited ones. */
export async function releaseTables(client: pg.ClientBase): Promise<void> {
  await changeTables(client, (table) => dropsOf(table, [TENANT_POLICY, TENANTS_POLICY]));
}

async function changeTables(
  client: pg.ClientBase,
  changesOf: (table: SecuredTable) => readonly string[],
): Promise<void> {
  const changes = (await listSecuredTables(client))
    .map((table) => ({ table: table.name, statements: changesOf(table) }))
    .filter(({ statements }) => statements.length > 0);
  if (changes.length === 0 || (await changeAtOnce(client, changes))) return;
  for (const { table, statements } of changes)
    await whenUnlocked(`Row-level security of ${table}`, () => inOneMessage(client, [LOCK_TIMEOUT, ...statements]));
}

const LOCK_NOT_AVAILABLE = '55P03';

/** One transaction for all tables, where nobody uses any of them: others would wait for all. Returns false otherwise. */
async function changeAtOnce(client: pg.ClientBase, changes: readonly Change[]): Promise<boolean> {
  const tables = changes.map(({ table }) => `ONLY ${quoted(table)}`).join(', ');
  try {
    await inOneMessage(client, [
      `LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE NOWAIT`,
      ...changes.flatMap(({ statements }) => statements),
    ]);
    return true;
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** One transaction and one round trip: a table is never without one of its policies where the other is in force. */
async function inOneMessage(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  try {
    await client.query(['BEGIN', ...statements, 'COMMIT'].join('; '));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Whether all of it is in force, for the serving role that is connected. Reads only. */
export async function isInForce(client: pg.ClientBase, roles: Roles): Promise<boolean> {
  if ((await missingRoles(client, roles)).length > 0) return false;
  const tables = await listSecuredTables(client);
  if (tables.length === 0 || tables.some((table) => missingStatements(table, roles.tenant).length > 0)) return false;
  const changes = [roles.tenant, severalRoleOf(roles.tenant)].map((role) => `SET LOCAL ROLE ${quoted(role)}`);
  try {
    // What a pooler or a membership without SET refuses.
    await inOneMessage(client, [...changes, 'SELECT FROM tenant LIMIT 0']);
    return true;
  } catch (error) {
    if (sqlState(error) === null) throw error;
    return false;
  }
}
