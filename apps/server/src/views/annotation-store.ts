/** Reads what the annotations of a time range are made of. */
import type { AnnotationsOut } from '@picket/contracts/types';
import { EDIT_KINDS } from '@picket/domain/alert-kinds';
import type { Sql } from '../platform/db/database.ts';

const MAX_ALERTS = 500;

export interface EditRow {
  policy: string;
  sentry: string | null;
  at: Date;
  before: { kind: string; name?: string; definition?: unknown; doNotDisturb?: unknown; override?: unknown } | null;
  after: { name?: string } | null;
}

/** Edits of policies and of the overrides at these sentries since `from`. */
export async function editsSince(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  from: Date,
): Promise<EditRow[]> {
  const { rows } = await sql.query<EditRow>(
    `SELECT policy_guid AS policy, sentry_guid AS sentry, created_at AS at, before, after FROM policy_change
      WHERE tenant_guid = $1::uuid AND created_at > $3 AND policy_guid IS NOT NULL
        AND (sentry_guid = ANY($2::uuid[]) OR (sentry_guid IS NULL AND coalesce(before, after) ->> 'kind' = 'POLICY'))
      ORDER BY created_at`,
    [tenant, sentries, from],
  );
  return rows;
}

interface AlertRow {
  guid: string;
  kind: AnnotationsOut['alerts'][number]['kind'];
  title: string;
  severity: number;
  sentry: string | null;
  conditions: { sensorMetricId: string; column: string; threshold: number }[];
  started: Date;
  raised: Date;
  ended: Date | null;
  withdrawn: boolean;
}

export async function alertsBetween(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to, withdrawn }: { readonly from: Date; readonly to: Date; readonly withdrawn: string },
): Promise<AlertRow[]> {
  const { rows } = await sql.query<AlertRow>(
    `SELECT guid, kind, coalesce(violation, message) AS title, severity, sentry_guid AS sentry, conditions,
            started_at AS started, raised_at AS raised, ended_at AS ended, withdrawn
       FROM alert WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND kind <> ALL($6::text[])
        AND ($5 = 'include' OR withdrawn = ($5 = 'only'))
        AND least(started_at, raised_at) < $4 AND coalesce(ended_at, 'infinity') > $3 ORDER BY raised_at DESC LIMIT ${MAX_ALERTS}`,
    [tenant, location, from, to, withdrawn, EDIT_KINDS],
  );
  return rows;
}

interface DeviceChangeRow {
  sentry: string;
  at: Date;
  model: string;
  serialNumber: string;
}

/** Activations that took over from another device, and devices that took the place of an adopted one. */
export async function deviceChangesBetween(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  from: Date,
  to: Date,
): Promise<DeviceChangeRow[]> {
  const { rows } = await sql.query<DeviceChangeRow>(
    `SELECT sentry_guid AS sentry, activated_at AS at, model, serial_number AS "serialNumber" FROM activation a
      WHERE tenant_guid = $4::uuid AND sentry_guid = ANY($1::uuid[]) AND activated_at >= $2 AND activated_at < $3
        AND EXISTS (SELECT 1 FROM activation b WHERE b.tenant_guid = a.tenant_guid AND b.sentry_guid = a.sentry_guid AND b.activated_at < a.activated_at)
      UNION ALL
     SELECT sentry_guid, accepted_at, coalesce(entities->'replaced'->>'model', ''), coalesce(entities->'replaced'->>'serialNumber', '')
       FROM adopted_mapping
      WHERE tenant_guid = $4::uuid AND sentry_guid = ANY($1::uuid[]) AND accepted_at >= $2 AND accepted_at < $3 AND entities ? 'replaced'
      ORDER BY at`,
    [sentries, from, to, tenant],
  );
  return rows;
}
