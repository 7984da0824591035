/** Links in messages: the message and the alerts of each, and which were used. A link works once. */
import type { ActionLinkOut } from '@picket/contracts/types';
import { POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import type { Problem } from '@picket/domain/problems';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

type ConsumedLink = NonNullable<ActionLinkOut['used']>;

export async function findConsumedLink(sql: Sql, tenant: string, message: string): Promise<ConsumedLink | null> {
  const { rows } = await sql.query<{ action: ConsumedLink['action']; by: string; at: Date }>(
    `SELECT action, consumed_by_name AS by, consumed_at AS at FROM consumed_action_link
      WHERE tenant_guid = $1::uuid AND message_guid = $2::uuid`,
    [tenant, message],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, at: formatInstant(row.at.getTime()) };
}

/** Uses a link up; false when it was used before. */
export async function consumeLink(
  sql: Sql,
  tenant: string,
  message: string,
  action: string,
  byName: string,
  at: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO consumed_action_link (tenant_guid, message_guid, action, consumed_by_name, consumed_at)
     SELECT tenant_guid, guid, $3, $4, $5::timestamptz FROM message WHERE tenant_guid = $1::uuid AND guid = $2::uuid
     ON CONFLICT DO NOTHING RETURNING message_guid`,
    [tenant, message, action, byName, new Date(at)],
  );
  return rows.length === 1;
}

export interface LinkedMessage {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string;
  readonly ownerName: string;
  readonly tenantName: string;
  readonly alerts: readonly string[];
}

/** The message a link came with, and the alerts it speaks of. */
export async function findLinkedMessage(sql: Sql, guid: string): Promise<LinkedMessage | null> {
  const { rows } = await sql.query<LinkedMessage & { [name: string]: unknown }>(
    `SELECT m.guid, m.tenant_guid AS tenant, m.owner_guid AS owner, m.destination_guid AS destination, m.owner_name AS "ownerName", t.name AS "tenantName",
            ARRAY(SELECT DISTINCT d.alert_guid FROM delivery d WHERE d.tenant_guid = m.tenant_guid AND d.message_guid = m.guid) AS alerts
       FROM message m JOIN tenant t ON t.guid = m.tenant_guid WHERE m.guid = $1::uuid AND NOT t.suspended`,
    [guid],
  );
  return rows[0] ?? null;
}

interface LinkedAlertRow {
  guid: string;
  location: string | null;
  name: string | null;
  timezone: string | null;
  message: string;
  problem: Problem | null;
  editedPolicy: string | null;
  severity: number;
  state: string;
  started: Date;
  ackName: string | null;
  ackAt: Date | null;
  snoozed: Date | null;
  [name: string]: unknown;
}

/** The alerts a link speaks of, as they are now. */
export async function listLinkedAlerts(
  sql: Sql,
  tenant: string,
  guids: readonly string[],
): Promise<ActionLinkOut['alerts']> {
  const { rows } = await sql.query<LinkedAlertRow>(
    `SELECT a.guid, a.location_guid AS location, l.name, l.timezone, a.message, a.problem, a.severity, a.state,
            CASE WHEN a.kind = $2 THEN a.policy_name END AS "editedPolicy", a.started_at AS started,
            a.acknowledged_by_name AS "ackName", a.acknowledged_at AS "ackAt", a.snoozed_until AS snoozed
       FROM alert a LEFT JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid
      WHERE a.tenant_guid = $3::uuid AND a.guid = ANY($1::uuid[])
      ORDER BY a.severity DESC, a.raised_at`,
    [guids, POLICY_CHANGE_KIND, tenant],
  );
  return rows.map((row) => ({
    guid: row.guid,
    ...(row.location === null
      ? {}
      : { location: { guid: row.location, name: row.name ?? '', timezone: row.timezone ?? 'UTC' } }),
    message: row.message,
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.editedPolicy === null ? {} : { editedPolicy: row.editedPolicy }),
    severity: row.severity,
    state: row.state,
    startedAt: formatInstant(row.started.getTime()),
    ...(row.ackAt === null ? {} : { acknowledged: { by: row.ackName ?? '', at: formatInstant(row.ackAt.getTime()) } }),
    ...(row.snoozed === null || row.state !== 'OPEN' ? {} : { snoozedUntil: formatInstant(row.snoozed.getTime()) }),
  }));
}
