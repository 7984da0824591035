/** What composing reads of the deliveries and messages of a destination, and what it decided. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { DeliveryChange, DeliveryState } from '../deliveries/plan-deliveries.ts';
import type { DestinationKey } from '../destinations/destination-health-store.ts';

/** Destinations for which something is due, the longest waiting first. */
export async function listDueDestinations(sql: Sql, now: Millis, limit: number): Promise<readonly DestinationKey[]> {
  const { rows } = await sql.query<{ tenant: string; destination: string }>(
    `SELECT tenant_guid AS tenant, destination_guid AS destination FROM delivery
      WHERE state IN ('DUE', 'SUPPRESSED') AND due_at <= $1::timestamptz AND destination_guid IS NOT NULL
      GROUP BY tenant_guid, destination_guid ORDER BY min(due_at) LIMIT $2::int`,
    [new Date(now), limit],
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

/**
 * What waits at a destination about the alerts for which something is due: all of it, so that begin and end meet. It is locked until
 * the transaction ends: who cancels or requeues it waits, and sees what was decided. What others hold is left for the next time:
 * composing never waits for them while they wait for it.
 */
export async function listOpenDeliveries(
  sql: Sql,
  tenant: string,
  destination: string,
  now: Millis,
  limit: number,
): Promise<readonly OpenDelivery[]> {
  const { rows } = await sql.query<OpenDelivery & { [name: string]: unknown }>(
    `WITH due AS (SELECT alert_guid FROM delivery
                   WHERE tenant_guid = $4::uuid AND destination_guid = $1::uuid AND state IN ('DUE', 'SUPPRESSED') AND due_at <= $2::timestamptz
                   GROUP BY alert_guid ORDER BY min(created_at) LIMIT $3::int)
     SELECT d.guid, d.tenant_guid AS tenant, d.owner_guid AS owner, d.alert_guid AS alert, d.change, d.occurrence,
            d.suppressed_for AS "suppressedFor", d.escalated, d.created_at AS "createdAt"
       FROM delivery d JOIN due ON due.alert_guid = d.alert_guid
      WHERE d.tenant_guid = $4::uuid AND d.destination_guid = $1::uuid AND d.state IN ('DUE', 'SUPPRESSED')
      ORDER BY d.created_at, d.alert_guid, d.occurrence, CASE d.change WHEN 'CLEARED' THEN 1 ELSE 0 END
        FOR UPDATE OF d SKIP LOCKED`,
    [destination, new Date(now), limit, tenant],
  );
  return rows;
}

/** States of the RAISED deliveries of these alerts, by `alert occurrence`. One that was given up and may have been taken counts as sent. */
export async function listRaisedStates(
  sql: Sql,
  tenant: string,
  destination: string,
  alerts: readonly string[],
): Promise<ReadonlyMap<string, DeliveryState>> {
  const { rows } = await sql.query<{ alert: string; occurrence: number; state: DeliveryState }>(
    `SELECT d.alert_guid AS alert, d.occurrence, CASE WHEN d.state = 'FAILED' AND EXISTS (
              SELECT 1 FROM delivery_attempt t WHERE t.tenant_guid = $3::uuid AND t.message_guid = d.message_guid AND t.delivered IS NULL)
            THEN 'SENT' ELSE d.state END AS state FROM delivery d
      WHERE d.tenant_guid = $3::uuid AND d.destination_guid = $1::uuid AND d.alert_guid = ANY($2::uuid[]) AND d.change = 'RAISED'`,
    [destination, alerts, tenant],
  );
  return new Map(rows.map(({ alert, occurrence, state }) => [`${alert} ${occurrence}`, state]));
}

/** States of the deliveries that these alerts were raised, by alert. */
export async function listFirstStates(
  sql: Sql,
  tenant: string,
  destination: string,
  alerts: readonly string[],
): Promise<ReadonlyMap<string, readonly DeliveryState[]>> {
  const { rows } = await sql.query<{ alert: string; states: DeliveryState[] }>(
    `SELECT alert_guid AS alert, array_agg(DISTINCT state) AS states FROM delivery
      WHERE tenant_guid = $3::uuid AND destination_guid = $1::uuid AND alert_guid = ANY($2::uuid[])
        AND change IN ('RAISED', 'OCCURRED') GROUP BY 1`,
    [destination, alerts, tenant],
  );
  return new Map(rows.map(({ alert, states }) => [alert, states]));
}

/** Alerts with a message to this destination that is not delivered yet. */
export async function listUnsentAlerts(
  sql: Sql,
  tenant: string,
  destination: string,
  alerts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ alert: string }>(
    `SELECT DISTINCT alert_guid AS alert FROM delivery
      WHERE tenant_guid = $3::uuid AND destination_guid = $1::uuid AND alert_guid = ANY($2::uuid[]) AND state = 'COMPOSED'`,
    [destination, alerts, tenant],
  );
  return new Set(rows.map(({ alert }) => alert));
}

/** The highest severity a destination was notified of and that is still open, by root alert. */
export async function notifiedSeverities(
  sql: Sql,
  tenant: string,
  destination: string,
  roots: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (roots.length === 0) return new Map();
  const { rows } = await sql.query<{ root: string; severity: number }>(
    `SELECT CASE WHEN a.guid = ANY($2::uuid[]) THEN a.guid ELSE a.root_guid END AS root, max(a.severity)::int AS severity
       FROM delivery d JOIN alert a ON a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid
      WHERE d.tenant_guid = $3::uuid AND d.destination_guid = $1::uuid AND d.change = 'RAISED' AND d.state IN ('COMPOSED', 'SENT') AND a.state = 'OPEN'
        AND (a.guid = ANY($2::uuid[]) OR a.root_guid = ANY($2::uuid[])) GROUP BY 1`,
    [destination, roots, tenant],
  );
  return new Map(rows.map(({ root, severity }) => [root, severity]));
}

/**
 * The newest message about each location since `since`, and the worst severity of them. One of a time that the clock went back from
 * lies after `now`, and is none of them: else everything would be grouped with it until that time comes again.
 */
export async function recentMessages(
  sql: Sql,
  tenant: string,
  destination: string,
  since: Millis,
  now: Millis,
): Promise<ReadonlyMap<string | null, { readonly at: Millis; readonly severity: number }>> {
  const { rows } = await sql.query<{ location: string | null; at: Date; severity: number }>(
    `SELECT location_guid AS location, max(created_at) AS at, max(severity)::int AS severity FROM message
      WHERE tenant_guid = $3::uuid AND destination_guid = $1::uuid AND created_at > $2::timestamptz AND created_at <= $4::timestamptz
        AND kind IN ('ALERTS', 'SUMMARY') GROUP BY 1`,
    [destination, new Date(since), tenant, new Date(now)],
  );
  return new Map(rows.map(({ location, at, severity }) => [location, { at: at.getTime(), severity }]));
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

/** Saves what was decided about each delivery that still waits. */
export async function saveOutcomes(
  sql: Sql,
  tenant: string,
  outcomes: readonly DeliveryOutcome[],
  at: Millis,
): Promise<void> {
  if (outcomes.length === 0) return;
  await sql.query(
    `UPDATE delivery d SET state = x.state, reason = x.reason, suppressed_for = coalesce(x."suppressedFor", d.suppressed_for),
            suppressed_at = CASE WHEN x."suppressedFor" IS NULL THEN d.suppressed_at ELSE coalesce(d.suppressed_at, $2::timestamptz) END,
            message_guid = x.message, due_at = coalesce(x."dueAt", d.due_at),
            settled_at = CASE WHEN x.state = 'SKIPPED' THEN $2::timestamptz END
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, state text, reason text, "suppressedFor" text, message uuid,
            "dueAt" timestamptz)
      WHERE d.tenant_guid = $3::uuid AND d.guid = x.guid AND d.state IN ('DUE', 'SUPPRESSED')`,
    [
      JSON.stringify(
        outcomes.map((one) => ({ ...one, dueAt: one.dueAt === null ? null : new Date(one.dueAt).toISOString() })),
      ),
      new Date(at),
      tenant,
    ],
  );
}
