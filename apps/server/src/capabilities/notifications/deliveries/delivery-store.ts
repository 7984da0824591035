/** Deliveries: one destination is to be notified of one change of one alert. */
import type { SuppressionReason } from '@picket/contracts';
import type { Millis } from '@picket/domain';
import { newGuid, type Sql } from '../../../platform/index.ts';
import type { ChangedAlert, DeliveryChange, DeliveryState, ExistingDelivery, NewDelivery } from './plan-deliveries.ts';

export async function findChangedAlerts(
  sql: Sql,
  guids: readonly string[],
): Promise<readonly Omit<ChangedAlert, 'isNew'>[]> {
  const { rows } = await sql.query<Omit<ChangedAlert, 'isNew'> & { [name: string]: unknown }>(
    `SELECT guid, tenant_guid AS tenant, location_guid AS location, kind, severity, state = 'OPEN' AS "isOpen", withdrawn
       FROM alert WHERE guid = ANY($1::uuid[]) ORDER BY raised_at, guid`,
    [guids],
  );
  return rows;
}

export async function listDeliveries(sql: Sql, alerts: readonly string[]): Promise<readonly ExistingDelivery[]> {
  const { rows } = await sql.query<ExistingDelivery & { [name: string]: unknown }>(
    `SELECT guid, alert_guid AS alert, owner_guid AS owner, destination_guid AS destination, channel, change, occurrence, state,
            reason FROM delivery WHERE alert_guid = ANY($1::uuid[])`,
    [alerts],
  );
  return rows;
}

/** Adds deliveries; one that is there already stays as it is. */
export async function insertDeliveries(sql: Sql, rows: readonly NewDelivery[], at: Millis): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, channel, change, occurrence, state, reason,
                           due_at, created_at, settled_at)
     SELECT guid, tenant, alert, owner, destination, channel, change, occurrence, state, reason, $2::timestamptz, $2::timestamptz,
            CASE WHEN state = 'SKIPPED' THEN $2::timestamptz END
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, tenant uuid, alert uuid, owner uuid, destination uuid, channel text,
            change text, occurrence smallint, state text, reason text)
     ON CONFLICT (alert_guid, destination_guid, change, occurrence) DO NOTHING`,
    [JSON.stringify(rows.map((row) => ({ ...row, guid: newGuid() }))), new Date(at)],
  );
}

/** Something about these alerts changed: their suppressed deliveries, and those grouped under them, are decided again. */
export async function requeueDeliveries(sql: Sql, alerts: readonly string[], at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = $2::timestamptz
      WHERE state = 'SUPPRESSED' AND due_at > $2::timestamptz
        AND (alert_guid = ANY($1::uuid[])
             OR (reason = 'GROUPED' AND alert_guid IN (SELECT guid FROM alert WHERE root_guid = ANY($1::uuid[]))))`,
    [alerts, new Date(at)],
  );
}

/** The same for all deliveries of an owner. */
export async function requeueOwner(sql: Sql, owner: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = $2::timestamptz WHERE state = 'SUPPRESSED' AND due_at > $2::timestamptz AND owner_guid = $1::uuid`,
    [owner, new Date(at)],
  );
}

export async function requeueLocation(sql: Sql, location: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = $2::timestamptz WHERE state = 'SUPPRESSED' AND due_at > $2::timestamptz
        AND alert_guid IN (SELECT guid FROM alert WHERE location_guid = $1::uuid)`,
    [location, new Date(at)],
  );
}

/** Cancels deliveries that still wait; returns how many: the others were sent meanwhile. */
export async function cancelDeliveries(
  sql: Sql,
  guids: readonly string[],
  reason: SuppressionReason,
  at: Millis,
): Promise<number> {
  if (guids.length === 0) return 0;
  const { rows } = await sql.query(
    `UPDATE delivery SET state = 'SKIPPED', reason = $2, settled_at = $3::timestamptz
      WHERE guid = ANY($1::uuid[]) AND state IN ('DUE', 'SUPPRESSED') RETURNING guid`,
    [guids, reason, new Date(at)],
  );
  return rows.length;
}

/** Makes canceled deliveries due again. */
export async function reinstateDeliveries(sql: Sql, guids: readonly string[], at: Millis): Promise<void> {
  if (guids.length === 0) return;
  await sql.query(
    `UPDATE delivery SET state = 'DUE', reason = NULL, settled_at = NULL, due_at = $2::timestamptz WHERE guid = ANY($1::uuid[])`,
    [guids, new Date(at)],
  );
}

/** Destinations for which something is due, the longest waiting first. */
export async function listDueDestinations(sql: Sql, now: Millis, limit: number): Promise<readonly string[]> {
  const { rows } = await sql.query<{ destination: string }>(
    `SELECT destination_guid AS destination FROM delivery
      WHERE state IN ('DUE', 'SUPPRESSED') AND due_at <= $1::timestamptz AND destination_guid IS NOT NULL
      GROUP BY destination_guid ORDER BY min(due_at) LIMIT $2::int`,
    [new Date(now), limit],
  );
  return rows.map(({ destination }) => destination);
}

/** Locks a destination for this transaction; returns false when another server holds the lock. */
export async function lockFreeDestination(sql: Sql, destination: string): Promise<boolean> {
  const { rows } = await sql.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 20)) AS taken`,
    [destination],
  );
  return rows[0]?.taken === true;
}

/** Locks a destination until the transaction ends: nothing is composed for it meanwhile. */
export async function lockDestination(sql: Sql, destination: string): Promise<void> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 20))`, [destination]);
}

/** Waiting CLEARED deliveries join the message with their RAISED. */
export async function attachClearedDeliveries(sql: Sql, message: string): Promise<void> {
  await sql.query(
    `UPDATE delivery o SET state = 'COMPOSED', reason = NULL, message_guid = b.message_guid
       FROM delivery b
      WHERE b.message_guid = $1::uuid AND b.change = 'RAISED' AND o.alert_guid = b.alert_guid
        AND o.destination_guid = b.destination_guid AND o.occurrence = b.occurrence AND o.change = 'CLEARED' AND o.state IN ('DUE', 'SUPPRESSED')`,
    [message],
  );
}

export interface SentDelivery {
  readonly alert: string;
  readonly change: DeliveryChange;
  readonly occurrence: number;
  readonly suppressedFor: SuppressionReason | null;
}

/** What a message is about, in the order it was composed of. */
export async function listMessageDeliveries(sql: Sql, message: string): Promise<readonly SentDelivery[]> {
  const { rows } = await sql.query<SentDelivery & { [name: string]: unknown }>(
    `SELECT alert_guid AS alert, change, occurrence, suppressed_for AS "suppressedFor" FROM delivery WHERE message_guid = $1::uuid
      ORDER BY created_at, alert_guid, occurrence, CASE change WHEN 'CLEARED' THEN 1 ELSE 0 END`,
    [message],
  );
  return rows;
}

export interface OpenDelivery {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly alert: string;
  readonly change: DeliveryChange;
  readonly occurrence: number;
  readonly suppressedFor: SuppressionReason | null;
  readonly escalated: boolean;
  readonly createdAt: Date;
}

/** What waits at a destination about the alerts for which something is due: all of it, so that begin and end meet. */
export async function listOpenDeliveries(
  sql: Sql,
  destination: string,
  now: Millis,
  limit: number,
): Promise<readonly OpenDelivery[]> {
  const { rows } = await sql.query<OpenDelivery & { [name: string]: unknown }>(
    `WITH due AS (SELECT alert_guid FROM delivery
                   WHERE destination_guid = $1::uuid AND state IN ('DUE', 'SUPPRESSED') AND due_at <= $2::timestamptz
                   GROUP BY alert_guid ORDER BY min(created_at) LIMIT $3::int)
     SELECT d.guid, d.tenant_guid AS tenant, d.owner_guid AS owner, d.alert_guid AS alert, d.change, d.occurrence,
            d.suppressed_for AS "suppressedFor", d.escalated, d.created_at AS "createdAt"
       FROM delivery d JOIN due ON due.alert_guid = d.alert_guid
      WHERE d.destination_guid = $1::uuid AND d.state IN ('DUE', 'SUPPRESSED')
      ORDER BY d.created_at, d.alert_guid, d.occurrence, CASE d.change WHEN 'CLEARED' THEN 1 ELSE 0 END`,
    [destination, new Date(now), limit],
  );
  return rows;
}

export interface AlertFactsRow {
  readonly guid: string;
  readonly severity: number;
  readonly kind: string;
  readonly state: string;
  readonly message: string;
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
  readonly tenantName: string;
}

export async function loadAlertFacts(sql: Sql, guids: readonly string[]): Promise<ReadonlyMap<string, AlertFactsRow>> {
  const { rows } = await sql.query<AlertFactsRow & { [name: string]: unknown }>(
    `SELECT a.guid, a.severity, a.kind, a.state, a.message, a.location_guid AS location, l.name AS "locationName",
            l.timezone, a.sentry_guid AS sentry, s.name AS "sentryName", a.policy_name AS "policyName", a.subject, a.conditions,
            a.started_at AS "startedAt", a.raised_at AS "raisedAt", a.cleared_at AS "clearedAt", a.created_at AS "recordedAt",
            a.muted, a.unmute_at AS "unmuteAt", a.snoozed_until AS "snoozedUntil",
            CASE WHEN a.acknowledged_at IS NULL THEN NULL ELSE coalesce(a.acknowledged_by_name, '') END AS "acknowledgedBy", a.cause, a.withdrawn,
            (SELECT count(*) FROM alert o WHERE o.root_guid = a.guid AND o.state = 'OPEN')::int AS symptoms, t.name AS "tenantName"
       FROM alert a JOIN tenant t ON t.guid = a.tenant_guid LEFT JOIN location l ON l.guid = a.location_guid
       LEFT JOIN sentry s ON s.guid = a.sentry_guid WHERE a.guid = ANY($1::uuid[])`,
    [guids],
  );
  return new Map(rows.map((row) => [row.guid, row]));
}

/** States of the RAISED deliveries of these alerts, by `alert occurrence`. */
export async function listRaisedStates(
  sql: Sql,
  destination: string,
  alerts: readonly string[],
): Promise<ReadonlyMap<string, DeliveryState>> {
  const { rows } = await sql.query<{ alert: string; occurrence: number; state: DeliveryState }>(
    `SELECT alert_guid AS alert, occurrence, state FROM delivery
      WHERE destination_guid = $1::uuid AND alert_guid = ANY($2::uuid[]) AND change = 'RAISED'`,
    [destination, alerts],
  );
  return new Map(rows.map(({ alert, occurrence, state }) => [`${alert} ${occurrence}`, state]));
}

/** Alerts with a message to this destination that is not delivered yet. */
export async function listUnsentAlerts(
  sql: Sql,
  destination: string,
  alerts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ alert: string }>(
    `SELECT DISTINCT alert_guid AS alert FROM delivery
      WHERE destination_guid = $1::uuid AND alert_guid = ANY($2::uuid[]) AND state = 'COMPOSED'`,
    [destination, alerts],
  );
  return new Set(rows.map(({ alert }) => alert));
}

/** The highest severity a destination was notified of and that is still open, by root alert. */
export async function notifiedSeverities(
  sql: Sql,
  destination: string,
  roots: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (roots.length === 0) return new Map();
  const { rows } = await sql.query<{ root: string; severity: number }>(
    `SELECT CASE WHEN a.guid = ANY($2::uuid[]) THEN a.guid ELSE a.root_guid END AS root, max(a.severity)::int AS severity
       FROM delivery d JOIN alert a ON a.guid = d.alert_guid
      WHERE d.destination_guid = $1::uuid AND d.change = 'RAISED' AND d.state IN ('COMPOSED', 'SENT') AND a.state = 'OPEN'
        AND (a.guid = ANY($2::uuid[]) OR a.root_guid = ANY($2::uuid[])) GROUP BY 1`,
    [destination, roots],
  );
  return new Map(rows.map(({ root, severity }) => [root, severity]));
}

export interface DeliveryOutcome {
  readonly guid: string;
  readonly state: 'SUPPRESSED' | 'SKIPPED' | 'COMPOSED';
  readonly reason: SuppressionReason | null;
  readonly suppressedFor: SuppressionReason | null;
  readonly message: string | null;
  /** When a suppressed one is decided again. */
  readonly dueAt: Millis | null;
}

export async function saveOutcomes(sql: Sql, outcomes: readonly DeliveryOutcome[], at: Millis): Promise<void> {
  if (outcomes.length === 0) return;
  await sql.query(
    `UPDATE delivery d SET state = x.state, reason = x.reason, suppressed_for = coalesce(x."suppressedFor", d.suppressed_for),
            suppressed_at = CASE WHEN x."suppressedFor" IS NULL THEN d.suppressed_at ELSE coalesce(d.suppressed_at, $2::timestamptz) END,
            message_guid = x.message, due_at = coalesce(x."dueAt", d.due_at),
            settled_at = CASE WHEN x.state = 'SKIPPED' THEN $2::timestamptz END
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, state text, reason text, "suppressedFor" text, message uuid,
            "dueAt" timestamptz)
      WHERE d.guid = x.guid`,
    [
      JSON.stringify(
        outcomes.map((one) => ({ ...one, dueAt: one.dueAt === null ? null : new Date(one.dueAt).toISOString() })),
      ),
      new Date(at),
    ],
  );
}

/** Sets the state of the deliveries of a message that was sent, failed, was requeued or is no longer sent. */
export async function updateMessageDeliveries(
  sql: Sql,
  message: string,
  state: 'SENT' | 'FAILED' | 'COMPOSED' | 'SKIPPED',
  at: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE delivery SET state = $2, settled_at = CASE WHEN $2 = 'COMPOSED' THEN NULL ELSE $3::timestamptz END,
            reason = CASE WHEN $2 = 'SKIPPED' THEN 'ENDED' ELSE reason END,
            message_guid = CASE WHEN $2 = 'SKIPPED' THEN NULL ELSE message_guid END
      WHERE message_guid = $1::uuid`,
    [message, state, new Date(at)],
  );
}

/** Makes deliveries due that waited for their predecessor, which is settled now. */
export async function releaseSuccessors(sql: Sql, destination: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery d SET due_at = $2::timestamptz
      WHERE d.destination_guid = $1::uuid AND d.state = 'SUPPRESSED' AND d.reason = 'WAITING_FOR_PREDECESSOR' AND d.due_at > $2::timestamptz
        AND (EXISTS (SELECT 1 FROM delivery o WHERE o.alert_guid = d.alert_guid AND o.destination_guid = d.destination_guid
                      AND o.change = 'RAISED' AND o.occurrence = d.occurrence AND o.state IN ('SENT', 'FAILED', 'SKIPPED'))
             OR (d.occurrence > 1 AND NOT EXISTS (SELECT 1 FROM delivery o WHERE o.alert_guid = d.alert_guid
                                             AND o.destination_guid = d.destination_guid AND o.state = 'COMPOSED')))`,
    [destination, new Date(at)],
  );
}

export async function deleteDeliveriesBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query(
    `DELETE FROM delivery d USING alert a WHERE a.guid = d.alert_guid AND d.created_at < $1::timestamptz
        AND d.state IN ('SENT', 'FAILED', 'SKIPPED') AND a.state <> 'OPEN'`,
    [before],
  );
}
