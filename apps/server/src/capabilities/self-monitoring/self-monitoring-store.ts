/** Reads and writes what the health checks need. */
import type { Millis } from '@picket/domain';
import type { Sql } from '../../platform/index.ts';

export async function adminTenant(sql: Sql): Promise<string | null> {
  const { rows } = await sql.query<{ guid: string }>('SELECT guid FROM tenant WHERE is_admin_tenant LIMIT 1');
  return rows[0]?.guid ?? null;
}

export async function tenantName(sql: Sql, tenant: string): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM tenant WHERE guid = $1::uuid', [tenant]);
  return rows[0]?.name ?? null;
}

export async function databaseClock(sql: Sql): Promise<Millis> {
  const { rows } = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now.getTime() ?? Number.NaN;
}

/** Sentries whose evaluation is overdue at `before`. */
export async function countOverdueSentries(sql: Sql, before: Millis): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM monitor_state m JOIN sentry s ON s.guid = m.sentry_guid
      WHERE m.next_due_at < $1::timestamptz AND s.removed_at IS NULL`,
    [new Date(before)],
  );
  return rows[0]?.count ?? 0;
}

/** When the stretch began in which some server process has been up without a gap; null: none ever was. */
export async function upSince(sql: Sql): Promise<Millis | null> {
  const { rows } = await sql.query<{ at: Date | null }>('SELECT max(started_at) AS at FROM platform_uptime');
  return rows[0]?.at?.getTime() ?? null;
}

/** Deliveries without a decision, and messages never tried though their receiver works, since before `before`. */
export async function countOverdueMessages(sql: Sql, relay: string | null, before: Millis): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM delivery WHERE state IN ('DUE', 'SUPPRESSED') AND due_at < $1::timestamptz
               AND destination_guid IS NOT NULL)::int
          + (SELECT count(*) FROM message m LEFT JOIN destination_health h ON h.destination_guid = m.destination_guid
               LEFT JOIN mail_relay_health r ON r.relay = $2 AND m.channel = 'EMAIL'
              WHERE m.state = 'WAITING' AND m.attempts = 0 AND m.next_attempt_at < $1::timestamptz
                AND h.failing_since IS NULL AND r.failing_since IS NULL)::int AS count`,
    [new Date(before), relay],
  );
  return rows[0]?.count ?? 0;
}

export interface WaitingSummary {
  readonly messages: number;
  readonly destinations: number;
  /** Since when the first of them takes nothing. */
  readonly since: Date | null;
}

/** Messages that wait for destinations, or for the mail server, that have been down since before `before`. */
export async function summarizeWaiting(sql: Sql, relay: string | null, before: Millis): Promise<WaitingSummary> {
  const { rows } = await sql.query<WaitingSummary & { [name: string]: unknown }>(
    `WITH waiting AS (
       SELECT m.destination_guid, least(h.failing_since, r.failing_since) AS since FROM message m
         LEFT JOIN destination_health h ON h.destination_guid = m.destination_guid
         LEFT JOIN mail_relay_health r ON r.relay = $2 AND m.channel = 'EMAIL'
        WHERE m.state = 'WAITING')
     SELECT count(*)::int AS messages, count(DISTINCT destination_guid)::int AS destinations, min(since) AS since
       FROM waiting WHERE since <= $1::timestamptz`,
    [new Date(before), relay],
  );
  return rows[0] ?? { messages: 0, destinations: 0, since: null };
}

export interface MailStatus {
  /** Mails, notifications and others, that have waited since before `before`. */
  readonly waiting: number;
  /** Whether the mail server took any since then. */
  readonly isAccepting: boolean;
  readonly problem: string | null;
}

export async function getMailStatus(sql: Sql, relay: string, before: Millis): Promise<MailStatus> {
  const { rows } = await sql.query<MailStatus & { [name: string]: unknown }>(
    `WITH waiting AS (
       SELECT last_problem, created_at FROM message
        WHERE channel = 'EMAIL' AND state = 'WAITING' AND created_at <= $1::timestamptz
       UNION ALL
       SELECT last_problem, created_at FROM outgoing_mail WHERE next_attempt_at IS NOT NULL AND created_at <= $1::timestamptz)
     SELECT count(*)::int AS waiting,
            EXISTS (SELECT 1 FROM mail_relay_health WHERE relay = $2 AND last_delivered_at > $1::timestamptz) AS "isAccepting",
            coalesce((SELECT last_problem FROM mail_relay_health WHERE relay = $2),
                     (array_agg(last_problem ORDER BY created_at) FILTER (WHERE last_problem IS NOT NULL))[1]) AS problem
       FROM waiting`,
    [new Date(before), relay],
  );
  return rows[0] ?? { waiting: 0, isAccepting: true, problem: null };
}

/** Saves that a check of one server process fails. */
export async function saveObservation(sql: Sql, name: string, at: Millis): Promise<void> {
  await sql.query(
    `INSERT INTO health_observation (check_name, observed_at) VALUES ($1, $2::timestamptz)
     ON CONFLICT (check_name) DO UPDATE SET observed_at = greatest(health_observation.observed_at, excluded.observed_at)`,
    [name, new Date(at)],
  );
}

/** Deletes an observation unless another process made a later one than `ownAt` after `since`; returns false if it did. */
export async function deleteObservation(sql: Sql, name: string, ownAt: Millis, since: Millis): Promise<boolean> {
  await sql.query(
    `DELETE FROM health_observation WHERE check_name = $1 AND (observed_at <= $2::timestamptz OR observed_at < $3::timestamptz)`,
    [name, new Date(ownAt), new Date(since)],
  );
  const { rows } = await sql.query('SELECT 1 FROM health_observation WHERE check_name = $1', [name]);
  return rows.length === 0;
}

export interface MissedDelivery {
  readonly alert: string;
  readonly change: 'RAISED' | 'CLEARED';
}

/**
 * Deliveries that should be there and are not: of alerts written since `since` that nobody has a row of though they are of
 * some weight, and cleared alerts of which a recipient was notified when they were raised. The last minutes are left to the regular work.
 */
export async function findMissedDeliveries(
  sql: Sql,
  since: Millis,
  before: Millis,
): Promise<readonly MissedDelivery[]> {
  const { rows } = await sql.query<MissedDelivery & { [name: string]: unknown }>(
    `SELECT a.guid AS alert, 'RAISED' AS change FROM alert a
      WHERE a.created_at >= $1::timestamptz AND a.created_at < $2::timestamptz AND a.state = 'OPEN' AND a.severity >= 100
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert_guid = a.guid)
     UNION ALL
     SELECT DISTINCT d.alert_guid, 'CLEARED' FROM delivery d JOIN alert a ON a.guid = d.alert_guid
      WHERE d.change = 'RAISED' AND d.state IN ('DUE', 'SUPPRESSED', 'COMPOSED', 'SENT') AND d.created_at >= $1::timestamptz
        AND a.state <> 'OPEN' AND a.last_update_ts < $2::timestamptz
        AND NOT EXISTS (SELECT 1 FROM delivery o WHERE o.alert_guid = d.alert_guid AND o.destination_guid = d.destination_guid
                         AND o.change = 'CLEARED' AND o.occurrence = d.occurrence)`,
    [new Date(since), new Date(before)],
  );
  return rows;
}

/** System alerts about destinations that work again or were removed. */
export async function findRecoveredDestinations(
  sql: Sql,
): Promise<readonly { readonly tenant: string; readonly checkName: string }[]> {
  const { rows } = await sql.query<{ tenant: string; checkName: string }>(
    `SELECT a.tenant_guid AS tenant, a.subject AS "checkName" FROM alert a
       LEFT JOIN destination_health h ON h.destination_guid = substring(a.subject FROM 13)::uuid
       LEFT JOIN destination d ON d.guid = substring(a.subject FROM 13)::uuid
      WHERE a.state = 'OPEN' AND a.kind = 'GENERIC_ALERT' AND a.subject ~ '^destination:[0-9a-f-]{36}$'
        AND (h.last_delivered_at > a.raised_at OR d.removed_at IS NOT NULL)`,
  );
  return rows;
}
