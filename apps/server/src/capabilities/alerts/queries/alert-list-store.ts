/** Reads alerts: lists, single alerts, and the parts of the alert page. alert-store.ts writes them. */
import type { AlertDetailOut, AlertOut, AlertState, ParsedQuery, StepCode } from '@picket/contracts';
import { formatInstant, type Millis, severityLabel, type Verdict } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';
import { onlineHold } from '../../evaluation/index.ts';
import { readBlocks } from '../../timeseries/index.ts';
import type { RaisedCondition } from '../lifecycle/alert-lifecycle.ts';

interface AlertRow {
  guid: string;
  tenant: string;
  kind: AlertOut['kind'];
  severity: number;
  state: AlertState;
  muted: boolean;
  backfilled: boolean;
  corrected: boolean;
  withdrawn: boolean;
  message: string;
  location: string | null;
  locationName: string | null;
  timezone: string | null;
  sentry: string | null;
  sentryName: string | null;
  interval: number | null;
  received: Date | null;
  policyGuid: string | null;
  policyName: string | null;
  policyVersion: number | null;
  violation: string | null;
  subject: string | null;
  conditions: RaisedCondition[];
  started: Date;
  raised: Date;
  ended: Date | null;
  cleared: Date | null;
  ackName: string | null;
  ackAt: Date | null;
  ackUntil: Date | null;
  snoozedUntil: Date | null;
  snoozedName: string | null;
  root: string | null;
  resolvedName: string | null;
  resolvedAt: Date | null;
  verdict: Verdict | null;
  verdictName: string | null;
  verdictAt: Date | null;
  unmuteAt: Date | null;
  updated: Date;
}

const SELECT = `SELECT a.guid, a.tenant_guid AS tenant, a.kind, a.severity, a.state, a.muted, a.backfilled, a.corrected,
  a.withdrawn, a.message, a.location_guid AS location, l.name AS "locationName", l.timezone, a.sentry_guid AS sentry,
  s.name AS "sentryName", s.report_interval_seconds AS interval, m.last_received_at AS received,
  a.policy_guid AS "policyGuid", a.policy_name AS "policyName", a.policy_version AS "policyVersion", a.violation, a.subject,
  a.conditions, a.started_at AS started, a.raised_at AS raised, a.ended_at AS ended, a.cleared_at AS cleared,
  a.acknowledged_by_name AS "ackName", a.acknowledged_at AS "ackAt", a.acknowledged_until AS "ackUntil",
  a.snoozed_until AS "snoozedUntil", a.snoozed_by_name AS "snoozedName", a.root_guid AS root, a.resolved_by_name AS "resolvedName",
  a.resolved_at AS "resolvedAt", a.verdict, a.verdict_by_name AS "verdictName", a.verdict_at AS "verdictAt", a.unmute_at AS "unmuteAt", a.last_update_ts AS updated
  FROM alert a LEFT JOIN location l ON l.guid = a.location_guid LEFT JOIN sentry s ON s.guid = a.sentry_guid
  LEFT JOIN monitor_state m ON m.sentry_guid = a.sentry_guid`;

const toInstant = (value: Date): string => formatInstant(value.getTime());

function toAlert(row: AlertRow, now: Millis): AlertOut {
  const isOpen = row.state === 'OPEN';
  const isOffline = row.received !== null && now - row.received.getTime() > onlineHold(row.interval ?? 60);
  return {
    guid: row.guid,
    kind: row.kind,
    severity: row.severity,
    severityLabel: severityLabel(row.severity),
    state: row.state,
    muted: row.muted,
    backfilled: row.backfilled,
    corrected: row.corrected,
    withdrawn: row.withdrawn,
    message: row.message,
    ...(row.location === null
      ? {}
      : { location: { guid: row.location, name: row.locationName ?? '', timezone: row.timezone ?? 'UTC' } }),
    ...(row.sentry === null ? {} : { sentry: { guid: row.sentry, name: row.sentryName ?? '' } }),
    ...(row.policyGuid === null
      ? {}
      : { policy: { guid: row.policyGuid, name: row.policyName ?? '', version: row.policyVersion ?? 0 } }),
    ...(row.violation === null ? {} : { violation: row.violation }),
    ...(row.subject === null ? {} : { subject: row.subject }),
    conditions: row.conditions.map(({ zone, ...condition }) => ({
      ...condition,
      // The name of the series holds the zone and its revision; the API returns the zone.
      ...(zone === undefined ? {} : { zoneId: zone.split(':')[0] ?? zone }),
    })),
    startedAt: toInstant(row.started),
    raisedAt: toInstant(row.raised),
    ...(row.ended === null ? {} : { endedAt: toInstant(row.ended) }),
    ...(row.cleared === null ? {} : { clearedAt: toInstant(row.cleared) }),
    ...(row.ackAt === null
      ? {}
      : {
          acknowledged: {
            by: row.ackName ?? '',
            at: toInstant(row.ackAt),
            ...(row.ackUntil === null || !isOpen ? {} : { until: toInstant(row.ackUntil) }),
          },
        }),
    ...(row.snoozedUntil === null || !isOpen
      ? {}
      : { snoozed: { by: row.snoozedName ?? '', until: toInstant(row.snoozedUntil) } }),
    ...(row.root === null ? {} : { root: row.root }),
    ...(row.resolvedAt === null ? {} : { resolved: { by: row.resolvedName ?? '', at: toInstant(row.resolvedAt) } }),
    ...(row.verdict === null || row.verdictAt === null
      ? {}
      : { verdict: { verdict: row.verdict, by: row.verdictName ?? '', at: toInstant(row.verdictAt) } }),
    ...(row.muted && row.unmuteAt !== null ? { mutedUntil: toInstant(row.unmuteAt) } : {}),
    sentryOffline: isOpen && isOffline,
    last_update_ts: toInstant(row.updated),
  };
}

/** Alerts by guid over all tenants, for the event fan-out. */
export async function getAlertsAllTenants(
  sql: Sql,
  guids: readonly string[],
  now: Millis,
): Promise<ReadonlyMap<string, AlertOut>> {
  if (guids.length === 0) return new Map();
  const { rows } = await sql.query<AlertRow>(`${SELECT} WHERE a.guid = ANY($1::uuid[])`, [guids]);
  return new Map(rows.map((row) => [row.guid, toAlert(row, now)]));
}

export async function findAlert(sql: Sql, tenant: string, guid: string, now: Millis): Promise<AlertOut | null> {
  const { rows } = await sql.query<AlertRow>(`${SELECT} WHERE a.tenant_guid = $1::uuid AND a.guid = $2::uuid`, [
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
  readonly state?: string | undefined;
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
    `${SELECT} WHERE a.tenant_guid = $1::uuid
       -- An alert about the whole organization is visible only to people who may see all locations.
       AND ($2::uuid[] IS NULL OR a.location_guid = ANY($2::uuid[]))
       AND ($3::uuid IS NULL OR a.location_guid = $3::uuid) AND ($4::uuid IS NULL OR a.sentry_guid = $4::uuid)
       AND ($5::uuid IS NULL OR a.policy_guid = $5::uuid) AND ($6::text IS NULL OR a.kind = $6)
       AND ($7::text IS NULL OR a.state = $7) AND ($8::int IS NULL OR a.severity >= $8)
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

const MAX_SHOWN_READINGS = 1500;

/** Readings of the alert's series, copied and stored ones, oldest first; evenly thinned where there are many. */
export async function listReadingsAround(
  sql: Sql,
  alert: { readonly guid: string },
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<AlertDetailOut['readings']> {
  const { rows: shown } = await sql.query<{ id: number; sensorMetricId: string; column: string }>(
    `SELECT DISTINCT x.id, x.sensor_metric_id AS "sensorMetricId", split_part(x.column_name, '@', 1) AS "column"
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
      WHERE a.guid = $1::uuid ORDER BY x.id`,
    [alert.guid],
  );
  const { rows: kept } = await sql.query<{ series: number; at: Date; value: number | null }>(
    'SELECT series_id AS series, at, value FROM alert_reading WHERE alert_guid = $1::uuid',
    [alert.guid],
  );
  const blocks = await readBlocks(
    sql,
    shown.map(({ id }) => id),
    from,
    to + 1,
  );
  const all = shown.flatMap(({ id, ...name }) => {
    const values = new Map<Millis, number | null>();
    const block = blocks.get(id);
    for (const [index, at] of block?.at.entries() ?? []) {
      const value = block?.value[index] ?? Number.NaN;
      values.set(at, Number.isNaN(value) ? null : value);
    }
    // Copied readings are what the alert was raised from, even if the history has changed since.
    for (const { series, at, value } of kept) if (series === id) values.set(at.getTime(), value);
    return [...values].map(([at, value]) => ({ ...name, at, value }));
  });
  const stride = Math.max(1, Math.ceil(all.length / MAX_SHOWN_READINGS));
  return all
    .sort((a, b) => a.at - b.at)
    .filter((_, index) => index % stride === 0 || index === all.length - 1)
    .map(({ at, ...reading }) => ({ ...reading, at: formatInstant(at) }));
}

/** Readings and timeline of one alert. Copied readings are combined with those still stored. */
export async function getAlertParts(
  sql: Sql,
  alert: AlertOut,
  now: Millis,
): Promise<Pick<AlertDetailOut, 'readings' | 'timeline'>> {
  const around = {
    from: Date.parse(alert.startedAt) - 2_400_000,
    to: Date.parse(alert.clearedAt ?? formatInstant(now)) + 600_000,
  };
  const readings = await listReadingsAround(sql, alert, around);
  const steps = await sql.query<{
    at: Date;
    code: StepCode;
    by: string | null;
    detail: Record<string, string | number | null>;
  }>(`SELECT at, code, by_name AS by, detail FROM alert_step WHERE alert_guid = $1::uuid ORDER BY at, id LIMIT 1000`, [
    alert.guid,
  ]);
  return {
    readings,
    timeline: steps.rows.map(({ at, code, by, detail }) => ({
      at: toInstant(at),
      code,
      ...(by === null ? {} : { by }),
      detail,
    })),
  };
}
