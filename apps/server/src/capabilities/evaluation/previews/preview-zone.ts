/** Preview of a zone: its values and alerts over stored pictures, by the engine that runs live; nothing is saved. */

import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { leadingColumnOf, metricOf, pictureColumnsOf } from '@picket/domain/metrics';
import { phrase } from '@picket/domain/phrases';
import { formatInstant, type Millis } from '@picket/domain/time';
import { gridProblems, scaleProblem } from '@picket/domain/zones';
import { type CompiledViolation, type PolicyInForce, type Reading, Replay, seriesKey } from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { applyOffsetsAndZones } from '../../ingest/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { checkContent, visibleZoneScope } from '../../policies/index.ts';
import { listSentryLocations, type SentryLocationRow } from '../../sentries/index.ts';
import type { ConfigSource, TenantConfig } from '../../tenant-config/index.ts';
import { frameSizes, iterateFrames, iterateReadings } from '../../timeseries/index.ts';
import type { ZoneConfig } from '../../zones/index.ts';
import { parseRange, type TimeRange } from './parse-range.ts';
import { replayedAlertOf, replayStored, type StoredAlert, warmUp } from './replay-stored.ts';

const MAX_RANGE: Millis = 31 * 86_400_000;
const MAX_POINTS = 400;
/** Stands for the policy a tagging zone would have; no policy has this guid. */
const DRAFT_POLICY = 'draft';

type Input = ParsedBody<'POST /locations/{guid}/zones/preview'>;

export async function previewZone(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  location: string,
  input: Input,
): Promise<ResponseOf<'POST /locations/{guid}/zones/preview'>> {
  const sql = ctx.db.console;
  await administeredLocation(ctx, location);
  const range = parseRange(input, MAX_RANGE);
  const place = await checkInput(ctx, location, input);
  const config = await source.latest(ctx.actor.tenant);
  const zone = drawnZone(config, location, input);
  const drawn = config.withZone(zone);
  const compiled = violationsOf(drawn, place, zone, input.definition);
  const readings = await zoneReadingsBetween(sql, drawn, place, zone, input.sensorMetricId, range);
  const draft = await replayZone(sql, place, compiled, readings, range);
  const inForce = await replayInForce(sql, config, place, compiled, range);
  const column = leadingColumnOf(input.sensorMetricId);
  return {
    pictures: readings.length / pictureColumnsOf(input.sensorMetricId).length,
    column,
    points: highest(readings, seriesKey(input.sensorMetricId, `${column}@${zone.name}`), range),
    draft: draft.map(replayedAlertOf),
    inForce: inForce.map(replayedAlertOf),
  };
}

/** Throws where the zone could not be saved, or its policy; returns the sentry whose pictures it is drawn on. */
async function checkInput(ctx: Ctx<UserActor>, location: string, input: Input): Promise<SentryLocationRow> {
  const sql = ctx.db.console;
  const { sensorMetricId } = input;
  if (metricOf(sensorMetricId)?.frame === undefined)
    throw invalid('sensorMetricId', phrase('{metric} has no pictures, so no zones', { metric: sensorMetricId }));
  const problems = gridProblems(input);
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
  const where = { visible: 'all', location, sentry: input.sentry } as const;
  const [place] = await listSentryLocations(sql, ctx.actor.tenant, where);
  if (place === undefined) throw invalid('sentry', 'there is no such sentry at this location');
  for (const size of await frameSizes(sql, ctx.actor.tenant, location, input.sentry, [sensorMetricId])) {
    const problem = scaleProblem(input, size.rows, size.columns);
    if (problem !== null) throw new AppError('validation', { errors: [problem] });
  }
  if (input.definition !== undefined)
    await checkContent(sql, visibleZoneScope(ctx.actor), { definition: input.definition, doNotDisturb: null });
  return place;
}

/** The zone as it would be saved; a redrawn one stays in the place of the zone it replaces. */
function drawnZone(config: TenantConfig, location: string, input: Input): ZoneConfig {
  const now = input.zoneId === undefined ? null : config.zone(input.zoneId);
  if (input.zoneId !== undefined && now?.location !== location) throw invalid('zoneId', 'there is no such zone');
  return {
    guid: now?.guid ?? newGuid(),
    location,
    sentry: input.sentry,
    sensorMetricIds: [input.sensorMetricId],
    policy: now === null ? (input.policy ?? null) : now.policy,
    label: '',
    // No stored series has this name.
    name: 'draft',
    grid: input,
  };
}

/** The violations that use the drawn zone: of the policies in force, and of the draft. */
function violationsOf(
  drawn: TenantConfig,
  place: SentryLocationRow,
  zone: ZoneConfig,
  definition: Input['definition'],
): readonly CompiledViolation[] {
  const drafts = definition === undefined ? [] : [draftPolicy(definition, zone.guid)];
  const { violations } = drawn.compileFor(place, [...drawn.policiesOn(place.guid), ...drafts]);
  return violations.filter(({ conditions }) => conditions.some((condition) => condition.zone === zone.name));
}

/** The alerts of the same violations with the zones in force. */
async function replayInForce(
  sql: Sql,
  config: TenantConfig,
  place: SentryLocationRow,
  compiled: readonly CompiledViolation[],
  range: TimeRange,
): Promise<readonly StoredAlert[]> {
  const keys = new Set(compiled.map(({ key }) => key));
  const policies = [...new Set(compiled.map(({ policy }) => policy.guid))];
  const variants = policies.map((guid) => () => config.policyOn(place.guid, guid));
  const { results } = await replayStored(sql, config, [place], variants, range);
  return results.flatMap(({ alerts }) => alerts).filter((alert) => keys.has(alert.compiled.key));
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
  { from, to }: TimeRange,
): Promise<readonly Reading[]> {
  const setup = { ...config.setupOf(place), zones: [zone] };
  const readings: Reading[] = [];
  for await (const frames of iterateFrames(sql, place.tenant, place.guid, sensorMetricId, from)) {
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
  { from, to }: TimeRange,
): Promise<readonly StoredAlert[]> {
  const known = new Set(readings.map(({ series }) => series));
  const others = new Map(
    compiled.flatMap((one) =>
      one.conditions.flatMap(({ series }) => (known.has(series) ? [] : [[series, from - warmUp(one)] as const])),
    ),
  );
  const all: Reading[] = [...readings];
  for await (const stored of iterateReadings(sql, place.tenant, place.guid, others, to)) all.push(...stored);
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
  { from, to }: TimeRange,
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
