/** Reads and writes the privacy masks of cameras. */
import { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';

const StoredMask = z.object({
  rows: z.number(),
  columns: z.number(),
  cells: z.array(z.array(z.number())),
  revision: z.number(),
  changedByName: z.string(),
  lastUpdateTs: z.date(),
});
export type MaskRow = z.output<typeof StoredMask>;

export async function findMask(sql: Sql, tenant: string, sentry: string): Promise<MaskRow | null> {
  const { rows } = await sql.query(
    `SELECT rows, columns, cells, revision, changed_by_name AS "changedByName", last_update_ts AS "lastUpdateTs"
       FROM camera_mask WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid`,
    [tenant, sentry],
  );
  return rows[0] === undefined ? null : StoredMask.parse(rows[0]);
}

/** A mask, and from when on it was in force. */
interface MaskRevision {
  readonly revision: number;
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly (readonly number[])[];
  readonly changedByName: string;
  readonly startsAt: Date;
}

const StoredRevision = StoredMask.omit({ lastUpdateTs: true }).extend({ startsAt: z.date() });

/** Those that were in force at some time of [from, to], oldest first; before the first one nothing was masked. */
export async function listMasksBetween(
  sql: Sql,
  tenant: string,
  sentry: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly MaskRevision[]> {
  const { rows } = await sql.query(
    `SELECT revision, rows, columns, cells, changed_by_name AS "changedByName", starts_at AS "startsAt" FROM camera_mask_revision r
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND starts_at <= $4::timestamptz
        AND NOT EXISTS (SELECT 1 FROM camera_mask_revision n WHERE n.tenant_guid = r.tenant_guid AND n.sentry_guid = r.sentry_guid
                           AND n.revision > r.revision AND n.starts_at <= $3::timestamptz)
      ORDER BY revision`,
    [tenant, sentry, from, to],
  );
  return rows.map((row) => StoredRevision.parse(row));
}

/** Writes the mask as the next revision if it is still `revision` (0: there was none); false if another change came first. */
export async function saveMask(
  sql: Sql,
  tenant: string,
  sentry: string,
  { rows, columns, cells, revision, changedByName, lastUpdateTs }: MaskRow,
): Promise<boolean> {
  const { rows: saved } = await sql.query(
    `WITH saved AS (
     INSERT INTO camera_mask (tenant_guid, sentry_guid, rows, columns, cells, revision, changed_by_name, last_update_ts)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5::jsonb, $6::int + 1, $7, $8::timestamptz)
     ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE
        SET rows = excluded.rows, columns = excluded.columns, cells = excluded.cells, revision = excluded.revision,
            changed_by_name = excluded.changed_by_name, last_update_ts = excluded.last_update_ts
      WHERE camera_mask.revision = $6::int
     RETURNING *)
     INSERT INTO camera_mask_revision (tenant_guid, sentry_guid, revision, rows, columns, cells, changed_by_name, starts_at)
     SELECT tenant_guid, sentry_guid, revision, rows, columns, cells, changed_by_name, last_update_ts FROM saved
     RETURNING 1 AS one`,
    [tenant, sentry, rows, columns, JSON.stringify(cells), revision, changedByName, lastUpdateTs],
  );
  return saved.length === 1;
}
