/**
 * What one destination is told now, what waits, and what is never told: decided at the moment of sending. Pure.
 *
 * Enters: everything that waits at the destination about some alerts, the alerts as they are, the hour. Leaves: messages,
 * each a list of deliveries; holds, with a reason and when to judge again; skips, with a reason.
 * Invariants: nothing is dropped without a reason; that something is over is told only where it was told that it began, and
 * after that; an incident is told once, by its root, and again only when it gets worse; of an alert that was withdrawn only they
 * hear who were told of it.
 */
import type { HoldReason } from '@picket/contracts';
import { exceedsCause, type Millis } from '@picket/domain';
import type { DeliveryChange, DeliveryState } from './due-deliveries.ts';

export interface FoldedAlert {
  readonly guid: string;
  readonly location: string | null;
  readonly sentry: string | null;
  readonly severity: number;
  readonly isOpen: boolean;
  /** Later readings show that it never happened. */
  readonly withdrawn: boolean;
  readonly raisedAt: Millis;
  readonly clearedAt: Millis | null;
  /** When Picket wrote it: long after `raisedAt` where its readings came late. */
  readonly recordedAt: Millis;
  readonly mutedUntil: Millis | null;
  readonly snoozedUntil: Millis | null;
  readonly isAcknowledged: boolean;
  /** It says that power or contact was lost. */
  readonly isLoss: boolean;
  /** The open alert it follows from. */
  readonly root: string | null;
}

export interface WaitingDelivery {
  readonly guid: string;
  readonly alert: string;
  readonly change: DeliveryChange;
  readonly turn: number;
  readonly heldFor: HoldReason | null;
  /** Told because nobody reacted, whatever was chosen. */
  readonly escalated: boolean;
  readonly createdAt: Millis;
}

/** What a sentry still has to send of the time in which it could not be reached. */
export interface Backlog {
  /** Until when more is to be expected; null: it has caught up. */
  readonly until: Millis | null;
  /** When the newest alert was recorded that is older than LATE_MS. */
  readonly newestLate: Millis | null;
}

export interface Situation {
  readonly now: Millis;
  /** Whether things that belong together come together here. */
  readonly folds: boolean;
  readonly alerts: ReadonlyMap<string, FoldedAlert>;
  /** Of the delivery that told that it began, by `alert turn`. */
  readonly onState: (alert: string, turn: number) => DeliveryState | null;
  /** Whether something about an alert is still on its way here. */
  readonly isUnsent: (alert: string) => boolean;
  /** Why this destination does not hear of an alert at all. */
  readonly deaf: (alert: FoldedAlert, isEscalation: boolean) => HoldReason | null;
  readonly quietUntil: (severity: number) => Millis | null;
  readonly maintenanceUntil: (location: string | null) => Millis | null;
  readonly backlogOf: (sentry: string) => Backlog | null;
  /** The worst told of an incident that is still on. */
  readonly told: ReadonlyMap<string, number>;
  /** The newest message about a location within the last FOLD_MS. */
  readonly recent: ReadonlyMap<string | null, { readonly at: Millis; readonly severity: number }>;
}

export interface FoldedMessage {
  readonly kind: 'ALERTS' | 'SUMMARY' | 'LATE';
  readonly location: string | null;
  readonly severity: number;
  readonly deliveries: readonly WaitingDelivery[];
}

export interface Folded {
  readonly messages: readonly FoldedMessage[];
  readonly holds: readonly { readonly guid: string; readonly reason: HoldReason; readonly until: Millis }[];
  readonly skips: readonly { readonly guid: string; readonly reason: HoldReason }[];
}

/** What follows the first message about a location within so long comes as one update. */
export const FOLD_MS: Millis = 10_000;
/** Something recorded so much later than it was raised, and long over, goes into one summary (monitor rules: Running). */
export const LATE_MS: Millis = 900_000;
const GATHER_LATE_MS: Millis = 60_000;
/** A sentry that never says it has caught up keeps back what is late for no longer than this. */
export const MAX_CATCH_UP_MS: Millis = 3_600_000;
/** Holds without an end of their own are judged again so often; what ends them usually says so at once. */
const LOOK_AGAIN_MS: Millis = 60_000;

/** Holds that end with a summary of what is still on. */
const RELEASED: ReadonlySet<HoldReason | null> = new Set<HoldReason | null>([
  'DO_NOT_DISTURB',
  'QUIET_HOURS',
  'MAINTENANCE',
  'SNOOZED',
]);

interface Going {
  readonly kind: FoldedMessage['kind'];
  readonly location: string | null;
  readonly sentry: string | null;
  readonly severity: number;
  readonly delivery: WaitingDelivery;
}

/** What becomes of one delivery now. */
type Judgement =
  | { readonly does: 'GO'; readonly going: Going }
  | { readonly does: 'HOLD'; readonly guid: string; readonly reason: HoldReason; readonly until: Millis }
  | { readonly does: 'SKIP'; readonly guid: string; readonly reason: HoldReason };

interface Kept {
  readonly reason: HoldReason;
  readonly until: Millis;
}

const skipped = (reason: HoldReason, ...deliveries: readonly WaitingDelivery[]): Judgement[] =>
  deliveries.map(({ guid }) => ({ does: 'SKIP', guid, reason }));

export function foldDeliveries(waiting: readonly WaitingDelivery[], situation: Situation): Folded {
  const { alerts } = situation;
  const byAlert = Map.groupBy(waiting, ({ alert, change, turn }) => `${alert} ${change === 'AGAIN' ? change : turn}`);
  const judge = new Judge(situation, waiting);
  // Roots before what follows from them, older before younger.
  const groups = [...byAlert.values()].sort((a, b) => orderOf(a, alerts) - orderOf(b, alerts));
  const judged = groups.flatMap((group) => judge.group(group));
  return {
    messages: gathered(
      judged.flatMap((one) => (one.does === 'GO' ? one.going : [])),
      situation.folds,
    ),
    holds: judged.flatMap((one) =>
      one.does === 'HOLD' ? { guid: one.guid, reason: one.reason, until: Math.max(one.until, situation.now + 1) } : [],
    ),
    skips: judged.flatMap((one) => (one.does === 'SKIP' ? { guid: one.guid, reason: one.reason } : [])),
  };
}

/** Judges one alert after the other; what it lets go counts for those after it. */
class Judge {
  readonly #situation: Situation;
  readonly #told: Map<string, number>;

  /** Ends that are not even composed, as `alert turn`. */
  readonly #endsWaiting: ReadonlySet<string>;

  constructor(situation: Situation, waiting: readonly WaitingDelivery[]) {
    this.#situation = situation;
    this.#endsWaiting = new Set(
      waiting.flatMap(({ alert, change, turn }) => (change === 'OFF' ? [`${alert} ${turn}`] : [])),
    );
    this.#told = new Map(situation.told);
  }

  /** Everything that waits about one turn of one alert. */
  group(group: readonly WaitingDelivery[]): readonly Judgement[] {
    const alert = this.#situation.alerts.get(group[0]?.alert ?? '');
    if (alert === undefined) return skipped('GONE', ...group);
    const on = group.find(({ change }) => change === 'ON');
    const off = group.find(({ change }) => change === 'OFF');
    return [
      ...group.flatMap((delivery) => {
        if (delivery.change === 'EVENT') return this.#event(delivery, alert);
        return delivery.change === 'AGAIN' ? this.#again(delivery, alert) : [];
      }),
      ...this.#course(on, off, alert),
    ];
  }

  #course(on: WaitingDelivery | undefined, off: WaitingDelivery | undefined, alert: FoldedAlert): Judgement[] {
    if (on !== undefined && off !== undefined) return this.#beganAndEnded(on, off, alert);
    if (on !== undefined) return this.#began(on, alert);
    return off === undefined ? [] : this.#ended(off, alert);
  }

  #began(on: WaitingDelivery, alert: FoldedAlert): Judgement[] {
    const { now, deaf } = this.#situation;
    const reason = deaf(alert, on.escalated);
    if (reason !== null) return skipped(reason, on);
    if (this.#waitsForTurnBefore(on)) return [this.#hold(on, 'ORDER', now + LOOK_AGAIN_MS)];
    const kept = this.#kept(alert);
    if (kept !== null) return [this.#hold(on, kept.reason, kept.until)];
    if (alert.snoozedUntil !== null) return [this.#hold(on, 'SNOOZED', alert.snoozedUntil)];
    // Whether it is still true is known once the sentry has caught up.
    const caughtUpAt = this.#catchingUp(alert);
    if (caughtUpAt !== null) return [this.#hold(on, 'CATCHING_UP', caughtUpAt)];
    if (this.#isFolded(alert)) return [this.#hold(on, 'INCIDENT', now + LOOK_AGAIN_MS)];
    const until = this.#folding(alert, true);
    if (until !== null) return [this.#hold(on, 'FOLDING', until)];
    const root = alert.root ?? alert.guid;
    this.#told.set(root, Math.max(this.#told.get(root) ?? -1, alert.severity));
    return [this.#go(on, alert)];
  }

  /** That it begins again is said after what was said before has arrived: else its end would seem to come last. */
  #waitsForTurnBefore({ alert, turn }: WaitingDelivery): boolean {
    if (turn === 1) return false;
    const { folds, isUnsent } = this.#situation;
    return isUnsent(alert) || (!folds && this.#endsWaiting.has(`${alert} ${turn - 1}`));
  }

  /** It is over before anybody was told that it began. */
  #beganAndEnded(on: WaitingDelivery, off: WaitingDelivery, alert: FoldedAlert): Judgement[] {
    const { now, deaf, folds } = this.#situation;
    if (alert.withdrawn) return skipped('WITHDRAWN', on, off);
    const reason =
      deaf(alert, on.escalated) ??
      this.#kept(alert)?.reason ??
      (RELEASED.has(on.heldFor) || on.heldFor === 'INCIDENT' ? on.heldFor : null) ??
      (this.#isFolded(alert) ? ('INCIDENT' as const) : null);
    if (reason !== null) return skipped(reason, on, off);
    if (this.#waitsForTurnBefore(on))
      return [this.#hold(on, 'ORDER', now + LOOK_AGAIN_MS), this.#hold(off, 'ORDER', now + LOOK_AGAIN_MS)];
    const caughtUpAt = this.#catchingUp(alert);
    if (caughtUpAt !== null)
      return [this.#hold(on, 'CATCHING_UP', caughtUpAt), this.#hold(off, 'CATCHING_UP', caughtUpAt)];
    if (folds && this.#isHistory(alert)) {
      const gathered = this.#gathering(alert);
      if (gathered !== null) return [this.#hold(on, 'FOLDING', gathered), this.#hold(off, 'FOLDING', gathered)];
      return [this.#go(on, alert, 'LATE'), this.#go(off, alert, 'LATE')];
    }
    const until = this.#folding(alert, false);
    if (until !== null) return [this.#hold(on, 'FOLDING', until), this.#hold(off, 'FOLDING', until)];
    // A machine is told of the end once it has taken the beginning.
    return [this.#go(on, alert), folds ? this.#go(off, alert) : this.#hold(off, 'ORDER', now + LOOK_AGAIN_MS)];
  }

  #ended(off: WaitingDelivery, alert: FoldedAlert): Judgement[] {
    const { now, onState } = this.#situation;
    const state = onState(off.alert, off.turn);
    if (state === 'COMPOSED' || state === 'DUE' || state === 'HELD')
      return [this.#hold(off, 'ORDER', now + LOOK_AGAIN_MS)];
    if (state !== 'SENT') return skipped('NOT_TOLD', off);
    // Whatever they choose since: who was told that it began is told that it is over, if they may still know.
    const deaf = this.#situation.deaf(alert, true);
    if (deaf !== null) return skipped(deaf, off);
    // Do-not-disturb of a policy holds no end back: who was told before it is told of the end.
    const kept = this.#disturbing(alert);
    if (kept !== null) return [this.#hold(off, kept.reason, kept.until)];
    const until = this.#folding(alert, false);
    return [until === null ? this.#go(off, alert) : this.#hold(off, 'FOLDING', until)];
  }

  /** It was over when it was first known. */
  #event(delivery: WaitingDelivery, alert: FoldedAlert): Judgement[] {
    const { deaf, folds } = this.#situation;
    if (alert.withdrawn) return skipped('WITHDRAWN', delivery);
    const reason = deaf(alert, false) ?? this.#kept(alert)?.reason ?? null;
    if (reason !== null) return skipped(reason, delivery);
    if (!folds || !this.#isHistory(alert)) {
      const until = this.#folding(alert, false);
      return [until === null ? this.#go(delivery, alert) : this.#hold(delivery, 'FOLDING', until)];
    }
    const caughtUpAt = this.#catchingUp(alert);
    if (caughtUpAt !== null) return [this.#hold(delivery, 'CATCHING_UP', caughtUpAt)];
    const gathered = this.#gathering(alert);
    return [gathered === null ? this.#go(delivery, alert, 'LATE') : this.#hold(delivery, 'FOLDING', gathered)];
  }

  /** The next notice follows: one that cannot be given now is not kept for later. */
  #again(delivery: WaitingDelivery, alert: FoldedAlert): Judgement[] {
    if (!alert.isOpen) return skipped('OVER', delivery);
    if (alert.isAcknowledged) return skipped('TAKEN_CARE_OF', delivery);
    // What was said before has not even arrived.
    if (this.#situation.isUnsent(alert.guid)) return skipped('ORDER', delivery);
    const reason =
      this.#situation.deaf(alert, true) ??
      (alert.snoozedUntil === null ? null : ('SNOOZED' as const)) ??
      this.#kept(alert)?.reason ??
      (this.#catchingUp(alert) === null ? null : ('CATCHING_UP' as const)) ??
      null;
    return reason === null ? [this.#go(delivery, alert)] : skipped(reason, delivery);
  }

  /** Until when its sentry may still show that it is over; null for what was recorded as it happened, and once it is known. */
  #catchingUp(alert: FoldedAlert): Millis | null {
    const { now, backlogOf } = this.#situation;
    if (alert.sentry === null || !isLate(alert)) return null;
    const until = Math.min(backlogOf(alert.sentry)?.until ?? now, alert.recordedAt + MAX_CATCH_UP_MS);
    return until > now ? until : null;
  }

  /** It came late, and is long over: nobody has to be woken for it. */
  #isHistory(alert: FoldedAlert): boolean {
    return isLate(alert) && alert.clearedAt !== null && this.#situation.now - alert.clearedAt >= LATE_MS;
  }

  /** Until when more history of its sentry may come, which goes into the same summary; null: it goes now. */
  #gathering(alert: FoldedAlert): Millis | null {
    const { now, backlogOf } = this.#situation;
    const backlog = alert.sentry === null ? null : backlogOf(alert.sentry);
    const newest = Math.max(alert.recordedAt, backlog?.newestLate ?? alert.recordedAt);
    const until = Math.min(newest + GATHER_LATE_MS, alert.recordedAt + MAX_CATCH_UP_MS);
    return until > now ? until : null;
  }

  /** Why nothing is said now about an alert, and until when. */
  #kept(alert: FoldedAlert): Kept | null {
    if (alert.mutedUntil !== null) return { reason: 'DO_NOT_DISTURB', until: alert.mutedUntil };
    return this.#disturbing(alert);
  }

  #disturbing(alert: FoldedAlert): Kept | null {
    const maintenance = this.#situation.maintenanceUntil(alert.location);
    if (maintenance !== null) return { reason: 'MAINTENANCE', until: maintenance };
    const quiet = this.#situation.quietUntil(alert.severity);
    return quiet === null ? null : { reason: 'QUIET_HOURS', until: quiet + 1 };
  }

  /** Until when it waits for what may come with it; null for what is worse than what was said of its place just now. */
  #folding(alert: FoldedAlert, isNews: boolean): Millis | null {
    const { folds, recent, now } = this.#situation;
    const last = folds ? recent.get(alert.location) : undefined;
    if (last === undefined || now >= last.at + FOLD_MS) return null;
    return isNews && alert.severity > last.severity ? null : last.at + FOLD_MS;
  }

  /** Whether it is part of an incident that was told, and makes it no worse. */
  #isFolded(alert: FoldedAlert): boolean {
    if (!this.#situation.folds || alert.root === null) return false;
    const known = this.#told.get(alert.root);
    return known !== undefined && !exceedsCause(alert, known);
  }

  #hold({ guid }: WaitingDelivery, reason: HoldReason, until: Millis): Judgement {
    return { does: 'HOLD', guid, reason, until };
  }

  #go(delivery: WaitingDelivery, alert: FoldedAlert, kind: FoldedMessage['kind'] = 'ALERTS'): Judgement {
    const isReleased = this.#situation.folds && kind === 'ALERTS' && RELEASED.has(delivery.heldFor);
    const isOn = delivery.change !== 'OFF' && alert.isOpen;
    return {
      does: 'GO',
      going: {
        kind: isReleased ? 'SUMMARY' : kind,
        location: alert.location,
        sentry: alert.sentry,
        severity: isOn ? alert.severity : -1,
        delivery,
      },
    };
  }
}

function orderOf(group: readonly WaitingDelivery[], alerts: ReadonlyMap<string, FoldedAlert>): number {
  const alert = alerts.get(group[0]?.alert ?? '');
  if (alert === undefined) return 0;
  return alert.raisedAt - (alert.root === null && alert.isLoss ? 1e9 : 0);
}

/** When it was recorded it was old. */
const isLate = ({ recordedAt, raisedAt }: FoldedAlert): boolean => recordedAt - raisedAt > LATE_MS;

/** One message for each location; what was kept back in one, what came late in one for each sentry. Machines get one for each change. */
function gathered(going: readonly Going[], folds: boolean): readonly FoldedMessage[] {
  const keyOf = ({ kind, location, sentry, delivery }: Going): string => {
    if (!folds) return delivery.guid;
    if (kind === 'LATE') return `LATE ${sentry ?? ''}`;
    return kind === 'ALERTS' ? `ALERTS ${location ?? ''}` : kind;
  };
  return [...Map.groupBy(going, keyOf).values()].map((parts) => {
    const [first] = parts;
    const kind = first?.kind ?? 'ALERTS';
    const locations = new Set(parts.map(({ location }) => location));
    return {
      kind,
      location: locations.size === 1 ? (first?.location ?? null) : null,
      severity: Math.max(...parts.map(({ severity }) => severity)),
      deliveries: parts.map(({ delivery }) => delivery),
    };
  });
}
