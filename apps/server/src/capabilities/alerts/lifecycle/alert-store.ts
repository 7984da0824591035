/**
 * Writes alerts, their timelines and copied readings. alert-list-store.ts reads them for the API,
 * recorded-alert-store.ts for reconciliation with a replay, muted-alert-store.ts for do-not-disturb.
 */
import type { StepCode } from '@picket/contracts';
import type { Millis, Verdict } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { type ReadingBlock, readBlocks } from '../../timeseries/index.ts';
import type { AlertChange, AlertStepRow, RaisedAlert } from './alert-lifecycle.ts';
import { linkToRootAlerts } from './incident-store.ts';

interface Owner {
  readonly tenant: string;
  readonly location: string;
}

/** Readings copied per series: before an alert, from the beginning of its duration, and from the end of it. */
const MAX_COPIED_READINGS = 240;
const COPIED_BEFORE_MS = 3_600_000;

/** Formats an instant for the database. */
export const toTimestamp = (millis: Millis | null): string | null =>
  millis === null ? null : new Date(millis).toISOString();

/**
 * Inserts alerts. An alert that exists already (same sentry, violation and instant) is left as it is unless it was withdrawn:
 * then it is reinstated and keeps its timeline. Returns the guids of inserted and reinstated alerts.
 */
export async function insertRaised(
  sql: Sql,
  alerts: readonly (RaisedAlert & Owner)[],
  recordedAt: Millis,
): Promise<readonly string[]> {
  if (alerts.length === 0) return [];
  const rows = alerts.map((alert) => ({
    ...alert,
    guid: newGuid(),
    raisedAt: toTimestamp(alert.raisedAt),
    startedAt: toTimestamp(alert.startedAt),
    endedAt: toTimestamp(alert.endedAt),
    clearedAt: toTimestamp(alert.clearedAt),
    muted: alert.mutedUntil !== null,
    unmuteAt: alert.mutedUntil === null ? null : toTimestamp(alert.mutedUntil + 1),
  }));
  const inserted = await sql.query<{ guid: string }>(
    `INSERT INTO alert (guid, tenant_guid, location_guid, sentry_guid, kind, severity, state, message, policy_guid,
                        policy_name, policy_version, violation, violation_key, subject, conditions, started_at, raised_at,
                        ended_at, cleared_at, backfilled, muted, unmute_at, cause, created_at, last_update_ts)
     SELECT guid, tenant, location, "sentryGuid", kind, severity, state, message, "policyGuid", "policyName",
            "policyVersion", violation, "violationKey", subject, conditions, "startedAt", "raisedAt", "endedAt",
            "clearedAt", backfilled, muted, "unmuteAt", cause, $2::timestamptz, $2::timestamptz
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, tenant uuid, location uuid, "sentryGuid" uuid, kind text,
            severity smallint, state text, message text, "policyGuid" uuid, "policyName" text, "policyVersion" int,
            violation text, "violationKey" text, subject text, conditions jsonb, "startedAt" timestamptz,
            "raisedAt" timestamptz, "endedAt" timestamptz, "clearedAt" timestamptz, backfilled boolean, muted boolean,
            "unmuteAt" timestamptz, cause text)
     ON CONFLICT (sentry_guid, violation_key, raised_at) DO UPDATE SET withdrawn = false, corrected = true,
       started_at = excluded.started_at,
       state = CASE WHEN alert.state = 'RESOLVED' THEN alert.state ELSE excluded.state END,
       ended_at = CASE WHEN alert.state = 'RESOLVED' THEN alert.ended_at ELSE excluded.ended_at END,
       cleared_at = CASE WHEN alert.state = 'RESOLVED' THEN alert.cleared_at ELSE excluded.cleared_at END,
       last_update_ts = greatest(excluded.last_update_ts, alert.last_update_ts + interval '1 ms')
       WHERE alert.withdrawn RETURNING guid`,
    [JSON.stringify(rows), new Date(recordedAt)],
  );
  const guids = inserted.rows.map((row) => row.guid);
  await copyReadingsBefore(sql, guids);
  await linkToRootAlerts(sql, guids);
  return guids;
}

/** Copies the readings an alert was raised from, so that they outlive retention and corrections of the history. */
async function copyReadingsBefore(sql: Sql, guids: readonly string[]): Promise<void> {
  await sql.query(
    `INSERT INTO alert_reading (alert_guid, series_id, at, value)
     SELECT a.guid, x.id, kept.at, kept.value
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
       CROSS JOIN LATERAL (SELECT at, value FROM reading r WHERE r.series_id = x.id AND r.at <= a.raised_at
             AND r.at >= a.started_at - make_interval(secs => $2) ORDER BY r.at DESC LIMIT $3) kept
      WHERE a.guid = ANY($1::uuid[]) ON CONFLICT DO NOTHING`,
    [guids, COPIED_BEFORE_MS / 1000, MAX_COPIED_READINGS],
  );
  await copyPackedReadings(sql, guids, 'BEGINNING');
}

/** Copies readings from the beginning and the end of ended alerts, limited however long they lasted. */
async function copyReadingsDuring(sql: Sql, guids: readonly string[]): Promise<void> {
  await sql.query(
    `INSERT INTO alert_reading (alert_guid, series_id, at, value)
     SELECT a.guid, x.id, kept.at, kept.value
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
       CROSS JOIN LATERAL (
         (SELECT at, value FROM reading r WHERE r.series_id = x.id AND r.at > a.raised_at AND r.at <= a.cleared_at
           ORDER BY r.at LIMIT $2)
         UNION
         (SELECT at, value FROM reading r WHERE r.series_id = x.id AND r.at > a.raised_at AND r.at <= a.cleared_at
           ORDER BY r.at DESC LIMIT $2)) kept
      WHERE a.guid = ANY($1::uuid[]) ON CONFLICT DO NOTHING`,
    [guids, MAX_COPIED_READINGS],
  );
  await copyPackedReadings(sql, guids, 'COURSE');
}

/** The same for old alerts whose readings are packed: a replay of history can raise these. */
async function copyPackedReadings(sql: Sql, guids: readonly string[], part: 'BEGINNING' | 'COURSE'): Promise<void> {
  const { rows } = await sql.query<{ alert: string; series: number; from: Date; to: Date }>(
    `WITH wanted AS (
       SELECT a.guid AS alert, x.id AS series,
              CASE WHEN $2 THEN a.started_at - make_interval(secs => $3) ELSE a.raised_at + interval '1 ms' END AS "from",
              CASE WHEN $2 THEN a.raised_at ELSE a.cleared_at END AS "to"
         FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
         JOIN series x ON x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
          AND x.column_name = c."column" || coalesce('@' || c.zone, '')
        WHERE a.guid = ANY($1::uuid[]))
     SELECT * FROM wanted w WHERE "to" IS NOT NULL AND EXISTS (SELECT 1 FROM reading_chunk k WHERE k.series_id = w.series
        AND k.day BETWEEN (w."from" AT TIME ZONE 'UTC')::date AND (w."to" AT TIME ZONE 'UTC')::date)`,
    [guids, part === 'BEGINNING', COPIED_BEFORE_MS / 1000],
  );
  for (const { alert, series, from, to } of rows) {
    const block = (await readBlocks(sql, [series], from.getTime(), to.getTime() + 1)).get(series);
    if (block === undefined) continue;
    const places = selectReadingIndexes(block, part);
    await sql.query(
      `INSERT INTO alert_reading (alert_guid, series_id, at, value)
       SELECT $1::uuid, $2::int, at, nullif(value, 'NaN') FROM unnest($3::timestamptz[], $4::float8[]) AS kept(at, value)
       ON CONFLICT DO NOTHING`,
      [alert, series, places.map((place) => new Date(block.at[place] ?? 0)), places.map((place) => block.value[place])],
    );
  }
}

/** Indexes of the last readings; for COURSE also of the first ones. */
function selectReadingIndexes({ at }: ReadingBlock, part: 'BEGINNING' | 'COURSE'): readonly number[] {
  const places = [...at.keys()];
  return part === 'BEGINNING'
    ? places.slice(-MAX_COPIED_READINGS)
    : [...new Set([...places.slice(0, MAX_COPIED_READINGS), ...places.slice(-MAX_COPIED_READINGS)])];
}

/** Applies changes to existing alerts, in order. Returns the guids of changed alerts. */
export async function applyChanges(
  sql: Sql,
  changes: readonly AlertChange[],
  recordedAt: Millis,
): Promise<readonly string[]> {
  const changed: string[] = [];
  // One statement per round: a statement updates a row once, and two changes of one alert must run in order.
  for (const round of splitIntoRounds(changes)) {
    const { rows } = await sql.query<{ guid: string }>(
      `UPDATE alert a SET state = CASE WHEN a.state = 'RESOLVED' THEN a.state ELSE coalesce(x.state, a.state) END,
              started_at = coalesce(x."startedAt", a.started_at),
              ended_at = CASE WHEN x.state IS NULL OR a.state = 'RESOLVED' THEN a.ended_at ELSE x."endedAt" END,
              cleared_at = CASE WHEN x.state IS NULL OR a.state = 'RESOLVED' THEN a.cleared_at ELSE x."clearedAt" END,
              corrected = a.corrected OR x.corrected, withdrawn = coalesce(x.withdrawn, a.withdrawn), last_update_ts = greatest($2::timestamptz, a.last_update_ts + interval '1 ms')
         FROM jsonb_to_recordset($1::jsonb) AS x("sentryGuid" uuid, "violationKey" text, "raisedAt" timestamptz, "from" jsonb,
              state text, "startedAt" timestamptz, "endedAt" timestamptz, "clearedAt" timestamptz, corrected boolean,
              withdrawn boolean)
        WHERE a.sentry_guid = x."sentryGuid" AND a.violation_key = x."violationKey" AND a.raised_at = x."raisedAt"
          AND x."from" ? a.state RETURNING a.guid`,
      [
        JSON.stringify(
          round.map((change) => ({
            ...change,
            raisedAt: toTimestamp(change.raisedAt),
            startedAt: toTimestamp(change.startedAt ?? null),
            endedAt: toTimestamp(change.endedAt),
            clearedAt: toTimestamp(change.clearedAt),
          })),
        ),
        new Date(recordedAt),
      ],
    );
    changed.push(...rows.map((row) => row.guid));
  }
  if (changed.length > 0) await copyReadingsDuring(sql, changed);
  return changed;
}

function splitIntoRounds(changes: readonly AlertChange[]): AlertChange[][] {
  const rounds: AlertChange[][] = [];
  const placed = new Map<string, number>();
  for (const change of changes) {
    const identity = `${change.sentryGuid} ${change.violationKey} ${change.raisedAt}`;
    const round = placed.get(identity) ?? 0;
    placed.set(identity, round + 1);
    rounds[round] ??= [];
    rounds[round].push(change);
  }
  return rounds;
}

export async function insertSteps(sql: Sql, steps: readonly AlertStepRow[], recordedAt: Millis): Promise<void> {
  if (steps.length === 0) return;
  await sql.query(
    `INSERT INTO alert_step (alert_guid, at, recorded_at, code, detail)
     SELECT a.guid, x.at, $2::timestamptz, x.code, x.detail
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS ("sentryGuid" uuid, "violationKey" text, "raisedAt" timestamptz,
            at timestamptz, code text, detail jsonb)) WITH ORDINALITY AS x("sentryGuid", "violationKey", "raisedAt", at, code, detail, place)
       JOIN alert a ON a.sentry_guid = x."sentryGuid" AND a.violation_key = x."violationKey" AND a.raised_at = x."raisedAt"
      ORDER BY x.place`,
    [
      JSON.stringify(
        steps.map((step) => ({ ...step, at: toTimestamp(step.at), raisedAt: toTimestamp(step.raisedAt) })),
      ),
      new Date(recordedAt),
    ],
  );
}

export async function insertStep(
  sql: Sql,
  alertGuid: string,
  step: { readonly at: Millis; readonly code: StepCode; readonly byName?: string; readonly detail?: object },
): Promise<void> {
  await sql.query(
    `INSERT INTO alert_step (alert_guid, at, recorded_at, code, by_name, detail)
     VALUES ($1::uuid, $2::timestamptz, $2::timestamptz, $3, $4, $5::jsonb)`,
    [alertGuid, new Date(step.at), step.code, step.byName ?? null, JSON.stringify(step.detail ?? {})],
  );
}

export interface ExternalAlertRow {
  readonly tenant: string;
  /** null: the whole organization. */
  readonly location: string | null;
  readonly guid: string;
  readonly sentry: string | null;
  readonly kind: 'ALERT' | 'GENERIC_ALERT' | 'POLICY_CHANGE_ALERT' | 'WEATHER_ALERT';
  readonly severity: number;
  readonly message: string;
  readonly at: Millis;
  /** An event rather than a state: it is cleared at once. */
  readonly isEvent?: boolean;
  /** Check name of a system alert. */
  readonly subject?: string;
  readonly policy?: { readonly guid: string; readonly name: string } | undefined;
}

/** Inserts an alert that no policy evaluation raised and no reading clears: from a person, a device, an edit, a service. */
export async function insertExternalAlert(sql: Sql, alert: ExternalAlertRow, recordedAt: Millis): Promise<void> {
  await sql.query(
    `INSERT INTO alert (guid, tenant_guid, location_guid, sentry_guid, kind, severity, state, message, started_at,
                        raised_at, created_at, last_update_ts, ended_at, cleared_at, policy_guid, policy_name, subject)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::int, $10, $7, $8::timestamptz, $8::timestamptz,
             $9::timestamptz, $9::timestamptz, $11::timestamptz, $11::timestamptz, $12::uuid, $13, $14)`,
    [
      alert.guid,
      alert.tenant,
      alert.location,
      alert.sentry,
      alert.kind,
      alert.severity,
      alert.message,
      new Date(alert.at),
      new Date(recordedAt),
      alert.isEvent === true ? 'CLEARED' : 'OPEN',
      alert.isEvent === true ? new Date(alert.at) : null,
      alert.policy?.guid ?? null,
      alert.policy?.name ?? null,
      alert.subject ?? null,
    ],
  );
}

/** Clears the open alerts of a removed sentry; returns their guids. */
export const clearAlertsOfSentry = (sql: Sql, sentryGuid: string, at: Millis): Promise<readonly string[]> =>
  clearAlertsOf(sql, 'sentry_guid', sentryGuid, at, 'SENTRY_REMOVED');

/** Clears the open alerts of a location that is being deleted; returns their guids. */
export const clearAlertsOfLocation = (sql: Sql, locationGuid: string, at: Millis): Promise<readonly string[]> =>
  clearAlertsOf(sql, 'location_guid', locationGuid, at, 'LOCATION_REMOVED');

async function clearAlertsOf(
  sql: Sql,
  column: 'sentry_guid' | 'location_guid',
  guid: string,
  at: Millis,
  code: StepCode,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = coalesce(ended_at, $2::timestamptz), cleared_at = $2::timestamptz,
            last_update_ts = greatest($2::timestamptz, last_update_ts + interval '1 ms')
      WHERE ${column} = $1::uuid AND state IN ('OPEN', 'RECOVERED') RETURNING guid`,
    [guid, new Date(at)],
  );
  for (const row of rows) await insertStep(sql, row.guid, { at, code });
  return rows.map((row) => row.guid);
}

/** Acknowledges an unacknowledged alert; expires at `until` unless somebody acts on it. False if it was acknowledged already. */
export async function setAcknowledged(
  sql: Sql,
  guid: string,
  by: { readonly guid: string | null; readonly name: string },
  at: Millis,
  until: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET acknowledged_by = $2::uuid, acknowledged_by_name = $3, acknowledged_at = $4::timestamptz,
            acknowledged_until = $5::timestamptz,
            last_update_ts = greatest($4::timestamptz, last_update_ts + interval '1 ms')
      WHERE guid = $1::uuid AND acknowledged_at IS NULL RETURNING guid`,
    [guid, by.guid, by.name, new Date(at), new Date(until)],
  );
  return rows.length === 1;
}

/** Sets the verdict of a person; null removes it. */
export async function setVerdict(
  sql: Sql,
  guid: string,
  verdict: Verdict | null,
  byName: string,
  at: Millis,
): Promise<void> {
  const when = verdict === null ? null : new Date(at);
  await sql.query(
    `UPDATE alert SET verdict = $2, verdict_by_name = $3, verdict_at = $4::timestamptz,
            last_update_ts = greatest($5::timestamptz, last_update_ts + interval '1 ms')
      WHERE guid = $1::uuid`,
    [guid, verdict, verdict === null ? null : byName, when, new Date(at)],
  );
}

/** Resolves an open or recovered alert; false if it was neither. */
export async function setResolved(sql: Sql, guid: string, byName: string, at: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET state = 'RESOLVED', resolved_by_name = $2, resolved_at = $3::timestamptz,
            ended_at = coalesce(ended_at, $3::timestamptz), cleared_at = coalesce(cleared_at, $3::timestamptz),
            last_update_ts = greatest($3::timestamptz, last_update_ts + interval '1 ms')
      WHERE guid = $1::uuid AND state IN ('OPEN', 'RECOVERED') RETURNING guid`,
    [guid, byName, new Date(at)],
  );
  return rows.length === 1;
}

/** Clears open alerts of violations that are no longer evaluated; returns their guids. */
export async function clearAlertsOfRemovedViolations(
  sql: Sql,
  sentryGuid: string,
  violationKeys: readonly string[],
  at: Millis,
): Promise<readonly string[]> {
  if (violationKeys.length === 0) return [];
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = coalesce(ended_at, $3::timestamptz), cleared_at = $3::timestamptz,
            last_update_ts = greatest($3::timestamptz, last_update_ts + interval '1 ms')
      WHERE sentry_guid = $1::uuid AND violation_key = ANY($2::text[]) AND state = 'OPEN' RETURNING guid`,
    [sentryGuid, violationKeys, new Date(at)],
  );
  for (const { guid } of rows) await insertStep(sql, guid, { at, code: 'POLICY_CHANGED' });
  return rows.map(({ guid }) => guid);
}
