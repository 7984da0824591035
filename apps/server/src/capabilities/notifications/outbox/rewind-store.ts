/** What waits for an instant that lies ahead since the clock went back. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { rewoundHealth } from '../../../platform/db/receiver-health-row.ts';

/** The organizations in which something waits for an instant after `now`; nothing is locked. */
export async function listWaitingAhead(sql: Sql, now: Millis): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT tenant_guid AS tenant FROM delivery WHERE state IN ('DUE', 'SUPPRESSED') AND due_at > $1::timestamptz
      UNION SELECT tenant_guid FROM message WHERE state = 'WAITING' AND next_attempt_at > $1::timestamptz
      UNION SELECT tenant_guid FROM destination_health
                    WHERE greatest(paused_until, failing_since, last_tried_at, last_delivered_at) > $1::timestamptz
      UNION SELECT tenant_guid FROM alert_escalation WHERE last_notified_at > $1::timestamptz`,
    [new Date(now)],
  );
  return rows;
}

/**
 * Brings later instants of these organizations to `now`: deliveries are decided again, escalation counts its delay from now, and what
 * a receiver took or failed to take was before whatever comes next. What may be sent just then stays taken until `leaseUntil`.
 */
export async function rewindWaiting(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  leaseUntil: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = $2::timestamptz
      WHERE tenant_guid = ANY($1::uuid[]) AND state IN ('DUE', 'SUPPRESSED') AND due_at > $2::timestamptz`,
    [tenants, new Date(now)],
  );
  await sql.query(
    `UPDATE message SET next_attempt_at = $2::timestamptz
      WHERE tenant_guid = ANY($1::uuid[]) AND state = 'WAITING' AND next_attempt_at > $2::timestamptz`,
    [tenants, new Date(leaseUntil)],
  );
  await sql.query(
    `UPDATE destination_health SET ${rewoundHealth('$2', '$3')}
      WHERE tenant_guid = ANY($1::uuid[])
        AND (paused_until > $3::timestamptz OR greatest(failing_since, last_tried_at, last_delivered_at) > $2::timestamptz)`,
    [tenants, new Date(now), new Date(leaseUntil)],
  );
  await sql.query(
    `UPDATE alert_escalation SET last_notified_at = $2::timestamptz,
            next_at = $2::timestamptz + greatest(next_at - last_notified_at, interval '0')
      WHERE tenant_guid = ANY($1::uuid[]) AND last_notified_at > $2::timestamptz`,
    [tenants, new Date(now)],
  );
}
