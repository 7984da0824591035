/** Which sentries still send what they kept while they could not be reached, and what of it came last. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import type { Backlog } from './situation.ts';

interface Row {
  sentry: string;
  received: Date;
  caught: Date | null;
  up: Date | null;
  seconds: number;
  newest: Date | null;
  [name: string]: unknown;
}

/** A report and half a minute more is waited for after the last one (monitor rules: Running). */
const CATCH_UP_GRACE_MS: Millis = 30_000;

/** Its state says that it reported nothing more to follow, and that no late readings wait to be reconciled. */
const HAS_CAUGHT_UP = 'm.caught_up_at >= m.last_received_at AND m.reconcile_from IS NULL AND m.repair_from IS NULL';

/**
 * Of these sentries: until when more is to be expected of each (null: it has caught up), and when the newest alert was recorded
 * that came up more than `late` after it was raised, of those `recorded` then.
 */
export async function listBacklogs(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  late: Millis,
  recorded: { readonly since: Millis; readonly until: Millis },
): Promise<ReadonlyMap<string, Backlog>> {
  if (sentries.length === 0) return new Map();
  const { rows } = await sql.query<Row>(
    `SELECT s.guid AS sentry, m.last_received_at AS received, CASE WHEN ${HAS_CAUGHT_UP} THEN m.last_received_at END AS caught,
            (SELECT max(u.started_at) FROM platform_uptime u) AS up, s.report_interval_seconds AS seconds,
            (SELECT max(a.created_at) FROM alert a WHERE a.tenant_guid = s.tenant_guid AND a.sentry_guid = s.guid AND a.created_at BETWEEN $3::timestamptz AND $5::timestamptz
               AND a.created_at - a.raised_at > $2::int * interval '1 millisecond') AS newest
       FROM sentry s JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.tenant_guid = $4::uuid AND s.guid = ANY($1::uuid[])`,
    [sentries, late, new Date(recorded.since), tenant, new Date(recorded.until)],
  );
  return new Map(
    rows.map(({ sentry, received, caught, up, seconds, newest }) => [
      sentry,
      {
        // A server that was down received nothing: the time counts from its start.
        until:
          caught === null
            ? Math.max(received.getTime(), up?.getTime() ?? 0) + seconds * 1000 + CATCH_UP_GRACE_MS
            : null,
        newestLate: newest?.getTime() ?? null,
      },
    ]),
  );
}

export interface DeliveryKey {
  readonly guid: string;
  readonly tenant: string;
}

/** What waits for sentries that have caught up meanwhile, of all organizations. */
export async function listCaughtUp(sql: Sql, now: Millis): Promise<readonly DeliveryKey[]> {
  const { rows } = await sql.query<DeliveryKey & { [name: string]: unknown }>(
    `SELECT d.guid, d.tenant_guid AS tenant FROM delivery d
       JOIN alert a ON a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid
       JOIN monitor_state m ON m.tenant_guid = a.tenant_guid AND m.sentry_guid = a.sentry_guid
      WHERE d.state = 'SUPPRESSED' AND d.reason = 'CATCHING_UP' AND d.due_at > $1::timestamptz AND ${HAS_CAUGHT_UP}`,
    [new Date(now)],
  );
  return rows;
}

/** Of these deliveries, those that still wait are due. */
export async function requeueCaughtUp(sql: Sql, deliveries: readonly DeliveryKey[], now: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = $1::timestamptz
      WHERE tenant_guid = ANY($2::uuid[]) AND guid = ANY($3::uuid[])
        AND state = 'SUPPRESSED' AND reason = 'CATCHING_UP' AND due_at > $1::timestamptz`,
    [new Date(now), tenantsOf(deliveries), deliveries.map(({ guid }) => guid)],
  );
}
