/** The roles that work for organizations runs as (decision 85): whether they are there, and what they may do. */
import pg from 'pg';
import { sqlState } from './database.ts';
import { missingTableGrants } from './serving-role-store.ts';
import { memberRoleOf, severalRoleOf } from './tenant-role.ts';

export interface Roles {
  readonly serving: string;
  /** The role for one organization. The serving role is a member of it, and of the one for several. */
  readonly tenant: string;
}

/** Row-level security cannot be put in force here, and why: a role that may not be made, a privilege that is missing. */
export class RowSecurityRefused extends Error {}

const { escapeIdentifier: quoted } = pg;

/** Whether the policies for the two roles would limit the serving role as well: it has their privileges, and owns no table. */
const IS_INHERITED = `coalesce(pg_has_role(s.oid, r.oid, 'USAGE'), false) AND NOT s.rolsuper AND NOT s.rolbypassrls
   AND NOT coalesce((SELECT pg_has_role(s.oid, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = to_regclass('public.tenant')), false)`;

interface RoleState {
  readonly name: string;
  readonly isThere: boolean;
  readonly isMember: boolean;
  readonly isInherited: boolean;
}

async function statesOf(client: pg.ClientBase, { serving, tenant }: Roles): Promise<readonly RoleState[]> {
  const { rows } = await client.query<RoleState & pg.QueryResultRow>(
    `SELECT named.name, r.oid IS NOT NULL AS "isThere", coalesce(pg_has_role(s.oid, r.oid, 'MEMBER'), false) AS "isMember",
            ${IS_INHERITED} AS "isInherited"
       FROM unnest($2::text[]) WITH ORDINALITY AS named (name, place) LEFT JOIN pg_roles r ON r.rolname = named.name
       LEFT JOIN pg_roles s ON s.rolname = $1 ORDER BY named.place`,
    [serving, [tenant, severalRoleOf(tenant)]],
  );
  return rows;
}

/** Whether the policies that are there now would limit the serving role as well. */
export const inheritsLimits = async (client: pg.ClientBase, roles: Roles): Promise<boolean> =>
  (await statesOf(client, roles)).some(({ isInherited }) => isInherited);

/** What is missing until the serving role can change to both roles and has the privileges of neither; for the one who makes roles. */
export async function missingRoles(client: pg.ClientBase, roles: Roles): Promise<readonly string[]> {
  const { serving, tenant } = roles;
  const states = await statesOf(client, roles);
  if (states.every(({ isThere, isMember, isInherited }) => isThere && isMember && !isInherited)) return [];
  const [both, member] = [`${quoted(tenant)}, ${quoted(severalRoleOf(tenant))}`, memberRoleOf(tenant)];
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [member]);
  return [
    ...states.filter(({ isThere }) => !isThere).map(({ name }) => `CREATE ROLE ${quoted(name)} NOLOGIN`),
    ...(rowCount === 0 ? [`CREATE ROLE ${quoted(member)} NOLOGIN NOINHERIT`] : []),
    `GRANT ${both} TO ${quoted(member)}`,
    `GRANT ${quoted(member)} TO ${quoted(serving)}`,
    ...(states.some(({ isInherited }) => isInherited) ? [`REVOKE ${both} FROM ${quoted(serving)}`] : []),
  ];
}

/** Another server of the cluster made it meanwhile. */
const MADE_MEANWHILE: readonly string[] = ['42710', '23505', 'XX000', '40P01'];
const ATTEMPTS = 5;

/** Throws a RowSecurityRefused where the connected role may not make what is missing. */
export async function ensureTenantRoles(client: pg.ClientBase, roles: Roles): Promise<void> {
  let missing = await missingRoles(client, roles);
  for (let left = ATTEMPTS; missing.length > 0; left--) {
    const cause: unknown = await client.query(missing.join('; ')).then(
      () => null,
      (error: unknown) => error,
    );
    const isRefused = cause !== null && !MADE_MEANWHILE.includes(sqlState(cause) ?? '');
    // A membership that somebody else granted is not taken away, and that is no error.
    if (isRefused || left === 0)
      throw new RowSecurityRefused(
        `row-level security needs roles that a superuser has to make: ${missing.join('; ')}`,
        { cause },
      );
    missing = await missingRoles(client, roles);
  }
}

interface Shared {
  readonly role: string;
  readonly hasSchema: boolean;
  readonly hasSequences: boolean;
  readonly missingFunctions: readonly string[];
  /** What runs with the rights of its owner, as dropping a partition of all organizations: nothing that work for one organization does. */
  readonly ownersFunctions: readonly string[];
}

/** Privileges of the roles: on tables, as the serving role has them, and on what belongs to these. Only what is missing. */
export async function grantTenantRoles(client: pg.ClientBase, { tenant }: Roles): Promise<void> {
  const roles = [tenant, severalRoleOf(tenant)];
  const { rows } = await client.query<Shared & pg.QueryResultRow>(
    `SELECT role, has_schema_privilege(role, 'public', 'USAGE') AS "hasSchema",
            NOT EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND CASE WHEN c.relkind = 'S' THEN
                NOT (has_sequence_privilege(role, c.oid, 'USAGE') AND has_sequence_privilege(role, c.oid, 'SELECT')
                     AND has_sequence_privilege(role, c.oid, 'UPDATE')) ELSE false END) AS "hasSequences",
            ARRAY(SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
                     AND NOT p.prosecdef AND NOT has_function_privilege(role, p.oid, 'EXECUTE')) AS "missingFunctions",
            ARRAY(SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
                     AND p.prosecdef AND has_function_privilege(role, p.oid, 'EXECUTE')) AS "ownersFunctions"
       FROM unnest($1::text[]) AS role`,
    [roles],
  );
  for (const shared of rows) {
    const statements = [
      ...sharedGrants(shared),
      ...(await missingTableGrants(client, shared.role, 'NOT c.relispartition')),
    ];
    // Several in one message are one transaction.
    if (statements.length > 0) await client.query(statements.join('; '));
  }
}

function sharedGrants({ role, hasSchema, hasSequences, missingFunctions, ownersFunctions }: Shared): readonly string[] {
  const to = quoted(role);
  return [
    ...(hasSchema ? [] : [`GRANT USAGE ON SCHEMA public TO ${to}`]),
    ...(hasSequences ? [] : [`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${to}`]),
    ...missingFunctions.map((name) => `GRANT EXECUTE ON ROUTINE ${name} TO ${to}`),
    ...ownersFunctions.map((name) => `REVOKE EXECUTE ON ROUTINE ${name} FROM ${to}`),
  ];
}
