/** Preview of a zone: its values and alerts over stored pictures, by the engine that runs live; nothing is saved. */

import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { leadingColumnOf, metricOf } from '@picket/domain/metrics';
import { phrase } from '@picket/domain/phrases';
import type { Millis } from '@picket/domain/time';
import { gridProblems, scaleProblem } from '@picket/domain/zones';
import { type CompiledViolation, type PolicyInForce, Replay } from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { administeredLocation } from '../../locations/index.ts';
import { checkContent, visibleZoneScope } from '../../policies/index.ts';
import { listSentryLocations, type SentryLocationRow } from '../../sentries/index.ts';
import type { ConfigSource, TenantConfig } from '../../tenant-config/index.ts';
import { frameSizes, iterateReadings } from '../../timeseries/index.ts';
import type { ZoneConfig } from '../../zones/index.ts';
import { warmUp } from '../warm-up.ts';
import { mergeReadings } from './merge-readings.ts';
import { parseRange, type TimeRange } from './parse-range.ts';
import {
  applyReadings,
  evaluationsOf,
  MAX_READINGS,
  replayedAlertOf,
  replayStored,
  type StoredAlert,
} from './replay-stored.ts';
import {
  assertFewPictures,
  HighestValues,
  iterateZoneReadings,
  type ZonePictures,
  zoneSeriesOf,
} from './zone-readings.ts';

const MAX_RANGE: Millis = 31 * 86_400_000;
/** Readings times what they cost, here and below what a backtest may take: it is requested with every stroke. */
const MAX_EVALUATIONS = 10_000_000;
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
  const most = Math.min(MAX_READINGS, MAX_EVALUATIONS / Math.max(1, evaluationsOf(compiled)));
  const pictures = { setup: { ...config.setupOf(place), zones: [zone] }, place, zone, ...input };
  const count = await assertFewPictures(sql, pictures, range, most);
  const highest = new HighestValues(pictures, range);
  const draft = await replayZone(sql, compiled, pictures, range, most, highest);
  const inForce = await replayInForce(sql, config, place, compiled, range, most);
  return {
    pictures: count,
    column: leadingColumnOf(input.sensorMetricId),
    points: highest.points(),
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
  most: number,
): Promise<readonly StoredAlert[]> {
  const keys = new Set(compiled.map(({ key }) => key));
  const policies = [...new Set(compiled.map(({ policy }) => policy.guid))];
  const variants = policies.map((guid) => () => config.policyOn(place.guid, guid));
  const { results } = await replayStored(sql, config, [place], variants, { ...range, most });
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

/** The alerts of the drawn zone; `highest` is given its values. */
async function replayZone(
  sql: Sql,
  compiled: readonly CompiledViolation[],
  pictures: ZonePictures,
  range: TimeRange,
  most: number,
  highest: HighestValues,
): Promise<readonly StoredAlert[]> {
  const { from, to } = range;
  const { place } = pictures;
  const ofZone = zoneSeriesOf(pictures);
  const others = new Map<string, Millis>();
  for (const one of compiled)
    for (const { series } of one.conditions)
      if (!ofZone.has(series)) others.set(series, Math.min(others.get(series) ?? from, from - warmUp(one)));
  const runs = compiled.map((one) => ({ compiled: one, replay: new Replay(one, from - warmUp(one)) }));
  const drawn = highest.observe(iterateZoneReadings(sql, pictures, range));
  await applyReadings(mergeReadings(iterateReadings(sql, place.tenant, place.guid, others, to), drawn), runs, most);
  return runs.flatMap(({ compiled: one, replay }) =>
    replay.finish(to).alerts.flatMap((alert) => (alert.raisedAt < from ? [] : [{ place, compiled: one, alert }])),
  );
}
