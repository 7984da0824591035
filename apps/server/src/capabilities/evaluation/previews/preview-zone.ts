/** Preview of a zone: its values and alerts over stored pictures, by the engine that runs live; nothing is saved. */
import type { ParsedBody, ResponseOf } from '@picket/contracts';
import { formatInstant, gridProblems, type Millis, metricOf, scaleProblem, type ZoneGrid } from '@picket/domain';
import { type CompiledViolation, type PolicyInForce, type Reading, Replay, seriesKey } from '@picket/monitor';
import { AppError, type Ctx, invalid, newGuid, type Sql, type UserActor } from '../../../platform/index.ts';
import { applyOffsetsAndZones } from '../../ingest/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { checkContent, visibleZoneScope } from '../../policies/index.ts';
import { listSentryLocations, type SentryLocationRow } from '../../sentries/index.ts';
import type { ConfigSource, TenantConfig } from '../../tenant-config/index.ts';
import { frameSizes, iterateFrames, iterateReadings } from '../../timeseries/index.ts';
import type { ZoneConfig } from '../../zones/index.ts';
import { parseRange } from './backtest.ts';
import { replayedAlertOf, replayStored, type StoredAlert, warmUp } from './replay-stored.ts';

const MAX_RANGE: Millis = 31 * 86_400_000;
const MAX_POINTS = 400;
/** Stands for the policy a tagging zone would have; no policy has this guid. */
const DRAFT_POLICY = 'draft';

export async function previewZone(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  location: string,
  input: ParsedBody<'POST /locations/{guid}/zones/preview'>,
): Promise<ResponseOf<'POST /locations/{guid}/zones/preview'>> {
  const { tenant } = ctx.actor;
  const sql = ctx.db.console;
  await administeredLocation(ctx, location);
  const stretch = parseRange(input, MAX_RANGE);
  const { sensorMetricId } = input;
  if (metricOf(sensorMetricId)?.frame === undefined)
    throw invalid('sensorMetricId', `${sensorMetricId} has no pictures, so no zones`);
  const grid: ZoneGrid = input;
  const problems = gridProblems(grid);
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
  const [place] = await listSentryLocations(sql, tenant, { visible: 'all', location, sentry: input.sentry });
  if (place === undefined) throw invalid('sentry', 'there is no such sentry at this location');
  for (const size of await frameSizes(sql, location, input.sentry, [sensorMetricId])) {
    const problem = scaleProblem(grid, size.rows, size.columns);
    if (problem !== null) throw new AppError('validation', { errors: [problem] });
  }
  if (input.definition !== undefined)
    await checkContent(sql, visibleZoneScope(ctx.actor), { definition: input.definition, doNotDisturb: null });
  const config = await source.latest(tenant);
  const now = input.zoneId === undefined ? null : config.zone(input.zoneId);
  if (input.zoneId !== undefined && now?.location !== location) throw invalid('zoneId', 'there is no such zone');

  const zone: ZoneConfig = {
    guid: now?.guid ?? newGuid(),
    location,
    sentry: input.sentry,
    sensorMetricIds: [sensorMetricId],
    policy: now === null ? (input.policy ?? null) : now.policy,
    label: '',
    // No stored series has this name.
    name: 'draft',
    grid,
  };
  const drawn = config.withZone(zone);
  const policies = [
    ...drawn.policiesOn(place.guid),
    ...(input.definition === undefined ? [] : [draftPolicy(input.definition, zone.guid)]),
  ];
  const seen = drawn
    .compileFor(place, policies)
    .violations.filter(({ conditions }) => conditions.some((condition) => condition.zone === zone.name));
  const readings = await zoneReadingsBetween(sql, drawn, place, zone, sensorMetricId, stretch);
  const draft = await replayZone(sql, place, seen, readings, stretch);
  const keys = new Set(seen.map(({ key }) => key));
  const { results } = await replayStored(
    sql,
    config,
    [place],
    [...new Set(seen.map(({ policy }) => policy.guid))].map((guid) => () => config.policyOn(place.guid, guid)),
    stretch,
  );
  const column = metricOf(sensorMetricId)?.columns.max === undefined ? 'level' : 'max';
  return {
    pictures: readings.length / Object.keys(metricOf(sensorMetricId)?.columns ?? { level: null }).length,
    column,
    points: highest(readings, seriesKey(sensorMetricId, `${column}@${zone.name}`), stretch),
    draft: draft.map(replayedAlertOf),
    inForce: results
      .flatMap(({ alerts }) => alerts)
      .filter(({ compiled }) => keys.has(compiled.key))
      .map(replayedAlertOf),
  };
}

/** Conditions on pictures without a zone use the drawn one. */
const draftPolicy = (definition: PolicyInForce['definition'], zoneId: string): PolicyInForce => ({
  guid: DRAFT_POLICY,
  name: DRAFT_POLICY,
  version: 1,
  definition: {
    violations: definition.violations.map((violation) => ({
      ...violation,
      conditions: violation.conditions.map((condition) =>
        metricOf(condition.sensorMetricId)?.frame === undefined ? condition : { ...condition, zoneId },
      ),
    })),
  },
});

async function zoneReadingsBetween(
  sql: Sql,
  config: TenantConfig,
  place: SentryLocationRow,
  zone: ZoneConfig,
  sensorMetricId: string,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly Reading[]> {
  const setup = { ...config.setupOf(place), zones: [zone] };
  const readings: Reading[] = [];
  for await (const frames of iterateFrames(sql, place.guid, sensorMetricId, from)) {
    const wanted = frames.filter(({ at }) => at < to);
    for (const { column, at, value } of applyOffsetsAndZones([], wanted, setup))
      readings.push({ series: seriesKey(sensorMetricId, column), at, value });
    if (wanted.length < frames.length) break;
  }
  return readings;
}

async function replayZone(
  sql: Sql,
  place: SentryLocationRow,
  compiled: readonly CompiledViolation[],
  readings: readonly Reading[],
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly StoredAlert[]> {
  const known = new Set(readings.map(({ series }) => series));
  const others = new Map(
    compiled.flatMap((one) =>
      one.conditions.flatMap(({ series }) => (known.has(series) ? [] : [[series, from - warmUp(one)] as const])),
    ),
  );
  const all: Reading[] = [...readings];
  for await (const stored of iterateReadings(sql, place.guid, others, to)) all.push(...stored);
  all.sort((a, b) => a.at - b.at);
  return compiled.flatMap((one) => {
    const replay = new Replay(one, from - warmUp(one));
    replay.apply(all);
    return replay
      .finish(to)
      .alerts.flatMap((alert) => (alert.raisedAt < from ? [] : [{ place, compiled: one, alert }]));
  });
}

function highest(
  readings: readonly Reading[],
  series: string,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): { at: string; value: number }[] {
  const found = new Map<number, { at: Millis; value: number }>();
  for (const { series: own, at, value } of readings) {
    if (own !== series || value === null) continue;
    const bucket = Math.floor(((at - from) / (to - from)) * MAX_POINTS);
    const most = found.get(bucket);
    if (most === undefined || value > most.value) found.set(bucket, { at, value });
  }
  return [...found.values()].map(({ at, value }) => ({ at: formatInstant(at), value }));
}
