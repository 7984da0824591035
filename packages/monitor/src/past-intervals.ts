/**
 * Expected intervals that were changed: a reading holds by the interval in force at its `at`, and counts towards its window by it,
 * so a changed interval recomputes nothing that was (monitor rules: Words). Pure.
 */
import { holdMillis, type Millis } from '@picket/domain/time';
import type { CompiledCondition, SeriesKey } from './compile-policies.ts';
import type { PastInterval, PastIntervals, ViolationState } from './state.ts';

/** Of a series, the newest ones: intervals are seldom changed. */
const KEPT = 20;

const holdBy = (interval: Millis): Millis => holdMillis(interval / 1000);

/** The condition as a reading at `at` has it. */
export function conditionAt(
  condition: CompiledCondition,
  past: readonly PastInterval[] | undefined,
  at: Millis,
): CompiledCondition {
  const then = past?.find(({ until }) => at <= until);
  if (then === undefined || condition.silence) return condition;
  return { ...condition, interval: then.interval, hold: holdBy(then.interval) };
}

/** Adds the interval that a series has had until then. */
export function withInterval(past: PastIntervals, series: SeriesKey, { until, interval }: PastInterval): PastIntervals {
  const known = past[series] ?? [];
  // The clock went back: readings up to then have the first one.
  if ((known.at(-1)?.until ?? Number.NEGATIVE_INFINITY) >= until) return past;
  return { ...past, [series]: [...known, { until, interval }].slice(-KEPT) };
}

/** The state of a violation whose conditions had these intervals until now: its newest readings hold as long as before. */
export function withHolds(
  state: ViolationState,
  conditions: readonly CompiledCondition[],
  intervals: readonly Millis[],
): ViolationState {
  return {
    ...state,
    conditions: state.conditions.map((condition, index) => {
      const before = intervals[index];
      const isKept = before === undefined || before === conditions[index]?.interval || conditions[index]?.silence;
      return isKept || condition.known === null ? condition : { hold: holdBy(before), ...condition };
    }),
  };
}
