/** The only file that reads and writes the ends of the chains: the heads, and how far the anchors files go. */
import type { Sql } from '../../platform/db/database.ts';

export interface Head {
  /** 0: the chain is empty. */
  readonly ordinal: number;
  readonly hash: Buffer;
}

export interface AuthenticatedHead extends Head {
  readonly mac: Buffer | null;
  readonly macOrdinal: number | null;
}

/** Locks and returns the end of a chain; other writers wait for this transaction. */
export async function lockHead(sql: Sql, tenant: string): Promise<AuthenticatedHead> {
  const { rows } = await sql.query<HeadRow & { [name: string]: unknown }>(
    `INSERT INTO audit_head (tenant_guid, ordinal, hash) VALUES ($1::uuid, 0, ''::bytea)
     ON CONFLICT (tenant_guid) DO UPDATE SET ordinal = audit_head.ordinal
     RETURNING ${HEAD}`,
    [tenant],
  );
  if (rows[0] === undefined) throw new Error('the end of the audit log could not be locked');
  return headOfRow(rows[0]);
}

/** `mac`: null if the previous MAC was broken; it stays broken. */
export async function moveHead(sql: Sql, tenant: string, head: Head, mac: Buffer | null): Promise<void> {
  await sql.query(
    `UPDATE audit_head SET ordinal = $2::bigint, hash = $3, mac = $4, mac_ordinal = $2::bigint
      WHERE tenant_guid = $1::uuid`,
    [tenant, head.ordinal, head.hash, mac],
  );
}

/** Adds the MAC to an end of an earlier version, unless it has moved. */
export async function addHeadMac(sql: Sql, tenant: string, ordinal: number, mac: Buffer): Promise<void> {
  await sql.query(
    `UPDATE audit_head SET mac = $3, mac_ordinal = ordinal
      WHERE tenant_guid = $1::uuid AND ordinal = $2::bigint AND mac IS NULL AND mac_ordinal IS NULL`,
    [tenant, ordinal, mac],
  );
}

/** Serializes reports that a tenant's log was changed, until the transaction ends. */
export async function lockTamperReports(sql: Sql, tenant: string): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 22))::text', [tenant]);
}

interface HeadRow {
  readonly tenant: string;
  readonly ordinal: number;
  readonly hash: Uint8Array;
  readonly mac: Uint8Array | null;
  readonly macOrdinal: number | null;
}

const HEAD = `audit_head.tenant_guid AS tenant, audit_head.ordinal::float8 AS ordinal, audit_head.hash, audit_head.mac,
  audit_head.mac_ordinal::float8 AS "macOrdinal"`;

const headOfRow = ({ hash, mac, ...row }: HeadRow): AuthenticatedHead & { readonly tenant: string } => ({
  ...row,
  hash: Buffer.from(hash),
  mac: mac === null ? null : Buffer.from(mac),
});

export async function headOf(sql: Sql, tenant: string): Promise<AuthenticatedHead | null> {
  const { rows } = await sql.query<HeadRow & { [name: string]: unknown }>(
    `SELECT ${HEAD} FROM audit_head WHERE tenant_guid = $1`,
    [tenant],
  );
  return rows[0] === undefined ? null : headOfRow(rows[0]);
}

/** Ends of the chains, of all or the given tenants. */
export async function headsAllTenants(
  sql: Sql,
  tenants: readonly string[] | null = null,
): Promise<readonly (AuthenticatedHead & { readonly tenant: string })[]> {
  const { rows } = await sql.query<HeadRow & { [name: string]: unknown }>(
    `SELECT ${HEAD} FROM audit_head WHERE ordinal > 0 AND ($1::uuid[] IS NULL OR tenant_guid = ANY($1::uuid[]))`,
    [tenants],
  );
  return rows.map(headOfRow);
}

export interface Tail {
  readonly tenant: string;
  readonly head: AuthenticatedHead | null;
  /** The hash of the entry at the end; null: it is missing. */
  readonly lastHash: Buffer | null;
  readonly hasRowsBeyond: boolean;
}

/** The end of each chain by its head and by its rows: both as they are at one instant. */
export async function tailsAllTenants(sql: Sql): Promise<readonly Tail[]> {
  const { rows } = await sql.query<HeadRow & { lastHash: Uint8Array | null; hasRowsBeyond: boolean }>(
    `SELECT ${HEAD},
            (SELECT e.hash FROM audit_entry e WHERE e.tenant_guid = audit_head.tenant_guid AND e.ordinal = audit_head.ordinal) AS "lastHash",
            EXISTS (SELECT 1 FROM audit_entry e WHERE e.tenant_guid = audit_head.tenant_guid
                       AND e.ordinal > audit_head.ordinal) AS "hasRowsBeyond"
       FROM audit_head`,
  );
  const tails = rows.map(({ lastHash, hasRowsBeyond, ...row }) => ({
    tenant: row.tenant,
    head: headOfRow(row),
    lastHash: lastHash === null ? null : Buffer.from(lastHash),
    hasRowsBeyond,
  }));
  return [...tails, ...(await tailsWithoutHead(sql, new Set(tails.map(({ tenant }) => tenant))))];
}

/** Of the organizations that are not among those with a head. One that has got its head meanwhile has no rows beyond it. */
async function tailsWithoutHead(sql: Sql, withHead: ReadonlySet<string>): Promise<readonly Tail[]> {
  const { rows: tenants } = await sql.query<{ guid: string }>('SELECT guid FROM tenant');
  const without = tenants.map(({ guid }) => guid).filter((guid) => !withHead.has(guid));
  if (without.length === 0) return [];
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT DISTINCT e.tenant_guid AS tenant FROM audit_entry e WHERE e.tenant_guid = ANY($1::uuid[]) AND e.ordinal > 0
        AND NOT EXISTS (SELECT 1 FROM audit_head h WHERE h.tenant_guid = e.tenant_guid)`,
    [without],
  );
  const written = new Set(rows.map(({ tenant }) => tenant));
  return without.map((tenant) => ({ tenant, head: null, lastHash: null, hasRowsBeyond: written.has(tenant) }));
}

/** Tenants that have a log. */
export async function chainsAllTenants(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT tenant_guid AS tenant FROM audit_head UNION SELECT tenant_guid FROM audit_entry
      UNION SELECT tenant_guid FROM audit_anchor_mark ORDER BY 1`,
  );
  return rows.map(({ tenant }) => tenant);
}

/** Stores how far an anchors file goes. */
export async function markAnchored(
  sql: Sql,
  file: string,
  anchors: readonly { readonly tenant: string; readonly ordinal: number }[],
): Promise<void> {
  await sql.query(
    `INSERT INTO audit_anchor_mark (file_guid, tenant_guid, ordinal)
     SELECT $1::uuid, t.tenant, t.ordinal::bigint FROM unnest($2::uuid[], $3::float8[]) AS t(tenant, ordinal)
     ON CONFLICT (file_guid, tenant_guid) DO UPDATE
        SET ordinal = greatest(audit_anchor_mark.ordinal, excluded.ordinal)`,
    [file, anchors.map(({ tenant }) => tenant), anchors.map(({ ordinal }) => ordinal)],
  );
}

/** How far an anchors file goes, by tenant. */
export async function marksOfFile(sql: Sql, file: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ tenant: string; ordinal: number }>(
    `SELECT tenant_guid AS tenant, ordinal::float8 AS ordinal FROM audit_anchor_mark WHERE file_guid = $1::uuid`,
    [file],
  );
  return new Map(rows.map(({ tenant, ordinal }) => [tenant, ordinal]));
}
