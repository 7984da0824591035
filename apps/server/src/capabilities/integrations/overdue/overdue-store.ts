/** Reads which adopted sensors are expected to report, and writes how often each does. */
import { OVERDUE_METRIC } from '@picket/domain/metrics';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import { type SentryActorRow, toSentryActor } from '../../sentries/index.ts';
import { newestPackedReading } from '../../timeseries/index.ts';
import type { Expected } from './overdue-reading.ts';
import { expectedInterval, type Pace } from './report-pace.ts';

export interface ExpectedSensor {
  readonly sentry: SentryActor;
  readonly expected: Expected;
  /** Its newest report; null: none yet. */
  readonly reportedAt: Millis | null;
  readonly pace: Pace | null;
}

/**
 * The adopted sensors of all organizations whose gateway has reported since then and which are not announced as gone: the alert about a
 * gateway, or about a device that is gone, is another one. Where a sensor and its integration were changed at one instant, its interval
 * changed with that of its source.
 */
export async function expectedSensorsAllTenants(sql: Sql, gatewaySince: Millis): Promise<readonly ExpectedSensor[]> {
  const { rows } = await sql.query<
    SentryActorRow & {
      readonly seen: Date;
      readonly reported: Date | null;
      readonly usual: number | null;
      readonly pace: Pace | null;
      readonly back: Date | null;
      readonly changed: Date | null;
      readonly storedAt: Date | null;
      readonly minutes: number | null;
    }
  >(
    `SELECT s.guid, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
            s.clock_skewed AS skewed, t.monitor_revision AS revision,
            coalesce(m.last_received_at, s.activated_at, s.created_at) AS seen, m.last_received_at AS reported,
            d.usual_interval_seconds AS usual, d.pace, g.back_at AS back,
            CASE WHEN s.last_update_ts = i.last_update_ts AND s.report_interval_seconds = d.usual_interval_seconds THEN i.last_update_ts END AS changed,
            CASE WHEN p.at > o.at OR o.at IS NULL THEN p.at ELSE o.at END AS "storedAt",
            CASE WHEN p.at > o.at OR o.at IS NULL THEN p.value ELSE o.value END AS minutes
       FROM discovered_device d
       JOIN sentry s ON s.tenant_guid = d.tenant_guid AND s.guid = d.sentry_guid
       JOIN tenant t ON t.guid = s.tenant_guid
       JOIN integration i ON i.tenant_guid = d.tenant_guid AND i.guid = d.integration_guid
       JOIN monitor_state g ON g.tenant_guid = i.tenant_guid AND g.sentry_guid = i.gateway_guid
       LEFT JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
       LEFT JOIN series r ON r.tenant_guid = s.tenant_guid AND r.sentry_guid = s.guid AND r.sensor_metric_id = $2 AND r.column_name = 'value'
       LEFT JOIN LATERAL (SELECT at, value FROM reading WHERE tenant_guid = r.tenant_guid AND series_id = r.id ORDER BY at DESC LIMIT 1) o ON true
       LEFT JOIN ${newestPackedReading('r.tenant_guid', 'r.id')} p ON true
      WHERE s.removed_at IS NULL AND NOT t.suspended AND d.unavailable_since IS NULL AND i.enabled
        AND g.last_received_at >= $1::timestamptz`,
    [new Date(gatewaySince), OVERDUE_METRIC],
  );
  return rows.map((row) => ({
    sentry: toSentryActor(row),
    expected: {
      lastSeenAt: row.seen.getTime(),
      gatewayBackAt: row.back?.getTime() ?? null,
      changedAt: row.changed?.getTime() ?? null,
      intervalSeconds: expectedInterval({ set: row.interval, usual: row.usual, pace: row.pace }).seconds,
      stored: row.storedAt === null ? null : { at: row.storedAt.getTime(), minutes: row.minutes ?? 0 },
    },
    reportedAt: row.reported?.getTime() ?? null,
    pace: row.pace,
  }));
}

/** Of devices that are adopted as these sentries still. */
export async function savePacesAllTenants(
  sql: Sql,
  paces: readonly { readonly tenant: string; readonly sentry: string; readonly pace: Pace }[],
): Promise<void> {
  await sql.query(
    `UPDATE discovered_device d SET pace = x.pace FROM jsonb_to_recordset($1::jsonb) AS x(tenant uuid, sentry uuid, pace jsonb)
      WHERE d.tenant_guid = x.tenant AND d.sentry_guid = x.sentry`,
    [JSON.stringify(paces)],
  );
}
