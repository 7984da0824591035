/**
 * What people said of a policy's alerts, and what that teaches: for each violation the one change that would have spared
 * them most false alerts, found by replaying the stored readings. A change that would lose a real alert is never suggested.
 */
import type { ResponseOf, SuggestedField } from '@picket/contracts';
import {
  type AlertSpan,
  columnOf,
  diffAlerts,
  formatInstant,
  type Millis,
  type PolicyContent,
  type Violation,
  visibleLocations,
} from '@picket/domain';
import { AppError, type Ctx, type UserActor } from '../../platform/index.ts';
import { replayStored, type Variant, type WatchSource } from '../monitoring/index.ts';
import { contentOf, policyThere } from '../policies/index.ts';
import { sentryPlaces } from '../sentries/index.ts';
import { type JudgedAlert, judgedAlerts, verdictCounts } from './verdict-store.ts';

type Answer = ResponseOf<'GET /policies/{guid}/lessons'>;
type Suggestion = Answer['suggestions'][number];

const DAY: Millis = 86_400_000;
const LOOKED_BACK: Millis = 90 * DAY;
/** What is learnt from one false alert is chance. */
const ENOUGH = 2;
/** The sentries with most verdicts speak for all; more would be waited for. */
const MOST_SENTRIES = 5;
/** Each is judged by a score of candidates. */
const MOST_READINGS = 800_000;
/** Later than this a real alert is as good as lost. */
const LATEST = 300;

export async function lessonsOf(ctx: Ctx<UserActor>, source: WatchSource, policyGuid: string): Promise<Answer> {
  const policy = await policyThere(ctx, ctx.db, policyGuid);
  const to = ctx.clock.now();
  const from = to - LOOKED_BACK;
  const visible = visibleLocations(ctx.actor.permissions);
  const sql = ctx.db.console;
  const violations = await verdictCounts(sql, policy.guid, visible, new Date(from));
  const judged = await judgedAlerts(sql, policy.guid, visible, new Date(from));
  const suggestions: Suggestion[] = [];
  for (const violation of contentOf(policy).definition.violations) {
    const own = judged.filter((alert) => alert.violation === violation.description);
    const found = await suggestionFor(ctx, source, policy.guid, contentOf(policy), violation, own, to);
    if (found !== null) suggestions.push(found);
  }
  const total = (name: 'real' | 'false' | 'maintenance' | 'unlabelled'): number =>
    violations.reduce((sum, one) => sum + one[name], 0);
  return {
    from: formatInstant(from),
    to: formatInstant(to),
    counts: {
      real: total('real'),
      false: total('false'),
      maintenance: total('maintenance'),
      unlabelled: total('unlabelled'),
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

const DELAYS = [10, 30, 60, 120, 300, 600, 900, 1800];
/** In the unit a column is stored in; what is not here moves by parts of itself. */
const STEPS: Readonly<Record<string, readonly number[]>> = { '°C': [0.5, 1, 2, 3], '% RH': [1, 2, 5, 10] };
const PARTS = [0.05, 0.1, 0.2, 0.3];

function candidatesFor(violation: Violation): readonly Candidate[] {
  const delays = (field: 'exitDelay' | 'onsetDelay'): readonly Candidate[] =>
    DELAYS.filter((seconds) => seconds > violation[field]).map((after) => ({
      field,
      before: violation[field],
      after,
      violation: { ...violation, [field]: after },
    }));
  return [...delays('exitDelay'), ...delays('onsetDelay'), ...thresholdsFor(violation)];
}

/** Less sensitive thresholds, where one condition decides. */
function thresholdsFor(violation: Violation): readonly Candidate[] {
  const [condition, ...others] = violation.conditions;
  if (condition === undefined || others.length > 0 || condition.operator === 'CHANGED' || condition.threshold === 0)
    return [];
  const { sensorMetricId, column, threshold, operator } = condition;
  const unit = columnOf(sensorMetricId.replace(/^fluid_/u, 'fluid-any-any_'), column)?.unit ?? '';
  const steps = STEPS[unit] ?? PARTS.map((part) => Math.abs(threshold) * part);
  return steps.map((step) => {
    const after = Math.round((threshold + (operator === 'LESS_THAN' ? -step : step)) * 10_000) / 10_000;
    const conditions = [{ ...condition, threshold: after }];
    return { field: 'threshold', before: threshold, after, violation: { ...violation, conditions } };
  });
}

async function suggestionFor(
  ctx: Ctx<UserActor>,
  source: WatchSource,
  policy: string,
  content: PolicyContent,
  violation: Violation,
  judged: readonly JudgedAlert[],
  now: Millis,
): Promise<Suggestion | null> {
  if (judged.filter(({ verdict }) => verdict === 'FALSE_ALARM').length < ENOUGH) return null;
  const bySentry = [...Map.groupBy(judged, ({ sentry }) => sentry)].sort(([, a], [, b]) => b.length - a.length);
  const spoken = new Map(bySentry.slice(0, MOST_SENTRIES));
  const config = await source.latest(ctx.actor.tenant);
  const visible = visibleLocations(ctx.actor.permissions);
  const places = (await sentryPlaces(ctx.db.console, ctx.actor.tenant, { visible })).filter(({ guid }) =>
    spoken.has(guid),
  );
  const candidates = candidatesFor(violation);
  const variantOf =
    (one: Violation): Variant =>
    ({ guid }) =>
      config.draftOn(guid, policy, { ...content, definition: { ...content.definition, violations: [one] } });
  const asIs: Variant = variantOf(violation);
  const from = Math.min(...[...spoken.values()].flat().map(({ raisedAt }) => raisedAt)) - DAY;
  const variants = [asIs, ...candidates.map((one) => variantOf(one.violation))];
  const results = await replayOrNothing(() =>
    replayStored(ctx.db.console, config, places, variants, { from, to: now, most: MOST_READINGS }),
  );
  if (results === null) return null;

  const spansOf = (index: number): ReadonlyMap<string, readonly AlertSpan[]> =>
    Map.groupBy(
      (results[index]?.alerts ?? []).map(({ place, alert, watched }) => ({
        sentry: place.guid,
        violation: violation.description,
        ...(watched.subject === null ? {} : { subject: watched.subject }),
        raisedAt: alert.raisedAt,
        clearedAt: alert.clearedAt,
      })),
      ({ sentry }) => sentry,
    );
  // Only what the version in force would still raise counts as evidence.
  const standing = differenceOf([...spoken.values()].flat(), spansOf(0)).kept.map(({ before }) => before);
  const falseOnes = standing.filter(({ verdict }) => verdict === 'FALSE_ALARM');
  const realOnes = standing.filter(({ verdict }) => verdict === 'REAL');
  if (falseOnes.length < ENOUGH) return null;
  const weighed = candidates.flatMap((candidate, index) => {
    // Held against each other all at once: one alert is the other side of one of these.
    const { kept, folded, gone } = differenceOf(standing, spansOf(index + 1));
    const isFalse = ({ verdict }: JudgedAlert): boolean => verdict === 'FALSE_ALARM';
    const removed = [...gone, ...folded.map(({ before }) => before)].filter(isFalse).length;
    const isLost = gone.some((one) => !isFalse(one));
    if (isLost || removed < Math.max(ENOUGH, falseOnes.length / 2)) return [];
    const delays = kept.flatMap(({ before, later }) => (isFalse(before) || later <= 0 ? [] : [later]));
    const longest = Math.max(0, ...delays);
    return longest > LATEST ? [] : [{ candidate, removed, delayed: delays.length, longest }];
  });
  // No real one later goes before more false ones fewer; of equals the first, which is the smallest change.
  weighed.sort((a, b) => a.delayed - b.delayed || b.removed - a.removed);
  const [best] = weighed;
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
    sentry: mostOf(falseOnes),
  };
}

/** Without the stretch being short enough there is no evidence, and so no suggestion; the counts stand. */
async function replayOrNothing(work: () => ReturnType<typeof replayStored>) {
  try {
    return (await work()).results;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return null;
    throw error;
  }
}

function differenceOf(judged: readonly JudgedAlert[], spans: ReadonlyMap<string, readonly AlertSpan[]>) {
  const parts = [...Map.groupBy(judged, ({ sentry }) => sentry)].map(([sentry, alerts]) =>
    diffAlerts(alerts, spans.get(sentry) ?? []),
  );
  return {
    kept: parts.flatMap(({ kept }) => kept),
    folded: parts.flatMap(({ merged }) => merged),
    gone: parts.flatMap(({ removed }) => removed),
  };
}

const mostOf = (alerts: readonly JudgedAlert[]): string =>
  [...Map.groupBy(alerts, ({ sentry }) => sentry)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
