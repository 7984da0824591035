/**
 * Decides whether the machine's clock can be trusted. Pure: every function takes a state and clock samples, and returns the
 * next state. docs/decisions/0034-when-the-clock-is-wrong.md explains the design.
 *
 * Input: the wall clock, a steady clock (any origin, never set), the database's clock, the newest stored heartbeat, and the
 * time sentries report. Output: the time to use, and whether readings have to wait. Invariant: the time used never jumps while
 * a step of the wall clock is neither undone nor accepted.
 */
import type { Millis } from '@picket/domain/time';

/** Further apart than this, clocks disagree. */
export const CLOCK_TOLERANCE: Millis = 10_000;
/** A step that persists this long may be accepted as the new time. */
const STEP_PERSISTS: Millis = 60_000;

export interface ClockState {
  /** Wall clock minus steady clock, as last accepted. */
  readonly base: Millis;
  /** A step that is neither undone nor accepted: since when (steady clock), and the current difference. */
  readonly step: { readonly since: Millis; readonly base: Millis } | null;
  /** The base before a forward step was accepted, so that the step can be undone. */
  readonly previousBase: Millis | null;
  /** How far the database's clock is ahead of the wall, and since when (steady) that is too far. */
  readonly databaseDrift: { readonly since: Millis; readonly by: Millis } | null;
  /** Set by any clock problem, until a heartbeat is stored after it. */
  readonly isUntrusted: boolean;
  /** Time went back, and what is stored lies ahead of it. */
  readonly jumpedBack: boolean;
  /** The last step that was accepted. */
  readonly accepted: { readonly at: Millis; readonly by: Millis } | null;
  /** Nothing was compared yet. */
  readonly isNew: boolean;
}

export interface ClockSample {
  readonly wall: Millis;
  readonly steady: Millis;
}

export interface ClockComparison extends ClockSample {
  /** null: it cannot be queried. */
  readonly database: Millis | null;
  readonly newestHeartbeat: Millis | null;
  /** Sentries whose reports were rejected recently, by whether their time agrees with the wall clock. */
  readonly sentries: { readonly agree: number; readonly disagree: number };
}

export interface ClockProblem {
  readonly kind: 'STEP' | 'DATABASE';
  /** How far the wall clock, or the database's, is ahead. */
  readonly by: Millis;
  readonly duration: Millis;
}

export const initialClockState = ({ wall, steady }: ClockSample): ClockState => ({
  base: wall - steady,
  step: null,
  previousBase: null,
  databaseDrift: null,
  isUntrusted: false,
  jumpedBack: false,
  accepted: null,
  isNew: true,
});

const isNear = (one: Millis, other: Millis): boolean => Math.abs(one - other) <= CLOCK_TOLERANCE;

/** Applies a sample of this machine's clocks. */
export function observeSample(state: ClockState, { wall, steady }: ClockSample): ClockState {
  const base = wall - steady;
  if (isNear(base, state.base)) {
    if (state.step === null) return base === state.base ? state : { ...state, base };
    // The wall clock is back; comparisons with the database made meanwhile are void.
    return { ...state, base, step: null, databaseDrift: null };
  }
  const isSameStep = state.step !== null && isNear(base, state.step.base);
  const since = isSameStep && state.step !== null ? state.step.since : steady;
  return { ...state, step: { since, base }, isUntrusted: true };
}

/** Applies a comparison of all clocks. */
export function compareClocks(state: ClockState, comparison: ClockComparison): ClockState {
  const { wall, steady, database, newestHeartbeat } = comparison;
  const started = state.isNew ? adjustForLateStart(state, comparison) : state;
  const observed = observeSample({ ...started, isNew: false }, { wall, steady });
  const by = database === null ? 0 : database - wall;
  const isApart = Math.abs(by) > CLOCK_TOLERANCE;
  const next: ClockState = isApart
    ? { ...observed, databaseDrift: { since: observed.databaseDrift?.since ?? steady, by }, isUntrusted: true }
    : { ...observed, databaseDrift: null };
  if (next.step === null || isApart || steady - next.step.since < STEP_PERSISTS) return next;
  const { base } = next.step;
  const accepted = { at: steady, by: base - next.base };
  if (base > next.base) return { ...next, base, step: null, previousBase: next.base, accepted };
  if (newestHeartbeat === null || wall >= newestHeartbeat)
    return { ...next, base, step: null, previousBase: null, accepted };
  const isUndone = next.previousBase !== null && isNear(base, next.previousBase);
  if (isUndone || comparison.sentries.agree > comparison.sentries.disagree)
    return { ...next, base, step: null, previousBase: null, accepted, jumpedBack: true };
  return next;
}

/** A machine that starts behind what it has stored has lost time, whatever its clock says. */
function adjustForLateStart(state: ClockState, { wall, steady, newestHeartbeat }: ClockComparison): ClockState {
  if (newestHeartbeat === null || newestHeartbeat - wall <= CLOCK_TOLERANCE) return state;
  return { ...state, base: newestHeartbeat - steady, step: { since: steady, base: wall - steady }, isUntrusted: true };
}

/** A heartbeat was stored: the gap is recorded. */
export const heartbeatStored = (state: ClockState): ClockState => ({ ...state, isUntrusted: false, jumpedBack: false });

/** The time to use: the wall's, or where it would be without the step. */
export const currentTime = ({ base, step }: ClockState, { wall, steady }: ClockSample): Millis =>
  step === null ? wall : Math.round(base + steady);

export function clockProblem({ base, step, databaseDrift }: ClockState, steady: Millis): ClockProblem | null {
  if (step !== null) return { kind: 'STEP', by: step.base - base, duration: steady - step.since };
  if (databaseDrift !== null) return { kind: 'DATABASE', by: databaseDrift.by, duration: steady - databaseDrift.since };
  return null;
}
