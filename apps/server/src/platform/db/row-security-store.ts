/**
 * Row-level security (decision 85): what runs for one organization runs as a role of its own, whose rows Postgres limits to that
 * organization. Made from the tables there are, so that none is forgotten: each with a `tenant_guid`, and `tenant` itself.
 */
import pg from 'pg';
import { sqlState } from './database.ts';
import { LOCK_TIMEOUT } from './migrations.ts';
import { grantTables } from './serving-role-store.ts';
import { severalRoleOf, TENANT_SETTING, TENANTS_SETTING } from './tenant-role.ts';

/** Rows of one organization. Unset, or set to no guid, is an error of a statement that comes to a row. */
export const TENANT_POLICY = 'picket_rows_of_tenant';
/** Rows of several organizations: of a batch of reports. */
export const TENANTS_POLICY = 'picket_rows_of_tenants';
/** All rows, for the role that serves. */
export const SERVING_POLICY = 'picket_all_rows';

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
export async function listSecuredTables(client: pg.ClientBase): Promise<readonly SecuredTable[]> {
  const { rows } = await client.query<SecuredTable & pg.QueryResultRow>(
    `SELECT c.relname AS name, a.attname AS "column", c.relrowsecurity AS "isEnabled",
            ARRAY(SELECT p.polname || ' to ' || r.rolname FROM pg_policy p CROSS JOIN unnest(p.polroles) AS member
                    JOIN pg_roles r ON r.oid = member WHERE p.polrelid = c.oid) AS policies
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        AND a.attname = CASE WHEN c.relname = 'tenant' THEN 'guid' ELSE 'tenant_guid' END AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname`,
  );
  return rows;
}

/** As a sub-select it is computed once a statement, not once a row; the second cast keeps it from being taken for a list of rows. */
const GUIDS = `(SELECT string_to_array(current_setting('${TENANTS_SETTING}'), ',')::uuid[])::uuid[]`;

/** What a table lacks, each a statement; none where it is as it should be. */
function missingStatements(
  { name, column, isEnabled, policies }: SecuredTable,
  { serving, tenant }: Roles,
): readonly string[] {
  const add = (policy: string, role: string, condition: string): string[] => {
    if (policies.includes(`${policy} to ${role}`)) return [];
    return [
      `DROP POLICY IF EXISTS ${policy} ON ${quoted(name)}`,
      `CREATE POLICY ${policy} ON ${quoted(name)} TO ${quoted(role)} USING (${condition})`,
    ];
  };
  return [
    ...add(TENANT_POLICY, tenant, `${quoted(column)} = current_setting('${TENANT_SETTING}')::uuid`),
    ...add(TENANTS_POLICY, severalRoleOf(tenant), `${quoted(column)} = ANY (${GUIDS})`),
    ...add(SERVING_POLICY, serving, 'true'),
    ...(isEnabled ? [] : [`ALTER TABLE ${quoted(name)} ENABLE ROW LEVEL SECURITY`]),
  ];
}

/** In one transaction: a table is never without one of its policies where the other is in force. */
export async function secureTable(client: pg.ClientBase, table: SecuredTable, roles: Roles): Promise<void> {
  const statements = missingStatements(table, roles);
  if (statements.length === 0) return;
  await client.query('BEGIN');
  try {
    await client.query(LOCK_TIMEOUT);
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

export interface Roles {
  readonly serving: string;
  /** The role for one organization. The serving role is a member of it, and of the one for several. */
  readonly tenant: string;
}

/** Throws a RoleMissing where a role is not there, and the connected one may not make it. */
export async function ensureTenantRoles(client: pg.ClientBase, { serving, tenant }: Roles): Promise<void> {
  const { rows } = await client.query<{ role: string; isThere: boolean; isMember: boolean }>(
    `SELECT named.name AS role, r.oid IS NOT NULL AS "isThere", coalesce(pg_has_role($1, r.oid, 'MEMBER'), false) AS "isMember"
       FROM unnest($2::name[]) AS named (name) LEFT JOIN pg_roles r ON r.rolname = named.name ORDER BY named.name`,
    [serving, [tenant, severalRoleOf(tenant)]],
  );
  const missing = rows.flatMap(({ role, isThere, isMember }) => [
    ...(isThere ? [] : [`CREATE ROLE ${quoted(role)} NOLOGIN`]),
    ...(isMember ? [] : [`GRANT ${quoted(role)} TO ${quoted(serving)}`]),
  ]);
  for (const statement of missing)
    await client.query(statement).catch((cause: unknown) => {
      // Another server of the cluster may have made it meanwhile.
      if (!MADE_MEANWHILE.includes(sqlState(cause) ?? '')) throw new RoleMissing(missing, cause);
    });
}

const MADE_MEANWHILE: readonly string[] = ['42710', '23505'];

export class RoleMissing extends Error {
  constructor(statements: readonly string[], cause: unknown) {
    super(`PICKET_ROW_SECURITY needs roles that a superuser has to make: ${statements.join('; ')}`, { cause });
  }
}

/** Privileges of the roles: on tables, as the serving role has them, and on what belongs to these. */
export async function grantTenantRoles(client: pg.ClientBase, { tenant }: Roles): Promise<void> {
  for (const role of [tenant, severalRoleOf(tenant)]) {
    const to = quoted(role);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${to}`);
    await grantTables(client, role, 'NOT c.relispartition');
    await client.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${to}`);
    await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${to}`);
  }
}
