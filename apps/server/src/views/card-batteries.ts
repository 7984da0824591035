/** How long the batteries last of sentries that run on battery power, from their last half hour. */
import { forecastLimit, TREND_WINDOW } from '@picket/domain/limit-forecast';
import type { Millis } from '@picket/domain/time';
import { readBlocks } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';
import { TtlCache } from '../platform/ttl-cache.ts';

/** When the battery is empty if it goes on as in the last minutes. */
export type BatteryLife = Millis;

const BATTERY_TTL: Millis = 30_000;
/** Of one request. */
const MAX_READ = 100;
const EMPTY = { operator: 'LESS_THAN', threshold: 0 };

async function batterySeries(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ sentry: string; id: number }>(
    `SELECT x.sentry_guid AS sentry, x.id FROM series x
      WHERE x.tenant_guid = $1::uuid AND x.sentry_guid = ANY($2::uuid[])
        AND x.sensor_metric_id = 'power_battery' AND x.column_name = 'percent'`,
    [tenant, sentries],
  );
  return new Map(rows.map(({ sentry, id }) => [sentry, id]));
}

async function readLives(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  now: Millis,
): Promise<ReadonlyMap<string, BatteryLife>> {
  const series = await batterySeries(sql, tenant, sentries);
  const blocks = await readBlocks(sql, tenant, [...series.values()], now - TREND_WINDOW, now + 1);
  return new Map(
    [...series].flatMap(([sentry, id]) => {
      const { at, value } = blocks.get(id) ?? { at: [], value: [] };
      const readings = [...at].map((time, index) => {
        const known = value[index] ?? Number.NaN;
        return { at: time, value: Number.isNaN(known) ? null : known };
      });
      const forecast = forecastLimit(readings, EMPTY);
      return forecast?.becomes === 'OUTSIDE' && forecast.at > now ? [[sentry, forecast.at] as const] : [];
    }),
  );
}

/** By sentry; those whose battery does not surely run down are missing. */
export function createBatteryLives(db: Platform['db']) {
  const cache = new TtlCache<string, ReadonlyMap<string, BatteryLife>>(BATTERY_TTL, 1000);
  return async (
    tenant: string,
    sentries: readonly string[],
    now: Millis,
  ): Promise<ReadonlyMap<string, BatteryLife>> => {
    const asked = [...new Set(sentries)].sort().slice(0, MAX_READ);
    if (asked.length === 0) return new Map();
    return cache.get(`${tenant} ${asked.join(' ')}`, now, () =>
      readLives(db.ofTenant(tenant).console, tenant, asked, now),
    );
  };
}
