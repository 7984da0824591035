/** Inserts the alerts that evaluation raises. */

import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { AlertKey } from '../alert-ports.ts';
import type { RaisedAlert } from '../timeline/alert-writes.ts';
import { toTimestamp } from '../timeline/timestamps.ts';
import { copyReadingsBefore } from './copied-reading-store.ts';
import { linkToRootAlerts } from './incident-store.ts';

interface Owner {
  readonly tenant: string;
  readonly location: string;
}

/**
 * Inserts alerts. An alert that exists already (same sentry, violation and instant) is left as it is unless it was withdrawn:
 * then it is reinstated and keeps its timeline. Returns the inserted and reinstated alerts.
 */
export async function insertRaised(
  sql: Sql,
  alerts: readonly (RaisedAlert & Owner)[],
  recordedAt: Millis,
): Promise<readonly AlertKey[]> {
  if (alerts.length === 0) return [];
  const rows = alerts.map((alert) => ({
    ...alert,
    guid: newGuid(),
    raisedAt: toTimestamp(alert.raisedAt),
    startedAt: toTimestamp(alert.startedAt),
    endedAt: toTimestamp(alert.endedAt),
    clearedAt: toTimestamp(alert.clearedAt),
    muted: alert.mutedUntil !== null,
    unmuteAt: alert.mutedUntil === null ? null : toTimestamp(alert.mutedUntil + 1),
  }));
  const inserted = await sql.query<{ tenant: string; guid: string }>(
    `INSERT INTO alert (guid, tenant_guid, location_guid, sentry_guid, kind, severity, state, message, policy_guid,
                        policy_name, policy_version, violation, violation_key, subject, conditions, started_at, raised_at,
                        ended_at, cleared_at, backfilled, records_video, muted, unmute_at, cause, created_at, last_update_ts)
     SELECT guid, tenant, location, "sentryGuid", kind, severity, state, message, "policyGuid", "policyName",
            "policyVersion", violation, "violationKey", subject, conditions, "startedAt", "raisedAt", "endedAt",
            "clearedAt", backfilled, "recordsVideo", muted, "unmuteAt", cause, $2::timestamptz, $2::timestamptz
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, tenant uuid, location uuid, "sentryGuid" uuid, kind text,
            severity smallint, state text, message text, "policyGuid" uuid, "policyName" text, "policyVersion" int,
            violation text, "violationKey" text, subject text, conditions jsonb, "startedAt" timestamptz,
            "raisedAt" timestamptz, "endedAt" timestamptz, "clearedAt" timestamptz, backfilled boolean, "recordsVideo" boolean, muted boolean,
            "unmuteAt" timestamptz, cause text)
     ON CONFLICT (tenant_guid, sentry_guid, violation_key, raised_at) DO UPDATE SET withdrawn = false, corrected = true,
       started_at = excluded.started_at,
       state = CASE WHEN alert.state = 'RESOLVED' THEN alert.state ELSE excluded.state END,
       ended_at = CASE WHEN alert.state = 'RESOLVED' THEN alert.ended_at ELSE excluded.ended_at END,
       cleared_at = CASE WHEN alert.state = 'RESOLVED' THEN alert.cleared_at ELSE excluded.cleared_at END,
       last_update_ts = greatest(excluded.last_update_ts, ${laterThan('alert.last_update_ts')})
       WHERE alert.withdrawn RETURNING tenant_guid AS tenant, guid`,
    [JSON.stringify(rows), new Date(recordedAt)],
  );
  const guids = inserted.rows.map((row) => row.guid);
  const tenants = tenantsOf(inserted.rows);
  await copyReadingsBefore(sql, tenants, guids);
  await linkToRootAlerts(sql, tenants, guids);
  return inserted.rows;
}
