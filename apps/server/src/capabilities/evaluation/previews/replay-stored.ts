/**
 * Replays policies over a range of stored readings, side by side, by the engine that runs live. Nothing is written.
 *
 * Input: sentries, and for each variant what would be in force on them. Output: the alerts each variant gives.
 */
import { quietIntervalAt } from '@picket/domain/schedules';
import { formatInstant, type Millis } from '@picket/domain/time';
import {
  type CompiledViolation,
  type PolicyInForce,
  type Reading,
  Replay,
  type ReplayedAlert,
  type TraceStep,
} from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SentryLocationRow } from '../../sentries/index.ts';
import type { TenantConfig } from '../../tenant-config/index.ts';
import { iterateReadings } from '../../timeseries/index.ts';
import { applyInParts, SAMPLES_OF_EVALUATION } from '../apply-in-parts.ts';
import { warmUp } from '../warm-up.ts';

/** Beyond this a request takes too long. */
export const MAX_READINGS = 4_000_000;
/** The same limit on readings times what `evaluationsOf` counts. */
const MAX_EVALUATIONS = 100_000_000;

/** What would be in force on a sentry; null: nothing. */
export type Variant = (place: SentryLocationRow) => PolicyInForce | null;

export interface StoredAlert {
  readonly place: SentryLocationRow;
  readonly compiled: CompiledViolation;
  readonly alert: ReplayedAlert;
}

export interface VariantResult {
  /** Raised in the range, in that order. */
  readonly alerts: StoredAlert[];
  /** Times a delay ran and was not reached. */
  nearMisses: number;
  /** The series of its conditions, by `sentry series`. */
  readonly series: Map<
    string,
    { readonly place: SentryLocationRow; readonly sensorMetricId: string; readonly column: string }
  >;
}

interface Run {
  readonly compiled: CompiledViolation;
  readonly replay: Replay;
  readonly result: VariantResult;
}

const includesSilence = ({ conditions }: CompiledViolation): boolean => conditions.some(({ silence }) => silence);

/** Replays every variant over [from, to); a 422 beyond `most` readings. Silence consists of receipts, which are not stored: violations on it are skipped. */
export async function replayStored(
  sql: Sql,
  config: TenantConfig,
  places: readonly SentryLocationRow[],
  variants: readonly Variant[],
  {
    from,
    to,
    most: mostReadings = MAX_READINGS,
  }: { readonly from: Millis; readonly to: Millis; readonly most?: number },
): Promise<{ readonly results: readonly VariantResult[]; readonly readings: number }> {
  const results = variants.map((): VariantResult => ({ alerts: [], nearMisses: 0, series: new Map() }));
  let readings = 0;
  let evaluated = 0;
  for (const place of places) {
    const runs = results.flatMap((result, index) =>
      runsOf(config, place, variants[index]?.(place) ?? null, result, from),
    );
    if (runs.length === 0) continue;
    const evaluations = evaluationsOf(runs.map(({ compiled }) => compiled));
    const most = Math.min(mostReadings - readings, (MAX_EVALUATIONS - evaluated) / evaluations);
    const readingCount = await feedReplays(sql, place.tenant, place.guid, runs, to, most);
    readings += readingCount;
    evaluated += readingCount * evaluations;
    for (const { compiled, replay, result } of runs)
      for (const alert of replay.finish(to).alerts)
        if (alert.raisedAt >= from && alert.raisedAt < to) result.alerts.push({ place, compiled, alert });
  }
  for (const { alerts } of results) alerts.sort((a, b) => a.alert.raisedAt - b.alert.raisedAt);
  return { results, readings };
}

function runsOf(
  config: TenantConfig,
  place: SentryLocationRow,
  policy: PolicyInForce | null,
  result: VariantResult,
  from: Millis,
): readonly Run[] {
  if (policy === null) return [];
  const violations = config.compileFor(place, [policy]).violations.filter((compiled) => !includesSilence(compiled));
  return violations.map((compiled) => {
    for (const { series, sensorMetricId } of compiled.conditions)
      result.series.set(`${place.guid} ${series}`, {
        place,
        sensorMetricId,
        column: series.slice(sensorMetricId.length + 1),
      });
    const trace = ({ code, at }: TraceStep): void => {
      if (code === 'NEAR_MISS' && at >= from) result.nearMisses += 1;
    };
    return { compiled, replay: new Replay(compiled, from - warmUp(compiled), trace), result };
  });
}

/** What a reading costs these violations at most: one each, and more where they go through the samples of a window. */
export const evaluationsOf = (violations: readonly CompiledViolation[]): number =>
  violations
    .flatMap(({ conditions }) => conditions)
    .reduce(
      (sum, { calc, interval }) => sum + (calc.minutes * 60_000) / interval / SAMPLES_OF_EVALUATION,
      violations.length,
    );

/** Feeds the stored readings of a sentry up to `to` into the replays; returns their number. */
export async function feedReplays(
  sql: Sql,
  tenant: string,
  sentry: string,
  runs: readonly Pick<Run, 'compiled' | 'replay'>[],
  to: Millis,
  most: number,
): Promise<number> {
  const wanted = new Map<string, Millis>();
  for (const { compiled, replay } of runs)
    for (const { series } of compiled.conditions)
      wanted.set(series, Math.min(wanted.get(series) ?? Number.POSITIVE_INFINITY, replay.readingsFrom));
  return applyReadings(iterateReadings(sql, tenant, sentry, wanted, to), runs, most);
}

/** Applies readings, oldest first, in batches between which other requests run; returns their number, a 422 beyond `most`. */
export async function applyReadings(
  stored: AsyncIterable<readonly Reading[]>,
  runs: readonly Pick<Run, 'replay'>[],
  most: number,
): Promise<number> {
  const replays = runs.map(({ replay }) => replay);
  let count = 0;
  for await (const readings of stored) {
    count += readings.length;
    if (count > most)
      throw new AppError('unprocessable', {
        message: 'There are too many readings in this stretch; choose a shorter one, or fewer sentries',
      });
    await applyInParts(replays, readings);
  }
  return count;
}

/** As sent to the client. */
export function replayedAlertOf({ place, compiled, alert }: StoredAlert) {
  const { violation, subject, policy } = compiled;
  const quiet = policy.doNotDisturb;
  return {
    sentry: place.guid,
    violation: violation.description,
    severity: violation.severity,
    ...(subject === null ? {} : { subject }),
    startedAt: formatInstant(alert.startedAt ?? alert.raisedAt),
    raisedAt: formatInstant(alert.raisedAt),
    ...(alert.endedAt === null ? {} : { endedAt: formatInstant(alert.endedAt) }),
    ...(alert.clearedAt === null ? {} : { clearedAt: formatInstant(alert.clearedAt) }),
    muted: quiet !== null && quietIntervalAt(quiet, place.timezone, alert.raisedAt) !== null,
  };
}
