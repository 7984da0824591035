/** Reads alerts for lists, for one page and for the event fan-out. */

import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { AlertOut } from '@picket/contracts/types';
import { type SeverityLabel, severityLabel } from '@picket/domain/severity';
import type { Millis } from '@picket/domain/time';
import type { Verdict } from '@picket/domain/verdicts';
import type { Sql } from '../../../platform/db/database.ts';
import { type AlertRow, toAlert } from './alert-row.ts';

/** An alert as `AlertRow` has it; the tables are `a` (alert), `l` (its location) and `s` (its sentry). */
export const SELECT_ALERT = `SELECT a.guid, a.tenant_guid AS tenant, a.kind, a.severity, a.state, a.muted, a.backfilled, a.corrected,
  a.withdrawn, a.message, a.problem, a.location_guid AS location, l.name AS "locationName", l.timezone, a.sentry_guid AS sentry,
  s.name AS "sentryName", s.report_interval_seconds AS interval, m.last_received_at AS received,
  a.policy_guid AS "policyGuid", a.policy_name AS "policyName", a.policy_version AS "policyVersion", a.violation, a.subject,
  a.conditions, a.started_at AS started, a.raised_at AS raised, a.ended_at AS ended, a.cleared_at AS cleared,
  a.acknowledged_by_name AS "ackName", a.acknowledged_at AS "ackAt", a.acknowledged_until AS "ackUntil",
  a.assigned_to AS "assignedTo", a.assigned_to_name AS "assignedToName", a.assigned_by_name AS "assignedByName", a.assigned_at AS "assignedAt",
  a.snoozed_until AS "snoozedUntil", a.snoozed_by_name AS "snoozedName", a.root_guid AS root, a.resolved_by_name AS "resolvedName",
  a.resolved_at AS "resolvedAt", a.verdict, a.verdict_by_name AS "verdictName", a.verdict_at AS "verdictAt", a.unmute_at AS "unmuteAt", a.last_update_ts AS updated,
  v.state AS "videoState"
  FROM alert a LEFT JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid LEFT JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
  LEFT JOIN monitor_state m ON m.tenant_guid = a.tenant_guid AND m.sentry_guid = a.sentry_guid
  LEFT JOIN alert_video v ON v.tenant_guid = a.tenant_guid AND v.alert_guid = a.guid`;

/** Alerts of some tenants by guid, for the event fan-out. */
export async function alertsByGuid(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
  now: Millis,
): Promise<ReadonlyMap<string, AlertOut>> {
  if (guids.length === 0) return new Map();
  const { rows } = await sql.query<AlertRow>(
    `${SELECT_ALERT} WHERE a.tenant_guid = ANY($1::uuid[]) AND a.guid = ANY($2::uuid[])`,
    [tenants, guids],
  );
  return new Map(rows.map((row) => [row.guid, toAlert(row, now)]));
}

/** Open alerts by location of some tenants, with the severity of the worst; a location without any is left out. */
export async function openAlertsByLocation(
  sql: Sql,
  tenants: readonly string[],
  locations: readonly string[],
): Promise<ReadonlyMap<string, { readonly openAlerts: number; readonly worst: SeverityLabel }>> {
  if (locations.length === 0) return new Map();
  const { rows } = await sql.query<{ location: string; open: number; worst: number }>(
    `SELECT location_guid AS location, count(*)::int AS open, max(severity)::int AS worst FROM alert
      WHERE tenant_guid = ANY($1::uuid[]) AND location_guid = ANY($2::uuid[]) AND state IN ('OPEN', 'RECOVERED') GROUP BY 1`,
    [tenants, locations],
  );
  return new Map(
    rows.map(({ location, open, worst }) => [location, { openAlerts: open, worst: severityLabel(worst) }]),
  );
}

export async function findAlert(sql: Sql, tenant: string, guid: string, now: Millis): Promise<AlertOut | null> {
  const { rows } = await sql.query<AlertRow>(`${SELECT_ALERT} WHERE a.tenant_guid = $1::uuid AND a.guid = $2::uuid`, [
    tenant,
    guid,
  ]);
  const [row] = rows;
  return row === undefined ? null : toAlert(row, now);
}

/** How a list treats withdrawn alerts: they stay in the database and are excluded unless the request includes them. */
export type WithdrawnFilter = ParsedQuery<'GET /alerts'>['withdrawn'];

export interface AlertFilter {
  readonly visible: 'all' | readonly string[];
  readonly location?: string | undefined;
  readonly sentry?: string | undefined;
  readonly policy?: string | undefined;
  readonly kind?: string | undefined;
  readonly state?: readonly string[] | undefined;
  readonly minSeverity?: number | undefined;
  readonly verdict?: Verdict | undefined;
  readonly muted?: boolean | undefined;
  readonly withdrawn: WithdrawnFilter;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Newest first by raisedAt. `from` and `to` filter by raisedAt, `to` excluded. */
export async function listAlertRows(
  sql: Sql,
  tenant: string,
  filter: AlertFilter,
  after: { readonly raisedAt: string; readonly guid: string } | null,
  limit: number,
  now: Millis,
): Promise<readonly AlertOut[]> {
  const { rows } = await sql.query<AlertRow>(
    `${SELECT_ALERT} WHERE a.tenant_guid = $1::uuid
       -- An alert about the whole organization is visible only to people who may see all locations.
       AND ($2::uuid[] IS NULL OR a.location_guid = ANY($2::uuid[]))
       AND ($3::uuid IS NULL OR a.location_guid = $3::uuid) AND ($4::uuid IS NULL OR a.sentry_guid = $4::uuid)
       AND ($5::uuid IS NULL OR a.policy_guid = $5::uuid) AND ($6::text IS NULL OR a.kind = $6)
       AND ($7::text[] IS NULL OR a.state = ANY($7)) AND ($8::int IS NULL OR a.severity >= $8)
       AND ($9::boolean IS NULL OR a.muted = $9) AND ($10::timestamptz IS NULL OR a.raised_at >= $10)
       AND ($11::timestamptz IS NULL OR a.raised_at < $11)
       AND ($12::text IS NULL OR a.verdict = $12)
       AND ($16::text = 'include' OR a.withdrawn = ($16::text = 'only'))
       AND ($13::timestamptz IS NULL OR (a.raised_at, a.guid) < ($13::timestamptz, $14::uuid))
     ORDER BY a.raised_at DESC, a.guid DESC LIMIT $15`,
    [
      tenant,
      filter.visible === 'all' ? null : filter.visible,
      filter.location ?? null,
      filter.sentry ?? null,
      filter.policy ?? null,
      filter.kind ?? null,
      filter.state ?? null,
      filter.minSeverity ?? null,
      filter.muted ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.verdict ?? null,
      after?.raisedAt ?? null,
      after?.guid ?? null,
      limit,
      filter.withdrawn,
    ],
  );
  return rows.map((row) => toAlert(row, now));
}
