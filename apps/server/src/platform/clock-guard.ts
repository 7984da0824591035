/**
 * Whether the machine's clock can be believed. Pure: every function takes a state and what the clocks show, and gives the next
 * state. docs/decisions/0034-when-the-clock-is-wrong.md says why it is as it is.
 *
 * Enters: the wall clock and a steady one (any origin, never set), the database's clock, the newest stored heartbeat, what
 * sentries say the time is. Leaves: the time to use, and whether readings have to wait. Invariant: the time used never jumps
 * while a step of the wall clock is neither undone nor accepted.
 */
import type { Millis } from '@picket/domain';

/** Further apart than this, clocks disagree. */
export const CLOCK_TOLERANCE: Millis = 10_000;
/** A step that is still there after so long may be the new time. */
export const STEP_PERSISTS: Millis = 60_000;

export interface ClockState {
  /** What the wall clock shows less what the steady one does, as believed. */
  readonly base: Millis;
  /** A step that is neither undone nor accepted: since when (steady), and what the difference is by now. */
  readonly step: { readonly since: Millis; readonly base: Millis } | null;
  /** What was believed before a step forward was accepted: the way back is open. */
  readonly before: Millis | null;
  /** How far the database's clock is ahead of the wall, and since when (steady) that is too far. */
  readonly apart: { readonly since: Millis; readonly by: Millis } | null;
  /** Set by trouble, and until a heartbeat was stored after it. */
  readonly isHeld: boolean;
  /** Time went back, and what is stored lies ahead of it. */
  readonly wentBack: boolean;
  /** The last step that was accepted. */
  readonly accepted: { readonly at: Millis; readonly by: Millis } | null;
  /** Nothing was compared yet. */
  readonly isNew: boolean;
}

export interface Shown {
  readonly wall: Millis;
  readonly steady: Millis;
}

export interface Compared extends Shown {
  /** null: it cannot be asked. */
  readonly database: Millis | null;
  readonly newestBeat: Millis | null;
  /** Sentries whose reports were turned away lately, by whether their time is the wall clock's. */
  readonly sentries: { readonly agree: number; readonly disagree: number };
}

export interface ClockTrouble {
  readonly kind: 'STEP' | 'DATABASE';
  /** How far the wall clock, or the database's, is ahead. */
  readonly by: Millis;
  readonly lasts: Millis;
}

export const startClock = ({ wall, steady }: Shown): ClockState => ({
  base: wall - steady,
  step: null,
  before: null,
  apart: null,
  isHeld: false,
  wentBack: false,
  accepted: null,
  isNew: true,
});

const isNear = (one: Millis, other: Millis): boolean => Math.abs(one - other) <= CLOCK_TOLERANCE;

/** Somebody looked at the clock. */
export function seen(state: ClockState, { wall, steady }: Shown): ClockState {
  const base = wall - steady;
  if (isNear(base, state.base)) {
    if (state.step === null) return base === state.base ? state : { ...state, base };
    // The wall clock is back where it was; what the database was compared with meanwhile says nothing.
    return { ...state, base, step: null, apart: null };
  }
  const goesOn = state.step !== null && isNear(base, state.step.base);
  const since = goesOn && state.step !== null ? state.step.since : steady;
  return { ...state, step: { since, base }, isHeld: true };
}

/** The clocks were held against each other. */
export function compared(state: ClockState, shown: Compared): ClockState {
  const { wall, steady, database, newestBeat } = shown;
  const started = state.isNew ? startedBehind(state, shown) : state;
  const looked = seen({ ...started, isNew: false }, { wall, steady });
  const by = database === null ? 0 : database - wall;
  const isApart = Math.abs(by) > CLOCK_TOLERANCE;
  const next: ClockState = isApart
    ? { ...looked, apart: { since: looked.apart?.since ?? steady, by }, isHeld: true }
    : { ...looked, apart: null };
  if (next.step === null || isApart || steady - next.step.since < STEP_PERSISTS) return next;
  const { base } = next.step;
  const accepted = { at: steady, by: base - next.base };
  if (base > next.base) return { ...next, base, step: null, before: next.base, accepted };
  if (newestBeat === null || wall >= newestBeat) return { ...next, base, step: null, before: null, accepted };
  const isUndone = next.before !== null && isNear(base, next.before);
  if (isUndone || shown.sentries.agree > shown.sentries.disagree)
    return { ...next, base, step: null, before: null, accepted, wentBack: true };
  return next;
}

/** A machine that starts behind what it has stored has lost time, whatever its clock says. */
function startedBehind(state: ClockState, { wall, steady, newestBeat }: Compared): ClockState {
  if (newestBeat === null || newestBeat - wall <= CLOCK_TOLERANCE) return state;
  return { ...state, base: newestBeat - steady, step: { since: steady, base: wall - steady }, isHeld: true };
}

/** A heartbeat was stored: the gap is on record. */
export const beaten = (state: ClockState): ClockState => ({ ...state, isHeld: false, wentBack: false });

/** The time to use: the wall's, or where it would be without the step. */
export const timeOf = ({ base, step }: ClockState, { wall, steady }: Shown): Millis =>
  step === null ? wall : Math.round(base + steady);

export function troubleOf({ base, step, apart }: ClockState, steady: Millis): ClockTrouble | null {
  if (step !== null) return { kind: 'STEP', by: step.base - base, lasts: steady - step.since };
  if (apart !== null) return { kind: 'DATABASE', by: apart.by, lasts: steady - apart.since };
  return null;
}
