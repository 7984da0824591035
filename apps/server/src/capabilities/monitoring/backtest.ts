/**
 * What a policy would have done: a draft and the version in force over the same stored readings, by the engine that runs
 * live. Nothing is written.
 */
import type { ParsedBody, ResponseOf } from '@picket/contracts';
import {
  formatInstant,
  type Millis,
  type PolicyContent,
  parseInstant,
  quietIntervalAt,
  visibleLocations,
} from '@picket/domain';
import { type PolicyInForce, Replay, type ReplayedAlert, type TraceStep, type WatchedViolation } from '@picket/monitor';
import { AppError, type Ctx, invalid, type Sql, type UserActor } from '../../platform/index.ts';
import { visibleLocation } from '../locations/index.ts';
import { checkContent, contentOf, findVersion, policyThere } from '../policies/index.ts';
import { type PlaceRow, sentryPlaces, visibleSentry } from '../sentries/index.ts';
import { storedReadings } from '../telemetry/index.ts';
import type { TenantConfig } from './tenant-config.ts';
import type { WatchSource } from './watch-source.ts';

const DAY: Millis = 86_400_000;
const LONGEST: Millis = 400 * DAY;
/** Beyond this nobody waits for an answer. */
const MOST_READINGS = 4_000_000;

type Answer = ResponseOf<'POST /policies/{guid}/backtest'>;
type Side = Answer['draft'];

export async function backtest(
  ctx: Ctx<UserActor>,
  source: WatchSource,
  policyGuid: string,
  input: ParsedBody<'POST /policies/{guid}/backtest'>,
): Promise<Answer> {
  const { tenant, permissions } = ctx.actor;
  const from = parseInstant(input.from) ?? Number.NaN;
  const to = parseInstant(input.to) ?? Number.NaN;
  if (to <= from) throw invalid('to', 'must be later than from');
  if (to - from > LONGEST) throw invalid('to', `must lie at most ${LONGEST / DAY} days after from`);
  if (input.location !== undefined) await visibleLocation(ctx, input.location);
  if (input.sentry !== undefined) await visibleSentry(ctx, input.sentry);
  const policy = await policyThere(ctx, ctx.db, policyGuid);
  const draft: PolicyContent = {
    definition: input.definition,
    doNotDisturb: input.doNotDisturb === undefined ? contentOf(policy).doNotDisturb : input.doNotDisturb,
  };
  await checkContent(ctx.db.console, tenant, draft);

  const config = await source.latest(tenant);
  const places = await sentryPlaces(ctx.db.console, tenant, { visible: visibleLocations(permissions), ...input });
  const sides = { draft: emptySide(), inForce: emptySide() };
  let readings = 0;
  for (const place of places) {
    const runs = [
      ...runsOf(config, place, config.draftOn(place.guid, policyGuid, draft), sides.draft, from),
      ...runsOf(config, place, config.policyOn(place.guid, policyGuid), sides.inForce, from),
    ];
    readings += await feed(ctx.db.console, place.guid, runs, to, MOST_READINGS - readings);
    for (const { watched, replay, side } of runs)
      for (const alert of replay.finish(to).alerts)
        if (alert.raisedAt >= from && alert.raisedAt < to) side.alerts.push(alertOf(place, watched, alert));
  }
  for (const side of Object.values(sides)) side.alerts.sort((a, b) => (a.raisedAt < b.raisedAt ? -1 : 1));
  return { ...sides, sentries: places.length, readings };
}

const emptySide = (): Side => ({ alerts: [], nearMisses: 0 });

interface Run {
  readonly watched: WatchedViolation;
  readonly replay: Replay;
  readonly side: Side;
}

/** A replay for each violation that stored readings can move; silence is made of receipts, which are not kept. */
function runsOf(
  config: TenantConfig,
  place: PlaceRow,
  policy: PolicyInForce | null,
  side: Side,
  from: Millis,
): readonly Run[] {
  if (policy === null) return [];
  return config
    .watchWith(place, [policy])
    .violations.filter(({ conditions }) => !conditions.some(({ silence }) => silence))
    .map((watched) => {
      const trace = ({ code, at }: TraceStep): void => {
        if (code === 'NEAR_MISS' && at >= from) side.nearMisses += 1;
      };
      return { watched, replay: new Replay(watched, from - warmUp(watched), trace), side };
    });
}

/** How much history a violation wants before it can be judged: a day, its windows and its delays. */
const warmUp = ({ violation, conditions }: WatchedViolation): Millis =>
  DAY +
  1000 * (violation.onsetDelay + violation.exitDelay) +
  Math.max(
    ...conditions.map(({ calc, onsetDelay, exitDelay }) => calc.minutes * 60_000 + 1000 * (onsetDelay + exitDelay)),
  );

async function feed(sql: Sql, sentry: string, runs: readonly Run[], to: Millis, most: number): Promise<number> {
  const wanted = new Map<string, Millis>();
  for (const { watched, replay } of runs)
    for (const { series } of watched.conditions)
      wanted.set(series, Math.min(wanted.get(series) ?? Number.POSITIVE_INFINITY, replay.seenFrom));
  let count = 0;
  for await (const readings of storedReadings(sql, sentry, wanted, to)) {
    count += readings.length;
    if (count > most)
      throw new AppError('unprocessable', {
        message: 'There are too many readings in this stretch; choose a shorter one, or fewer sentries',
      });
    for (const { replay } of runs) replay.apply(readings);
  }
  return count;
}

function alertOf(place: PlaceRow, { violation, subject, policy }: WatchedViolation, alert: ReplayedAlert) {
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

export interface TracedAlert {
  readonly tenant: string;
  readonly sentry: string;
  readonly policy: string;
  readonly version: number;
  readonly violation: string;
  readonly subject: string | null;
  readonly startedAt: Millis;
  readonly clearedAt: Millis | null;
}

const TRACE_BEFORE: Millis = 3_600_000;
const MOST_STEPS = 500;

/** Why an alert fired: the steps of the engine over the stored readings, by the version that raised it. */
export async function traceAlert(
  ctx: Ctx<UserActor>,
  source: WatchSource,
  alert: TracedAlert,
): Promise<ResponseOf<'GET /alerts/{guid}/trace'>> {
  const now = ctx.clock.now();
  const from = alert.startedAt - TRACE_BEFORE;
  const to = Math.min(alert.clearedAt ?? now, now);
  const answer = { from: formatInstant(from), to: formatInstant(to) };
  const config = await source.latest(alert.tenant);
  const version = await findVersion(ctx.db.prisma, alert.policy, alert.version);
  const [place] = await sentryPlaces(ctx.db.console, alert.tenant, { visible: 'all', sentry: alert.sentry });
  const policy = version === null ? null : config.draftOn(alert.sentry, alert.policy, version);
  if (place === undefined || policy === null) return { ...answer, steps: [] };
  const watched = config
    .watchWith(place, [policy])
    .violations.find((one) => one.violation.description === alert.violation && one.subject === alert.subject);
  if (watched === undefined || watched.conditions.some(({ silence }) => silence)) return { ...answer, steps: [] };
  const steps: TraceStep[] = [];
  const replay = new Replay(watched, from - warmUp(watched), (step) => {
    if (step.at >= from && step.at <= to && steps.length < MOST_STEPS) steps.push(step);
  });
  await feed(ctx.db.console, alert.sentry, [{ watched, replay, side: emptySide() }], to, MOST_READINGS);
  replay.finish(to);
  return {
    ...answer,
    steps: steps.map(({ at, code, condition, operand }) => {
      const about = condition === null ? undefined : watched.conditions[condition];
      return {
        at: formatInstant(at),
        code,
        ...(about === undefined
          ? {}
          : {
              sensorMetricId: about.sensorMetricId,
              column: about.column,
              operator: about.operator,
              threshold: about.threshold,
              operand,
            }),
      };
    }),
  };
}
