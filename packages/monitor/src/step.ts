/**
 * The engine's face: readings in, ticks in, outcomes out. Pure; no clock, no I/O.
 *
 * `stepReadings` moves the kept state by stored readings; `stepTick` asks what holds at an instant if nothing more comes,
 * and makes that known without moving the kept state; `nextDue` says when a tick would have something to say.
 * Invariant: outcomes of the same readings and the same last tick are the same however they were cut into steps.
 */
import type { Millis } from '@picket/domain';
import { predicateOf } from './operands.ts';
import { isResting, restingState, type SentryState, type SeriesState, type ViolationState } from './state.ts';
import { type Outcome, sameTransition, type Transition } from './transitions.ts';
import { type InstantReading, ViolationRun } from './violation-machine.ts';
import type { SeriesKey, Watch, WatchedCondition, WatchedViolation } from './watch.ts';

/** Ticks lag the clock, so that readings on their way are not forestalled. */
export const TICK_LAG: Millis = 2000;

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
  watch: Watch,
  state: SentryState,
  readings: readonly Reading[],
  receivedAt: Millis,
): Step & { readonly late: readonly number[] } {
  const late = new Set<number>();
  const outcomes: Outcome[] = [];
  const violations = { ...state.violations };
  const ordered = inOrder(readings);
  const bySeries = Map.groupBy(ordered, (reading) => reading.series);

  for (const watched of moved(watch, bySeries, violations, state)) {
    const before = violations[watched.key] ?? restingState(watched, state.series);
    const run = new ViolationRun(watched, before);
    const newest = run.newest;
    const own = readingsOf(watched, ordered, bySeries);
    const fresh = own.filter((reading) => reading.at >= newest);
    for (const reading of own) if (reading.at < newest) late.add(reading.index);
    const [first] = fresh;
    if (first === undefined) continue;
    for (const [at, instant] of byInstant(fresh)) run.apply(at, instant);
    keep(violations, watched, reconcile(watched, before, run, first.at, outcomes));
  }

  const series: Record<SeriesKey, SeriesState> = { ...state.series };
  for (const { series: key, at, index } of ordered) {
    const known = series[key];
    if (known !== undefined && at < known.at) late.add(index);
    else series[key] = { at, live: receivedAt - at <= holdOf(watch, key) };
  }
  return { state: { ...state, series, violations }, outcomes, late: [...late].sort((a, b) => a - b) };
}

/** Makes known what holds at `now` (the clock less TICK_LAG) for the violations whose series are live. */
export function stepTick(watch: Watch, state: SentryState, now: Millis): Step {
  const outcomes: Outcome[] = [];
  const violations = { ...state.violations };
  for (const watched of watch.violations) {
    const before = violations[watched.key];
    if (before === undefined || !isLive(watched, state)) continue;
    const due = forecast(watched, before).filter(({ at }) => at <= now);
    const news = due.slice(before.announced.length);
    if (news.length === 0) continue;
    for (const transition of news) outcomes.push({ type: 'HAPPENED', violation: watched.key, transition });
    violations[watched.key] = { ...before, announced: [...before.announced, ...news] };
  }
  return { state: { ...state, violations }, outcomes };
}

/** The clock instant at which a tick would have something to say, or null. */
export function nextDue(watch: Watch, state: SentryState): Millis | null {
  let due: Millis | null = null;
  for (const watched of watch.violations) {
    const before = state.violations[watched.key];
    if (before === undefined || !isLive(watched, state)) continue;
    const next = forecast(watched, before)[before.announced.length];
    if (next !== undefined && (due === null || next.at + TICK_LAG < due)) due = next.at + TICK_LAG;
  }
  return due;
}

/** What follows from the kept state if nothing more comes. */
export function forecast(watched: WatchedViolation, state: ViolationState): readonly Transition[] {
  const run = new ViolationRun(watched, state);
  if (run.idle) return [];
  run.exhaust();
  return run.transitions;
}

/**
 * Compares what the readings gave with what ticks had announced. What still holds is recognised in silence; what does not
 * is taken back as of the first of the readings; the rest is news.
 */
function reconcile(
  watched: WatchedViolation,
  before: ViolationState,
  run: ViolationRun,
  readingAt: Millis,
  outcomes: Outcome[],
): ViolationState {
  const after: ViolationState = { ...run.state(), announced: [] };
  const happened = run.transitions;
  const say = (transition: Transition): void => {
    outcomes.push({ type: 'HAPPENED', violation: watched.key, transition });
  };
  if (before.announced.length === 0) {
    happened.forEach(say);
    return after;
  }
  const expected = happened.length >= before.announced.length ? happened : [...happened, ...forecast(watched, after)];
  const differs = before.announced.findIndex((announced, index) => {
    const real = expected[index];
    return real === undefined || !sameTransition(announced, real);
  });
  const held = differs < 0 ? before.announced.length : differs;
  before.announced.slice(0, held).forEach((announced, index) => {
    const real = expected[index];
    if (announced.type !== 'RAISED' || real?.type !== 'RAISED' || announced.startedAt === real.startedAt) return;
    const { raisedAt, startedAt } = real;
    outcomes.push({ type: 'START_MOVED', violation: watched.key, raisedAt, startedAt, at: readingAt });
  });
  for (const transition of before.announced.slice(held).reverse())
    outcomes.push(takenBack(watched.key, transition, readingAt));
  happened.slice(held).forEach(say);
  return { ...after, announced: expected.slice(happened.length, held) };
}

const takenBack = (violation: string, transition: Transition, at: Millis): Outcome =>
  transition.type === 'RAISED'
    ? { type: 'WITHDRAWN', violation, raisedAt: transition.raisedAt, at }
    : { type: 'TAKEN_BACK', violation, transition, at };

function keep(violations: Record<string, ViolationState>, watched: WatchedViolation, state: ViolationState): void {
  if (isResting(watched, state)) delete violations[watched.key];
  else violations[watched.key] = state;
}

/** Readings by their time, each with its place among those given; most reports are in order already. */
function inOrder(readings: readonly Reading[]): readonly Placed[] {
  const placed = readings.map(({ series, at, value }, index) => ({ series, at, value, index }));
  const isSorted = placed.every((reading, index) => index === 0 || (placed[index - 1]?.at ?? 0) <= reading.at);
  return isSorted ? placed : placed.sort((a, b) => a.at - b.at);
}

interface Placed extends Reading {
  readonly index: number;
}

/** The violations these readings can change: all on their series, but those at rest that no reading of theirs wakes. */
function moved(
  watch: Watch,
  bySeries: ReadonlyMap<SeriesKey, readonly Placed[]>,
  violations: SentryState['violations'],
  state: SentryState,
): ReadonlySet<WatchedViolation> {
  const found = new Set<WatchedViolation>();
  for (const [series, readings] of bySeries)
    for (const watched of watch.bySeries.get(series) ?? []) {
      const sleeps = watched.plain && violations[watched.key] === undefined;
      if (!sleeps || !sleepsThrough(watched, readings, state.series[series]?.at)) found.add(watched);
    }
  return found;
}

/** Whether a plain violation at rest stays as it is: no reading is late, none makes its one condition true. */
function sleepsThrough(watched: WatchedViolation, readings: readonly Placed[], newest: Millis | undefined): boolean {
  const [condition] = watched.conditions;
  return (
    condition !== undefined &&
    readings.every(
      ({ at, value }) =>
        (newest === undefined || at >= newest) && (value === null || !predicateOf(condition, value, null)),
    )
  );
}

function readingsOf(
  watched: WatchedViolation,
  ordered: readonly Placed[],
  bySeries: ReadonlyMap<SeriesKey, readonly Placed[]>,
): readonly Placed[] {
  const [condition] = watched.conditions;
  if (watched.conditions.length === 1 && condition !== undefined) return bySeries.get(condition.series) ?? [];
  return ordered.filter((reading) => watched.conditions.some(({ series }) => series === reading.series));
}

/** Readings in order of time, gathered by instant. */
export function byInstant(ordered: readonly Reading[]): ReadonlyMap<Millis, readonly InstantReading[]> {
  const instants = new Map<Millis, InstantReading[]>();
  for (const { at, series, value } of ordered) {
    const instant = instants.get(at);
    if (instant) instant.push({ series, value });
    else instants.set(at, [{ series, value }]);
  }
  return instants;
}

export function isLive(watched: WatchedViolation, state: SentryState): boolean {
  return watched.conditions.every((condition) => condition.silence || state.series[condition.series]?.live !== false);
}

function holdOf(watch: Watch, series: SeriesKey): Millis {
  const isSeries = (condition: WatchedCondition): boolean => condition.series === series;
  const condition = watch.bySeries.get(series)?.[0]?.conditions.find(isSeries);
  return condition?.hold ?? Number.POSITIVE_INFINITY;
}
