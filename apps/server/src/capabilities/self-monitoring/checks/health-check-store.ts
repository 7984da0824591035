/** Reads what the health checks need. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

/** The database's clock at this moment. */
export async function getDatabaseTime(sql: Sql): Promise<Millis> {
  const { rows } = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now.getTime() ?? Number.NaN;
}

/** Sentries whose evaluation is overdue at `before`. */
export async function countOverdueSentries(sql: Sql, before: Millis): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM monitor_state m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid
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
          + (SELECT count(*) FROM message m LEFT JOIN destination_health h ON h.tenant_guid = m.tenant_guid AND h.destination_guid = m.destination_guid
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
         LEFT JOIN destination_health h ON h.tenant_guid = m.tenant_guid AND h.destination_guid = m.destination_guid
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

/** The health of a mail server since `before`. */
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
