import type { AlertKind } from '@picket/domain/alert-kinds';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

const BEFORE: AlertKind = 'POLICY_ALERT_WITH_READINGS';
const AFTER: AlertKind = 'POLICY_ALERT_WITH_VIDEO';

/** An alert about silence has no readings to show with the video, and keeps its kind. */
export async function setKindWithVideo(sql: Sql, tenant: string, alerts: readonly string[], at: Millis): Promise<void> {
  await sql.query(
    `UPDATE alert SET kind = CASE WHEN kind = $3 THEN $4 ELSE kind END,
            last_update_ts = greatest($5::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])`,
    [tenant, alerts, BEFORE, AFTER, new Date(at)],
  );
}
