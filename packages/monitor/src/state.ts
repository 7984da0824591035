/**
 * The evaluation state of one sentry between two steps. It is stored as JSON in the transaction that stored the
 * readings, so a restart has nothing to restore.
 *
 * A violation at rest (nothing running, nothing to remember beyond the newest reading) has no entry: most sentries, most
 * of the time, cost a few numbers.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledViolation, SeriesKey } from './compile-policies.ts';
import { CLEAR, type Machine } from './delay-machine.ts';
import type { Sample } from './sample-window.ts';
import type { Transition } from './transitions.ts';

/** An expected interval that a series had before it was changed. */
export interface PastInterval {
  /** When it was changed: for readings up to then. */
  readonly until: Millis;
  readonly interval: Millis;
}

/** Oldest first. */
export type PastIntervals = Readonly<Record<SeriesKey, readonly PastInterval[]>>;

export interface ConditionState {
  readonly machine: Machine;
  /** Newest reading applied, known or not. */
  readonly seen: Millis | null;
  /** Newest reading with a known operand: it is what covers the condition. */
  readonly known: Millis | null;
  /** How long that reading holds, where the interval was changed after it. */
  readonly hold?: Millis;
  readonly operand: number | null;
  readonly predicate: boolean;
  /** The operand the current activation began with; null while CLEAR. */
  readonly began: number | null;
  /** Known samples of the window, oldest first; empty without a window. */
  readonly window: readonly Sample[];
}

export interface ViolationState {
  /** The instant up to which time has been counted. */
  readonly cursor: Millis;
  /** Readings at `cursor` are in, but more of that instant may come: the violation's predicate has not been asked. */
  readonly unsettled: boolean;
  readonly machine: Machine;
  readonly conditions: readonly ConditionState[];
  /** Transitions after the last reading that ticks have already made known. */
  readonly announced: readonly Transition[];
}

export interface SeriesState {
  /** Newest stored reading. */
  readonly at: Millis;
  /** Whether it was received live (receivedAt - at <= min(H, 15 minutes)): only then do ticks carry on from it. */
  readonly live: boolean;
}

export interface SentryState {
  readonly series: Readonly<Record<SeriesKey, SeriesState>>;
  readonly violations: Readonly<Record<string, ViolationState>>;
  /** Violations whose definition changed while they were watched: since when it is in force. Older alerts belong to the definition before. */
  readonly inForceFrom?: Readonly<Record<string, Millis>>;
  /** What the expected intervals of series were before they were changed. */
  readonly intervalsBefore?: PastIntervals;
}

export const EMPTY_STATE: SentryState = { series: {}, violations: {} };

const BEFORE_EVERYTHING = Number.NEGATIVE_INFINITY;

/** The state of a violation that has no entry: at rest. */
export function restingState(compiled: CompiledViolation, series: SentryState['series']): ViolationState {
  const conditions = compiled.conditions.map((condition): ConditionState => {
    const seen = series[condition.series]?.at ?? null;
    return { machine: CLEAR, seen, known: seen, operand: null, predicate: false, began: null, window: [] };
  });
  return {
    cursor: conditions.reduce((newest, { seen }) => Math.max(newest, seen ?? BEFORE_EVERYTHING), BEFORE_EVERYTHING),
    unsettled: false,
    machine: CLEAR,
    conditions,
    announced: [],
  };
}

/** The state of a violation before its first reading. */
export const initialState = (compiled: CompiledViolation): ViolationState => restingState(compiled, {});

/** Whether `restingState` gives back all that matters of this state. */
export function isResting(compiled: CompiledViolation, state: ViolationState): boolean {
  return (
    compiled.isStateless &&
    !state.unsettled &&
    state.machine.phase === 'CLEAR' &&
    state.conditions[0]?.machine.phase === 'CLEAR' &&
    state.announced.length === 0
  );
}
