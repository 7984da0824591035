/** The only file that reads and writes the entries of the audit log. */
import { type AuditAction, storedAuditActions } from '@picket/domain/audit';
import type { Sql } from '../../platform/db/database.ts';
import { containsPattern } from '../../platform/db/like-pattern.ts';

export const ACTOR_KINDS = ['USER', 'API_TOKEN', 'SYSTEM'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface AuditRow {
  readonly tenantGuid: string;
  readonly ordinal: number;
  readonly occurredAt: Date;
  readonly actorKind: ActorKind;
  readonly actorGuid: string | null;
  readonly actorName: string;
  readonly address: string | null;
  readonly action: AuditAction;
  readonly targetKind: string;
  readonly targetGuid: string | null;
  readonly targetName: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly hash: Buffer;
  /** The hash of the entry it continues. Null: written by an earlier version, continues the entry before it. */
  readonly previous: Buffer | null;
}

/** The content of an entry, in stored form. */
export type AuditContent = Omit<AuditRow, 'ordinal' | 'hash' | 'previous'>;

/** A row with the hash before it, to verify entries of earlier versions. */
export interface ListedRow extends AuditRow {
  /** The hash of the row before it. */
  readonly previousRowHash: Buffer;
}

const COLUMNS = `e.tenant_guid AS "tenantGuid", e.ordinal::float8 AS ordinal, e.occurred_at AS "occurredAt", e.actor_kind AS "actorKind",
  e.actor_guid AS "actorGuid", e.actor_name AS "actorName", e.address, e.action, e.target_kind AS "targetKind",
  e.target_guid AS "targetGuid", e.target_name AS "targetName", e.before, e.after, e.hash, e.previous`;

const PREVIOUS_ROW_HASH = `(SELECT p.hash FROM audit_entry p WHERE p.tenant_guid = $1 AND p.ordinal < e.ordinal
  ORDER BY p.ordinal DESC LIMIT 1) AS "previousRowHash"`;

const rowOf = <Row extends AuditRow>(row: Row): Row => ({
  ...row,
  // A changed row may contain an instant that a Date cannot hold.
  occurredAt: row.occurredAt instanceof Date ? row.occurredAt : new Date(Number.NaN),
  hash: Buffer.from(row.hash),
  previous: row.previous === null ? null : Buffer.from(row.previous),
});

/** Returns false if a row with that ordinal exists, which was not written by Picket. */
export async function insertEntry(sql: Sql, row: AuditRow): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO audit_entry (tenant_guid, ordinal, occurred_at, actor_kind, actor_guid, actor_name, address, action,
       target_kind, target_guid, target_name, before, after, hash, previous)
     VALUES ($1::uuid, $2::bigint, $3::timestamptz, $4, $5::uuid, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (tenant_guid, ordinal) DO NOTHING RETURNING 1 AS one`,
    [
      row.tenantGuid,
      row.ordinal,
      row.occurredAt,
      row.actorKind,
      row.actorGuid,
      row.actorName,
      row.address,
      row.action,
      row.targetKind,
      row.targetGuid,
      row.targetName,
      row.before,
      row.after,
      row.hash,
      row.previous,
    ],
  );
  return rows.length === 1;
}

/**
 * The ordinal after a row's. A planted row may have the largest one there is, of which the database computes no next one: whether it
 * tries depends on its plan.
 */
const NEXT_ORDINAL = 'CASE WHEN e.ordinal < 9223372036854775807 THEN e.ordinal + 1 END';

/** The first ordinal after `taken` that no row has. */
export async function freeOrdinalAfter(sql: Sql, tenant: string, taken: number): Promise<number> {
  const { rows } = await sql.query<{ free: number | null }>(
    `SELECT (${NEXT_ORDINAL})::float8 AS free FROM audit_entry e
      WHERE e.tenant_guid = $1::uuid AND e.ordinal >= $2::bigint AND NOT EXISTS (
        SELECT 1 FROM audit_entry n WHERE n.tenant_guid = e.tenant_guid AND n.ordinal = ${NEXT_ORDINAL})
      ORDER BY e.ordinal LIMIT 1`,
    [tenant, taken],
  );
  return rows[0]?.free ?? taken;
}

/** Whether an earlier version wrote an entry: it did not say what it continues. */
export async function isOfEarlierVersion(sql: Sql, tenant: string, ordinal: number): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 AS one FROM audit_entry WHERE tenant_guid = $1::uuid AND ordinal = $2::bigint AND previous IS NULL`,
    [tenant, ordinal],
  );
  return rows.length === 1;
}

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows beyond the end are no entries. */
const MATCHES = `e.tenant_guid = $1
  AND e.ordinal <= coalesce((SELECT h.ordinal FROM audit_head h WHERE h.tenant_guid = $1), 0)
  AND ($2::text[] IS NULL OR e.action = ANY($2)) AND ($3::uuid IS NULL OR e.actor_guid = $3)
  AND ($4::text IS NULL OR e.target_guid = $4)
  AND ($5::text IS NULL OR e.actor_name ILIKE $5 OR e.target_name ILIKE $5)
  AND ($6::timestamptz IS NULL OR e.occurred_at >= $6) AND ($7::timestamptz IS NULL OR e.occurred_at < $7)`;

const valuesOf = (tenant: string, filter: AuditFilter): readonly unknown[] => [
  tenant,
  filter.action === undefined ? null : storedAuditActions(filter.action),
  filter.actor ?? null,
  filter.target ?? null,
  filter.search === undefined || filter.search === '' ? null : containsPattern(filter.search),
  filter.from ?? null,
  filter.to ?? null,
];

const listedOf = (
  row: Omit<ListedRow, 'previousRowHash'> & { readonly previousRowHash: Uint8Array | null },
): ListedRow => ({
  ...rowOf(row),
  previousRowHash: Buffer.from(row.previousRowHash ?? []),
});

/** Newest first; `before`: an ordinal not included. */
export async function listEntries(
  sql: Sql,
  tenant: string,
  filter: AuditFilter,
  before: number | null,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql.query<ListedRow>(
    `SELECT ${COLUMNS}, ${PREVIOUS_ROW_HASH} FROM audit_entry e WHERE ${MATCHES} AND ($8::bigint IS NULL OR e.ordinal < $8)
     ORDER BY e.ordinal DESC LIMIT $9`,
    [...valuesOf(tenant, filter), before, limit],
  );
  return rows.map(listedOf);
}

/** Oldest first, after an ordinal. */
export async function entriesAfter(
  sql: Sql,
  tenant: string,
  filter: AuditFilter,
  after: number,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql.query<ListedRow>(
    `SELECT ${COLUMNS}, ${PREVIOUS_ROW_HASH} FROM audit_entry e WHERE ${MATCHES} AND e.ordinal > $8::bigint
     ORDER BY e.ordinal LIMIT $9`,
    [...valuesOf(tenant, filter), after, limit],
  );
  return rows.map(listedOf);
}

/** All rows after an ordinal, up to another one. */
export async function rowsAfter(
  sql: Sql,
  tenant: string,
  after: number,
  end: number,
  limit: number,
): Promise<AuditRow[]> {
  const { rows } = await sql.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit_entry e WHERE e.tenant_guid = $1 AND e.ordinal > $2::bigint AND e.ordinal <= $3::bigint
      ORDER BY e.ordinal LIMIT $4`,
    [tenant, after, end, limit],
  );
  return rows.map(rowOf);
}

interface Extent {
  readonly count: number;
  readonly from: number;
  readonly through: number;
}

/** Rows before the first entry or beyond the end. */
export async function rowsOutside(sql: Sql, tenant: string): Promise<readonly Extent[]> {
  const { rows } = await sql.query<Extent & { [name: string]: unknown }>(
    `SELECT count(*)::float8 AS count, min(e.ordinal)::float8 AS "from", max(e.ordinal)::float8 AS through
       FROM audit_entry e
      WHERE e.tenant_guid = $1 AND (e.ordinal < 1
         OR e.ordinal > coalesce((SELECT h.ordinal FROM audit_head h WHERE h.tenant_guid = $1), 0))
      GROUP BY e.ordinal < 1 HAVING count(*) > 0 ORDER BY 2`,
    [tenant],
  );
  return rows;
}

/** The newest entry of one kind. */
export async function newestOf(sql: Sql, tenant: string, action: AuditAction): Promise<ListedRow | null> {
  const [row] = await listEntries(sql, tenant, { action }, null, 1);
  return row ?? null;
}

/** Whether the chain already contains this content. */
export async function hasEntry(sql: Sql, row: AuditContent): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 AS one FROM audit_entry WHERE tenant_guid = $1::uuid AND occurred_at = $2::timestamptz AND action = $3
        AND actor_guid IS NOT DISTINCT FROM $4::uuid AND actor_name = $5 AND target_guid IS NOT DISTINCT FROM $6
        AND after IS NOT DISTINCT FROM $7`,
    [row.tenantGuid, row.occurredAt, row.action, row.actorGuid, row.actorName, row.targetGuid, row.after],
  );
  return rows.length > 0;
}

/** Whether the database role of this connection may change or delete entries. */
export async function mayRewriteEntries(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>(
    `SELECT has_table_privilege('audit_entry', 'UPDATE, DELETE, TRUNCATE') AS may`,
  );
  return rows[0]?.may ?? true;
}
