/** The last day of the series on the cards, as half-hour averages, cached. */
import type { Millis } from '@picket/domain/time';
import { queryBuckets } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';
import { TtlCache } from '../platform/ttl-cache.ts';

const HALF_HOUR = 1_800_000;
const BUCKETS = 48;
/** A sparkline that is a minute old is current enough. */
const SPARKLINE_TTL: Millis = 60_000;

/** null: no readings in this half hour. The last one is not over yet. */
export type Sparkline = readonly (number | null)[];

/** As many as a small graph shows: the mean of thirty readings has sixteen, which were most of a response of many cards. */
const SHOWN_DIGITS = 5;
/** To round those of a thousand cards takes as long as to send them, and they stay the same for a minute. */
const shown = new WeakMap<Sparkline, (number | null)[]>();

/** A sparkline as a response has it. */
export function toShown(values: Sparkline): (number | null)[] {
  const known = shown.get(values);
  if (known !== undefined) return known;
  const rounded = values.map((value) => (value === null ? null : Number(value.toPrecision(SHOWN_DIGITS))));
  shown.set(values, rounded);
  return rounded;
}

/** The sparklines of series of an organization, in their order. */
export type LoadSparklines = (tenant: string, series: readonly number[], now: Millis) => Promise<readonly Sparkline[]>;

/** Series that are not cached are queried together. */
export function createSparklines(db: Platform['db']): LoadSparklines {
  const cache = new TtlCache<number, Sparkline>(SPARKLINE_TTL, 50_000);
  return (tenant, series, now) => {
    const missing: number[] = [];
    let loading: Promise<ReadonlyMap<number, Sparkline>> | null = null;
    const load = (): Promise<ReadonlyMap<number, Sparkline>> => {
      // One query, once all keys have been looked up.
      loading ??= Promise.resolve().then(() => querySparklines(db.ofTenant(tenant).console, tenant, missing, now));
      return loading;
    };
    return Promise.all(
      series.map((id) =>
        cache.get(id, now, () => {
          missing.push(id);
          return load().then((sparklines) => sparklines.get(id) ?? []);
        }),
      ),
    );
  };
}

async function querySparklines(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  now: Millis,
): Promise<ReadonlyMap<number, Sparkline>> {
  const from = Math.floor(now / HALF_HOUR) * HALF_HOUR - (BUCKETS - 1) * HALF_HOUR;
  const halfHours = await queryBuckets(sql, tenant, series, from, now, HALF_HOUR);
  return new Map(
    series.map((id) => {
      const values = Array<number | null>(BUCKETS).fill(null);
      for (const { at, sum, count } of halfHours.get(id) ?? []) values[(at - from) / HALF_HOUR] = sum / count;
      return [id, values];
    }),
  );
}
