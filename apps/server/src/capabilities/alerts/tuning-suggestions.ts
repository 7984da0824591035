/**
 * Tuning suggestions from verdicts: for each violation of a policy the one change that would have avoided most false alarms,
 * found by replaying the stored readings. A change that would lose a real alert is never suggested.
 */
import type { ResponseOf, SuggestedField } from '@picket/contracts';
import {
  type AlertSpan,
  columnOf,
  diffAlerts,
  formatInstant,
  type Millis,
  operatorTraits,
  type PolicyContent,
  type Violation,
  visibleLocations,
} from '@picket/domain';
import { AppError, type Ctx, type UserActor } from '../../platform/index.ts';
import { type ConfigSource, replayStored, type Variant } from '../evaluation/index.ts';
import { contentOf, requirePolicy } from '../policies/index.ts';
import { listSentryLocations } from '../sentries/index.ts';
import { type AlertWithVerdict, countVerdicts, listAlertsWithVerdict } from './verdict-store.ts';

type TuningSuggestions = ResponseOf<'GET /policies/{guid}/suggestions'>;
type Suggestion = TuningSuggestions['suggestions'][number];

const DAY: Millis = 86_400_000;
const LOOKBACK: Millis = 90 * DAY;
/** A single false alarm is not enough evidence. */
const MIN_FALSE_ALARMS = 2;
/** Only the sentries with most verdicts are replayed: more would take too long. */
const MAX_SENTRIES = 5;
/** Limit of the replay: each reading is evaluated once per candidate. */
const MAX_READINGS = 800_000;
/** A real alert raised later than this counts as lost. */
const MAX_DELAY_SECONDS = 300;

export async function getTuningSuggestions(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  policyGuid: string,
): Promise<TuningSuggestions> {
  const policy = await requirePolicy(ctx, ctx.db, policyGuid);
  const to = ctx.clock.now();
  const from = to - LOOKBACK;
  const visible = visibleLocations(ctx.actor.permissions);
  const sql = ctx.db.console;
  const violations = await countVerdicts(sql, policy.guid, visible, new Date(from));
  const alerts = await listAlertsWithVerdict(sql, policy.guid, visible, new Date(from));
  const suggestions: Suggestion[] = [];
  for (const violation of contentOf(policy).definition.violations) {
    const own = alerts.filter((alert) => alert.violation === violation.description);
    const found = await findSuggestion(ctx, source, policy.guid, contentOf(policy), violation, own, to);
    if (found !== null) suggestions.push(found);
  }
  const total = (name: 'real' | 'false' | 'maintenance' | 'withoutVerdict'): number =>
    violations.reduce((sum, one) => sum + one[name], 0);
  return {
    from: formatInstant(from),
    to: formatInstant(to),
    counts: {
      real: total('real'),
      false: total('false'),
      maintenance: total('maintenance'),
      withoutVerdict: total('withoutVerdict'),
    },
    violations: [...violations],
    suggestions,
  };
}

interface Candidate {
  readonly field: SuggestedField;
  readonly before: number;
  readonly after: number;
  readonly violation: Violation;
}

const DELAY_CANDIDATES = [10, 30, 60, 120, 300, 600, 900, 1800];
/** In the unit of the stored column; thresholds in other units change by fractions. */
const THRESHOLD_STEPS: Readonly<Record<string, readonly number[]>> = { '°C': [0.5, 1, 2, 3], '% RH': [1, 2, 5, 10] };
const THRESHOLD_FRACTIONS = [0.05, 0.1, 0.2, 0.3];

function listCandidates(violation: Violation): readonly Candidate[] {
  const delays = (field: 'exitDelay' | 'onsetDelay'): readonly Candidate[] =>
    DELAY_CANDIDATES.filter((seconds) => seconds > violation[field]).map((after) => ({
      field,
      before: violation[field],
      after,
      violation: { ...violation, [field]: after },
    }));
  return [...delays('exitDelay'), ...delays('onsetDelay'), ...listThresholdCandidates(violation)];
}

/** Less sensitive thresholds, for violations with one condition. */
function listThresholdCandidates(violation: Violation): readonly Candidate[] {
  const [condition, ...others] = violation.conditions;
  if (condition === undefined || others.length > 0 || condition.threshold === 0) return [];
  const { sensorMetricId, column, threshold, operator } = condition;
  const { relax } = operatorTraits(operator);
  if (relax === null) return [];
  const unit = columnOf(sensorMetricId.replace(/^fluid_/u, 'fluid-any-any_'), column)?.unit ?? '';
  const steps = THRESHOLD_STEPS[unit] ?? THRESHOLD_FRACTIONS.map((part) => Math.abs(threshold) * part);
  return steps.map((step) => {
    const after = Math.round(relax(threshold, step) * 10_000) / 10_000;
    const conditions = [{ ...condition, threshold: after }];
    return { field: 'threshold', before: threshold, after, violation: { ...violation, conditions } };
  });
}

async function findSuggestion(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  policy: string,
  content: PolicyContent,
  violation: Violation,
  alerts: readonly AlertWithVerdict[],
  now: Millis,
): Promise<Suggestion | null> {
  if (alerts.filter(({ verdict }) => verdict === 'FALSE_ALARM').length < MIN_FALSE_ALARMS) return null;
  const bySentry = [...Map.groupBy(alerts, ({ sentry }) => sentry)].sort(([, a], [, b]) => b.length - a.length);
  const sampled = new Map(bySentry.slice(0, MAX_SENTRIES));
  const config = await source.latest(ctx.actor.tenant);
  const visible = visibleLocations(ctx.actor.permissions);
  const places = (await listSentryLocations(ctx.db.console, ctx.actor.tenant, { visible })).filter(({ guid }) =>
    sampled.has(guid),
  );
  const candidates = listCandidates(violation);
  const variantOf =
    (one: Violation): Variant =>
    ({ guid }) =>
      config.draftOn(guid, policy, { ...content, definition: { ...content.definition, violations: [one] } });
  const current: Variant = variantOf(violation);
  const from = Math.min(...[...sampled.values()].flat().map(({ raisedAt }) => raisedAt)) - DAY;
  const variants = [current, ...candidates.map((one) => variantOf(one.violation))];
  const results = await replayOrNull(() =>
    replayStored(ctx.db.console, config, places, variants, { from, to: now, most: MAX_READINGS }),
  );
  if (results === null) return null;

  const spansOf = (index: number): ReadonlyMap<string, readonly AlertSpan[]> =>
    Map.groupBy(
      (results[index]?.alerts ?? []).map(({ place, alert, compiled }) => ({
        sentry: place.guid,
        violation: violation.description,
        ...(compiled.subject === null ? {} : { subject: compiled.subject }),
        raisedAt: alert.raisedAt,
        clearedAt: alert.clearedAt,
      })),
      ({ sentry }) => sentry,
    );
  // Only alerts that the version in force still raises count as evidence.
  const reproduced = diffBySentry([...sampled.values()].flat(), spansOf(0)).kept.map(({ before }) => before);
  const falseOnes = reproduced.filter(({ verdict }) => verdict === 'FALSE_ALARM');
  const realOnes = reproduced.filter(({ verdict }) => verdict === 'REAL');
  if (falseOnes.length < MIN_FALSE_ALARMS) return null;
  const ranked = candidates.flatMap((candidate, index) => {
    // All alerts are compared at once: each replayed alert matches at most one of these.
    const { kept, merged, removed } = diffBySentry(reproduced, spansOf(index + 1));
    const isFalse = ({ verdict }: AlertWithVerdict): boolean => verdict === 'FALSE_ALARM';
    const removedCount = [...removed, ...merged.map(({ before }) => before)].filter(isFalse).length;
    const isLost = removed.some((one) => !isFalse(one));
    if (isLost || removedCount < Math.max(MIN_FALSE_ALARMS, falseOnes.length / 2)) return [];
    const delays = kept.flatMap(({ before, delaySeconds }) =>
      isFalse(before) || delaySeconds <= 0 ? [] : [delaySeconds],
    );
    const longest = Math.max(0, ...delays);
    return longest > MAX_DELAY_SECONDS ? [] : [{ candidate, removed: removedCount, delayed: delays.length, longest }];
  });
  // Fewest delayed real alerts first, then most removed false alarms; of equals the first, which is the smallest change.
  ranked.sort((a, b) => a.delayed - b.delayed || b.removed - a.removed);
  const [best] = ranked;
  if (best === undefined) return null;
  const [condition] = violation.conditions;
  const { field, before, after } = best.candidate;
  return {
    violation: violation.description,
    field,
    before,
    after,
    ...(field === 'threshold' && condition !== undefined
      ? { sensorMetricId: condition.sensorMetricId, column: condition.column }
      : {}),
    falseAlerts: falseOnes.length,
    removed: best.removed,
    realAlerts: realOnes.length,
    delayed: best.delayed,
    longestDelaySeconds: best.longest,
    sentry: getMostFrequentSentry(falseOnes),
  };
}

/** Returns null where the period has too many readings to replay: then there is no suggestion, only counts. */
async function replayOrNull(work: () => ReturnType<typeof replayStored>) {
  try {
    return (await work()).results;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return null;
    throw error;
  }
}

function diffBySentry(alerts: readonly AlertWithVerdict[], spans: ReadonlyMap<string, readonly AlertSpan[]>) {
  const parts = [...Map.groupBy(alerts, ({ sentry }) => sentry)].map(([sentry, own]) =>
    diffAlerts(own, spans.get(sentry) ?? []),
  );
  return {
    kept: parts.flatMap(({ kept }) => kept),
    merged: parts.flatMap(({ merged }) => merged),
    removed: parts.flatMap(({ removed }) => removed),
  };
}

const getMostFrequentSentry = (alerts: readonly AlertWithVerdict[]): string =>
  [...Map.groupBy(alerts, ({ sentry }) => sentry)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
