/**
 * One violation through time: its conditions, their coverage, their delays and its own.
 *
 * Input: a violation's state and either an instant or the readings of one instant. Output: the next state and the
 * transitions on the way. Invariant: the result depends on the readings and the instant alone; the number of steps
 * makes no difference. At one instant time comes first (the violation's timer, the conditions' timers, the
 * violation's predicate), readings second (all of them, then the violation's predicate again).
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledCondition, CompiledViolation, SeriesKey } from './compile-policies.ts';
import {
  elapseCondition,
  fireCondition,
  heldFor,
  isCoveredAfter,
  isCoveredAt,
  readCondition,
  trueSince,
} from './condition-machine.ts';
import {
  accumulate,
  type Delays,
  delaysOf,
  fire,
  isActive,
  isDelaying,
  type Machine,
  observe,
  remaining,
} from './delay-machine.ts';
import { conditionAt } from './past-intervals.ts';
import { SampleWindow } from './sample-window.ts';
import type { ConditionState, PastIntervals, ViolationState } from './state.ts';
import { conditionCode, type Trace, type TraceCode, violationCode } from './trace.ts';
import type { Evidence, Transition } from './transitions.ts';

export interface InstantReading {
  readonly series: SeriesKey;
  /** null: unknown. */
  readonly value: number | null;
}

/** A condition of the violation during a run. */
interface Part {
  readonly index: number;
  readonly condition: CompiledCondition;
  readonly delays: Delays;
  /** As it is now: the window of `state` is the one that the run began with. */
  readonly window: SampleWindow;
  state: ConditionState;
}

/** Evaluation of one violation. Mutable during a step only; returned states are never changed. */
export class ViolationRun {
  readonly transitions: Transition[] = [];
  readonly #compiled: CompiledViolation;
  readonly #delays: Delays;
  readonly #parts: readonly Part[];
  readonly #trace: Trace | null;
  readonly #intervals: PastIntervals;
  #cursor: Millis;
  #machine: Machine;
  #unsettled: boolean;
  /** As traced last. */
  #paused = false;

  /** `intervals`: what they were before, for readings from that time. */
  constructor(
    compiled: CompiledViolation,
    state: ViolationState,
    trace: Trace | null = null,
    intervals: PastIntervals = {},
  ) {
    this.#compiled = compiled;
    this.#intervals = intervals;
    this.#delays = delaysOf(compiled.violation);
    this.#parts = partsOf(compiled, state);
    this.#trace = trace;
    this.#cursor = state.cursor;
    this.#machine = state.machine;
    this.#unsettled = state.unsettled;
  }

  /** The current state, without announced transitions. */
  state(): Omit<ViolationState, 'announced'> {
    return {
      cursor: this.#cursor,
      unsettled: this.#unsettled,
      machine: this.#machine,
      conditions: this.#parts.map(({ state, window }) => {
        const samples = window.samples();
        return samples === state.window ? state : { ...state, window: samples };
      }),
    };
  }

  /** Newest reading applied, of any series; -Infinity before the first. */
  get newest(): Millis {
    return this.#parts.reduce((newest, { state }) => Math.max(newest, state.seen ?? newest), Number.NEGATIVE_INFINITY);
  }

  /** Samples in its windows: what a reading costs. */
  get samples(): number {
    return this.#parts.reduce((samples, { window }) => samples + window.size, 0);
  }

  /** Whether only a reading can change it. */
  get idle(): boolean {
    return (
      !this.#unsettled && !isDelaying(this.#machine) && this.#parts.every(({ state }) => !isDelaying(state.machine))
    );
  }

  /** Advances time to `to`, including the timers of that instant. */
  advance(to: Millis): void {
    if (this.#unsettled && to > this.#cursor) this.#evaluate();
    if (this.#cursor === Number.NEGATIVE_INFINITY) this.#cursor = to;
    while (this.#cursor < to) {
      const next = this.#nextEvent();
      if (next === null || next > to) {
        this.#elapse(to);
        return;
      }
      this.#elapse(next);
      this.#fireTimers();
    }
  }

  /** Time goes on at `to`: what lies between counts towards no delay. */
  skipTo(to: Millis): void {
    this.#cursor = Math.max(this.#cursor, to);
  }

  /** Advances time until nothing more can happen without a reading. */
  advanceToEnd(): void {
    if (this.#unsettled) this.#evaluate();
    for (let next = this.#nextEvent(); next !== null; next = this.#nextEvent()) {
      this.#elapse(next);
      this.#fireTimers();
    }
  }

  /** Applies readings of the instant `at`, which must not lie before the cursor. */
  apply(at: Millis, readings: readonly InstantReading[]): void {
    this.advance(at);
    for (const { series, value } of readings)
      for (const part of this.#parts) if (part.condition.series === series) this.#read(part, at, value);
    this.#unsettled = true;
    if (this.#parts.every(({ state }) => state.seen === at)) this.#evaluate();
  }

  #read(part: Part, at: Millis, value: number | null): void {
    const condition = conditionAt(part.condition, this.#intervals[part.condition.series], at);
    const next = readCondition(condition, part.state, part.window, at, value, part.delays);
    const isNow = condition === part.condition || next.known !== at;
    this.#change(part, isNow ? next : { ...next, hold: condition.hold });
  }

  /** The next instant after the cursor at which anything can change by time alone. */
  #nextEvent(): Millis | null {
    const cursor = this.#cursor;
    // The end of a hold matters only while a delay waits for covered time.
    const needsCoverage = !this.idle;
    let next = Number.POSITIVE_INFINITY;
    for (const { condition, state, delays } of this.#parts) {
      if (!isCoveredAfter(condition, state, cursor)) continue;
      next = earlierEvent(next, remaining(state.machine, delays), cursor, cursor);
      if (needsCoverage) next = earlierEvent(next, heldFor(condition, state), state.known ?? cursor, cursor);
    }
    if (this.#countsAfter()) next = earlierEvent(next, remaining(this.#machine, this.#delays), cursor, cursor);
    return next === Number.POSITIVE_INFINITY ? null : next;
  }

  /** Advances time to `to` with no event in between: coverage does not change. */
  #elapse(to: Millis): void {
    if (this.#trace !== null) this.#tracePause();
    const elapsed = to - this.#cursor;
    if (this.#countsAfter()) this.#machine = accumulate(this.#machine, elapsed);
    for (const part of this.#parts)
      if (isCoveredAfter(part.condition, part.state, this.#cursor)) part.state = elapseCondition(part.state, elapsed);
    this.#cursor = to;
  }

  #fireTimers(): void {
    const cursor = this.#cursor;
    this.#transition(fire(this.#machine, cursor, this.#countsAt(), this.#delays));
    for (const part of this.#parts) {
      const covered = isCoveredAt(part.condition, part.state, cursor);
      this.#change(part, fireCondition(part.state, cursor, covered, part.delays));
    }
    this.#evaluate();
  }

  /** Evaluates the violation's predicate at the cursor. */
  #evaluate(): void {
    this.#unsettled = false;
    const predicate = this.#parts.every(({ state }) => isActive(state.machine));
    const covered = this.#parts.every(({ condition, state }) => isCoveredAt(condition, state, this.#cursor));
    this.#transition(observe(this.#machine, predicate, this.#cursor, covered, this.#delays));
  }

  /** Moves a condition to its next state. */
  #change(part: Part, next: ConditionState): void {
    if (this.#trace !== null)
      this.#traceStep(conditionCode(part.state.machine, next.machine), part.index, next.operand);
    part.state = next;
  }

  /** Moves the violation's machine to its next state and emits the transition. */
  #transition(next: Machine): void {
    const before = this.#machine;
    if (next === before) return;
    this.#machine = next;
    if (this.#trace !== null) this.#traceStep(violationCode(before, next));
    const transition = this.#transitionOf(before, next);
    // An instant violation is raised and cleared in one step; later transitions of its machine are not emitted.
    if (transition !== null && (!this.#compiled.violation.instant || transition.type === 'RAISED'))
      this.transitions.push(transition);
  }

  /** What a change of the violation's machine at the cursor means for its alert; null: nothing. */
  #transitionOf(before: Machine, next: Machine): Transition | null {
    const at = this.#cursor;
    switch (next.phase) {
      case 'ONSET':
        return null;
      case 'TRUE':
        if (before.phase === 'EXIT') return { type: 'EXIT_CANCELLED', at, raisedAt: next.raised };
        return { type: 'RAISED', at, raisedAt: at, startedAt: this.#startedAt(), evidence: this.#evidence() };
      case 'EXIT':
        return { type: 'EXIT_STARTED', at, raisedAt: next.raised };
      case 'CLEAR':
        if (!isActive(before)) return null;
        return { type: 'CLEARED', at, raisedAt: before.raised, endedAt: before.phase === 'EXIT' ? before.ended : at };
    }
  }

  #startedAt(): Millis {
    const starts = this.#parts.map(
      ({ condition, state }) => trueSince(state.machine, this.#cursor) + condition.violationStartAdjustment * 1000,
    );
    return Math.max(...starts) + this.#compiled.violation.incidentStartAdjustment * 1000;
  }

  #evidence(): readonly Evidence[] {
    return this.#parts.map(({ condition: { series, threshold }, state: { operand, began, machine } }) => ({
      series,
      operand,
      began,
      threshold,
      since: trueSince(machine, this.#cursor),
    }));
  }

  /** Whether the cursor itself counts towards the violation's delay. */
  #countsAt(): boolean {
    return this.#counts(({ condition, state }) => isCoveredAt(condition, state, this.#cursor));
  }

  /** Whether the time right after the cursor counts towards it. */
  #countsAfter(): boolean {
    return this.#counts(({ condition, state }) => isCoveredAfter(condition, state, this.#cursor));
  }

  /** Towards the onset: every condition covered. Towards the exit: one that is CLEAR or in ONSET covered. */
  #counts(isCovered: (part: Part) => boolean): boolean {
    if (this.#machine.phase === 'ONSET') return this.#parts.every(isCovered);
    if (this.#machine.phase !== 'EXIT') return false;
    return this.#parts.some((part) => !isActive(part.state.machine) && isCovered(part));
  }

  /** Traces when running delays pause, and when they resume. */
  #tracePause(): void {
    const delaying = this.#parts.filter(({ state }) => isDelaying(state.machine));
    const counts =
      this.#countsAfter() || delaying.some(({ condition, state }) => isCoveredAfter(condition, state, this.#cursor));
    const paused = (isDelaying(this.#machine) || delaying.length > 0) && !counts;
    if (paused === this.#paused) return;
    this.#paused = paused;
    this.#traceStep(paused ? 'PAUSED' : 'RESUMED');
  }

  #traceStep(code: TraceCode | null, condition: number | null = null, operand: number | null = null): void {
    if (code !== null) this.#trace?.({ at: this.#cursor, code, condition, operand });
  }
}

/** Throws a RangeError where the state is of another violation. */
function partsOf({ key, conditions }: CompiledViolation, { conditions: states }: ViolationState): readonly Part[] {
  return conditions.map((condition, index) => {
    const state = states[index];
    if (state === undefined) throw new RangeError(`violation ${key} has no state for condition ${index}`);
    return { index, condition, delays: delaysOf(condition), window: new SampleWindow(state.window), state };
  });
}

/** The earlier one of `next` and the event `wait` after `from` (null: none), which must lie after the cursor. */
function earlierEvent(next: Millis, wait: Millis | null, from: Millis, cursor: Millis): Millis {
  if (wait === null) return next;
  const event = from + wait;
  return event > cursor && event < next ? event : next;
}
