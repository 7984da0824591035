/** Gauges of the whole installation for Prometheus, queried on demand. None names an organization or a user. */
import { holdMillis, type Millis } from '@picket/domain/time';
import type { Sql } from '../platform/db/database.ts';

export interface ServiceGauges {
  readonly tenants: number;
  readonly sentries: number;
  /** Activated, and not seen for 15 minutes, nor for as long as its interval holds. */
  readonly silent: number;
  readonly openCritical: number;
  readonly openWarning: number;
  readonly openOther: number;
  /** Seconds the most overdue evaluation waits. */
  readonly evaluationLag: number;
  /** Deliveries and messages waiting to be sent. */
  readonly waiting: number;
  /** Seconds the oldest message to a working receiver has waited for its first attempt. */
  readonly notificationLag: number;
  readonly failedMessages: number;
  readonly databaseBytes: number;
  /** Of clips with their pictures. */
  readonly clipBytes: number;
  readonly connections: number;
  readonly sessions: number;
}

/** For a sentry that reports often. */
const SILENT_AFTER: Millis = 900_000;

export async function countServiceGauges(sql: Sql, now: Millis): Promise<ServiceGauges> {
  const { rows } = await sql.query<ServiceGauges & { [name: string]: unknown }>(
    `SELECT (SELECT count(*) FROM tenant)::float8 AS tenants,
            (SELECT count(*) FROM sentry WHERE removed_at IS NULL)::float8 AS sentries,
            (SELECT count(*) FROM monitor_state m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid
              WHERE s.removed_at IS NULL AND m.last_received_at < $1::timestamptz
                - greatest($2::float8, s.report_interval_seconds * $3::float8) * interval '1 millisecond')::float8 AS silent,
            (SELECT count(*) FROM alert WHERE state = 'OPEN' AND severity >= 300)::float8 AS "openCritical",
            (SELECT count(*) FROM alert WHERE state = 'OPEN' AND severity >= 200 AND severity < 300)::float8 AS "openWarning",
            (SELECT count(*) FROM alert WHERE state = 'OPEN' AND severity < 200)::float8 AS "openOther",
            (SELECT coalesce(greatest(0, extract(epoch FROM $1::timestamptz - min(m.next_due_at))), 0) FROM monitor_state m
               JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid WHERE s.removed_at IS NULL)::float8 AS "evaluationLag",
            ((SELECT count(*) FROM delivery WHERE state = 'DUE' AND destination_guid IS NOT NULL)
              + (SELECT count(*) FROM message WHERE state = 'WAITING'))::float8 AS waiting,
            (SELECT coalesce(greatest(0, extract(epoch FROM $1::timestamptz - min(m.created_at))), 0) FROM message m
              WHERE m.state = 'WAITING' AND m.attempts = 0
                AND NOT EXISTS (SELECT 1 FROM destination_health h
                                 WHERE h.tenant_guid = m.tenant_guid AND h.destination_guid = m.destination_guid AND h.failing_since IS NOT NULL)
                AND NOT (m.channel = 'EMAIL' AND EXISTS (
                  SELECT 1 FROM mail_relay_health r
                   WHERE r.failing_since IS NOT NULL AND r.last_tried_at > $1::timestamptz - interval '5 minutes'))
            )::float8 AS "notificationLag",
            (SELECT count(*) FROM message WHERE state = 'FAILED' AND settled_at > $1::timestamptz - interval '1 day')::float8 AS "failedMessages",
            (SELECT coalesce(sum(p.bytes), 0) FROM clip c JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
              WHERE c.state <> 'DELETED')::float8 AS "clipBytes",
            pg_database_size(current_database())::float8 AS "databaseBytes",
            (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())::float8 AS connections,
            (SELECT count(*) FROM session WHERE expires_at > $1::timestamptz)::float8 AS sessions`,
    [new Date(now), SILENT_AFTER, holdMillis(1)],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a count returned no row');
  return found;
}

export interface WaitingNotifications {
  readonly channel: string;
  readonly waiting: number;
  /** Destinations that are failing. */
  readonly down: number;
}

/** Waiting notifications and failing destinations, by channel. */
export async function countWaitingNotifications(sql: Sql): Promise<readonly WaitingNotifications[]> {
  const { rows } = await sql.query<WaitingNotifications & { [name: string]: unknown }>(
    `SELECT m.channel, count(*)::float8 AS waiting,
            count(DISTINCT m.destination_guid) FILTER (WHERE h.failing_since IS NOT NULL)::float8 AS down
       FROM message m LEFT JOIN destination_health h ON h.tenant_guid = m.tenant_guid AND h.destination_guid = m.destination_guid
      WHERE m.state = 'WAITING' GROUP BY m.channel`,
  );
  return rows;
}
