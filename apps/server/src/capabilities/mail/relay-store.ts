/** The health of the mail server: one row for the relay every mail goes through, shared by all server processes. */
import { NEVER_ATTEMPTED, type ReceiverHealth } from '@picket/domain/receiver-health';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import {
  HEALTH_COLUMNS,
  type HealthDates,
  healthFromRow,
  healthValues,
  rewoundHealth,
} from '../../platform/db/receiver-health-row.ts';

/** The relay's health; one that nothing was sent through yet is untried. */
export async function getRelayHealth(sql: Sql, relay: string): Promise<ReceiverHealth> {
  const { rows } = await sql.query<HealthDates & { [name: string]: unknown }>(
    `SELECT ${HEALTH_COLUMNS} FROM mail_relay_health h WHERE h.relay = $1`,
    [relay],
  );
  return rows[0] === undefined ? NEVER_ATTEMPTED : healthFromRow(rows[0]);
}

/** The same, locked until the transaction ends. */
export async function lockRelay(sql: Sql, relay: string): Promise<ReceiverHealth> {
  await sql.query('INSERT INTO mail_relay_health (relay) VALUES ($1) ON CONFLICT DO NOTHING', [relay]);
  const { rows } = await sql.query<HealthDates & { [name: string]: unknown }>(
    `SELECT ${HEALTH_COLUMNS} FROM mail_relay_health h WHERE h.relay = $1 FOR UPDATE`,
    [relay],
  );
  return rows[0] === undefined ? NEVER_ATTEMPTED : healthFromRow(rows[0]);
}

/** `problem` null: it works. */
export async function saveRelay(
  sql: Sql,
  relay: string,
  health: ReceiverHealth,
  problem: string | null,
): Promise<void> {
  await sql.query(
    `UPDATE mail_relay_health SET failing_since = $2::timestamptz, paused_until = $3::timestamptz,
            last_tried_at = $4::timestamptz, last_delivered_at = $5::timestamptz, last_problem = $6,
            failures = CASE WHEN $2::timestamptz IS NULL THEN 0 ELSE failures + 1 END
      WHERE relay = $1`,
    [relay, ...healthValues(health), problem],
  );
}

/** Takes the probe that is due: until `leaseUntil` nobody else makes one. False where another process was faster. */
export async function claimRelayProbe(sql: Sql, relay: string, now: Millis, leaseUntil: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE mail_relay_health SET paused_until = $3::timestamptz, last_tried_at = $2::timestamptz
      WHERE relay = $1 AND failing_since IS NOT NULL AND (paused_until IS NULL OR paused_until <= $2::timestamptz)
      RETURNING relay`,
    [relay, new Date(now), new Date(leaseUntil)],
  );
  return rows.length === 1;
}

/** The clock went back to `now`: no probe waits for an instant after `latest`, and what was is earlier than what comes. */
export async function rewindRelays(sql: Sql, now: Millis, latest: Millis): Promise<void> {
  await sql.query(
    `UPDATE mail_relay_health SET ${rewoundHealth('$1', '$2')}
      WHERE paused_until > $2::timestamptz OR greatest(failing_since, last_tried_at, last_delivered_at) > $1::timestamptz`,
    [new Date(now), new Date(latest)],
  );
}

/** Forgets the health of the relay: a mail server that was set up again has not been attempted. */
export async function forgetRelay(sql: Sql, relay: string): Promise<void> {
  await sql.query('DELETE FROM mail_relay_health WHERE relay = $1', [relay]);
}
