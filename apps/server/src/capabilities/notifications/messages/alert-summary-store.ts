/** Alerts as messages speak of them. */
import type { Calculation } from '@picket/domain/aggregations';
import type { Sql } from '../../../platform/db/database.ts';
import type { MessageVideo } from './message-content.ts';

export interface AlertSummaryRow {
  readonly guid: string;
  readonly severity: number;
  readonly kind: string;
  readonly state: string;
  readonly message: string;
  readonly problem: unknown;
  readonly location: string | null;
  readonly locationName: string | null;
  readonly timezone: string | null;
  readonly sentry: string | null;
  readonly sentryName: string | null;
  readonly policyName: string | null;
  readonly subject: string | null;
  readonly conditions: readonly {
    readonly sensorMetricId: string;
    readonly column: string;
    readonly operator: string;
    readonly threshold: number;
    readonly calc?: Calculation;
    readonly operand: number | null;
  }[];
  readonly startedAt: Date;
  readonly raisedAt: Date;
  readonly clearedAt: Date | null;
  readonly recordedAt: Date;
  readonly muted: boolean;
  readonly unmuteAt: Date | null;
  readonly snoozedUntil: Date | null;
  readonly acknowledgedBy: string | null;
  readonly cause: string | null;
  readonly withdrawn: boolean;
  readonly symptoms: number;
  /** What an edit changed, for its policy-change alert; null: another alert. */
  readonly changes: unknown;
  readonly video: MessageVideo | null;
  readonly tenantName: string;
}

/** Of an organization, by guid; an alert that is gone is left out. */
export async function loadAlertSummaries(
  sql: Sql,
  tenant: string,
  guids: readonly string[],
): Promise<ReadonlyMap<string, AlertSummaryRow>> {
  const { rows } = await sql.query<AlertSummaryRow & { [name: string]: unknown }>(
    `SELECT a.guid, a.severity, a.kind, a.state, a.message, a.problem, a.location_guid AS location, l.name AS "locationName",
            l.timezone, a.sentry_guid AS sentry, s.name AS "sentryName", a.policy_name AS "policyName", a.subject, a.conditions,
            a.started_at AS "startedAt", a.raised_at AS "raisedAt", a.cleared_at AS "clearedAt", a.created_at AS "recordedAt",
            a.muted, a.unmute_at AS "unmuteAt", a.snoozed_until AS "snoozedUntil",
            CASE WHEN a.acknowledged_at IS NULL THEN NULL ELSE coalesce(a.acknowledged_by_name, '') END AS "acknowledgedBy", a.cause, a.withdrawn,
            (SELECT count(*) FROM alert o WHERE o.tenant_guid = a.tenant_guid AND o.root_guid = a.guid AND o.state = 'OPEN')::int AS symptoms,
            (SELECT c.changes FROM policy_change c WHERE c.tenant_guid = a.tenant_guid AND c.alert_guid = a.guid) AS changes,
            (SELECT jsonb_build_object('state', v.state, 'reason', CASE WHEN v.state = 'MISSING' THEN v.reason END, 'clips', coalesce((
               SELECT jsonb_agg(jsonb_build_object('guid', c.guid, 'linkEpoch', c.link_epoch,
                        'startedAt', round(extract(epoch FROM c.started_at) * 1000), 'endedAt', round(extract(epoch FROM c.ended_at) * 1000),
                        'hasStill', EXISTS (SELECT 1 FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
                                             AND p.part = 'still' AND p.is_complete)) ORDER BY c.started_at, c.guid)
                 FROM alert_clip x JOIN clip c ON c.tenant_guid = x.tenant_guid AND c.guid = x.clip_guid
                WHERE x.tenant_guid = v.tenant_guid AND x.alert_guid = v.alert_guid AND c.state = 'READY'), '[]'))
               FROM alert_video v WHERE v.tenant_guid = a.tenant_guid AND v.alert_guid = a.guid) AS video, t.name AS "tenantName"
       FROM alert a JOIN tenant t ON t.guid = a.tenant_guid LEFT JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid
       LEFT JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
      WHERE a.tenant_guid = $1::uuid AND a.guid = ANY($2::uuid[])`,
    [tenant, guids],
  );
  return new Map(rows.map((row) => [row.guid, row]));
}
