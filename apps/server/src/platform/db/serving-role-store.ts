/**
 * Privileges of the serving role, where another role owns the tables: it reads and writes rows and cannot change tables. Of the
 * audit log it may only read and append.
 */
import pg from 'pg';

interface TablePrivileges {
  readonly table: string;
  readonly privileges: string;
}

const ROW_PRIVILEGES = 'SELECT, INSERT, UPDATE, DELETE';
/** Narrower than for other tables. */
const RESTRICTED_TABLES: readonly TablePrivileges[] = [
  { table: 'audit_entry', privileges: 'SELECT, INSERT' },
  { table: 'audit_head', privileges: 'SELECT, INSERT, UPDATE' },
  { table: 'audit_anchor_mark', privileges: 'SELECT, INSERT, UPDATE' },
  { table: '_prisma_migrations', privileges: 'SELECT' },
];
const ALL_PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

const { escapeIdentifier: quoted } = pg;

/** Grants exactly these privileges, in one transaction; runs statements only where something changes. */
export async function grantServingRole(client: pg.ClientBase, role: string): Promise<void> {
  const to = quoted(role);
  await client.query('BEGIN');
  try {
    const { rows: owned } = await client.query<{ one: number }>(
      `SELECT 1 AS one FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
        WHERE c.relnamespace = 'public'::regnamespace AND r.rolname = $1 LIMIT 1`,
      [role],
    );
    if (owned.length > 0) throw new ServingRoleOwnsTables(role);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${to}`);
    for (const statement of await missingTableGrants(client, role)) await client.query(statement);
    await client.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${to}`);
    await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${to}`);
    // For what the owner creates later, in a migration or as a partition.
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${ROW_PRIVILEGES} ON TABLES TO ${to}`);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ${to}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Statements that are missing until `role` has on each table exactly what the serving role may do there; tables that lack the same
 * share one. `which`: a condition on the tables, `c` in pg_class.
 */
export async function missingTableGrants(
  client: pg.ClientBase,
  role: string,
  which = 'true',
): Promise<readonly string[]> {
  const to = quoted(role);
  const tables = new Map<string, string[]>();
  const change = (privileges: readonly string[], how: (list: string) => string, name: string): void => {
    if (privileges.length === 0) return;
    const statement = how(privileges.join(', '));
    tables.set(statement, [...(tables.get(statement) ?? []), quoted(name)]);
  };
  for (const { name, rights } of await tablePrivileges(client, role, which)) {
    const may = (RESTRICTED_TABLES.find(({ table }) => table === name)?.privileges ?? ROW_PRIVILEGES).split(', ');
    const excess = ALL_PRIVILEGES.filter((right) => rights.includes(right) && !may.includes(right));
    change(excess, (list) => `REVOKE ${list} ON TABLES FROM ${to}`, name);
    const missing = may.filter((right) => !rights.includes(right));
    change(missing, (list) => `GRANT ${list} ON TABLES TO ${to}`, name);
  }
  return [...tables].map(([statement, names]) => statement.replace(' ON TABLES ', () => ` ON ${names.join(', ')} `));
}

export class ServingRoleOwnsTables extends Error {
  constructor(role: string) {
    super(
      `tables belong to ${role}, which is to serve only: give them to the owner (REASSIGN OWNED, docs/operations.md)`,
    );
  }
}

/** Privileges granted to a role, by table. */
async function tablePrivileges(
  client: pg.ClientBase,
  role: string,
  which: string,
): Promise<readonly { readonly name: string; readonly rights: readonly string[] }[]> {
  const { rows } = await client.query<{ name: string; rights: string[] }>(
    `SELECT c.relname AS name,
            ARRAY(SELECT a.privilege_type FROM aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
                   WHERE r.rolname = $1) AS rights
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND ${which}`,
    [role],
  );
  return rows;
}
