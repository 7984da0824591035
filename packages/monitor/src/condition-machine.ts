/**
 * One condition through time. Pure, but for the window, which its run owns.
 *
 * Input: a condition's state and either a reading or the passing of time. Output: the next state; the same object where nothing
 * changes. A reading covers the condition for its hold: only covered time counts towards its delays.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledCondition } from './compile-policies.ts';
import { accumulate, type Delays, fire, type Machine, observe } from './delay-machine.ts';
import { needsWindow, operandOf, predicateOf } from './operands.ts';
import type { SampleWindow } from './sample-window.ts';
import type { ConditionState } from './state.ts';

/**
 * A reading of its series at `at`; null: unknown, which leaves everything but `seen` as it is. A known one is added to `window`; the
 * state's own window stays as it is, since a copy for each reading would cost as much as all samples.
 */
export function readCondition(
  condition: CompiledCondition,
  before: ConditionState,
  window: SampleWindow,
  at: Millis,
  value: number | null,
  delays: Delays,
): ConditionState {
  if (value === null) return { ...before, seen: at };
  if (needsWindow(condition)) window.add(at, value, at - condition.calc.minutes * 60_000);
  const operand = needsWindow(condition) ? operandOf(condition, window) : value;
  if (operand === null) return { ...before, seen: at };
  const predicate = predicateOf(condition, operand, before.operand);
  const machine = observe(before.machine, predicate, at, true, delays);
  const began = machine.phase === 'CLEAR' ? null : (before.began ?? operand);
  return { machine, seen: at, known: at, operand, predicate, began, window: before.window };
}

/** Covered time passes. */
export function elapseCondition(before: ConditionState, elapsed: Millis): ConditionState {
  const machine = accumulate(before.machine, elapsed);
  return machine === before.machine ? before : { ...before, machine };
}

/** A delay that has been reached takes effect at `at`. */
export function fireCondition(before: ConditionState, at: Millis, covered: boolean, delays: Delays): ConditionState {
  const machine = fire(before.machine, at, covered, delays);
  if (machine === before.machine) return before;
  return { ...before, machine, began: machine.phase === 'CLEAR' ? null : before.began };
}

/** How long its newest known reading holds. */
export const heldFor = ({ hold }: CompiledCondition, state: ConditionState): Millis => state.hold ?? hold;

/** Covered at `at` itself; the end of a hold is included. */
export const isCoveredAt = (condition: CompiledCondition, state: ConditionState, at: Millis): boolean =>
  state.known !== null && at <= state.known + heldFor(condition, state);

/** Covered in the time right after `at`. */
export const isCoveredAfter = (condition: CompiledCondition, state: ConditionState, at: Millis): boolean =>
  state.known !== null && at < state.known + heldFor(condition, state);

/** Since when the predicate of a machine has been true, as of `at`. */
export const trueSince = (machine: Machine, at: Millis): Millis => (machine.phase === 'CLEAR' ? at : machine.since);
