/**
 * Silence: the one metric made of receipts (specification, section 9: Sentry offline).
 *
 * Enters: when the last report was received, when the platform itself was down, the clock. Leaves: the reading that says
 * "so many seconds unheard", at the very instant each threshold is reached; the violation machine does the rest.
 * Time in which the platform could not have heard anything does not count, so a restart never pages.
 */
import type { Millis } from '@picket/domain';
import type { SentryState, ViolationState } from './state.ts';
import { restingState } from './state.ts';
import { type Reading, type Step, stepReadings } from './step.ts';
import type { Watch, WatchedViolation } from './watch.ts';

/** A stretch in which the platform itself was down; `to` is excluded. */
export interface Downtime {
  readonly from: Millis;
  readonly to: Millis;
}

/** The instant at which `seconds` of silence are reached, counted from `heardAt` without the platform's own downtimes. */
export function silenceReachedAt(heardAt: Millis, seconds: number, downtimes: readonly Downtime[]): Millis {
  let reached = heardAt + seconds * 1000;
  for (const { from, to } of [...downtimes].sort((a, b) => a.from - b.from)) {
    const lost = to - Math.max(from, heardAt);
    if (lost > 0 && Math.max(from, heardAt) < reached) reached += lost;
  }
  return reached;
}

const thresholdsOf = (watch: Watch): readonly { readonly series: string; readonly seconds: number }[] =>
  watch.silence.flatMap((watched) =>
    watched.conditions.flatMap(({ silence, series, threshold }) => (silence ? [{ series, seconds: threshold }] : [])),
  );

const silentState = (watch: Watch, state: SentryState): readonly (ViolationState | undefined)[] =>
  watch.silence.map((watched) => state.violations[watched.key]);

/** A report was received at `at`: silence is zero from then on. */
export function stepHeard(watch: Watch, state: SentryState, at: Millis): Step {
  // Nothing had begun: nothing to end, and the common case costs nothing.
  if (silentState(watch, state).every((violation) => violation === undefined)) return { state, outcomes: [] };
  return feed(watch, state, at, 0);
}

/** Asks at the clock instant `now`, for a sentry last heard at `heardAt`. */
export function stepSilence(
  watch: Watch,
  state: SentryState,
  heardAt: Millis,
  downtimes: readonly Downtime[],
  now: Millis,
): Step {
  let current = state;
  const outcomes: Step['outcomes'][number][] = [];
  for (const { at, seconds } of instants(watch, heardAt, downtimes)) {
    if (at > now || at <= newest(watch, current)) continue;
    const step = feed(watch, current, at, seconds);
    current = step.state;
    outcomes.push(...step.outcomes);
  }
  return { state: current, outcomes };
}

/** The next instant at which `stepSilence` would have something to say, or null when all thresholds are behind. */
export function nextSilence(
  watch: Watch,
  state: SentryState,
  heardAt: Millis,
  downtimes: readonly Downtime[],
): Millis | null {
  const said = newest(watch, state);
  return instants(watch, heardAt, downtimes).find(({ at }) => at > said)?.at ?? null;
}

/** The silence readings a sentry heard last at `heardAt` has given up to `now`: one at each threshold reached. */
export function silenceReadings(
  watched: WatchedViolation,
  heardAt: Millis,
  downtimes: readonly Downtime[],
  now: Millis,
): readonly Reading[] {
  const own = { violations: [watched], bySeries: new Map(), silence: [watched] };
  return instants(own, heardAt, downtimes)
    .filter(({ at }) => at <= now)
    .flatMap(({ at, seconds }) => thresholdsOf(own).map(({ series }) => ({ series, at, value: seconds })));
}

function instants(watch: Watch, heardAt: Millis, downtimes: readonly Downtime[]) {
  const seconds = [...new Set(thresholdsOf(watch).map((threshold) => threshold.seconds))];
  return seconds
    .map((value) => ({ seconds: value, at: silenceReachedAt(heardAt, value, downtimes) }))
    .sort((a, b) => a.at - b.at);
}

/** The newest silence reading any violation has applied. */
function newest(watch: Watch, state: SentryState): Millis {
  return watch.silence.reduce((latest, watched) => {
    const { conditions } = state.violations[watched.key] ?? restingState(watched, {});
    return conditions.reduce((most, condition, index) => {
      const isSilence = watched.conditions[index]?.silence ?? false;
      return isSilence && condition.seen !== null ? Math.max(most, condition.seen) : most;
    }, latest);
  }, Number.NEGATIVE_INFINITY);
}

function feed(watch: Watch, state: SentryState, at: Millis, seconds: number): Step {
  const series = [...new Set(thresholdsOf(watch).map((threshold) => threshold.series))];
  const readings = series.map((key) => ({ series: key, at, value: seconds }));
  const { state: next, outcomes } = stepReadings(watch, state, readings, at);
  // Silence is not a stored series: it leaves no newest reading behind.
  return { state: { ...state, violations: next.violations }, outcomes };
}
