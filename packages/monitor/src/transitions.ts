/** What the engine says: the only way anything leaves it. Every transition names its alert by (violation, raisedAt). */
import type { Millis } from '@picket/domain';
import type { SeriesKey } from './watch.ts';

/** What a condition stood at when its violation was raised. */
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

/** A transition, or the taking back of one that a tick had made known too early (`at`: the reading that says so). */
export type Outcome =
  | { readonly violation: string; readonly corrected: false; readonly transition: Transition }
  | { readonly violation: string; readonly corrected: true; readonly transition: Transition; readonly at: Millis }
  /** A raising that a tick had made known stands, but what it is about began at another instant. */
  | {
      readonly violation: string;
      readonly corrected: 'START';
      readonly raisedAt: Millis;
      readonly startedAt: Millis;
      readonly at: Millis;
    };

export const sameTransition = (a: Transition, b: Transition): boolean =>
  a.type === b.type && a.at === b.at && a.raisedAt === b.raisedAt;
