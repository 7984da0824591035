/** The output of the engine. Every transition identifies its alert by (violation, raisedAt). */
import type { Millis } from '@picket/domain/time';
import type { SeriesKey } from './compile-policies.ts';

/** The state of a condition when its violation was raised. */
export interface Evidence {
  readonly series: SeriesKey;
  readonly operand: number | null;
  /** The operand with which it became true, at `since`. */
  readonly began: number | null;
  readonly threshold: number;
  readonly since: Millis;
}

export type Transition =
  | {
      readonly type: 'RAISED';
      readonly at: Millis;
      readonly raisedAt: Millis;
      readonly startedAt: Millis;
      readonly evidence: readonly Evidence[];
    }
  /** The predicate became false; the exit delay runs. */
  | { readonly type: 'EXIT_STARTED'; readonly at: Millis; readonly raisedAt: Millis }
  /** It became true again within the exit delay: same alert. */
  | { readonly type: 'EXIT_CANCELLED'; readonly at: Millis; readonly raisedAt: Millis }
  | { readonly type: 'CLEARED'; readonly at: Millis; readonly raisedAt: Millis; readonly endedAt: Millis };

/** A transition, or a correction by a reading of one that a tick had announced (`at`: the instant of the reading). */
export type Outcome =
  | { readonly type: 'HAPPENED'; readonly violation: string; readonly transition: Transition }
  /** The transition did not happen: the alert stays as it was before. */
  | {
      readonly type: 'REVERTED';
      readonly violation: string;
      readonly transition: Exclude<Transition, { type: 'RAISED' }>;
      readonly at: Millis;
    }
  /** The alert stays, with another start. */
  | {
      readonly type: 'START_MOVED';
      readonly violation: string;
      readonly raisedAt: Millis;
      readonly startedAt: Millis;
      readonly at: Millis;
    }
  /** The alert would not have been raised. */
  | { readonly type: 'WITHDRAWN'; readonly violation: string; readonly raisedAt: Millis; readonly at: Millis };

export const sameTransition = (a: Transition, b: Transition): boolean =>
  a.type === b.type && a.at === b.at && a.raisedAt === b.raisedAt;
