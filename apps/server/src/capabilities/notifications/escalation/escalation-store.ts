/** Where open alerts stand in their escalation. */
import type { ChannelKind } from '@picket/domain/channels';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { exceedsCauseIn } from './exceeds-cause.ts';

export interface EscalatingAlert {
  readonly guid: string;
  readonly tenant: string;
  readonly location: string | null;
  readonly severity: number;
  /** null: nobody has asked yet. */
  readonly notificationsSent: number | null;
  readonly lastNotifiedAt: Date | null;
  readonly remind: boolean | null;
}

/** Unacknowledged open alerts that were not examined yet or whose next notification is due. A muted or snoozed alert waits. */
const IS_ESCALATING = `a.state = 'OPEN' AND a.acknowledged_at IS NULL AND a.snoozed_until IS NULL AND NOT a.muted AND a.severity >= 100
  AND (e.alert_guid IS NULL OR e.next_at <= $1::timestamptz)`;

/**
 * Whether people are notified of `a` with another open alert: with the one it follows from, or with an earlier alert that follows from
 * that one, unless `a` exceeds them all. One that exceeds them is notified by itself, so it escalates by itself. Nobody is notified of
 * one that is muted.
 */
const isCovered = (root: string, earlier: string): string =>
  `EXISTS (SELECT 1 FROM alert r
            WHERE ${root} AND r.tenant_guid = a.tenant_guid AND r.guid = a.root_guid AND r.state = 'OPEN'
              AND ((NOT r.muted AND NOT ${exceedsCauseIn('a', 'r')}) OR EXISTS (
                SELECT 1 FROM alert s
                 WHERE ${earlier} AND s.tenant_guid = a.tenant_guid AND s.root_guid = a.root_guid AND s.state = 'OPEN' AND NOT s.muted
                   AND (s.raised_at, s.guid) < (a.raised_at, a.guid) AND NOT ${exceedsCauseIn('a', 's')})))`;

/** Whether people do maintenance at its location: nobody is notified of it, and its escalation waits as well. */
const isInMaintenance = (windows: string): string =>
  `EXISTS (SELECT 1 FROM maintenance_window w
            WHERE ${windows} AND w.tenant_guid = a.tenant_guid AND w.location_guid = a.location_guid
              AND w.starts_at <= $1::timestamptz AND w.ends_at > $1::timestamptz)`;

/** The organization of each alert that escalates now, the oldest first; nothing is locked. */
export async function listEscalating(
  sql: Sql,
  now: Millis,
  limit: number,
): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT a.tenant_guid AS tenant
       FROM alert a LEFT JOIN alert_escalation e ON e.tenant_guid = a.tenant_guid AND e.alert_guid = a.guid
      WHERE ${IS_ESCALATING} AND NOT ${isCovered('true', 'true')} AND NOT ${isInMaintenance('true')}
      ORDER BY a.raised_at LIMIT $2::int`,
    [new Date(now), limit],
  );
  return rows;
}

/** Locks alerts of these organizations that escalate now, the oldest first. */
export async function lockEscalating(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  limit: number,
): Promise<readonly EscalatingAlert[]> {
  const { rows } = await sql.query<EscalatingAlert & { [name: string]: unknown }>(
    `SELECT a.guid, a.tenant_guid AS tenant, a.location_guid AS location, a.severity, e.notifications_sent AS "notificationsSent", e.last_notified_at AS "lastNotifiedAt", e.remind
       FROM alert a LEFT JOIN alert_escalation e ON e.tenant_guid = a.tenant_guid AND e.alert_guid = a.guid AND e.tenant_guid = ANY($3::uuid[])
      WHERE a.tenant_guid = ANY($3::uuid[]) AND ${IS_ESCALATING}
        AND NOT ${isCovered('r.tenant_guid = ANY($3::uuid[])', 's.tenant_guid = ANY($3::uuid[])')}
        AND NOT ${isInMaintenance('w.tenant_guid = ANY($3::uuid[])')}
      ORDER BY a.raised_at LIMIT $2::int FOR UPDATE OF a SKIP LOCKED`,
    [new Date(now), limit, tenants],
  );
  return rows;
}

export async function saveEscalation(
  sql: Sql,
  tenant: string,
  alert: string,
  {
    notificationsSent,
    lastNotifiedAt,
    nextAt,
  }: { readonly notificationsSent: number; readonly lastNotifiedAt: Millis; readonly nextAt: Millis | null },
): Promise<void> {
  await sql.query(
    `INSERT INTO alert_escalation (tenant_guid, alert_guid, notifications_sent, last_notified_at, next_at)
     SELECT tenant_guid, guid, $3::int, $4::timestamptz, $5::timestamptz FROM alert WHERE tenant_guid = $1::uuid AND guid = $2::uuid
     ON CONFLICT (tenant_guid, alert_guid) DO UPDATE SET notifications_sent = excluded.notifications_sent,
       last_notified_at = excluded.last_notified_at, next_at = excluded.next_at, remind = false`,
    [tenant, alert, notificationsSent, new Date(lastNotifiedAt), nextAt === null ? null : new Date(nextAt)],
  );
}

/** Makes a reminder of alerts of these organizations due now: everybody who was notified is notified again. */
export async function scheduleReminders(
  sql: Sql,
  tenants: readonly string[],
  alerts: readonly string[],
  now: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO alert_escalation (tenant_guid, alert_guid, notifications_sent, last_notified_at, next_at, remind)
     SELECT tenant_guid, guid, 1, $2::timestamptz, $2::timestamptz, true FROM alert
      WHERE tenant_guid = ANY($3::uuid[]) AND guid = ANY($1::uuid[])
     ON CONFLICT (tenant_guid, alert_guid) DO UPDATE SET next_at = excluded.next_at, remind = true`,
    [alerts, new Date(now), tenants],
  );
}

export interface EscalationTarget {
  readonly owner: string;
  readonly destination: string;
  readonly channel: ChannelKind;
}

/**
 * Destinations that were notified that an alert was raised, without those that were removed since. `waiting`: those as well whose message
 * waits to be composed.
 */
export async function listNotifiedTargets(
  sql: Sql,
  tenant: string,
  alert: string,
  waiting: boolean,
): Promise<readonly EscalationTarget[]> {
  const { rows } = await sql.query<EscalationTarget & { [name: string]: unknown }>(
    `SELECT DISTINCT owner_guid AS owner, destination_guid AS destination, channel FROM delivery
      WHERE alert_guid = $2::uuid AND tenant_guid = $1::uuid AND change = 'RAISED'
        AND (state IN ('COMPOSED', 'SENT', 'FAILED') OR ($3::boolean AND state IN ('DUE', 'SUPPRESSED')))
        AND destination_guid IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM destination d WHERE d.tenant_guid = $1::uuid AND d.guid = delivery.destination_guid AND d.removed_at IS NOT NULL)`,
    [tenant, alert, waiting],
  );
  return rows;
}

/** Where an escalation goes. */
export interface EscalatedTarget extends EscalationTarget {
  /** By its step, not only because it was notified before: it passes quiet hours. */
  readonly isNamed: boolean;
}

/** RAISED that wait for the end of quiet hours at destinations that a step names: they do not wait for it any more. */
async function escalateWaiting(
  sql: Sql,
  tenant: string,
  alert: string,
  to: readonly EscalatedTarget[],
  at: Millis,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ destination: string }>(
    `UPDATE delivery SET escalated = true, due_at = least(due_at, $4::timestamptz)
      WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid AND destination_guid = ANY($3::uuid[]) AND change = 'RAISED'
        AND state = 'SUPPRESSED' AND reason = 'QUIET_HOURS' RETURNING destination_guid AS destination`,
    [tenant, alert, to.flatMap(({ isNamed, destination }) => (isNamed ? [destination] : [])), new Date(at)],
  );
  return new Set(rows.map(({ destination }) => destination));
}

/**
 * Inserts a REMINDER for destinations that were notified before, RAISED for the others; one whose RAISED waits for the end of quiet hours
 * gets that. Where an alert is open again its notifications
 * are counted from 1 again, so a REMINDER is later than all that the destination had of it.
 */
export async function insertEscalation(
  sql: Sql,
  tenant: string,
  {
    alert,
    number,
    to,
    at,
  }: {
    readonly alert: string;
    readonly number: number;
    readonly to: readonly EscalatedTarget[];
    readonly at: Millis;
  },
): Promise<void> {
  const waited = await escalateWaiting(sql, tenant, alert, to, at);
  await sql.query(
    `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, channel, change, occurrence, state, escalated,
                           due_at, created_at)
     SELECT x.guid, $2::uuid, $3::uuid, x.owner, x.destination, x.channel,
            CASE WHEN known.notified THEN 'REMINDER' ELSE 'RAISED' END, CASE WHEN known.notified THEN greatest($4::int, known.reminder + 1) ELSE known.occurrence + 1 END, 'DUE', x."isNamed",
            $5::timestamptz, $5::timestamptz
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, owner uuid, destination uuid, channel text, "isNamed" boolean)
       CROSS JOIN LATERAL (
         SELECT coalesce(bool_or(d.state <> 'SKIPPED') FILTER (WHERE d.change = 'RAISED'), false) AS notified,
                coalesce(max(d.occurrence) FILTER (WHERE d.change = 'RAISED'), 0) AS occurrence,
                coalesce(max(d.occurrence) FILTER (WHERE d.change = 'REMINDER'), 0) AS reminder FROM delivery d
          WHERE d.tenant_guid = $2::uuid AND d.alert_guid = $3::uuid AND d.destination_guid = x.destination) known
      WHERE EXISTS (SELECT 1 FROM alert WHERE tenant_guid = $2::uuid AND guid = $3::uuid)
     ON CONFLICT DO NOTHING`,
    [
      JSON.stringify(to.flatMap((one) => (waited.has(one.destination) ? [] : [{ ...one, guid: newGuid() }]))),
      ...[tenant, alert, number, new Date(at)],
    ],
  );
}

/** Alerts that are over escalate no more. */
export async function deleteEndedEscalations(sql: Sql): Promise<void> {
  await sql.query(
    `DELETE FROM alert_escalation e WHERE NOT EXISTS (
       SELECT 1 FROM alert a WHERE a.tenant_guid = e.tenant_guid AND a.guid = e.alert_guid AND a.state = 'OPEN')`,
  );
}
