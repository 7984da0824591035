/**
 * What becomes of the deliveries of one alert at one destination now: sent, suppressed until later, or skipped. Pure.
 *
 * Invariants: nothing is dropped without a reason; CLEARED is sent only where RAISED was sent, and after it; of a withdrawn
 * alert only those are notified who were notified of it before.
 */
import type { SuppressionReason } from '@picket/contracts/notifications';
import { exceedsCause } from '@picket/domain/incidents';
import { URGENT_SEVERITY } from '@picket/domain/receiver-health';
import type { Millis } from '@picket/domain/time';
import {
  GROUP_INTERVAL_MS,
  type GroupableAlert,
  LATE_GROUP_WAIT_MS,
  LATE_THRESHOLD_MS,
  MAX_CATCH_UP_MS,
  RECHECK_INTERVAL_MS,
  type Situation,
  URGENT_GROUP_INTERVAL_MS,
  type WaitingDelivery,
} from './situation.ts';

/** Reasons after which one summary says what is still open. */
const SUMMARIZED_REASONS: ReadonlySet<SuppressionReason | null> = new Set<SuppressionReason | null>([
  'DO_NOT_DISTURB',
  'QUIET_HOURS',
  'MAINTENANCE',
  'SNOOZED',
]);

/** Reasons after which what is over, and waits for a person, is notified all the same. Who snoozed it knows of it. */
const HELD_REASONS: ReadonlySet<SuppressionReason | null> = new Set<SuppressionReason | null>([
  'DO_NOT_DISTURB',
  'QUIET_HOURS',
  'MAINTENANCE',
]);

export type MessageKind = 'ALERTS' | 'SUMMARY' | 'LATE';

/** A delivery that is sent now, and what decides which message it joins. */
export interface PlannedDelivery {
  readonly kind: MessageKind;
  readonly location: string | null;
  readonly sentry: string | null;
  readonly severity: number;
  readonly delivery: WaitingDelivery;
}

/** What becomes of one delivery now. */
export type Decision =
  | { readonly action: 'SEND'; readonly planned: PlannedDelivery }
  | { readonly action: 'SUPPRESS'; readonly guid: string; readonly reason: SuppressionReason; readonly until: Millis }
  | { readonly action: 'SKIP'; readonly guid: string; readonly reason: SuppressionReason };

interface Suppression {
  readonly reason: SuppressionReason;
  readonly until: Millis;
}

const skip = (reason: SuppressionReason, ...deliveries: readonly WaitingDelivery[]): Decision[] =>
  deliveries.map(({ guid }) => ({ action: 'SKIP', guid, reason }));

/** Decides one alert after the other; what is sent counts for the next ones. */
export class DeliveryDecider {
  readonly #situation: Situation;
  readonly #notifiedSeverities: Map<string, number>;

  /** CLEARED deliveries that are not composed yet, as `alert occurrence`. */
  readonly #waitingCleared: ReadonlySet<string>;

  constructor(situation: Situation, waiting: readonly WaitingDelivery[]) {
    this.#situation = situation;
    this.#waitingCleared = new Set(
      waiting.flatMap(({ alert, change, occurrence }) => (change === 'CLEARED' ? [`${alert} ${occurrence}`] : [])),
    );
    this.#notifiedSeverities = new Map(situation.notifiedSeverities);
  }

  /** Everything that waits about one occurrence of one alert. */
  decideOccurrence(deliveries: readonly WaitingDelivery[]): readonly Decision[] {
    const alert = this.#situation.alerts.get(deliveries[0]?.alert ?? '');
    if (alert === undefined) return skip('GONE', ...deliveries);
    const raised = deliveries.find(({ change }) => change === 'RAISED');
    const cleared = deliveries.find(({ change }) => change === 'CLEARED');
    return [
      ...deliveries.flatMap((delivery) => {
        if (delivery.change === 'OCCURRED') return this.#decideOccurred(delivery, alert);
        if (delivery.change === 'UPDATED') return this.#decideUpdated(delivery, alert);
        return delivery.change === 'REMINDER' ? this.#decideReminder(delivery, alert) : [];
      }),
      ...this.#decideRaisedOrCleared(raised, cleared, alert),
    ];
  }

  #decideRaisedOrCleared(
    raised: WaitingDelivery | undefined,
    cleared: WaitingDelivery | undefined,
    alert: GroupableAlert,
  ): Decision[] {
    if (raised !== undefined && cleared !== undefined) return this.#decideRaisedAndCleared(raised, cleared, alert);
    if (raised !== undefined) return this.#decideRaised(raised, alert);
    return cleared === undefined ? [] : this.#decideCleared(cleared, alert);
  }

  #decideRaised(raised: WaitingDelivery, alert: GroupableAlert): Decision[] {
    const { now, skipReason } = this.#situation;
    const reason = skipReason(alert, raised.escalated);
    if (reason !== null) return skip(reason, raised);
    if (this.#waitsForPredecessor(raised))
      return [this.#suppress(raised, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS)];
    const suppression = this.#suppression(alert, raised.escalated);
    if (suppression !== null) return [this.#suppress(raised, suppression.reason, suppression.until)];
    if (alert.snoozedUntil !== null) return [this.#suppress(raised, 'SNOOZED', alert.snoozedUntil)];
    // Whether it is still true is known once the sentry has caught up.
    const caughtUpAt = this.#catchingUpUntil(alert);
    if (caughtUpAt !== null) return [this.#suppress(raised, 'CATCHING_UP', caughtUpAt)];
    if (this.#isCoveredByRoot(alert)) return [this.#suppress(raised, 'GROUPED', now + RECHECK_INTERVAL_MS)];
    const until = this.#groupingUntil(alert, true);
    if (until !== null) return [this.#suppress(raised, 'GROUPING', until)];
    const pictureUntil = this.#situation.pictureUntil(raised);
    if (pictureUntil !== null) return [this.#suppress(raised, 'AWAITING_PICTURE', pictureUntil)];
    const root = alert.root ?? alert.guid;
    this.#notifiedSeverities.set(root, Math.max(this.#notifiedSeverities.get(root) ?? -1, alert.severity));
    return [this.#send(raised, alert)];
  }

  /** A new occurrence is sent after the previous one was cleared at the destination: else that would seem to come last. */
  #waitsForPredecessor({ alert, occurrence }: WaitingDelivery): boolean {
    if (occurrence === 1) return false;
    const { isGrouped, isUnsent } = this.#situation;
    return isUnsent(alert) || (!isGrouped && this.#waitingCleared.has(`${alert} ${occurrence - 1}`));
  }

  /** It was cleared before anybody was notified. */
  #decideRaisedAndCleared(raised: WaitingDelivery, cleared: WaitingDelivery, alert: GroupableAlert): Decision[] {
    const { now, skipReason, isGrouped } = this.#situation;
    if (alert.withdrawn) return skip('WITHDRAWN', raised, cleared);
    const unwanted = skipReason(alert, raised.escalated);
    const suppression = this.#suppression(alert);
    if (unwanted === null && alert.isRecovered && suppression !== null) return this.#hold(suppression, raised, cleared);
    // It was held for this moment.
    const held = alert.isRecovered && HELD_REASONS.has(raised.suppressedFor);
    const reason =
      unwanted ??
      suppression?.reason ??
      (!held && (SUMMARIZED_REASONS.has(raised.suppressedFor) || raised.suppressedFor === 'GROUPED')
        ? raised.suppressedFor
        : null) ??
      (this.#isCoveredByRoot(alert) ? ('GROUPED' as const) : null);
    if (reason !== null) return skip(reason, raised, cleared);
    if (this.#waitsForPredecessor(raised))
      return [
        this.#suppress(raised, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS),
        this.#suppress(cleared, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS),
      ];
    const caughtUpAt = this.#catchingUpUntil(alert);
    if (caughtUpAt !== null)
      return [this.#suppress(raised, 'CATCHING_UP', caughtUpAt), this.#suppress(cleared, 'CATCHING_UP', caughtUpAt)];
    if (isGrouped && this.#isHistory(alert)) {
      const groupingUntil = this.#lateGroupingUntil(alert);
      if (groupingUntil !== null)
        return [this.#suppress(raised, 'GROUPING', groupingUntil), this.#suppress(cleared, 'GROUPING', groupingUntil)];
      return [this.#send(raised, alert, 'LATE'), this.#send(cleared, alert, 'LATE')];
    }
    const until = this.#groupingUntil(alert, false);
    if (until !== null) return [this.#suppress(raised, 'GROUPING', until), this.#suppress(cleared, 'GROUPING', until)];
    // A machine gets CLEARED once it has accepted RAISED.
    return [
      this.#send(raised, alert),
      isGrouped
        ? this.#send(cleared, alert)
        : this.#suppress(cleared, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS),
    ];
  }

  #decideCleared(cleared: WaitingDelivery, alert: GroupableAlert): Decision[] {
    const { now, raisedState } = this.#situation;
    const state = raisedState(cleared.alert, cleared.occurrence);
    if (state === 'COMPOSED' || state === 'DUE' || state === 'SUPPRESSED')
      return [this.#suppress(cleared, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS)];
    if (state !== 'SENT') return skip('NOT_NOTIFIED', cleared);
    // Whatever they chose since: everybody who got RAISED gets CLEARED, if they still have access.
    const reason = this.#situation.skipReason(alert, true);
    if (reason !== null) return skip(reason, cleared);
    // Do-not-disturb of a policy suppresses no CLEARED: those who were notified before it are notified now.
    const suppression = this.#quietSuppression(alert);
    if (suppression !== null) return [this.#suppress(cleared, suppression.reason, suppression.until)];
    const until = this.#groupingUntil(alert, false);
    return [until === null ? this.#send(cleared, alert) : this.#suppress(cleared, 'GROUPING', until)];
  }

  /** It was over when it was first known. */
  #decideOccurred(delivery: WaitingDelivery, alert: GroupableAlert): Decision[] {
    const { skipReason, isGrouped } = this.#situation;
    if (alert.withdrawn) return skip('WITHDRAWN', delivery);
    const unwanted = skipReason(alert, false);
    const suppression = this.#suppression(alert);
    if (unwanted === null && alert.isRecovered && suppression !== null) return this.#hold(suppression, delivery);
    const reason = unwanted ?? suppression?.reason ?? null;
    if (reason !== null) return skip(reason, delivery);
    if (!isGrouped || !this.#isHistory(alert)) {
      const until = this.#groupingUntil(alert, false);
      return [until === null ? this.#send(delivery, alert) : this.#suppress(delivery, 'GROUPING', until)];
    }
    const caughtUpAt = this.#catchingUpUntil(alert);
    if (caughtUpAt !== null) return [this.#suppress(delivery, 'CATCHING_UP', caughtUpAt)];
    const groupingUntil = this.#lateGroupingUntil(alert);
    return [
      groupingUntil === null
        ? this.#send(delivery, alert, 'LATE')
        : this.#suppress(delivery, 'GROUPING', groupingUntil),
    ];
  }

  /** The next reminder follows: one that cannot be sent now is skipped. */
  #decideReminder(delivery: WaitingDelivery, alert: GroupableAlert): Decision[] {
    if (!alert.isOpen) return skip('ENDED', delivery);
    if (alert.isAcknowledged) return skip('ACKNOWLEDGED', delivery);
    // The previous message has not been delivered yet.
    if (this.#situation.isUnsent(alert.guid)) return skip('WAITING_FOR_PREDECESSOR', delivery);
    const reason =
      this.#situation.skipReason(alert, true) ??
      (alert.snoozedUntil === null ? null : ('SNOOZED' as const)) ??
      this.#suppression(alert, delivery.escalated)?.reason ??
      (this.#catchingUpUntil(alert) === null ? null : ('CATCHING_UP' as const)) ??
      null;
    return reason === null ? [this.#send(delivery, alert)] : skip(reason, delivery);
  }

  /** What became of its video follows the message that the alert was raised. */
  #decideUpdated(delivery: WaitingDelivery, alert: GroupableAlert): Decision[] {
    const { now, isUnsent, isNotified, skipReason } = this.#situation;
    if (isUnsent(alert.guid)) return [this.#suppress(delivery, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS)];
    const notified = isNotified(alert.guid);
    if (notified === 'WAITS') return [this.#suppress(delivery, 'WAITING_FOR_PREDECESSOR', now + RECHECK_INTERVAL_MS)];
    if (notified === 'NO') return skip('NOT_NOTIFIED', delivery);
    const reason = skipReason(alert, true) ?? this.#quietSuppression(alert)?.reason ?? null;
    return reason === null ? [this.#send(delivery, alert)] : skip(reason, delivery);
  }

  /** Until when its sentry may still show that it is over; null for what was recorded as it happened, and once it is known. */
  #catchingUpUntil(alert: GroupableAlert): Millis | null {
    const { now, backlogOf } = this.#situation;
    if (alert.sentry === null || !isLate(alert)) return null;
    const until = Math.min(backlogOf(alert.sentry)?.until ?? now, alert.recordedAt + MAX_CATCH_UP_MS);
    return until > now ? until : null;
  }

  /** It came late and was cleared long ago: it goes into a summary. */
  #isHistory(alert: GroupableAlert): boolean {
    return isLate(alert) && alert.clearedAt !== null && this.#situation.now - alert.clearedAt >= LATE_THRESHOLD_MS;
  }

  /** Until when more history of its sentry may come, which goes into the same summary; null: it goes now. */
  #lateGroupingUntil(alert: GroupableAlert): Millis | null {
    const { now, backlogOf } = this.#situation;
    const backlog = alert.sentry === null ? null : backlogOf(alert.sentry);
    const newest = Math.max(alert.recordedAt, backlog?.newestLate ?? alert.recordedAt);
    const until = Math.min(newest + LATE_GROUP_WAIT_MS, alert.recordedAt + MAX_CATCH_UP_MS);
    return until > now ? until : null;
  }

  /** Why an alert is suppressed now, and until when. What is escalated to somebody passes their quiet hours: nobody else reacts. */
  #suppression(alert: GroupableAlert, isEscalated = false): Suppression | null {
    if (alert.mutedUntil !== null) return { reason: 'DO_NOT_DISTURB', until: alert.mutedUntil };
    return this.#quietSuppression(alert, isEscalated);
  }

  /** It is over and waits for a person, who is notified once nothing suppresses it. */
  #hold({ reason, until }: Suppression, ...deliveries: readonly WaitingDelivery[]): Decision[] {
    return deliveries.map((delivery) => this.#suppress(delivery, reason, until));
  }

  #quietSuppression(alert: GroupableAlert, isEscalated = false): Suppression | null {
    const maintenance = this.#situation.maintenanceUntil(alert.location);
    if (maintenance !== null) return { reason: 'MAINTENANCE', until: maintenance };
    const quiet = isEscalated ? null : this.#situation.quietUntil(alert.severity);
    return quiet === null ? null : { reason: 'QUIET_HOURS', until: quiet + 1 };
  }

  /** Until when it waits for alerts to be grouped with; null for what is worse than the last message about its location. */
  #groupingUntil(alert: GroupableAlert, isRaised: boolean): Millis | null {
    const { isGrouped, recent, now } = this.#situation;
    const last = isGrouped ? recent.get(alert.location) : undefined;
    if (last === undefined || (isRaised && alert.severity > last.severity)) return null;
    const isUrgent = isRaised && alert.severity >= URGENT_SEVERITY;
    const until = last.at + (isUrgent ? URGENT_GROUP_INTERVAL_MS : GROUP_INTERVAL_MS);
    return until > now ? until : null;
  }

  /** Whether it follows from an alert that was notified, and makes it no worse. */
  #isCoveredByRoot(alert: GroupableAlert): boolean {
    if (!this.#situation.isGrouped || alert.root === null) return false;
    const known = this.#notifiedSeverities.get(alert.root);
    return known !== undefined && !exceedsCause(alert, known);
  }

  #suppress({ guid }: WaitingDelivery, reason: SuppressionReason, until: Millis): Decision {
    return { action: 'SUPPRESS', guid, reason, until };
  }

  #send(delivery: WaitingDelivery, alert: GroupableAlert, kind: MessageKind = 'ALERTS'): Decision {
    const isReleased = this.#situation.isGrouped && kind === 'ALERTS' && SUMMARIZED_REASONS.has(delivery.suppressedFor);
    const isOn = delivery.change !== 'CLEARED' && alert.isOpen;
    return {
      action: 'SEND',
      planned: {
        kind: isReleased ? 'SUMMARY' : kind,
        location: alert.location,
        sentry: alert.sentry,
        severity: isOn ? alert.severity : -1,
        delivery,
      },
    };
  }
}

/** When it was recorded it was old. */
const isLate = ({ recordedAt, raisedAt }: GroupableAlert): boolean => recordedAt - raisedAt > LATE_THRESHOLD_MS;
