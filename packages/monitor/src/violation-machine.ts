/**
 * One violation through time: its conditions, their coverage, their delays and its own.
 *
 * Input: a violation's state and either an instant or the readings of one instant. Output: the next state and the
 * transitions on the way. Invariant: the result depends on the readings and the instant alone; the number of steps
 * makes no difference. At one instant time comes first (the violation's timer, the conditions' timers, the
 * violation's predicate), readings second (all of them, then the violation's predicate again).
 */
import type { Millis } from '@picket/domain';
import type { CompiledCondition, CompiledViolation, SeriesKey } from './compile-policies.ts';
import { accumulate, type Delays, fire, isActive, type Machine, observe, remaining } from './delay-machine.ts';
import { needsWindow, operandOf, predicateOf, type Sample } from './operands.ts';
import type { ConditionState, ViolationState } from './state.ts';
import type { Transition } from './transitions.ts';

export interface InstantReading {
  readonly series: SeriesKey;
  /** null: unknown. */
  readonly value: number | null;
}

/** A step of the engine, with its code: the trace of an alert consists of these. */
export interface TraceStep {
  readonly at: Millis;
  readonly code: TraceCode;
  /** The condition it is about, by index; null: the violation. */
  readonly condition: number | null;
  readonly operand: number | null;
}

export const TRACE_CODES = [
  'CONDITION_ONSET',
  'CONDITION_MET',
  'CONDITION_EXIT',
  'CONDITION_OVER',
  'ONSET_STARTED',
  'NEAR_MISS',
  'PAUSED',
  'RESUMED',
  'RAISED',
  'EXIT_STARTED',
  'EXIT_CANCELLED',
  'CLEARED',
] as const;
export type TraceCode = (typeof TRACE_CODES)[number];

/** Evaluation of one violation. Mutable during a step only; returned states are never changed. */
export class ViolationRun {
  readonly transitions: Transition[] = [];
  readonly #compiled: CompiledViolation;
  readonly #delays: Delays;
  readonly #conditionDelays: readonly Delays[];
  readonly #conditions: ConditionState[];
  #cursor: Millis;
  #machine: Machine;
  #unsettled: boolean;
  #paused = false;
  readonly #trace: ((step: TraceStep) => void) | null;

  constructor(compiled: CompiledViolation, state: ViolationState, trace: ((step: TraceStep) => void) | null = null) {
    this.#trace = trace;
    this.#compiled = compiled;
    this.#delays = delaysOf(compiled.violation);
    this.#conditionDelays = compiled.conditions.map(delaysOf);
    this.#conditions = [...state.conditions];
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
      conditions: this.#conditions,
    };
  }

  /** Newest reading applied, of any series; -Infinity before the first. */
  get newest(): Millis {
    return this.#conditions.reduce((newest, { seen }) => Math.max(newest, seen ?? newest), Number.NEGATIVE_INFINITY);
  }

  /** Whether only a reading can change it. */
  get idle(): boolean {
    return (
      !this.#unsettled &&
      isDelaying(this.#machine) === false &&
      this.#conditions.every((condition) => !isDelaying(condition.machine))
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

  /** Advances time until nothing more can happen without a reading. */
  exhaust(): void {
    if (this.#unsettled) this.#evaluate();
    for (let next = this.#nextEvent(); next !== null; next = this.#nextEvent()) {
      this.#elapse(next);
      this.#fireTimers();
    }
  }

  /** Applies readings of the instant `at`, which must not lie before the cursor. */
  apply(at: Millis, readings: readonly InstantReading[]): void {
    this.advance(at);
    for (const reading of readings)
      this.#compiled.conditions.forEach((condition, index) => {
        if (condition.series === reading.series) this.#read(condition, index, at, reading.value);
      });
    this.#unsettled = true;
    if (this.#conditions.every(({ seen }) => seen === at)) this.#evaluate();
  }

  #read(condition: CompiledCondition, index: number, at: Millis, value: number | null): void {
    const before = this.#condition(index);
    if (value === null) {
      this.#conditions[index] = { ...before, seen: at };
      return;
    }
    const sample: Sample = [at, value];
    const kept = before.window.filter(([time]) => time > at - condition.calc.minutes * 60_000);
    const window = needsWindow(condition) ? [...kept, sample] : [];
    const operand = operandOf(condition, needsWindow(condition) ? window : [sample]);
    if (operand === null) {
      this.#conditions[index] = { ...before, seen: at, window };
      return;
    }
    const predicate = predicateOf(condition, operand, before.operand);
    const machine = observe(before.machine, predicate, at, true, this.#conditionDelays[index] ?? this.#delays);
    const began = machine.phase === 'CLEAR' ? null : (before.began ?? operand);
    this.#traceCondition(before.machine, machine, index, at, operand);
    this.#conditions[index] = { machine, seen: at, known: at, operand, predicate, began, window };
  }

  /** The next instant after the cursor at which anything can change by time alone. */
  #nextEvent(): Millis | null {
    const events: Millis[] = [];
    this.#compiled.conditions.forEach((condition, index) => {
      if (!this.#coveredAfter(condition, index)) return;
      const { machine, known } = this.#condition(index);
      const wait = remaining(machine, this.#conditionDelays[index] ?? this.#delays);
      if (wait !== null) events.push(this.#cursor + wait);
      // The end of a hold matters only while a delay waits for covered time.
      if (known !== null && condition.hold !== Number.POSITIVE_INFINITY && !this.idle)
        events.push(known + condition.hold);
    });
    const wait = remaining(this.#machine, this.#delays);
    if (wait !== null && this.#countsAfter()) events.push(this.#cursor + wait);
    const later = events.filter((event) => event > this.#cursor);
    return later.length === 0 ? null : Math.min(...later);
  }

  /** Advances time to `to` with no event in between: coverage does not change. */
  #elapse(to: Millis): void {
    const elapsed = to - this.#cursor;
    if (this.#trace !== null) this.#tracePause();
    if (this.#countsAfter()) this.#machine = accumulate(this.#machine, elapsed);
    this.#compiled.conditions.forEach((condition, index) => {
      if (!this.#coveredAfter(condition, index)) return;
      const state = this.#condition(index);
      const machine = accumulate(state.machine, elapsed);
      if (machine !== state.machine) this.#conditions[index] = { ...state, machine };
    });
    this.#cursor = to;
  }

  #fireTimers(): void {
    this.#transition(fire(this.#machine, this.#cursor, this.#countsAt(), this.#delays));
    this.#compiled.conditions.forEach((condition, index) => {
      const state = this.#condition(index);
      const delays = this.#conditionDelays[index] ?? this.#delays;
      const machine = fire(state.machine, this.#cursor, this.#coveredAt(condition, index), delays);
      if (machine === state.machine) return;
      this.#traceCondition(state.machine, machine, index, this.#cursor, state.operand);
      this.#conditions[index] = { ...state, machine, began: machine.phase === 'CLEAR' ? null : state.began };
    });
    this.#evaluate();
  }

  /** Evaluates the violation's predicate at the cursor. */
  #evaluate(): void {
    this.#unsettled = false;
    const predicate = this.#conditions.every((condition) => isActive(condition.machine));
    const covered = this.#compiled.conditions.every((condition, index) => this.#coveredAt(condition, index));
    this.#transition(observe(this.#machine, predicate, this.#cursor, covered, this.#delays));
  }

  /** Moves the violation's machine to its next state and emits the transition. */
  #transition(next: Machine): void {
    const before = this.#machine;
    if (next === before) return;
    this.#machine = next;
    const at = this.#cursor;
    if (this.#trace !== null) this.#traceViolation(before, next, at);
    if (next.phase === 'TRUE' && before.phase === 'EXIT') {
      this.#emit({ type: 'EXIT_CANCELLED', at, raisedAt: next.raised });
    } else if (next.phase === 'TRUE') {
      this.#emit({ type: 'RAISED', at, raisedAt: at, startedAt: this.#startedAt(), evidence: this.#evidence() });
    } else if (next.phase === 'EXIT') {
      this.#emit({ type: 'EXIT_STARTED', at, raisedAt: next.raised });
    } else if (next.phase === 'CLEAR' && (before.phase === 'TRUE' || before.phase === 'EXIT')) {
      const endedAt = before.phase === 'EXIT' ? before.ended : at;
      this.#emit({ type: 'CLEARED', at, raisedAt: before.raised, endedAt });
    }
  }

  /** An instant violation is raised and cleared in one step; later transitions of its machine are not emitted. */
  #emit(transition: Transition): void {
    if (!this.#compiled.violation.instant || transition.type === 'RAISED') this.transitions.push(transition);
  }

  #traceCondition(before: Machine, after: Machine, index: number, at: Millis, operand: number | null): void {
    if (this.#trace === null || before.phase === after.phase) return;
    const code = CONDITION_CODES[after.phase];
    this.#trace({ at, code, condition: index, operand });
  }

  #traceViolation(before: Machine, after: Machine, at: Millis): void {
    const emit = (code: TraceCode): void => this.#trace?.({ at, code, condition: null, operand: null });
    if (before.phase === after.phase) return;
    if (after.phase === 'ONSET') emit('ONSET_STARTED');
    else if (after.phase === 'TRUE') emit(before.phase === 'EXIT' ? 'EXIT_CANCELLED' : 'RAISED');
    else if (after.phase === 'EXIT') emit('EXIT_STARTED');
    else emit(before.phase === 'ONSET' ? 'NEAR_MISS' : 'CLEARED');
  }

  /** Traces when running delays pause, and when they resume. */
  #tracePause(): void {
    const waiting = this.#compiled.conditions.filter((_, index) => isDelaying(this.#condition(index).machine));
    const counts =
      this.#countsAfter() ||
      this.#compiled.conditions.some(
        (one, index) => isDelaying(this.#condition(index).machine) && this.#coveredAfter(one, index),
      );
    const paused = (isDelaying(this.#machine) || waiting.length > 0) && !counts;
    if (paused === this.#paused) return;
    this.#paused = paused;
    this.#trace?.({ at: this.#cursor, code: paused ? 'PAUSED' : 'RESUMED', condition: null, operand: null });
  }

  #startedAt(): Millis {
    const starts = this.#compiled.conditions.map((condition, index) => {
      const { machine } = this.#condition(index);
      const since = machine.phase === 'CLEAR' ? this.#cursor : machine.since;
      return since + condition.violationStartAdjustment * 1000;
    });
    return Math.max(...starts) + this.#compiled.violation.incidentStartAdjustment * 1000;
  }

  #evidence() {
    return this.#compiled.conditions.map((condition, index) => {
      const { machine, operand, began } = this.#condition(index);
      const since = machine.phase === 'CLEAR' ? this.#cursor : machine.since;
      return { series: condition.series, operand, began, threshold: condition.threshold, since };
    });
  }

  #condition(index: number): ConditionState {
    const state = this.#conditions[index];
    if (state === undefined)
      throw new RangeError(`violation ${this.#compiled.key} has no state for condition ${index}`);
    return state;
  }

  /** Covered at the cursor itself; the end of a hold is included. */
  #coveredAt(condition: CompiledCondition, index: number): boolean {
    const { known } = this.#condition(index);
    return known !== null && this.#cursor <= known + condition.hold;
  }

  /** Covered in the time right after the cursor. */
  #coveredAfter(condition: CompiledCondition, index: number): boolean {
    const { known } = this.#condition(index);
    return known !== null && this.#cursor < known + condition.hold;
  }

  #countsAt(): boolean {
    return this.#counts((condition, index) => this.#coveredAt(condition, index));
  }

  #countsAfter(): boolean {
    return this.#counts((condition, index) => this.#coveredAfter(condition, index));
  }

  /** Towards the onset: every condition covered. Towards the exit: one that is CLEAR or in ONSET covered. */
  #counts(covered: (condition: CompiledCondition, index: number) => boolean): boolean {
    if (this.#machine.phase === 'ONSET') return this.#compiled.conditions.every(covered);
    if (this.#machine.phase !== 'EXIT') return false;
    return this.#compiled.conditions.some(
      (condition, index) => !isActive(this.#condition(index).machine) && covered(condition, index),
    );
  }
}

const CONDITION_CODES: Readonly<Record<Machine['phase'], TraceCode>> = {
  CLEAR: 'CONDITION_OVER',
  ONSET: 'CONDITION_ONSET',
  TRUE: 'CONDITION_MET',
  EXIT: 'CONDITION_EXIT',
};

const isDelaying = (machine: Machine): boolean => machine.phase === 'ONSET' || machine.phase === 'EXIT';

const delaysOf = ({ onsetDelay, exitDelay }: { onsetDelay: number; exitDelay: number }): Delays => ({
  onset: onsetDelay * 1000,
  exit: exitDelay * 1000,
});
