/** What the watcher of the watcher looks at. */
import type { Millis } from '@picket/domain';
import type { Sql } from '../../platform/index.ts';

export async function adminTenant(sql: Sql): Promise<string | null> {
  const { rows } = await sql.query<{ guid: string }>('SELECT guid FROM tenant WHERE is_admin_tenant LIMIT 1');
  return rows[0]?.guid ?? null;
}

export async function databaseClock(sql: Sql): Promise<Millis> {
  const { rows } = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now.getTime() ?? Number.NaN;
}

/** Sentries whose evaluation is overdue at `before`. */
export async function overdueSentries(sql: Sql, before: Millis): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM monitor_state m JOIN sentry s ON s.guid = m.sentry_guid
      WHERE m.next_due_at < $1::timestamptz AND s.removed_at IS NULL`,
    [new Date(before)],
  );
  return rows[0]?.count ?? 0;
}

/** Deliveries not judged, and messages never tried, since before `before`. */
export async function overdueMessages(sql: Sql, before: Millis): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM delivery WHERE state IN ('DUE', 'HELD') AND due_at < $1::timestamptz
               AND destination_guid IS NOT NULL)::int
          + (SELECT count(*) FROM message m LEFT JOIN destination_health h ON h.destination_guid = m.destination_guid
              WHERE m.state = 'WAITING' AND m.attempts = 0 AND m.next_try_at < $1::timestamptz
                AND (h.paused_until IS NULL OR h.paused_until < $1::timestamptz))::int AS count`,
    [new Date(before)],
  );
  return rows[0]?.count ?? 0;
}

export interface MailFate {
  readonly tried: number;
  readonly delivered: number;
  readonly problem: string | null;
}

/** How mail fared since `since`: messages, and what else is mailed. */
export async function mailFate(sql: Sql, since: Millis): Promise<MailFate> {
  const { rows } = await sql.query<MailFate & { [name: string]: unknown }>(
    `WITH tries AS (
       SELECT t.delivered, t.answer, t.at FROM message_try t JOIN message m ON m.guid = t.message_guid
        WHERE m.channel = 'EMAIL' AND t.at >= $1::timestamptz AND t.delivered IS NOT NULL
       UNION ALL
       SELECT sent_at IS NOT NULL, last_problem, coalesce(sent_at, created_at) FROM outgoing_mail
        WHERE attempts > 0 AND coalesce(sent_at, created_at) >= $1::timestamptz
          AND (sent_at IS NOT NULL OR last_problem IS NOT NULL))
     SELECT count(*)::int AS tried, count(*) FILTER (WHERE delivered)::int AS delivered,
            (array_agg(answer ORDER BY at DESC) FILTER (WHERE NOT delivered))[1] AS problem FROM tries`,
    [new Date(since)],
  );
  return rows[0] ?? { tried: 0, delivered: 0, problem: null };
}

/** Notes that something is wrong with a machine. */
export async function noteSighting(sql: Sql, matter: string, at: Millis): Promise<void> {
  await sql.query(
    `INSERT INTO trouble_sighting (matter, seen_at) VALUES ($1, $2::timestamptz)
     ON CONFLICT (matter) DO UPDATE SET seen_at = greatest(trouble_sighting.seen_at, excluded.seen_at)`,
    [matter, new Date(at)],
  );
}

/** Forgets a sighting unless a later one than `mine` was noted after `since`; false: somebody still sees it. */
export async function dropSighting(sql: Sql, matter: string, mine: Millis, since: Millis): Promise<boolean> {
  await sql.query(
    `DELETE FROM trouble_sighting WHERE matter = $1 AND (seen_at <= $2::timestamptz OR seen_at < $3::timestamptz)`,
    [matter, new Date(mine), new Date(since)],
  );
  const { rows } = await sql.query('SELECT 1 FROM trouble_sighting WHERE matter = $1', [matter]);
  return rows.length === 0;
}

export interface Missed {
  readonly alert: string;
  readonly what: 'ON' | 'OFF';
}

/**
 * Deliveries that should be there and are not: of alerts written since `since` that nobody has a row of though they are of
 * some weight, and ends of alerts whose beginning was told. Those of the last minutes are left to who is at work.
 */
export async function missedDeliveries(sql: Sql, since: Millis, before: Millis): Promise<readonly Missed[]> {
  const { rows } = await sql.query<Missed & { [name: string]: unknown }>(
    `SELECT a.guid AS alert, 'ON' AS what FROM alert a
      WHERE a.created_at >= $1::timestamptz AND a.created_at < $2::timestamptz AND a.state = 'OPEN' AND a.severity >= 100
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.alert_guid = a.guid)
     UNION ALL
     SELECT DISTINCT d.alert_guid, 'OFF' FROM delivery d JOIN alert a ON a.guid = d.alert_guid
      WHERE d.change = 'ON' AND d.state IN ('DUE', 'HELD', 'COMPOSED', 'SENT') AND d.created_at >= $1::timestamptz
        AND a.state <> 'OPEN' AND a.last_update_ts < $2::timestamptz
        AND NOT EXISTS (SELECT 1 FROM delivery o WHERE o.alert_guid = d.alert_guid AND o.destination_guid = d.destination_guid
                         AND o.change = 'OFF' AND o.turn = d.turn)`,
    [new Date(since), new Date(before)],
  );
  return rows;
}

/** Alarms about destinations that work again, or are gone. */
export async function mendedDestinations(
  sql: Sql,
): Promise<readonly { readonly tenant: string; readonly matter: string }[]> {
  const { rows } = await sql.query<{ tenant: string; matter: string }>(
    `SELECT a.tenant_guid AS tenant, a.subject AS matter FROM alert a
       LEFT JOIN destination_health h ON h.destination_guid = substring(a.subject FROM 13)::uuid
       LEFT JOIN destination d ON d.guid = substring(a.subject FROM 13)::uuid
      WHERE a.state = 'OPEN' AND a.kind = 'GENERIC_ALERT' AND a.subject ~ '^destination:[0-9a-f-]{36}$'
        AND (h.failures = 0 OR d.removed_at IS NOT NULL)`,
  );
  return rows;
}
