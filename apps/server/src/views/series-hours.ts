/** Hourly means of series, by the hours of a location's own days. */
import type { Millis } from '@picket/domain/time';
import type { HourlyMean } from '@picket/domain/usual-hours';
import { HOUR, queryBuckets } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';

/** Hours of the clock are hours of a location, unless its zone is a half or a quarter of an hour off. */
const QUARTER: Millis = HOUR / 4;

/** The means of [from, to), all series together; hours without a reading are left out. */
export async function hourlyMeans(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  timezone: string,
  from: Millis,
  to: Millis,
): Promise<readonly HourlyMean[]> {
  const local = (at: Millis) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  const isWhole = [from, to].every((at) => (local(at).offsetNanoseconds / 1e6) % HOUR === 0);
  const buckets = await queryBuckets(sql, tenant, series, from, to, isWhole ? HOUR : QUARTER, 0);
  const hours = new Map<string, { day: string; hour: number; sum: number; count: number }>();
  for (const { at, sum, count } of [...buckets.values()].flat()) {
    const time = local(at);
    const [day, { hour }] = [time.toPlainDate().toString(), time];
    const known = hours.get(`${day} ${hour}`) ?? { day, hour, sum: 0, count: 0 };
    hours.set(`${day} ${hour}`, { day, hour, sum: known.sum + sum, count: known.count + count });
  }
  return [...hours.values()].map(({ day, hour, sum, count }) => ({ day, hour, value: sum / count }));
}
