/**
 * Which deliveries a change of an alert makes due. Pure.
 *
 * Input: the alert as it is now, its existing deliveries, its recipients. Output: deliveries to insert, to cancel and to
 * reinstate. Invariants: every route that was to be notified that an alert was raised is notified that it was cleared; an
 * alert that opens again begins another occurrence.
 */
import type { SuppressionReason } from '@picket/contracts/notifications';
import { notificationKindOf } from '@picket/domain/alert-kinds';
import type { ChannelKind } from '@picket/domain/channels';
import type { NotifiableAlert } from '@picket/domain/notification-preferences';
import { isEligible, type Recipient, skipReason } from '../recipients/recipients.ts';

export interface ChangedAlert {
  readonly guid: string;
  readonly tenant: string;
  readonly location: string | null;
  readonly kind: string;
  readonly severity: number;
  readonly isOpen: boolean;
  /** It never happened: only those who were notified before are notified of this. */
  readonly withdrawn: boolean;
  /** It was written for the first time. */
  readonly isNew: boolean;
}

export type DeliveryState = 'DUE' | 'SUPPRESSED' | 'COMPOSED' | 'SENT' | 'FAILED' | 'SKIPPED';
export type DeliveryChange = 'RAISED' | 'CLEARED' | 'OCCURRED' | 'REMINDER' | 'UPDATED';

export interface ExistingDelivery {
  readonly guid: string;
  readonly alert: string;
  readonly owner: string;
  readonly destination: string | null;
  readonly channel: ChannelKind | null;
  readonly change: DeliveryChange;
  readonly occurrence: number;
  readonly state: DeliveryState;
  readonly reason: string | null;
}

export interface NewDelivery {
  readonly alert: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string | null;
  readonly channel: ChannelKind | null;
  readonly change: DeliveryChange;
  readonly occurrence: number;
  readonly state: 'DUE' | 'SKIPPED';
  readonly reason: SuppressionReason | null;
}

export interface DeliveryPlan {
  readonly added: readonly NewDelivery[];
  /** CLEARED deliveries to cancel: the alert is open again. */
  readonly canceled: readonly string[];
  /** CLEARED deliveries that were canceled because the alert was open again: now it is over. */
  readonly reinstated: readonly string[];
}

/** Below this severity it is not recorded who chose not to be notified. */
const MIN_RECORDED_SEVERITY = 100;

const toNotifiableAlert = ({
  kind,
  severity,
  location,
}: Pick<ChangedAlert, 'kind' | 'severity' | 'location'>): NotifiableAlert => ({
  kind: notificationKindOf(kind),
  severity,
  location,
});

export function planDeliveries(
  alert: ChangedAlert,
  known: readonly ExistingDelivery[],
  recipients: readonly Recipient[],
  mail: boolean,
): DeliveryPlan {
  if (alert.isNew && known.length === 0)
    return { added: alert.withdrawn ? [] : firstDeliveries(alert, recipients, mail), canceled: [], reinstated: [] };
  const added: NewDelivery[] = [];
  const canceled: string[] = [];
  const reinstated: string[] = [];
  const byDestination = Map.groupBy(
    known.filter((one) => one.destination !== null && one.change !== 'REMINDER' && one.change !== 'UPDATED'),
    ({ destination }) => destination,
  );
  for (const rows of byDestination.values()) {
    const occurrence = Math.max(...rows.map((row) => row.occurrence));
    const raised = rows.find((row) => row.change === 'RAISED' && row.occurrence === occurrence);
    const cleared = rows.find((row) => row.change === 'CLEARED' && row.occurrence === occurrence);
    const [first] = rows;
    if (first === undefined) continue;
    const row = (change: DeliveryChange, occurrence: number): NewDelivery => ({
      alert: alert.guid,
      tenant: alert.tenant,
      owner: first.owner,
      destination: first.destination,
      channel: first.channel,
      change,
      occurrence,
      state: 'DUE',
      reason: null,
    });
    const wasCanceled = cleared?.state === 'SKIPPED' && cleared.reason === 'REOPENED';
    if (!alert.isOpen) {
      if (cleared !== undefined && wasCanceled) reinstated.push(cleared.guid);
      else if (raised !== undefined && cleared === undefined && raised.state !== 'SKIPPED')
        added.push(row('CLEARED', occurrence));
    } else if (cleared !== undefined && (cleared.state === 'DUE' || cleared.state === 'SUPPRESSED'))
      canceled.push(cleared.guid);
    else if (raised === undefined || (cleared !== undefined && !wasCanceled)) added.push(row('RAISED', occurrence + 1));
  }
  return { added, canceled, reinstated };
}

function firstDeliveries(alert: ChangedAlert, recipients: readonly Recipient[], mail: boolean): readonly NewDelivery[] {
  const notifiable = toNotifiableAlert(alert);
  const change = alert.isOpen ? 'RAISED' : 'OCCURRED';
  return recipients.flatMap((recipient): readonly NewDelivery[] => {
    if (!isEligible(recipient, notifiable)) return [];
    const base = { alert: alert.guid, tenant: alert.tenant, owner: recipient.owner, change, occurrence: 1 } as const;
    const reasons = recipient.routes.map((route) => ({
      route,
      reason: skipReason(recipient, notifiable, route, mail),
    }));
    const notified = reasons.flatMap(({ route, reason }) =>
      reason === null
        ? [{ ...base, destination: route.destination, channel: route.channel, state: 'DUE' as const, reason }]
        : [],
    );
    if (notified.length > 0 || alert.severity < MIN_RECORDED_SEVERITY) return notified;
    // Recorded: they have access, and why they were not notified.
    const reason = reasons.find((one) => one.reason === 'CHANNEL_NOT_SET_UP')?.reason ?? 'NOT_CHOSEN';
    return [{ ...base, destination: null, channel: null, state: 'SKIPPED', reason }];
  });
}
