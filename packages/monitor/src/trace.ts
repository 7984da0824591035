/** The steps of the engine, with their codes: the trace of an alert consists of these. */
import type { Millis } from '@picket/domain/time';
import type { Machine } from './delay-machine.ts';

export interface TraceStep {
  readonly at: Millis;
  readonly code: TraceCode;
  /** The condition it is about, by index; null: the violation. */
  readonly condition: number | null;
  readonly operand: number | null;
}

export type Trace = (step: TraceStep) => void;

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

const CONDITION_CODES: Readonly<Record<Machine['phase'], TraceCode>> = {
  CLEAR: 'CONDITION_OVER',
  ONSET: 'CONDITION_ONSET',
  TRUE: 'CONDITION_MET',
  EXIT: 'CONDITION_EXIT',
};

/** What a change of a condition's machine is called; null: its phase is the same. */
export const conditionCode = (before: Machine, after: Machine): TraceCode | null =>
  before.phase === after.phase ? null : CONDITION_CODES[after.phase];

/** What a change of a violation's machine is called; null: its phase is the same. */
export function violationCode(before: Machine, after: Machine): TraceCode | null {
  if (before.phase === after.phase) return null;
  switch (after.phase) {
    case 'ONSET':
      return 'ONSET_STARTED';
    case 'TRUE':
      return before.phase === 'EXIT' ? 'EXIT_CANCELLED' : 'RAISED';
    case 'EXIT':
      return 'EXIT_STARTED';
    case 'CLEAR':
      return before.phase === 'ONSET' ? 'NEAR_MISS' : 'CLEARED';
  }
}
