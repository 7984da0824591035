/** Clears open alerts whose sentry, location or violation is gone. */

import type { StepCode } from '@picket/contracts/alerts';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { insertStep } from './alert-step-store.ts';

/** Clears the open alerts of a removed sentry; returns their guids. */
export const clearAlertsOfSentry = (sql: Sql, sentryGuid: string, at: Millis): Promise<readonly string[]> =>
  clearAlertsOf(sql, 'sentry_guid', sentryGuid, at, 'SENTRY_REMOVED');

/** Clears the open alerts of a location that is being deleted; returns their guids. */
export const clearAlertsOfLocation = (sql: Sql, locationGuid: string, at: Millis): Promise<readonly string[]> =>
  clearAlertsOf(sql, 'location_guid', locationGuid, at, 'LOCATION_REMOVED');

async function clearAlertsOf(
  sql: Sql,
  column: 'sentry_guid' | 'location_guid',
  guid: string,
  at: Millis,
  code: StepCode,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = coalesce(ended_at, $2::timestamptz), cleared_at = $2::timestamptz,
            last_update_ts = greatest($2::timestamptz, last_update_ts + interval '1 ms')
      WHERE ${column} = $1::uuid AND state IN ('OPEN', 'RECOVERED') RETURNING guid`,
    [guid, new Date(at)],
  );
  for (const row of rows) await insertStep(sql, row.guid, { at, code });
  return rows.map((row) => row.guid);
}

/** Clears open alerts of violations that are no longer evaluated; returns their guids. */
export async function clearAlertsOfRemovedViolations(
  sql: Sql,
  sentryGuid: string,
  violationKeys: readonly string[],
  at: Millis,
): Promise<readonly string[]> {
  if (violationKeys.length === 0) return [];
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = coalesce(ended_at, $3::timestamptz), cleared_at = $3::timestamptz,
            last_update_ts = greatest($3::timestamptz, last_update_ts + interval '1 ms')
      WHERE sentry_guid = $1::uuid AND violation_key = ANY($2::text[]) AND state = 'OPEN' RETURNING guid`,
    [sentryGuid, violationKeys, new Date(at)],
  );
  for (const { guid } of rows) await insertStep(sql, guid, { at, code: 'POLICY_CHANGED' });
  return rows.map(({ guid }) => guid);
}
