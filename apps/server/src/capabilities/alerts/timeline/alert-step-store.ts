/** Writes the timelines of alerts. */

import type { StepCode } from '@picket/contracts/alerts';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { AlertStepRow } from './alert-writes.ts';
import { toTimestamp } from './timestamps.ts';

/** Adds steps to alerts of these organizations, in order. */
export async function insertSteps(
  sql: Sql,
  tenants: readonly string[],
  steps: readonly AlertStepRow[],
  recordedAt: Millis,
): Promise<void> {
  if (steps.length === 0) return;
  await sql.query(
    `INSERT INTO alert_step (tenant_guid, alert_guid, at, recorded_at, code, detail)
     SELECT a.tenant_guid, a.guid, x.at, $2::timestamptz, x.code, x.detail
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS ("sentryGuid" uuid, "violationKey" text, "raisedAt" timestamptz,
            at timestamptz, code text, detail jsonb)) WITH ORDINALITY AS x("sentryGuid", "violationKey", "raisedAt", at, code, detail, place)
       JOIN alert a ON a.sentry_guid = x."sentryGuid" AND a.violation_key = x."violationKey" AND a.raised_at = x."raisedAt"
        AND a.tenant_guid = ANY($3::uuid[])
      ORDER BY x.place`,
    [
      JSON.stringify(
        steps.map((step) => ({ ...step, at: toTimestamp(step.at), raisedAt: toTimestamp(step.raisedAt) })),
      ),
      new Date(recordedAt),
      tenants,
    ],
  );
}

/** A step of an alert's timeline. */
export interface AlertStep {
  readonly at: Millis;
  readonly code: StepCode;
  readonly byName?: string;
  readonly detail?: object;
}

export async function insertStep(sql: Sql, tenant: string, alertGuid: string, step: AlertStep): Promise<void> {
  await sql.query(
    `INSERT INTO alert_step (tenant_guid, alert_guid, at, recorded_at, code, by_name, detail)
     SELECT tenant_guid, guid, $3::timestamptz, $3::timestamptz, $4, $5, $6::jsonb FROM alert
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, alertGuid, new Date(step.at), step.code, step.byName ?? null, JSON.stringify(step.detail ?? {})],
  );
}
