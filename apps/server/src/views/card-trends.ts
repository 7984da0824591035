/**
 * Where the readings on the cards go, and when they reach a limit. The cost is bounded: limits come from the configuration in memory,
 * the sparklines show which series move at all, and only of those the last half hour is read, all together and at most twice a minute.
 */
import { comparesReadings } from '@picket/domain/aggregations';
import {
  forecastLimit,
  type LimitForecast,
  TREND_WINDOW,
  type TrendReading,
  trendPerMinute,
} from '@picket/domain/limit-forecast';
import { hasLimit } from '@picket/domain/series-limits';
import { minSeverityOf } from '@picket/domain/severity';
import { holdMillis, type Millis } from '@picket/domain/time';
import { type CompiledPolicies, seriesKey } from '@picket/monitor';
import type { ConfigSource, SentryPlace } from '../capabilities/tenant-config/index.ts';
import { listRevisions } from '../capabilities/tenant-config/index.ts';
import { readBlocks } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';
import { TtlCache } from '../platform/ttl-cache.ts';
import type { Sparkline } from './card-sparklines.ts';

const FORECAST_TTL: Millis = 30_000;
/** Of one request; those that come closest to their limit go first, then those an alert is about, then those that move most. */
const MAX_READ = 100;
/** An alert below this severity is none. */
const MIN_SEVERITY = minSeverityOf('info');
/**
 * A line that reaches its limit in at most twice the time that was seen has gone a third of the way. Compared with the mean of
 * half an hour, of which some was before, that is a fifth at the least.
 */
const MIN_MOVED_SHARE = 0.2;

export interface CardSeries {
  readonly id: number;
  readonly place: SentryPlace;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly at: Millis;
  readonly value: number | null;
  readonly sparkline: Sparkline;
  /** An open alert is about it. */
  readonly isAlarming: boolean;
}

export interface CardForecast {
  readonly threshold: number;
  /** When it is reached. */
  readonly at: Millis;
}

export interface CardTrend {
  /** How fast it moves, in its unit a minute; null: not surely. */
  readonly perMinute: number | null;
  /** The limit that it reaches first; null: none, or that is not sure. */
  readonly forecast: CardForecast | null;
}

interface Limit {
  readonly operator: string;
  readonly threshold: number;
}

/** The limits that raise an alert by themselves, without an aggregation over time. */
function limitsOf({ bySeries }: CompiledPolicies, { sensorMetricId, column }: CardSeries): readonly Limit[] {
  return (bySeries.get(seriesKey(sensorMetricId, column)) ?? []).flatMap(({ violation, conditions }) => {
    const [only, ...others] = conditions;
    if (only === undefined || others.length > 0 || violation.severity < MIN_SEVERITY) return [];
    const { operator, threshold, calc } = only;
    return hasLimit(only) && comparesReadings(calc) ? [{ operator, threshold }] : [];
  });
}

/** The share of the way to a limit that it has gone since the mean of the half hour that is over; null: away from it. */
function movedShare({ value, sparkline }: CardSeries, { threshold }: Limit): number | null {
  // A young series has none yet: its readings decide.
  const before = sparkline.at(-2) ?? null;
  if (value === null || before === null) return value === null ? null : 1;
  const [moved, left] = [value - before, threshold - value];
  return moved * left <= 0 ? null : moved / left;
}

/** How far it has moved since the mean of the half hour that is over, as a share of all its values of the day. */
function movedOfDay({ value, sparkline }: CardSeries): number {
  const before = sparkline.at(-2) ?? null;
  const known = sparkline.flatMap((one) => one ?? []);
  if (value === null || before === null) return 0;
  const range = Math.max(...known, value) - Math.min(...known, value);
  return range === 0 ? 0 : Math.abs(value - before) / range;
}

interface Candidate {
  readonly series: CardSeries;
  /** The limits it moves towards. */
  readonly limits: readonly Limit[];
  /** The higher, the sooner it is read. */
  readonly rank: number;
}

/** A series whose readings are worth reading; null: it does not move, or its newest reading is old. */
function candidateOf(policies: CompiledPolicies, series: CardSeries, now: Millis): Candidate | null {
  if (now - series.at > holdMillis(series.place.reportIntervalSeconds)) return null;
  const shares = limitsOf(policies, series).flatMap((limit) => {
    const share = movedShare(series, limit);
    return share === null || share < MIN_MOVED_SHARE ? [] : [{ limit, share }];
  });
  if (shares.length > 0)
    return {
      series,
      limits: shares.map(({ limit }) => limit),
      rank: 2 + Math.max(...shares.map(({ share }) => share)),
    };
  const moved = movedOfDay(series);
  if (!series.isAlarming && moved < MIN_MOVED_SHARE) return null;
  return { series, limits: [], rank: series.isAlarming ? 2 : moved };
}

/** The limit that is reached first; null: none is, or that is not sure. */
function firstReached(readings: readonly TrendReading[], limits: readonly Limit[]): CardForecast | null {
  const reached = limits.flatMap((limit) => {
    const forecast: LimitForecast | null = forecastLimit(readings, limit);
    return forecast?.becomes === 'OUTSIDE' ? [{ threshold: limit.threshold, at: forecast.at }] : [];
  });
  return reached.sort((a, b) => a.at - b.at)[0] ?? null;
}

async function readTrends(
  sql: Sql,
  tenant: string,
  candidates: readonly Candidate[],
  now: Millis,
): Promise<ReadonlyMap<number, CardTrend>> {
  const ids = candidates.map(({ series }) => series.id);
  const blocks = await readBlocks(sql, tenant, ids, now - TREND_WINDOW, now + 1);
  return new Map(
    candidates.map(({ series, limits }) => {
      const { at, value } = blocks.get(series.id) ?? { at: [], value: [] };
      const readings = [...at].map((time, index) => {
        const known = value[index] ?? Number.NaN;
        return { at: time, value: Number.isNaN(known) ? null : known };
      });
      return [series.id, { perMinute: trendPerMinute(readings), forecast: firstReached(readings, limits) }];
    }),
  );
}

const UNKNOWN: CardTrend = { perMinute: null, forecast: null };

/** Trends by series; those without one are missing. */
export function createCardTrends(db: Platform['db'], source: ConfigSource) {
  const cache = new TtlCache<string, CardTrend>(FORECAST_TTL, 50_000);
  return async (
    tenant: string,
    series: readonly CardSeries[],
    now: Millis,
  ): Promise<ReadonlyMap<number, CardTrend>> => {
    const sql = db.ofTenant(tenant).console;
    const revision = (await listRevisions(sql, [tenant])).get(tenant) ?? 0;
    const config = await source.config(tenant, revision);
    const candidates = series
      .flatMap((one) => candidateOf(config.compiledFor(one.place).policies, one, now) ?? [])
      .sort((a, b) => b.rank - a.rank)
      .slice(0, MAX_READ);
    const missing: Candidate[] = [];
    let loading: Promise<ReadonlyMap<number, CardTrend>> | null = null;
    const trends = await Promise.all(
      candidates.map((candidate) =>
        cache.get(`${candidate.series.id} ${config.revision}`, now, () => {
          missing.push(candidate);
          // One query, once all keys have been looked up.
          loading ??= Promise.resolve().then(() => readTrends(sql, tenant, missing, now));
          return loading.then((read) => read.get(candidate.series.id) ?? UNKNOWN);
        }),
      ),
    );
    return new Map(
      candidates.map(({ series: { id } }, index) => {
        const { perMinute, forecast } = trends[index] ?? UNKNOWN;
        return [id, { perMinute, forecast: forecast === null || forecast.at <= now ? null : forecast }] as const;
      }),
    );
  };
}
