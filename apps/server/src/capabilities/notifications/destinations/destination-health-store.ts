/** The health of destinations: whether they take messages, since when not, and when one may be tried again. */
import {
  afterDelivery,
  afterFailure,
  afterRefusal,
  type FailedAttempt,
  NEVER_ATTEMPTED,
  type ReceiverHealth,
} from '@picket/domain/receiver-health';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import {
  HEALTH_COLUMNS,
  type HealthDates,
  healthFromRow,
  healthValues,
} from '../../../platform/db/receiver-health-row.ts';

/** Names a destination of an organization. */
export interface DestinationKey {
  readonly tenant: string;
  readonly destination: string;
}

/** Health of these destinations; one that nothing was sent to yet is left out. */
export async function healthOfDestinations(
  sql: Sql,
  destinations: readonly DestinationKey[],
): Promise<ReadonlyMap<string, ReceiverHealth>> {
  const { rows } = await sql.query<HealthDates & { destination: string; [name: string]: unknown }>(
    `SELECT h.destination_guid AS destination, ${HEALTH_COLUMNS} FROM destination_health h
      WHERE h.tenant_guid = ANY($1::uuid[]) AND h.destination_guid = ANY($2::uuid[])`,
    [tenantsOf(destinations), [...new Set(destinations.map(({ destination }) => destination))]],
  );
  return new Map(rows.map((row) => [row.destination, healthFromRow(row)]));
}

/**
 * Takes destinations that are down for attempts that begin now: what was raised before is not new any more, and of `probed`
 * nobody else makes a probe until `leaseUntil`. Returns those whose probe another process did not take.
 */
export async function claimProbes(
  sql: Sql,
  { down, probed }: { readonly down: readonly DestinationKey[]; readonly probed: readonly string[] },
  now: Millis,
  leaseUntil: Millis,
): Promise<ReadonlySet<string>> {
  if (down.length === 0) return new Set();
  const { rows } = await sql.query<{ destination: string; probed: boolean }>(
    `WITH locked AS (
       SELECT destination_guid AS guid, destination_guid = ANY($2::uuid[])
              AND (paused_until IS NULL OR paused_until <= $3::timestamptz) AS probed
         FROM destination_health WHERE tenant_guid = ANY($5::uuid[]) AND destination_guid = ANY($1::uuid[])
        ORDER BY destination_guid FOR UPDATE)
     UPDATE destination_health h SET last_tried_at = $3::timestamptz,
            paused_until = CASE WHEN locked.probed THEN $4::timestamptz ELSE h.paused_until END
       FROM locked WHERE h.tenant_guid = ANY($5::uuid[]) AND h.destination_guid = locked.guid
     RETURNING h.destination_guid AS destination, locked.probed`,
    [
      [...new Set(down.map(({ destination }) => destination))],
      probed,
      new Date(now),
      new Date(leaseUntil),
      tenantsOf(down),
    ],
  );
  return new Set(rows.flatMap((row) => (row.probed ? [row.destination] : [])));
}

/** The tenant $1 has a destination $2, or a user whose e-mail address it stands for. */
const IS_OWN = `(EXISTS (SELECT 1 FROM destination WHERE tenant_guid = $1::uuid AND guid = $2::uuid)
  OR EXISTS (SELECT 1 FROM user_account WHERE tenant_guid = $1::uuid AND guid = $2::uuid))`;

async function lockHealth(sql: Sql, tenant: string, destination: string): Promise<ReceiverHealth> {
  await sql.query(
    `INSERT INTO destination_health (destination_guid, tenant_guid) SELECT $2::uuid, $1::uuid WHERE ${IS_OWN}
     ON CONFLICT DO NOTHING`,
    [tenant, destination],
  );
  const { rows } = await sql.query<HealthDates & { [name: string]: unknown }>(
    `SELECT ${HEALTH_COLUMNS} FROM destination_health h WHERE h.tenant_guid = $1::uuid AND h.destination_guid = $2::uuid
      FOR UPDATE`,
    [tenant, destination],
  );
  return rows[0] === undefined ? NEVER_ATTEMPTED : healthFromRow(rows[0]);
}

/** `problem` null: it works. */
async function saveHealth(
  sql: Sql,
  tenant: string,
  destination: string,
  health: ReceiverHealth,
  problem: string | null,
): Promise<void> {
  await sql.query(
    `UPDATE destination_health SET failing_since = $3::timestamptz, paused_until = $4::timestamptz,
            last_tried_at = $5::timestamptz, last_delivered_at = $6::timestamptz, last_problem = $7,
            failures = CASE WHEN $3::timestamptz IS NULL THEN 0 ELSE failures + 1 END
      WHERE tenant_guid = $1::uuid AND destination_guid = $2::uuid`,
    [tenant, destination, ...healthValues(health), problem],
  );
}

/** It took something. Call in a transaction, as the others here that change a destination's health. */
export async function recordDelivered(sql: Sql, tenant: string, destination: string, at: Millis): Promise<void> {
  const before = await lockHealth(sql, tenant, destination);
  await saveHealth(sql, tenant, destination, afterDelivery(before, at), null);
}

/**
 * When something arrived, or (`at` null) that it did not, as its recipient says. A user's own guid stands for their e-mail address.
 * False: the organization has neither.
 */
export async function recordArrival(
  sql: Sql,
  tenant: string,
  destination: string,
  at: Millis | null,
): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO destination_health (destination_guid, tenant_guid, confirmed_at)
     SELECT $2::uuid, $1::uuid, $3::timestamptz WHERE ${IS_OWN}
     ON CONFLICT (tenant_guid, destination_guid) DO UPDATE SET confirmed_at = EXCLUDED.confirmed_at
     RETURNING destination_guid`,
    [tenant, destination, at === null ? null : new Date(at)],
  );
  return rows.length === 1;
}

/** It answered, and did not want this one message. */
export async function recordRefusal(sql: Sql, tenant: string, destination: string): Promise<void> {
  const before = await lockHealth(sql, tenant, destination);
  if (before.downSince !== null) await saveHealth(sql, tenant, destination, afterRefusal(before), null);
}

/** It did not take what it was to take. `isOwn` decides, by its health so far, whether that was the message's own fault. */
export async function recordFailure(
  sql: Sql,
  tenant: string,
  destination: string,
  problem: string,
  attempt: FailedAttempt,
  isOwn: (health: ReceiverHealth) => boolean = () => false,
): Promise<{ readonly isOwn: boolean }> {
  const before = await lockHealth(sql, tenant, destination);
  if (isOwn(before)) return { isOwn: true };
  await saveHealth(sql, tenant, destination, afterFailure(before, attempt), problem);
  return { isOwn: false };
}
