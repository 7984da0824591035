/**
 * The engine's public interface: readings and ticks in, outcomes out. Pure; no clock, no I/O.
 *
 * `stepReadings` applies stored readings to the state; `stepTick` announces what happens by an instant if no reading
 * follows, without changing the rest of the state; `nextDue` returns when a tick would announce something.
 * Invariant: outcomes of the same readings and the same last tick do not depend on how they are divided into steps.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, CompiledViolation, SeriesKey } from './compile-policies.ts';
import { isActive } from './delay-machine.ts';
import { predicateOf } from './operands.ts';
import { isResting, restingState, type SentryState, type SeriesState, type ViolationState } from './state.ts';
import { type Outcome, sameTransition, type Transition } from './transitions.ts';
import { type InstantReading, ViolationRun } from './violation-machine.ts';

/** Ticks lag the clock, so that readings in transit are applied first. */
export const TICK_LAG: Millis = 2000;

/** A reading that is older when it is received is not live, however long it holds. */
const MAX_LIVE_AGE: Millis = 900_000;

export interface Reading {
  readonly series: SeriesKey;
  readonly at: Millis;
  /** null: unknown. */
  readonly value: number | null;
}

export interface Step {
  readonly state: SentryState;
  readonly outcomes: readonly Outcome[];
}

/**
 * Applies readings new to the store, in any order; `receivedAt` decides which series are live. `late` lists, by index,
 * readings older than the newest one a violation had already applied: stored, but for that violation not evaluated here.
 */
export function stepReadings(
  policies: CompiledPolicies,
  state: SentryState,
  readings: readonly Reading[],
  receivedAt: Millis,
): Step & { readonly late: readonly number[] } {
  const late = new Set<number>();
  const outcomes: Outcome[] = [];
  const violations = { ...state.violations };
  const ordered = inOrder(readings);
  const bySeries = groupBySeries(ordered);

  for (const compiled of affectedBy(policies, bySeries, violations, state)) {
    const before = violations[compiled.key] ?? restingState(compiled, state.series);
    const run = new ViolationRun(compiled, before, null, state.intervalsBefore);
    const newest = run.newest;
    const own = readingsOf(compiled, ordered, bySeries);
    const fresh = own.filter((reading) => reading.at >= newest);
    for (const reading of own) if (reading.at < newest) late.add(reading.index);
    const [first] = fresh;
    if (first === undefined) continue;
    for (const [at, instant] of byInstant(fresh)) run.apply(at, instant);
    storeState(violations, compiled, reconcileForecast(compiled, before, run, first.at, outcomes));
  }

  const series: Record<SeriesKey, SeriesState> = { ...state.series };
  for (const { series: key, at, index } of ordered) {
    const known = series[key];
    if (known !== undefined && at < known.at) late.add(index);
    else series[key] = { at, live: wasLive(policies, key, at, receivedAt) };
  }
  return { state: { ...state, series, violations }, outcomes, late: [...late].sort((a, b) => a - b) };
}

/** Announces what happens by `now` (the clock less TICK_LAG) for violations whose series are live. */
export function stepTick(policies: CompiledPolicies, state: SentryState, now: Millis): Step {
  const outcomes: Outcome[] = [];
  const violations = { ...state.violations };
  for (const compiled of policies.violations) {
    const before = violations[compiled.key];
    if (before === undefined || !isLive(compiled, state)) continue;
    const due = forecast(compiled, before).filter(({ at }) => at <= now);
    const added = due.slice(before.announced.length);
    if (added.length === 0) continue;
    for (const transition of added) outcomes.push({ type: 'HAPPENED', violation: compiled.key, transition });
    violations[compiled.key] = { ...before, announced: [...before.announced, ...added] };
  }
  return { state: { ...state, violations }, outcomes };
}

/**
 * The time from `from` to `to` counts towards no onset of these violations: what is due before still happens, the rest waits for so much
 * longer. For violations whose readings never lie in that time. Once it has passed, again changes nothing.
 */
export function stepOver(violations: readonly CompiledViolation[], state: SentryState, from: Millis, to: Millis): Step {
  const outcomes: Outcome[] = [];
  const passed = { ...state.violations };
  for (const compiled of violations) {
    const before = passed[compiled.key];
    if (before === undefined || before.cursor >= to || isActive(before.machine)) continue;
    const run = new ViolationRun(compiled, before);
    // What ticks have announced has happened.
    const until = Math.max(from, before.announced.at(-1)?.at ?? from);
    if (run.idle || until >= to) continue;
    run.advance(until);
    run.skipTo(to);
    passed[compiled.key] = reconcileForecast(compiled, before, run, until, outcomes);
  }
  return { state: { ...state, violations: passed }, outcomes };
}

/** The clock instant at which a tick would announce something, or null. */
export function nextDue(policies: CompiledPolicies, state: SentryState): Millis | null {
  let due: Millis | null = null;
  for (const compiled of policies.violations) {
    const before = state.violations[compiled.key];
    if (before === undefined || !isLive(compiled, state)) continue;
    const next = forecast(compiled, before)[before.announced.length];
    if (next !== undefined && (due === null || next.at + TICK_LAG < due)) due = next.at + TICK_LAG;
  }
  return due;
}

/** The transitions that follow from the state if no reading follows. */
export function forecast(compiled: CompiledViolation, state: ViolationState): readonly Transition[] {
  const run = new ViolationRun(compiled, state);
  if (run.idle) return [];
  run.advanceToEnd();
  return run.transitions;
}

/**
 * Compares the transitions of the readings with those ticks had announced. Confirmed ones give no outcome, others are
 * reverted as of the first reading, new ones are emitted.
 */
function reconcileForecast(
  compiled: CompiledViolation,
  before: ViolationState,
  run: ViolationRun,
  readingAt: Millis,
  outcomes: Outcome[],
): ViolationState {
  const after: ViolationState = { ...run.state(), announced: [] };
  const happened = run.transitions;
  const emit = (transition: Transition): void => {
    outcomes.push({ type: 'HAPPENED', violation: compiled.key, transition });
  };
  if (before.announced.length === 0) {
    happened.forEach(emit);
    return after;
  }
  const expected = happened.length >= before.announced.length ? happened : [...happened, ...forecast(compiled, after)];
  const differs = before.announced.findIndex((announced, index) => {
    const real = expected[index];
    return real === undefined || !sameTransition(announced, real);
  });
  const confirmed = differs < 0 ? before.announced.length : differs;
  before.announced.slice(0, confirmed).forEach((announced, index) => {
    const real = expected[index];
    if (announced.type !== 'RAISED' || real?.type !== 'RAISED' || announced.startedAt === real.startedAt) return;
    const { raisedAt, startedAt } = real;
    outcomes.push({ type: 'START_MOVED', violation: compiled.key, raisedAt, startedAt, at: readingAt });
  });
  for (const transition of before.announced.slice(confirmed).reverse())
    outcomes.push(revertedOutcome(compiled.key, transition, readingAt));
  happened.slice(confirmed).forEach(emit);
  return { ...after, announced: expected.slice(happened.length, confirmed) };
}

const revertedOutcome = (violation: string, transition: Transition, at: Millis): Outcome =>
  transition.type === 'RAISED'
    ? { type: 'WITHDRAWN', violation, raisedAt: transition.raisedAt, at }
    : { type: 'REVERTED', violation, transition, at };

function storeState(
  violations: Record<string, ViolationState>,
  compiled: CompiledViolation,
  state: ViolationState,
): void {
  if (isResting(compiled, state)) delete violations[compiled.key];
  else violations[compiled.key] = state;
}

/** Readings in order of time, each with its index in the input; most reports are in order already. */
function inOrder(readings: readonly Reading[]): readonly Placed[] {
  const placed = readings.map(({ series, at, value }, index) => ({ series, at, value, index }));
  const isSorted = placed.every((reading, index) => index === 0 || (placed[index - 1]?.at ?? 0) <= reading.at);
  return isSorted ? placed : placed.sort((a, b) => a.at - b.at);
}

/** As `Map.groupBy` does; in most reports each series has one reading. */
function groupBySeries(ordered: readonly Placed[]): ReadonlyMap<SeriesKey, readonly Placed[]> {
  const bySeries = new Map<SeriesKey, Placed[]>();
  for (const reading of ordered) {
    const own = bySeries.get(reading.series);
    if (own === undefined) bySeries.set(reading.series, [reading]);
    else own.push(reading);
  }
  return bySeries;
}

interface Placed extends Reading {
  readonly index: number;
}

/** The violations these readings can change: all on their series, except those that stay at rest. */
function affectedBy(
  policies: CompiledPolicies,
  bySeries: ReadonlyMap<SeriesKey, readonly Placed[]>,
  violations: SentryState['violations'],
  state: SentryState,
): ReadonlySet<CompiledViolation> {
  const found = new Set<CompiledViolation>();
  for (const [series, readings] of bySeries)
    for (const compiled of policies.bySeries.get(series) ?? []) {
      const isAtRest = compiled.isStateless && violations[compiled.key] === undefined;
      if (!isAtRest || !staysAtRest(compiled, readings, state.series[series]?.at)) found.add(compiled);
    }
  return found;
}

/** Whether a stateless violation at rest stays at rest: no reading is late, none makes its one condition true. */
function staysAtRest(compiled: CompiledViolation, readings: readonly Placed[], newest: Millis | undefined): boolean {
  const [condition] = compiled.conditions;
  return (
    condition !== undefined &&
    readings.every(
      ({ at, value }) =>
        (newest === undefined || at >= newest) && (value === null || !predicateOf(condition, value, null)),
    )
  );
}

function readingsOf(
  compiled: CompiledViolation,
  ordered: readonly Placed[],
  bySeries: ReadonlyMap<SeriesKey, readonly Placed[]>,
): readonly Placed[] {
  const [condition] = compiled.conditions;
  if (compiled.conditions.length === 1 && condition !== undefined) return bySeries.get(condition.series) ?? [];
  return ordered.filter((reading) => compiled.conditions.some(({ series }) => series === reading.series));
}

/** Readings in order of time, grouped by instant. */
export function byInstant(ordered: readonly Reading[]): ReadonlyMap<Millis, readonly InstantReading[]> {
  const instants = new Map<Millis, InstantReading[]>();
  for (const { at, series, value } of ordered) {
    const instant = instants.get(at);
    if (instant) instant.push({ series, value });
    else instants.set(at, [{ series, value }]);
  }
  return instants;
}

export function isLive(compiled: CompiledViolation, state: SentryState): boolean {
  return compiled.conditions.every((condition) => condition.silence || state.series[condition.series]?.live !== false);
}

/** Whether a reading counts as live when it is received: old data is never carried forward, whatever its interval. */
export const wasLive = (policies: CompiledPolicies, series: SeriesKey, at: Millis, receivedAt: Millis): boolean =>
  receivedAt - at <= Math.min(holdOf(policies, series), MAX_LIVE_AGE);

function holdOf(policies: CompiledPolicies, series: SeriesKey): Millis {
  const [first] = policies.bySeries.get(series) ?? NONE;
  if (first === undefined) return Number.POSITIVE_INFINITY;
  for (const condition of first.conditions) if (condition.series === series) return condition.hold;
  return Number.POSITIVE_INFINITY;
}

const NONE: readonly CompiledViolation[] = [];
