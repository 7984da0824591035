/** A location as a restored database has it, and its copy into the running one. Both are connections of their own. */
import type { Millis } from '@picket/domain/time';
import pg from 'pg';
import { columnsOf, copyRows, type PackedDay } from './bring-back-store.ts';
import { type CopiedRows, LOCATION_FATES } from './location-data-store.ts';
import { OWNED_TABLES } from './tenant-data-store.ts';

export interface PastSentry {
  readonly guid: string;
  readonly name: string;
  readonly model: string | null;
  readonly serialNumber: string | null;
  readonly kind: string;
  readonly isActive: boolean;
  readonly isRemoved: boolean;
}

/** The sentries of a location, those that were removed included: they have history. */
export async function listPastSentries(
  client: pg.ClientBase,
  tenant: string,
  location: string,
): Promise<readonly PastSentry[]> {
  const { rows } = await client.query<PastSentry>(
    `SELECT guid, name, model, serial_number AS "serialNumber", kind, removed_at IS NOT NULL AS "isRemoved",
            activated_at IS NOT NULL AND removed_at IS NULL AS "isActive"
       FROM sentry WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid ORDER BY name, guid`,
    [tenant, location],
  );
  return rows;
}

/** What else of a location does not come back, as sentences: roles at it, and integrations. */
export async function listLeftOut(client: pg.ClientBase, tenant: string, location: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT 'the role of ' || u.email || ' at this location: assign it again' AS text
       FROM permission p JOIN user_account u ON u.tenant_guid = p.tenant_guid AND u.guid = p.user_guid
      WHERE p.tenant_guid = $1::uuid AND p.location_guid = $2::uuid
     UNION ALL
     SELECT 'the integration ' || i.name || ': add it again' FROM integration i
       JOIN sentry s ON s.tenant_guid = i.tenant_guid AND s.guid = i.gateway_guid
      WHERE i.tenant_guid = $1::uuid AND s.location_guid = $2::uuid ORDER BY 1`,
    [tenant, location],
  );
  return rows.map(({ text }) => text);
}

/** Policies that are overridden on these sentries, by guid, with their names. */
export async function listOverriddenPolicies(
  client: pg.ClientBase,
  tenant: string,
  sentries: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ guid: string; name: string }>(
    `SELECT DISTINCT p.guid, p.name FROM policy_override o JOIN policy p ON p.tenant_guid = o.tenant_guid AND p.guid = o.policy_guid
      WHERE o.tenant_guid = $1::uuid AND o.sentry_guid = ANY($2::uuid[])`,
    [tenant, sentries],
  );
  return new Map(rows.map(({ guid, name }) => [guid, name]));
}

/** The end of the audit log of an organization. */
export async function auditEndOf(client: pg.ClientBase, tenant: string): Promise<number> {
  const { rows } = await client.query<{ ordinal: number }>(
    'SELECT ordinal FROM audit_head WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  return rows[0]?.ordinal ?? 0;
}

interface PresentState {
  /** Another location of this name. */
  readonly named: string | null;
  /** Of these sentries those that are there, at any location. */
  readonly sentries: ReadonlySet<string>;
  /** Of these policies those that are there. */
  readonly policies: ReadonlySet<string>;
  /** Of these sentries those whose device was exchanged since, or is registered as another sentry now. */
  readonly untrusted: ReadonlySet<string>;
}

/** What the running database has of what comes back. `auditEnd`: of the log in the restored database. */
export async function readPresent(
  client: pg.ClientBase,
  tenant: string,
  past: {
    readonly nameKey: string;
    readonly sentries: readonly PastSentry[];
    readonly policies: readonly string[];
    readonly auditEnd: number;
  },
): Promise<PresentState> {
  const guids = past.sentries.map(({ guid }) => guid);
  const named = await client.query<{ name: string }>(
    'SELECT name FROM location WHERE tenant_guid = $1::uuid AND name_key = $2',
    [tenant, past.nameKey],
  );
  const sentries = await client.query<{ guid: string }>('SELECT guid FROM sentry WHERE guid = ANY($1::uuid[])', [
    guids,
  ]);
  const policies = await client.query<{ guid: string }>(
    'SELECT guid FROM policy WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])',
    [tenant, past.policies],
  );
  const exchanged = await client.query<{ guid: string }>(
    `SELECT x.guid FROM unnest($2::uuid[]) AS x(guid)
      WHERE EXISTS (SELECT 1 FROM audit_entry e WHERE e.tenant_guid = $1::uuid AND e.ordinal > $3 AND e.target_guid = x.guid::text
                       AND e.action IN ('SENTRY_REPLACED', 'ACTIVATION_CODE_RENEWED'))`,
    [tenant, guids, past.auditEnd],
  );
  const taken = await client.query<{ guid: string }>(
    `SELECT x.guid FROM sentry s JOIN jsonb_to_recordset($1::jsonb) AS x(guid uuid, model text, "serialNumber" text)
         ON s.serial_number = x."serialNumber" AND s.model = x.model
      WHERE s.guid <> x.guid AND s.removed_at IS NULL AND s.activated_at IS NOT NULL`,
    [JSON.stringify(past.sentries)],
  );
  const guidsOf = (found: { readonly rows: readonly { readonly guid: string }[] }) =>
    new Set(found.rows.map(({ guid }) => guid));
  return {
    named: named.rows[0]?.name ?? null,
    sentries: guidsOf(sentries),
    policies: guidsOf(policies),
    untrusted: guidsOf(exchanged).union(guidsOf(taken)),
  };
}

/** Whether a location is there, and the key by which names are compared. */
export async function findLocationRow(
  client: pg.ClientBase,
  tenant: string,
  location: string,
): Promise<{ readonly name: string; readonly nameKey: string } | null> {
  const { rows } = await client.query<{ name: string; nameKey: string }>(
    'SELECT name, name_key AS "nameKey" FROM location WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, location],
  );
  return rows[0] ?? null;
}

/** What comes back of a location, by the guids. */
export interface Selection {
  readonly location: string;
  readonly sentries: readonly string[];
  /** Of them those whose token works again. */
  readonly trusted: readonly string[];
  readonly policies: readonly string[];
}

const uuids = (guids: readonly string[]): string => `'{${guids.join(',')}}'::uuid[]`;

const filledIn = (text: string, tenant: string, { location, sentries, trusted, policies }: Selection): string =>
  text
    .replaceAll('$tenant', `${pg.escapeLiteral(tenant)}::uuid`)
    .replaceAll('$location', `${pg.escapeLiteral(location)}::uuid`)
    .replaceAll('$sentries', uuids(sentries))
    .replaceAll('$trusted', uuids(trusted))
    .replaceAll('$policies', uuids(policies));

const isCopied = (fate: (typeof LOCATION_FATES)[string] | undefined): fate is CopiedRows =>
  typeof fate === 'object' && 'where' in fate;

/** In the order in which they are filled: what a row refers to is there before it. */
const TABLES = OWNED_TABLES.toReversed().flatMap(({ name }) => {
  const fate = LOCATION_FATES[name];
  return isCopied(fate) ? [{ name, ...fate }] : [];
});

/** How many rows of each table would be copied. */
export async function countLocation(
  source: pg.ClientBase,
  tenant: string,
  selection: Selection,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { name, where } of TABLES) {
    const { rows } = await source.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${name}" t WHERE ${filledIn(where, tenant, selection)}`,
    );
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Copies all tables, within the caller's transactions; `onTable` is called before each. Returns the number of rows of each. */
export async function copyLocation(
  source: pg.ClientBase,
  tenant: string,
  selection: Selection,
  target: pg.ClientBase,
  onTable: (name: string, share: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const [place, { name, where, columns: own = {}, replaces }] of TABLES.entries()) {
    onTable(name, place / TABLES.length);
    const condition = filledIn(where, tenant, selection);
    // The series are copied before: what is in the running database under their numbers is what the deletion left behind.
    if (replaces === true) await target.query(`DELETE FROM "${name}" t WHERE ${condition}`);
    const columns = await columnsOf(source, name);
    const selected = columns.map((column) => filledIn(own[column] ?? `t.${column}`, tenant, selection));
    counts[name] = await copyRows(source, target, { name, columns, selected, condition });
  }
  return counts;
}

/** Months of packed readings of these sentries that need a partition. */
export async function listPackedMonthsOf(
  client: pg.ClientBase,
  tenant: string,
  sentries: readonly string[],
): Promise<readonly PackedDay[]> {
  const months: { table: PackedDay['table']; keepDays: number; day: Millis }[] = [];
  for (const table of ['reading_chunk', 'reading_rollup'] as const) {
    const { rows } = await client.query<{ keepDays: number; day: Date }>(
      `SELECT DISTINCT p.keep_days AS "keepDays", date_trunc('month', p.day)::timestamptz AS day FROM ${table} p
         JOIN series x ON x.tenant_guid = p.tenant_guid AND x.id = p.series_id
        WHERE p.tenant_guid = $1::uuid AND x.sentry_guid = ANY($2::uuid[])`,
      [tenant, sentries],
    );
    months.push(...rows.map(({ keepDays, day }) => ({ table, keepDays, day: day.getTime() })));
  }
  return months;
}
