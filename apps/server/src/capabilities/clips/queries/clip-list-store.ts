/** Reads clips with what lists and pages show of them. */
import type { Sql } from '../../../platform/db/database.ts';
import type { ClipPart, ClipRow } from '../storage/clip-row.ts';
import { CLIP_COLUMNS } from '../storage/clip-store.ts';

export interface ShownClipRow extends ClipRow {
  sentryName: string;
  sentryModel: string | null;
  sentrySerialNumber: string | null;
  sentrySoftwareVersion: string | null;
  alerts: string[];
  /** Those that are complete. */
  parts: ClipPart[];
}

const SHOWN = `SELECT ${CLIP_COLUMNS}, coalesce(s.name, '') AS "sentryName", s.model AS "sentryModel",
  s.serial_number AS "sentrySerialNumber", s.software_version AS "sentrySoftwareVersion",
  ARRAY(SELECT x.alert_guid::text FROM alert_clip x WHERE x.tenant_guid = c.tenant_guid AND x.clip_guid = c.guid ORDER BY 1) AS alerts,
  ARRAY(SELECT p.part FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid AND p.is_complete) AS parts
  FROM clip c LEFT JOIN sentry s ON s.tenant_guid = c.tenant_guid AND s.guid = c.sentry_guid`;

export async function findShownClip(sql: Sql, tenant: string, guid: string): Promise<ShownClipRow | null> {
  const { rows } = await sql.query<ShownClipRow>(`${SHOWN} WHERE c.tenant_guid = $1::uuid AND c.guid = $2::uuid`, [
    tenant,
    guid,
  ]);
  return rows[0] ?? null;
}

/** Of an alert, in the order in which they were recorded. */
export async function listClipsOfAlert(sql: Sql, tenant: string, alert: string): Promise<readonly ShownClipRow[]> {
  const { rows } = await sql.query<ShownClipRow>(
    `${SHOWN} JOIN alert_clip ac ON ac.tenant_guid = c.tenant_guid AND ac.clip_guid = c.guid
      WHERE c.tenant_guid = $1::uuid AND ac.alert_guid = $2::uuid ORDER BY c.started_at, c.guid`,
    [tenant, alert],
  );
  return rows;
}

export interface ClipFilter {
  readonly visible: 'all' | readonly string[];
  readonly location?: string | undefined;
  readonly sentry?: string | undefined;
  readonly alert?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Newest first by startedAt; those that show a part of the time from `from` to `to`. */
export async function listClipRows(
  sql: Sql,
  tenant: string,
  { visible, location, sentry, alert, from, to }: ClipFilter,
  after: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly ShownClipRow[]> {
  const { rows } = await sql.query<ShownClipRow>(
    `${SHOWN} WHERE c.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR c.location_guid = ANY($2::uuid[]))
        AND ($3::uuid IS NULL OR c.location_guid = $3::uuid) AND ($4::uuid IS NULL OR c.sentry_guid = $4::uuid)
        AND ($5::uuid IS NULL OR EXISTS (SELECT 1 FROM alert_clip x WHERE x.tenant_guid = c.tenant_guid AND x.clip_guid = c.guid AND x.alert_guid = $5::uuid))
        AND ($6::timestamptz IS NULL OR c.ended_at >= $6::timestamptz) AND ($7::timestamptz IS NULL OR c.started_at < $7::timestamptz)
        AND ($8::timestamptz IS NULL OR (c.started_at, c.guid) < ($8::timestamptz, $9::uuid))
      ORDER BY c.started_at DESC, c.guid DESC LIMIT $10`,
    [
      tenant,
      visible === 'all' ? null : visible,
      location ?? null,
      sentry ?? null,
      alert ?? null,
      from ?? null,
      to ?? null,
      after?.at ?? null,
      after?.guid ?? null,
      limit,
    ],
  );
  return rows;
}
