/** The deliveries of a message, and the lock under which they are decided. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import { CHANNEL_KINDS, CHANNELS } from '@picket/domain/channels';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { DeliveryChange } from './plan-deliveries.ts';

/** Channels to machines: each change is a message of its own. */
const MACHINES = CHANNEL_KINDS.filter((kind) => !CHANNELS[kind].isGrouped);

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
export async function attachClearedDeliveries(sql: Sql, tenant: string, message: string): Promise<void> {
  await sql.query(
    `UPDATE delivery o SET state = 'COMPOSED', reason = NULL, message_guid = b.message_guid
       FROM delivery b
      WHERE b.tenant_guid = $2::uuid AND o.tenant_guid = $2::uuid
        AND b.message_guid = $1::uuid AND b.change = 'RAISED' AND o.alert_guid = b.alert_guid
        AND o.destination_guid = b.destination_guid AND o.occurrence = b.occurrence AND o.change = 'CLEARED' AND o.state IN ('DUE', 'SUPPRESSED')`,
    [message, tenant],
  );
}

export interface SentDelivery {
  readonly alert: string;
  readonly change: DeliveryChange;
  readonly occurrence: number;
  readonly suppressedFor: SuppressionReason | null;
}

/** The message that notified a destination of an alert last; null: none was sent. */
export async function findFirstMessage(
  sql: Sql,
  tenant: string,
  destination: string,
  alert: string,
): Promise<string | null> {
  const { rows } = await sql.query<{ message: string }>(
    `SELECT message_guid AS message FROM delivery
      WHERE tenant_guid = $1::uuid AND destination_guid = $2::uuid AND alert_guid = $3::uuid AND change IN ('RAISED', 'OCCURRED')
        AND state = 'SENT' AND message_guid IS NOT NULL ORDER BY occurrence DESC LIMIT 1`,
    [tenant, destination, alert],
  );
  return rows[0]?.message ?? null;
}

/** What a message is about, in the order it was composed of. */
export async function listMessageDeliveries(
  sql: Sql,
  tenant: string,
  message: string,
): Promise<readonly SentDelivery[]> {
  const { rows } = await sql.query<SentDelivery & { [name: string]: unknown }>(
    `SELECT alert_guid AS alert, change, occurrence, suppressed_for AS "suppressedFor" FROM delivery
      WHERE tenant_guid = $1::uuid AND message_guid = $2::uuid
      ORDER BY created_at, alert_guid, occurrence, CASE change WHEN 'CLEARED' THEN 1 ELSE 0 END`,
    [tenant, message],
  );
  return rows;
}

/**
 * Makes CLEARED due again that was skipped because this message, with its RAISED, had failed. Not where the alert was raised again since:
 * it would seem to be over. To a machine one that was sent, or is about to be, follows once more: otherwise RAISED would come last. People
 * get RAISED with what is true now.
 */
export async function requeueCleared(sql: Sql, tenant: string, message: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery o SET state = 'DUE', reason = NULL, settled_at = NULL, message_guid = NULL, due_at = $3::timestamptz
       FROM delivery b JOIN message m ON m.tenant_guid = b.tenant_guid AND m.guid = b.message_guid
      WHERE b.tenant_guid = $1::uuid AND o.tenant_guid = $1::uuid
        AND b.message_guid = $2::uuid AND b.change = 'RAISED' AND o.alert_guid = b.alert_guid
        AND o.destination_guid = b.destination_guid AND o.occurrence = b.occurrence AND o.change = 'CLEARED'
        AND ((o.state = 'SKIPPED' AND o.reason = 'NOT_NOTIFIED') OR (o.state IN ('COMPOSED', 'SENT') AND m.channel = ANY($4::text[])))
        AND NOT EXISTS (
          SELECT 1 FROM delivery later WHERE later.tenant_guid = $1::uuid AND later.alert_guid = b.alert_guid
             AND later.destination_guid = b.destination_guid AND later.change = 'RAISED' AND later.occurrence > b.occurrence)`,
    [tenant, message, new Date(at), MACHINES],
  );
}

/** Whether a message that failed was about an alert that its owner is not notified of by another destination, and was not before. */
export async function isOwnerUnnotified(sql: Sql, tenant: string, message: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 FROM delivery d
      WHERE d.tenant_guid = $1::uuid AND d.message_guid = $2::uuid AND NOT EXISTS (
        SELECT 1 FROM delivery o
         WHERE o.tenant_guid = $1::uuid AND o.alert_guid = d.alert_guid AND o.owner_guid = d.owner_guid AND o.guid <> d.guid
           AND (o.state = 'SENT' OR (o.state IN ('COMPOSED', 'DUE', 'SUPPRESSED') AND o.destination_guid <> d.destination_guid)))
      LIMIT 1`,
    [tenant, message],
  );
  return rows.length > 0;
}

/** Sets the state of the deliveries of a message that was sent, failed, was requeued or is no longer sent. */
export async function updateMessageDeliveries(
  sql: Sql,
  tenant: string,
  message: string,
  state: 'SENT' | 'FAILED' | 'COMPOSED' | 'SKIPPED',
  at: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE delivery SET state = $2, settled_at = CASE WHEN $2 = 'COMPOSED' THEN NULL ELSE $3::timestamptz END,
            reason = CASE WHEN $2 = 'SKIPPED' THEN 'ENDED' ELSE reason END,
            message_guid = CASE WHEN $2 = 'SKIPPED' THEN NULL ELSE message_guid END
      WHERE tenant_guid = $4::uuid AND message_guid = $1::uuid`,
    [message, state, new Date(at), tenant],
  );
}
