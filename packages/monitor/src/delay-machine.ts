/**
 * The delay machine: CLEAR -> ONSET -> TRUE -> EXIT -> CLEAR. Conditions and violations run the same one.
 *
 * Input: a machine, what its predicate is, how much covered time passed. Output: the next machine. Invariant: a machine is
 * data with instants in it, never a timer; the caller decides when time passes.
 */
import type { Millis } from '@picket/domain/time';

export type Machine =
  | { readonly phase: 'CLEAR' }
  /** `since`: when the predicate became true; `covered`: milliseconds of covered time counted towards the onset delay. */
  | { readonly phase: 'ONSET'; readonly since: Millis; readonly covered: Millis }
  /** `raised`: the instant T at which the machine became TRUE. */
  | { readonly phase: 'TRUE'; readonly since: Millis; readonly raised: Millis }
  /** `ended`: when the predicate became false; `covered` counts towards the exit delay. */
  | {
      readonly phase: 'EXIT';
      readonly since: Millis;
      readonly raised: Millis;
      readonly ended: Millis;
      readonly covered: Millis;
    };

export interface Delays {
  /** Milliseconds. */
  readonly onset: Millis;
  readonly exit: Millis;
}

export const CLEAR: Machine = { phase: 'CLEAR' };

/** From seconds, as policies define them. In whole milliseconds: time passes in such, and would stop just before what 16.1 s are otherwise. */
export const delaysOf = ({ onsetDelay, exitDelay }: { onsetDelay: number; exitDelay: number }): Delays => ({
  onset: Math.round(onsetDelay * 1000),
  exit: Math.round(exitDelay * 1000),
});

/** TRUE or EXIT: the activation stands. */
export const isActive = (machine: Machine): machine is Extract<Machine, { readonly raised: Millis }> =>
  machine.phase === 'TRUE' || machine.phase === 'EXIT';

/** ONSET or EXIT: a delay runs. */
export const isDelaying = (machine: Machine): boolean => machine.phase === 'ONSET' || machine.phase === 'EXIT';

/** The predicate is known to be `predicate` at `at`. `covered`: whether that instant is covered. */
export function observe(machine: Machine, predicate: boolean, at: Millis, covered: boolean, delays: Delays): Machine {
  switch (machine.phase) {
    case 'CLEAR':
      return predicate ? observe({ phase: 'ONSET', since: at, covered: 0 }, true, at, covered, delays) : machine;
    case 'ONSET':
      return predicate ? fire(machine, at, covered, delays) : CLEAR;
    case 'TRUE': {
      if (predicate) return machine;
      const exit: Machine = { phase: 'EXIT', since: machine.since, raised: machine.raised, ended: at, covered: 0 };
      return delays.exit <= 0 ? CLEAR : exit;
    }
    case 'EXIT':
      return predicate ? { phase: 'TRUE', since: machine.since, raised: machine.raised } : machine;
  }
}

/** `elapsed` milliseconds of covered time pass. Call `fire` at the end of them. */
export function accumulate(machine: Machine, elapsed: Millis): Machine {
  if (elapsed === 0 || (machine.phase !== 'ONSET' && machine.phase !== 'EXIT')) return machine;
  return { ...machine, covered: machine.covered + elapsed };
}

/** How much more covered time the machine waits for, or null when it waits for none. */
export function remaining(machine: Machine, delays: Delays): Millis | null {
  if (machine.phase === 'ONSET') return Math.max(0, delays.onset - machine.covered);
  if (machine.phase === 'EXIT') return Math.max(0, delays.exit - machine.covered);
  return null;
}

/** Lets a delay that has been reached take effect at the covered instant `at`. */
export function fire(machine: Machine, at: Millis, covered: boolean, delays: Delays): Machine {
  if (!covered || remaining(machine, delays) !== 0) return machine;
  if (machine.phase === 'ONSET') return { phase: 'TRUE', since: machine.since, raised: at };
  return machine.phase === 'EXIT' ? CLEAR : machine;
}
