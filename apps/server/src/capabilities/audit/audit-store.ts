/** The only file that reads and writes the audit log: one chain for each organisation, and its end. */
import type { AuditAction } from '@picket/domain';
import type { Sql } from '../../platform/index.ts';

export const ACTOR_KINDS = ['USER', 'API_TOKEN', 'SYSTEM'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface AuditRow {
  readonly tenantGuid: string;
  readonly ordinal: number;
  readonly at: Date;
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
}

export interface Head {
  readonly ordinal: number;
  readonly hash: Buffer;
}

const COLUMNS = `tenant_guid AS "tenantGuid", ordinal::float8 AS ordinal, at, actor_kind AS "actorKind",
  actor_guid AS "actorGuid", actor_name AS "actorName", address, action, target_kind AS "targetKind",
  target_guid AS "targetGuid", target_name AS "targetName", before, after, hash`;

const rowOf = (row: AuditRow): AuditRow => ({ ...row, hash: Buffer.from(row.hash) });

/** The end of an organisation's chain, locked: whoever else writes to it waits for this transaction. */
export async function lockHead(sql: Sql, tenant: string): Promise<Head> {
  const { rows } = await sql.query<{ ordinal: number; hash: Uint8Array }>(
    `INSERT INTO audit_head (tenant_guid, ordinal, hash) VALUES ($1::uuid, 0, ''::bytea)
     ON CONFLICT (tenant_guid) DO UPDATE SET ordinal = audit_head.ordinal
     RETURNING ordinal::float8 AS ordinal, hash`,
    [tenant],
  );
  return { ordinal: rows[0]?.ordinal ?? 0, hash: Buffer.from(rows[0]?.hash ?? []) };
}

export async function append(sql: Sql, row: AuditRow): Promise<void> {
  await sql.query(
    `INSERT INTO audit_entry (tenant_guid, ordinal, at, actor_kind, actor_guid, actor_name, address, action,
       target_kind, target_guid, target_name, before, after, hash)
     VALUES ($1::uuid, $2::bigint, $3::timestamptz, $4, $5::uuid, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      row.tenantGuid,
      row.ordinal,
      row.at,
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
    ],
  );
  await sql.query(`UPDATE audit_head SET ordinal = $2::bigint, hash = $3 WHERE tenant_guid = $1::uuid`, [
    row.tenantGuid,
    row.ordinal,
    row.hash,
  ]);
}

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const MATCHES = `tenant_guid = $1 AND ($2::text IS NULL OR action = $2) AND ($3::uuid IS NULL OR actor_guid = $3)
  AND ($4::text IS NULL OR target_guid = $4)
  AND ($5::text IS NULL OR actor_name ILIKE $5 OR target_name ILIKE $5)
  AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)`;

const valuesOf = (tenant: string, filter: AuditFilter): readonly unknown[] => [
  tenant,
  filter.action ?? null,
  filter.actor ?? null,
  filter.target ?? null,
  filter.search === undefined || filter.search === '' ? null : `%${filter.search.replace(/[\\%_]/gu, '\\$&')}%`,
  filter.from ?? null,
  filter.to ?? null,
];

/** Newest first; `before`: an ordinal not included. */
export async function listEntries(
  sql: Sql,
  tenant: string,
  filter: AuditFilter,
  before: number | null,
  limit: number,
): Promise<AuditRow[]> {
  const { rows } = await sql.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit_entry WHERE ${MATCHES} AND ($8::bigint IS NULL OR ordinal < $8)
     ORDER BY ordinal DESC LIMIT $9`,
    [...valuesOf(tenant, filter), before, limit],
  );
  return rows.map(rowOf);
}

/** Oldest first, after an ordinal. */
export async function entriesAfter(
  sql: Sql,
  tenant: string,
  filter: AuditFilter,
  after: number,
  limit: number,
): Promise<AuditRow[]> {
  const { rows } = await sql.query<AuditRow>(
    `SELECT ${COLUMNS} FROM audit_entry WHERE ${MATCHES} AND ordinal > $8::bigint ORDER BY ordinal LIMIT $9`,
    [...valuesOf(tenant, filter), after, limit],
  );
  return rows.map(rowOf);
}

export async function headOf(sql: Sql, tenant: string): Promise<Head | null> {
  const { rows } = await sql.query<{ ordinal: number; hash: Uint8Array }>(
    `SELECT ordinal::float8 AS ordinal, hash FROM audit_head WHERE tenant_guid = $1`,
    [tenant],
  );
  const [row] = rows;
  return row === undefined ? null : { ordinal: row.ordinal, hash: Buffer.from(row.hash) };
}

export async function headsAllTenants(sql: Sql): Promise<readonly (Head & { readonly tenant: string })[]> {
  const { rows } = await sql.query<{ tenant: string; ordinal: number; hash: Uint8Array }>(
    `SELECT tenant_guid AS tenant, ordinal::float8 AS ordinal, hash FROM audit_head WHERE ordinal > 0`,
  );
  return rows.map((row) => ({ ...row, hash: Buffer.from(row.hash) }));
}

/** Organisations that have a log. */
export async function chainsAllTenants(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT tenant_guid AS tenant FROM audit_head UNION SELECT tenant_guid FROM audit_entry ORDER BY 1`,
  );
  return rows.map(({ tenant }) => tenant);
}
