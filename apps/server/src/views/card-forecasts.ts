/**
 * When the readings on the cards reach a limit. The cost is bounded: limits come from the configuration in memory, the sparklines tell
 * which series move towards one at all, and only of those the last half hour is read, all together and at most twice a minute.
 */
import { forecastLimit, type LimitForecast, TREND_WINDOW, type TrendReading } from '@picket/domain/limit-forecast';
import { hasThreshold } from '@picket/domain/operators';
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
/** Of one request; those that come closest to their limit go first. */
const MAX_READ = 100;
/** An alert below this severity is none. */
const MIN_SEVERITY = 100;
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
}

export interface CardForecast {
  readonly threshold: number;
  /** When it is reached. */
  readonly at: Millis;
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
    return hasThreshold(operator) && threshold !== 0 && calc.minutes === 0 ? [{ operator, threshold }] : [];
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

interface Candidate {
  readonly series: CardSeries;
  readonly limits: readonly Limit[];
  readonly share: number;
}

/** A series that moves towards a limit; null: it does not, or its newest reading is old. */
function candidateOf(policies: CompiledPolicies, series: CardSeries, now: Millis): Candidate | null {
  if (now - series.at > holdMillis(series.place.reportIntervalSeconds)) return null;
  const shares = limitsOf(policies, series).flatMap((limit) => {
    const share = movedShare(series, limit);
    return share === null || share < MIN_MOVED_SHARE ? [] : [{ limit, share }];
  });
  if (shares.length === 0) return null;
  return { series, limits: shares.map(({ limit }) => limit), share: Math.max(...shares.map(({ share }) => share)) };
}

/** The limit that is reached first; null: none is, or that is not sure. */
function firstReached(readings: readonly TrendReading[], limits: readonly Limit[]): CardForecast | null {
  const reached = limits.flatMap((limit) => {
    const forecast: LimitForecast | null = forecastLimit(readings, limit);
    return forecast?.becomes === 'OUTSIDE' ? [{ threshold: limit.threshold, at: forecast.at }] : [];
  });
  return reached.sort((a, b) => a.at - b.at)[0] ?? null;
}

async function readForecasts(
  sql: Sql,
  candidates: readonly Candidate[],
  now: Millis,
): Promise<ReadonlyMap<number, CardForecast | null>> {
  const ids = candidates.map(({ series }) => series.id);
  const blocks = await readBlocks(sql, ids, now - TREND_WINDOW, now + 1);
  return new Map(
    candidates.map(({ series, limits }) => {
      const { at, value } = blocks.get(series.id) ?? { at: [], value: [] };
      const readings = [...at].map((time, index) => {
        const known = value[index] ?? Number.NaN;
        return { at: time, value: Number.isNaN(known) ? null : known };
      });
      return [series.id, firstReached(readings, limits)];
    }),
  );
}

/** Forecasts by series; those without one are missing. */
export function createCardForecasts(db: Platform['db'], source: ConfigSource) {
  const cache = new TtlCache<string, CardForecast | null>(FORECAST_TTL, 50_000);
  return async (
    tenant: string,
    series: readonly CardSeries[],
    now: Millis,
  ): Promise<ReadonlyMap<number, CardForecast>> => {
    const sql = db.console;
    const revision = (await listRevisions(sql, [tenant])).get(tenant) ?? 0;
    const config = await source.config(tenant, revision);
    const candidates = series
      .flatMap((one) => candidateOf(config.compiledFor(one.place).policies, one, now) ?? [])
      .sort((a, b) => b.share - a.share)
      .slice(0, MAX_READ);
    const missing: Candidate[] = [];
    let loading: Promise<ReadonlyMap<number, CardForecast | null>> | null = null;
    const forecasts = await Promise.all(
      candidates.map((candidate) =>
        cache.get(`${candidate.series.id} ${config.revision}`, now, () => {
          missing.push(candidate);
          // One query, once all keys have been looked up.
          loading ??= Promise.resolve().then(() => readForecasts(sql, missing, now));
          return loading.then((read) => read.get(candidate.series.id) ?? null);
        }),
      ),
    );
    return new Map(
      candidates.flatMap(({ series: { id } }, index) => {
        const forecast = forecasts[index] ?? null;
        return forecast === null || forecast.at <= now ? [] : [[id, forecast] as const];
      }),
    );
  };
}
