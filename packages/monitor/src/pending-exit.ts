/** How far an active violation is on its way out: its readings are within limits again, and exit delays run. Pure. */
import type { Millis } from '@picket/domain/time';
import type { CompiledViolation } from './compile-policies.ts';
import { isCoveredAfter } from './condition-machine.ts';
import { delaysOf, isActive, remaining } from './delay-machine.ts';
import type { ViolationState } from './state.ts';
import { ViolationRun } from './violation-machine.ts';

export interface PendingExit {
  /** Since when the readings are within limits. */
  readonly since: Millis;
  /** When it clears if readings go on within limits; null: the delay waits for readings. */
  readonly clearsAt: Millis | null;
}

/** Returns the exit that runs at `now`, or null if none does. */
export function pendingExit(compiled: CompiledViolation, before: ViolationState, now: Millis): PendingExit | null {
  const run = new ViolationRun(compiled, before);
  run.advance(now);
  const cleared = run.transitions.findLast(({ type }) => type === 'CLEARED');
  if (cleared?.type === 'CLEARED') return { since: cleared.endedAt, clearsAt: cleared.at };
  const { machine, conditions } = run.state();
  const exit = delaysOf(compiled.violation).exit;
  const parts = compiled.conditions.flatMap((condition, index) => {
    const state = conditions[index];
    return state === undefined ? [] : [{ condition, state, covered: isCoveredAfter(condition, state, now) }];
  });
  if (machine.phase === 'EXIT') {
    // The exit delay counts while one of the conditions that are no longer met is covered.
    const counts = parts.some(({ state, covered }) => !isActive(state.machine) && covered);
    return { since: machine.ended, clearsAt: counts ? now + (remaining(machine, { onset: 0, exit }) ?? 0) : null };
  }
  if (machine.phase !== 'TRUE') return null;
  // The first condition to end ends the violation's predicate; then its own exit delay runs.
  const leaving = parts.flatMap(({ condition, state, covered }) => {
    const left = state.machine.phase === 'EXIT' ? remaining(state.machine, delaysOf(condition)) : null;
    if (left === null || state.machine.phase !== 'EXIT') return [];
    return [{ since: state.machine.ended, clearsAt: covered ? now + left + exit : null }];
  });
  const waitsLast = ({ clearsAt }: PendingExit): Millis => clearsAt ?? Number.POSITIVE_INFINITY;
  return leaving.sort((a, b) => waitsLast(a) - waitsLast(b))[0] ?? null;
}
