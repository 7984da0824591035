/**
 * Silence: the one metric derived from receipt times (specification, section 9: Sentry offline).
 *
 * Input: when the last report was received, when the platform itself was down, the clock. Output: a reading
 * of the seconds since the last report at the instant each threshold is reached; the violation machine does the rest.
 * Time in which the platform was down does not count, so a restart never raises an alert.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, CompiledViolation } from './compile-policies.ts';
import { isActive } from './delay-machine.ts';
import type { Replay } from './history-replay.ts';
import type { SentryState, ViolationState } from './state.ts';
import { type Step, stepOver, stepReadings } from './step.ts';

/** Clocks of servers that are trusted differ by less. */
const MAX_AHEAD: Millis = 10_000;

/** A period in which the platform itself was down; `to` is excluded. */
export interface Downtime {
  readonly from: Millis;
  readonly to: Millis;
}

const inOrder = (downtimes: readonly Downtime[]): readonly Downtime[] => [...downtimes].sort((a, b) => a.from - b.from);

/** The instant at which `seconds` of silence are reached, counted from `lastReceivedAt` without the platform's own downtimes. */
export function silenceReachedAt(lastReceivedAt: Millis, seconds: number, downtimes: readonly Downtime[]): Millis {
  let reached = lastReceivedAt + Math.round(seconds * 1000);
  for (const { from, to } of inOrder(downtimes)) {
    const lost = to - Math.max(from, lastReceivedAt);
    if (lost > 0 && Math.max(from, lastReceivedAt) < reached) reached += lost;
  }
  return reached;
}

const silenceThresholds = (
  policies: CompiledPolicies,
): readonly { readonly series: string; readonly seconds: number }[] =>
  policies.silence.flatMap((compiled) =>
    compiled.conditions.flatMap(({ silence, series, threshold }) => (silence ? [{ series, seconds: threshold }] : [])),
  );

const silenceStates = (policies: CompiledPolicies, state: SentryState): readonly (ViolationState | undefined)[] =>
  policies.silence.map((compiled) => state.violations[compiled.key]);

/**
 * The last report was received at `at`: silence is zero from then on. `isNew`: it was not known before. While it waited, a tick may have
 * reached a threshold after `at`; it ends that as well, which else would stand until the next report.
 */
export function stepReceipt(policies: CompiledPolicies, state: SentryState, at: Millis, isNew: boolean): Step {
  // No silence had started: there is nothing to end, and the common case costs nothing.
  if (silenceStates(policies, state).every((violation) => violation === undefined)) return { state, outcomes: [] };
  const received = applySilence(policies, state, at, 0);
  const reached = newestSilence(policies, state);
  if (!isNew || reached <= at) return received;
  const ended = applySilence(policies, received.state, reached, 0);
  return { state: ended.state, outcomes: [...received.outcomes, ...ended.outcomes] };
}

/** Evaluates silence at `now` for a sentry whose last report was received at `lastReceivedAt`. */
export function stepSilence(
  policies: CompiledPolicies,
  state: SentryState,
  lastReceivedAt: Millis,
  downtimes: readonly Downtime[],
  now: Millis,
): Step {
  let current = state;
  const outcomes: Step['outcomes'][number][] = [];
  const take = (step: Step): void => {
    current = step.state;
    outcomes.push(...step.outcomes);
  };
  for (const { at, seconds } of silenceInstants(policies, lastReceivedAt, downtimes)) {
    if (at > now || at <= newestSilence(policies, current)) continue;
    take(passDowntimes(policies, current, downtimes, at));
    take(applySilence(policies, current, at, seconds));
  }
  take(passDowntimes(policies, current, downtimes, now));
  return { state: current, outcomes };
}

/**
 * Downtimes before `until` count towards no onset, as they count towards no threshold. Violations with other conditions as well are left
 * out: their readings may have been taken while the platform was down.
 */
function passDowntimes(
  policies: CompiledPolicies,
  state: SentryState,
  downtimes: readonly Downtime[],
  until: Millis,
): Step {
  let current = state;
  const outcomes: Step['outcomes'][number][] = [];
  const waiting = policies.silence.filter(
    ({ key, conditions }) => state.violations[key] !== undefined && conditions.every(({ silence }) => silence),
  );
  if (waiting.length === 0) return { state, outcomes };
  for (const { from, to } of inOrder(downtimes)) {
    if (from >= until) break;
    const step = stepOver(waiting, current, from, Math.min(to, until));
    current = step.state;
    outcomes.push(...step.outcomes);
  }
  return { state: current, outcomes };
}

/**
 * Brings what is applied of silence back to `now` where it lies ahead, as after the clock went back: it would neither end nor be found until
 * that time comes. An alert that is active keeps its instants, and ends no earlier than it was raised.
 */
export function rewindSilence(policies: CompiledPolicies, state: SentryState, now: Millis): SentryState {
  if (newestSilence(policies, state) <= now + MAX_AHEAD) return state;
  const earlier = (at: Millis | null): Millis | null => (at === null ? null : Math.min(at, now));
  const violations = { ...state.violations };
  for (const { key, conditions } of policies.silence) {
    const before = violations[key];
    if (before === undefined) continue;
    const keepsCursor =
      isActive(before.machine) || before.announced.length > 0 || conditions.some(({ silence }) => !silence);
    violations[key] = {
      ...before,
      cursor: keepsCursor ? before.cursor : Math.min(before.cursor, now),
      conditions: before.conditions.map((condition, index) =>
        conditions[index]?.silence === true
          ? { ...condition, seen: earlier(condition.seen), known: earlier(condition.known) }
          : condition,
      ),
    };
  }
  return { ...state, violations };
}

/** The next instant at which `stepSilence` would change anything, or null when all thresholds have passed. */
export function nextSilence(
  policies: CompiledPolicies,
  state: SentryState,
  lastReceivedAt: Millis,
  downtimes: readonly Downtime[],
): Millis | null {
  const newestApplied = newestSilence(policies, state);
  return silenceInstants(policies, lastReceivedAt, downtimes).find(({ at }) => at > newestApplied)?.at ?? null;
}

/**
 * Replays the silence up to `now` of a sentry whose last report was received at `lastReceivedAt`: a reading at each threshold, and
 * downtimes as `stepSilence` passes them.
 */
export function replaySilence(
  compiled: CompiledViolation,
  replay: Replay,
  lastReceivedAt: Millis,
  downtimes: readonly Downtime[],
  now: Millis,
): void {
  const own = { violations: [compiled], bySeries: new Map(), silence: [compiled] };
  const pass = (until: Millis): void => {
    if (!compiled.conditions.every(({ silence }) => silence)) return;
    for (const { from, to } of inOrder(downtimes)) if (from < until) replay.passOver(from, Math.min(to, until));
  };
  for (const { at, seconds } of silenceInstants(own, lastReceivedAt, downtimes)) {
    if (at > now) break;
    pass(at);
    replay.apply(silenceThresholds(own).map(({ series }) => ({ series, at, value: seconds })));
  }
  pass(now);
}

/** The thresholds of compiled policies, each once: they are asked for with every report. */
const secondsOf = new WeakMap<CompiledPolicies, readonly number[]>();

function silenceSeconds(policies: CompiledPolicies): readonly number[] {
  const known = secondsOf.get(policies);
  if (known !== undefined) return known;
  const seconds = [...new Set(silenceThresholds(policies).map((threshold) => threshold.seconds))];
  secondsOf.set(policies, seconds);
  return seconds;
}

function silenceInstants(policies: CompiledPolicies, lastReceivedAt: Millis, downtimes: readonly Downtime[]) {
  return silenceSeconds(policies)
    .map((value) => ({ seconds: value, at: silenceReachedAt(lastReceivedAt, value, downtimes) }))
    .sort((a, b) => a.at - b.at);
}

/** The newest silence reading any violation has applied. */
function newestSilence(policies: CompiledPolicies, state: SentryState): Millis {
  return policies.silence.reduce((latest, compiled) => {
    const violation = state.violations[compiled.key];
    // At rest: none.
    if (violation === undefined) return latest;
    const { conditions } = violation;
    return conditions.reduce((most, condition, index) => {
      const isSilence = compiled.conditions[index]?.silence ?? false;
      return isSilence && condition.seen !== null ? Math.max(most, condition.seen) : most;
    }, latest);
  }, Number.NEGATIVE_INFINITY);
}

function applySilence(policies: CompiledPolicies, state: SentryState, at: Millis, seconds: number): Step {
  const series = [...new Set(silenceThresholds(policies).map((threshold) => threshold.series))];
  const readings = series.map((key) => ({ series: key, at, value: seconds }));
  const { state: next, outcomes } = stepReadings(policies, state, readings, at);
  // Silence is not a stored series: it has no newest reading.
  return { state: { ...state, violations: next.violations }, outcomes };
}
