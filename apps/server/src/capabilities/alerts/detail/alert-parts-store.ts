/** Reads the parts of one alert: its readings and its timeline. */

import type { StepCode } from '@picket/contracts/alerts';
import type { AlertDetailOut, AlertOut } from '@picket/contracts/types';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { readBlocks } from '../../timeseries/index.ts';
import { toInstant } from '../queries/alert-row.ts';

const MAX_SHOWN_READINGS = 1500;

/** Readings of the alert's series, copied and stored ones, oldest first; evenly thinned where there are many. */
export async function listReadingsAround(
  sql: Sql,
  tenant: string,
  alert: { readonly guid: string },
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<AlertDetailOut['readings']> {
  const { rows: shown } = await sql.query<{ id: number; sensorMetricId: string; column: string }>(
    `SELECT DISTINCT x.id, x.sensor_metric_id AS "sensorMetricId", split_part(x.column_name, '@', 1) AS "column"
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.tenant_guid = a.tenant_guid AND x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
      WHERE a.tenant_guid = $1::uuid AND a.guid = $2::uuid ORDER BY x.id`,
    [tenant, alert.guid],
  );
  const { rows: kept } = await sql.query<{ series: number; at: Date; value: number | null }>(
    'SELECT series_id AS series, at, value FROM alert_reading WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid',
    [tenant, alert.guid],
  );
  const blocks = await readBlocks(
    sql,
    tenant,
    shown.map(({ id }) => id),
    from,
    to + 1,
  );
  const all = shown.flatMap(({ id, ...name }) => {
    const values = new Map<Millis, number | null>();
    const block = blocks.get(id);
    for (const [index, at] of block?.at.entries() ?? []) {
      const value = block?.value[index] ?? Number.NaN;
      values.set(at, Number.isNaN(value) ? null : value);
    }
    // Copied readings are what the alert was raised from, even if the history has changed since.
    for (const { series, at, value } of kept) if (series === id) values.set(at.getTime(), value);
    return [...values].map(([at, value]) => ({ ...name, at, value }));
  });
  const stride = Math.max(1, Math.ceil(all.length / MAX_SHOWN_READINGS));
  return all
    .sort((a, b) => a.at - b.at)
    .filter((_, index) => index % stride === 0 || index === all.length - 1)
    .map(({ at, ...reading }) => ({ ...reading, at: formatInstant(at) }));
}

/** How it began is always shown, of what followed the newest. */
const FIRST_STEPS: readonly StepCode[] = ['CONDITION_MET', 'RAISED', 'MUTED'];
const MAX_FIRST_STEPS = 10;
const MAX_NEWEST_STEPS = 1000;

/** Readings and timeline of one alert. Copied readings are combined with those still stored. */
export async function getAlertParts(
  sql: Sql,
  tenant: string,
  alert: AlertOut,
  now: Millis,
): Promise<Pick<AlertDetailOut, 'readings' | 'timeline'>> {
  const around = {
    from: Date.parse(alert.startedAt) - 2_400_000,
    to: Date.parse(alert.clearedAt ?? formatInstant(now)) + 600_000,
  };
  const readings = await listReadingsAround(sql, tenant, alert, around);
  const steps = await sql.query<{
    at: Date;
    code: StepCode;
    by: string | null;
    detail: Record<string, string | number | null>;
  }>(
    `(SELECT t.id, t.at, t.code, t.by_name AS by, t.detail FROM alert_step t
       WHERE t.tenant_guid = $1::uuid AND t.alert_guid = $2::uuid AND t.code = ANY($3::text[]) ORDER BY t.at, t.id LIMIT ${MAX_FIRST_STEPS})
     UNION
     (SELECT t.id, t.at, t.code, t.by_name, t.detail FROM alert_step t
       WHERE t.tenant_guid = $1::uuid AND t.alert_guid = $2::uuid ORDER BY t.at DESC, t.id DESC LIMIT ${MAX_NEWEST_STEPS})
     ORDER BY at, id`,
    [tenant, alert.guid, FIRST_STEPS],
  );
  return {
    readings,
    timeline: steps.rows.map(({ at, code, by, detail }) => ({
      at: toInstant(at),
      code,
      ...(by === null ? {} : { by }),
      detail,
    })),
  };
}
