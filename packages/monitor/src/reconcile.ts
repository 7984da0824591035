/**
 * Reconciles recorded alerts with the alerts a replay gives. Pure.
 *
 * Input: the recorded alerts of one violation, and those its replayed history gives, over the same time range.
 * Output: the changes to the records. Invariant: an alert that was notified is never deleted; an alert that overlaps a
 * recorded one is that alert, however its times moved, so no one is notified twice.
 */
import type { Millis } from '@picket/domain/time';
import { activeRaisedAt, clipAlerts, type Replayed, type ReplayedAlert, withRaisedAt } from './history-replay.ts';
import type { ViolationState } from './state.ts';

export interface KnownAlert {
  readonly raisedAt: Millis;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly clearedAt: Millis | null;
  /** Withdrawn before: it stays recorded, but is no alert any more. */
  readonly withdrawn: boolean;
  /** Closed by a user: its end says nothing about the readings. */
  readonly closedByPerson?: boolean;
  /** When the violation of an alert that a user closed was over by the readings; null: it is not, or that is not known. */
  readonly overAt?: Millis | null;
}

export type Reconciliation =
  /** Recorded with other times, which are corrected. */
  | { readonly type: 'MOVE'; readonly known: Millis; readonly alert: ReplayedAlert }
  /** Recorded, but should not have been raised. */
  | { readonly type: 'WITHDRAW'; readonly known: Millis }
  /** Not recorded yet. */
  | { readonly type: 'ADD'; readonly alert: ReplayedAlert };

export interface ReconciledReplay {
  readonly state: ViolationState;
  readonly steps: readonly Reconciliation[];
}

/**
 * Compares a replay with the recorded alerts; returns the changes, and the state with the recorded raisedAt.
 * `from`: since when the definition is in force. `readingsFrom`: where the replay began; alerts recorded before that keep
 * their raisedAt, since the replay does not include their start.
 */
export function planReconciliation(
  replayed: Replayed,
  known: readonly KnownAlert[],
  { from, readingsFrom }: { readonly from: Millis; readonly readingsFrom: Millis },
): ReconciledReplay {
  const standing = activeRaisedAt(replayed.state);
  const isClipped = standing !== null && standing < from;
  const state = isClipped ? withRaisedAt(replayed.state, from) : replayed.state;
  const { steps, knownAs } = reconcileAlerts(
    known,
    clipAlerts(replayed.alerts, from),
    Math.max(from, readingsFrom),
    activeRaisedAt(state),
  );
  return { state: knownAs === null ? state : withRaisedAt(state, knownAs), steps };
}

function reconcileAlerts(
  known: readonly KnownAlert[],
  replayed: readonly ReplayedAlert[],
  keepRaised: Millis,
  standing: Millis | null,
): { readonly steps: readonly Reconciliation[]; readonly knownAs: Millis | null } {
  const left = new Set(known);
  const partners = new Map<ReplayedAlert, KnownAlert>();
  const pairUp = (alert: ReplayedAlert, fits: (one: KnownAlert) => boolean): void => {
    const one = partners.has(alert) ? undefined : [...left].find(fits);
    if (one === undefined) return;
    partners.set(alert, one);
    left.delete(one);
  };
  for (const alert of replayed) pairUp(alert, (one) => one.raisedAt === alert.raisedAt);
  for (const alert of replayed) pairUp(alert, (one) => !one.withdrawn && overlaps(one, alert, endOf(one, known)));

  let knownAs: Millis | null = null;
  const steps = replayed.flatMap((alert): readonly Reconciliation[] => {
    const one = partners.get(alert);
    // It was raised before the replay knows anything, and is over: it may not have been (null: it stood where the replay began).
    const isOlder = alert.raisedAt < keepRaised && alert.startedAt !== null && alert.raisedAt !== standing;
    if (one === undefined) return isOlder ? [] : [{ type: 'ADD', alert }];
    const stays = one.raisedAt < keepRaised && (alert.clearedAt !== null || alert.raisedAt === standing);
    if (stays && alert.raisedAt === standing) knownAs = one.raisedAt;
    const moved = stays ? { ...alert, raisedAt: one.raisedAt, startedAt: null } : alert;
    const isSame =
      !one.withdrawn &&
      moved.raisedAt === one.raisedAt &&
      (moved.startedAt ?? one.startedAt) === one.startedAt &&
      (one.closedByPerson === true || (moved.endedAt === one.endedAt && moved.clearedAt === one.clearedAt));
    return isSame ? [] : [{ type: 'MOVE', known: one.raisedAt, alert: moved }];
  });
  const withdrawn = [...left].filter((one) => !one.withdrawn);
  return {
    steps: [...steps, ...withdrawn.map((one) => ({ type: 'WITHDRAW' as const, known: one.raisedAt }))],
    knownAs,
  };
}

/** When the readings had ended an alert, at the latest. One that a user closed goes on as long as its violation. */
function endOf(one: KnownAlert, known: readonly KnownAlert[]): Millis {
  if (one.closedByPerson !== true) return one.clearedAt ?? Number.POSITIVE_INFINITY;
  if (one.overAt != null) return one.overAt;
  // The next one was raised after it was over.
  const later = known.filter(({ raisedAt, withdrawn }) => raisedAt > one.raisedAt && !withdrawn);
  return Math.min(...later.map(({ raisedAt }) => raisedAt));
}

const overlaps = (one: KnownAlert, alert: ReplayedAlert, end: Millis): boolean =>
  one.raisedAt < (alert.clearedAt ?? Number.POSITIVE_INFINITY) && alert.raisedAt < end;
