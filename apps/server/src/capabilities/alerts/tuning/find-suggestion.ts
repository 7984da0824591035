/** Finds the change of one violation that would have avoided most of its false alarms, and that loses no real alert. */

import type { ResponseOf } from '@picket/contracts/endpoints';
import { type AlertSpan, diffAlerts } from '@picket/domain/alert-diff';
import { visibleLocations } from '@picket/domain/permissions';
import type { PolicyContent, Violation } from '@picket/domain/policies';
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { replayStored, type Variant } from '../../evaluation/index.ts';
import { listSentryLocations } from '../../sentries/index.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { type Candidate, listCandidates } from './tuning-candidates.ts';
import type { AlertWithVerdict } from './verdict-store.ts';

export type TuningSuggestions = ResponseOf<'GET /policies/{guid}/suggestions'>;
export type Suggestion = TuningSuggestions['suggestions'][number];

export const DAY: Millis = 86_400_000;
/** A single false alarm is not enough evidence. */
const MIN_FALSE_ALARMS = 2;
/** Only the sentries with most verdicts are replayed: more would take too long. */
const MAX_SENTRIES = 5;
/** Limit of the replay: each reading is evaluated once per candidate. */
const MAX_READINGS = 800_000;
/** A real alert raised later than this counts as lost. */
const MAX_DELAY_SECONDS = 300;

/** A violation with its policy, as it is in force. */
export interface TunedViolation {
  readonly policy: string;
  readonly content: PolicyContent;
  readonly violation: Violation;
}

/** The alerts of one variant, by sentry. */
type SpansBySentry = ReadonlyMap<string, readonly AlertSpan[]>;

const isFalseAlarm = ({ verdict }: AlertWithVerdict): boolean => verdict === 'FALSE_ALARM';

/** Returns the suggestion for a violation from its alerts with a verdict; null: there is none. */
export async function findSuggestion(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  tuned: TunedViolation,
  alerts: readonly AlertWithVerdict[],
  now: Millis,
): Promise<Suggestion | null> {
  if (alerts.filter(isFalseAlarm).length < MIN_FALSE_ALARMS) return null;
  const candidates = listCandidates(tuned.violation);
  const sampled = sampleBySentry(alerts);
  const variants = await replayVariants(ctx, source, tuned, candidates, sampled, now);
  if (variants === null) return null;
  const [inForce = new Map(), ...changed] = variants;
  // Only alerts that the version in force still raises count as evidence.
  const evidence = diffBySentry(sampled, inForce).kept.map(({ before }) => before);
  if (evidence.filter(isFalseAlarm).length < MIN_FALSE_ALARMS) return null;
  const best = selectBest(
    candidates.flatMap((candidate, index) => measureCandidate(candidate, evidence, changed[index] ?? new Map())),
  );
  return best === null ? null : toSuggestion(tuned.violation, best, evidence);
}

/** The alerts of the sentries with most verdicts. */
function sampleBySentry(alerts: readonly AlertWithVerdict[]): readonly AlertWithVerdict[] {
  const bySentry = [...Map.groupBy(alerts, ({ sentry }) => sentry).values()].sort((a, b) => b.length - a.length);
  return bySentry.slice(0, MAX_SENTRIES).flat();
}

/** Replays the violation as it is, then each candidate; null where the period has too many readings: then there are only counts. */
async function replayVariants(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  { policy, content, violation }: TunedViolation,
  candidates: readonly Candidate[],
  sampled: readonly AlertWithVerdict[],
  now: Millis,
): Promise<readonly SpansBySentry[] | null> {
  const config = await source.latest(ctx.actor.tenant);
  const sentries = new Set(sampled.map(({ sentry }) => sentry));
  const visible = visibleLocations(ctx.actor.permissions);
  const places = (await listSentryLocations(ctx.db.console, ctx.actor.tenant, { visible })).filter(({ guid }) =>
    sentries.has(guid),
  );
  const variants = [violation, ...candidates.map((candidate) => candidate.violation)].map(
    (one): Variant =>
      ({ guid }) =>
        config.draftOn(guid, policy, { ...content, definition: { ...content.definition, violations: [one] } }),
  );
  const from = Math.min(...sampled.map(({ raisedAt }) => raisedAt)) - DAY;
  const replayed = await replayOrNull(() =>
    replayStored(ctx.db.console, config, places, variants, { from, to: now, most: MAX_READINGS }),
  );
  return replayed?.map((result) => toSpans(result, violation.description)) ?? null;
}

type Replayed = Awaited<ReturnType<typeof replayStored>>['results'];

async function replayOrNull(work: () => ReturnType<typeof replayStored>): Promise<Replayed | null> {
  try {
    return (await work()).results;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return null;
    throw error;
  }
}

const toSpans = ({ alerts }: Replayed[number], violation: string): SpansBySentry =>
  Map.groupBy(
    alerts.map(({ place, alert, compiled }) => ({
      sentry: place.guid,
      violation,
      ...(compiled.subject === null ? {} : { subject: compiled.subject }),
      raisedAt: alert.raisedAt,
      clearedAt: alert.clearedAt,
    })),
    ({ sentry }) => sentry,
  );

function diffBySentry(alerts: readonly AlertWithVerdict[], spans: SpansBySentry) {
  const parts = [...Map.groupBy(alerts, ({ sentry }) => sentry)].map(([sentry, own]) =>
    diffAlerts(own, spans.get(sentry) ?? []),
  );
  return {
    kept: parts.flatMap(({ kept }) => kept),
    merged: parts.flatMap(({ merged }) => merged),
    removed: parts.flatMap(({ removed }) => removed),
  };
}

/** What a candidate would have changed. */
interface CandidateEffect {
  readonly candidate: Candidate;
  /** False alarms that would not have been raised. */
  readonly removed: number;
  /** Real alerts that would have been raised later. */
  readonly delayed: number;
  readonly longestDelaySeconds: number;
}

/** Empty where the candidate loses a real alert, delays one too long, or removes too few false alarms. */
function measureCandidate(
  candidate: Candidate,
  evidence: readonly AlertWithVerdict[],
  spans: SpansBySentry,
): readonly CandidateEffect[] {
  // All alerts are compared at once: each replayed alert matches at most one of these.
  const { kept, merged, removed } = diffBySentry(evidence, spans);
  const removedCount = [...removed, ...merged.map(({ before }) => before)].filter(isFalseAlarm).length;
  const enough = Math.max(MIN_FALSE_ALARMS, evidence.filter(isFalseAlarm).length / 2);
  if (removed.some((one) => !isFalseAlarm(one)) || removedCount < enough) return [];
  const delays = kept.flatMap(({ before, delaySeconds }) =>
    isFalseAlarm(before) || delaySeconds <= 0 ? [] : [delaySeconds],
  );
  const longestDelaySeconds = Math.max(0, ...delays);
  return longestDelaySeconds > MAX_DELAY_SECONDS
    ? []
    : [{ candidate, removed: removedCount, delayed: delays.length, longestDelaySeconds }];
}

/** Fewest delayed real alerts first, then most removed false alarms; of equals the first, which is the smallest change. */
const selectBest = (effects: readonly CandidateEffect[]): CandidateEffect | null =>
  effects.toSorted((a, b) => a.delayed - b.delayed || b.removed - a.removed)[0] ?? null;

function toSuggestion(
  { description, conditions: [condition] }: Violation,
  { candidate: { field, before, after }, removed, delayed, longestDelaySeconds }: CandidateEffect,
  evidence: readonly AlertWithVerdict[],
): Suggestion {
  const falseAlarms = evidence.filter(isFalseAlarm);
  return {
    violation: description,
    field,
    before,
    after,
    ...(field === 'threshold' && condition !== undefined
      ? { sensorMetricId: condition.sensorMetricId, column: condition.column }
      : {}),
    falseAlerts: falseAlarms.length,
    removed,
    realAlerts: evidence.filter(({ verdict }) => verdict === 'REAL').length,
    delayed,
    longestDelaySeconds,
    sentry: getMostFrequentSentry(falseAlarms),
  };
}

const getMostFrequentSentry = (alerts: readonly AlertWithVerdict[]): string =>
  [...Map.groupBy(alerts, ({ sentry }) => sentry)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
