/** What is known when it is decided about the deliveries of a destination. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { Millis } from '@picket/domain/time';
import type { DeliveryChange, DeliveryState } from '../deliveries/plan-deliveries.ts';

export interface GroupableAlert {
  readonly guid: string;
  readonly location: string | null;
  readonly sentry: string | null;
  readonly severity: number;
  readonly isOpen: boolean;
  /** It is over, and stays until a person resolves it. */
  readonly isRecovered: boolean;
  /** Later readings show that it never happened. */
  readonly withdrawn: boolean;
  readonly raisedAt: Millis;
  readonly clearedAt: Millis | null;
  /** When Picket wrote it: long after `raisedAt` where its readings came late. */
  readonly recordedAt: Millis;
  readonly mutedUntil: Millis | null;
  readonly snoozedUntil: Millis | null;
  readonly isAcknowledged: boolean;
  /** It says that power or connectivity was lost. */
  readonly isLoss: boolean;
  /** The open alert it follows from. */
  readonly root: string | null;
}

export interface WaitingDelivery {
  readonly guid: string;
  readonly alert: string;
  readonly change: DeliveryChange;
  readonly occurrence: number;
  readonly suppressedFor: SuppressionReason | null;
  /** Sent to who is named because nobody reacted, whatever the preferences say, quiet hours included. */
  readonly escalated: boolean;
  readonly createdAt: Millis;
}

/** What a sentry still has to send of the time in which it could not be reached. */
export interface Backlog {
  /** Until when more is to be expected; null: it has caught up. */
  readonly until: Millis | null;
  /** When the newest alert was recorded that is older than LATE_THRESHOLD_MS. */
  readonly newestLate: Millis | null;
}

export interface Situation {
  readonly now: Millis;
  /** Whether alerts that belong together are sent together here. */
  readonly isGrouped: boolean;
  readonly alerts: ReadonlyMap<string, GroupableAlert>;
  /** State of the RAISED delivery of an occurrence. */
  readonly raisedState: (alert: string, occurrence: number) => DeliveryState | null;
  /** Whether a message about the alert is not delivered yet. */
  readonly isUnsent: (alert: string) => boolean;
  /** Whether the destination was notified that the alert was raised; WAITS: it is not decided yet. */
  readonly isNotified: (alert: string) => 'YES' | 'WAITS' | 'NO';
  /** Until when the message waits for the picture of the alert; null: there is one, none is to come, or it waits for none. */
  readonly pictureUntil: (delivery: WaitingDelivery) => Millis | null;
  /** Why this destination is not notified of an alert at all. */
  readonly skipReason: (alert: GroupableAlert, isEscalation: boolean) => SuppressionReason | null;
  readonly quietUntil: (severity: number) => Millis | null;
  readonly maintenanceUntil: (location: string | null) => Millis | null;
  readonly backlogOf: (sentry: string) => Backlog | null;
  /** The highest severity sent for each root alert that is still open. */
  readonly notifiedSeverities: ReadonlyMap<string, number>;
  /** The newest message about a location within the last GROUP_INTERVAL_MS. */
  readonly recent: ReadonlyMap<string | null, { readonly at: Millis; readonly severity: number }>;
}

/** What follows the first message about a location within so long comes as one update. */
export const GROUP_INTERVAL_MS: Millis = 10_000;
/** Critical alerts that are new wait no longer than this for others to be grouped with. */
export const URGENT_GROUP_INTERVAL_MS: Millis = 2000;
/** Something recorded so much later than it was raised, and long over, goes into one summary (monitor rules: Running). */
export const LATE_THRESHOLD_MS: Millis = 900_000;
export const LATE_GROUP_WAIT_MS: Millis = 60_000;
/** A sentry that never says it has caught up suppresses late alerts for no longer than this. */
export const MAX_CATCH_UP_MS: Millis = 3_600_000;
/** Suppressed deliveries without a known end are decided again so often; what ends them usually requeues them at once. */
export const RECHECK_INTERVAL_MS: Millis = 60_000;
