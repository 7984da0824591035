/** Clears open alerts whose sentry, location or violation is gone. */

import type { StepCode } from '@picket/contracts/alerts';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';
import { insertStep } from '../timeline/alert-step-store.ts';

/** Clears the open alerts of a removed sentry; returns their guids. */
export const clearAlertsOfSentry = (
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  at: Millis,
): Promise<readonly string[]> => clearAlertsOf(sql, tenant, 'sentry_guid', sentryGuid, at, 'SENTRY_REMOVED');

/** Clears the open alerts of a location that is being deleted; returns their guids. */
export const clearAlertsOfLocation = (
  sql: Sql,
  tenant: string,
  locationGuid: string,
  at: Millis,
): Promise<readonly string[]> => clearAlertsOf(sql, tenant, 'location_guid', locationGuid, at, 'LOCATION_REMOVED');

async function clearAlertsOf(
  sql: Sql,
  tenant: string,
  column: 'sentry_guid' | 'location_guid',
  guid: string,
  at: Millis,
  code: StepCode,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = coalesce(ended_at, $3::timestamptz), cleared_at = $3::timestamptz,
            last_update_ts = greatest($3::timestamptz, ${laterThan('last_update_ts')})
      WHERE ${column} = $2::uuid AND tenant_guid = $1::uuid AND state IN ('OPEN', 'RECOVERED') RETURNING guid`,
    [tenant, guid, new Date(at)],
  );
  for (const row of rows) await insertStep(sql, tenant, row.guid, { at, code });
  return rows.map((row) => row.guid);
}

/** Clears open alerts of violations that are no longer evaluated; returns their guids. */
export async function clearAlertsOfRemovedViolations(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  violationKeys: readonly string[],
  at: Millis,
): Promise<readonly string[]> {
  if (violationKeys.length === 0) return [];
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = coalesce(ended_at, $4::timestamptz), cleared_at = $4::timestamptz,
            last_update_ts = greatest($4::timestamptz, ${laterThan('last_update_ts')})
      WHERE sentry_guid = $2::uuid AND tenant_guid = $1::uuid AND violation_key = ANY($3::text[]) AND state = 'OPEN'
      RETURNING guid`,
    [tenant, sentryGuid, violationKeys, new Date(at)],
  );
  for (const { guid } of rows) await insertStep(sql, tenant, guid, { at, code: 'POLICY_CHANGED' });
  return rows.map(({ guid }) => guid);
}
