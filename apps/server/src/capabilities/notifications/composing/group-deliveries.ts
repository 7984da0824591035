/**
 * What is sent to one destination now, what is suppressed for now, and what is skipped: decided at the moment of sending. Pure.
 *
 * Input: the waiting deliveries of the destination for some alerts, the alerts as they are, the time. Output: messages, each a
 * list of deliveries; suppressed deliveries, with a reason and when to decide again; skipped deliveries, with a reason.
 * Invariants: nothing is dropped without a reason; CLEARED is sent only where RAISED was sent, and after it; grouped alerts are
 * one notification, of their root, and another one only when it gets worse; of a withdrawn alert only those are notified who
 * were notified of it before.
 */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { Millis } from '@picket/domain/time';
import { DeliveryDecider, type MessageKind, type PlannedDelivery } from './decide-deliveries.ts';
import type { GroupableAlert, Situation, WaitingDelivery } from './situation.ts';

export interface PlannedMessage {
  readonly kind: MessageKind;
  readonly location: string | null;
  readonly severity: number;
  readonly deliveries: readonly WaitingDelivery[];
}

export interface Decisions {
  readonly messages: readonly PlannedMessage[];
  readonly suppressed: readonly { readonly guid: string; readonly reason: SuppressionReason; readonly until: Millis }[];
  readonly skipped: readonly { readonly guid: string; readonly reason: SuppressionReason }[];
}

export function groupDeliveries(waiting: readonly WaitingDelivery[], situation: Situation): Decisions {
  const { alerts } = situation;
  const byAlert = Map.groupBy(
    waiting,
    ({ alert, change, occurrence }) =>
      `${alert} ${change === 'REMINDER' || change === 'UPDATED' ? change : occurrence}`,
  );
  const decider = new DeliveryDecider(situation, waiting);
  // Roots before what follows from them, older before younger.
  const groups = [...byAlert.values()].sort((a, b) => sortKeyOf(a, alerts) - sortKeyOf(b, alerts));
  const decisions = groups.flatMap((group) => decider.decideOccurrence(group));
  return {
    messages: groupMessages(
      decisions.flatMap((one) => (one.action === 'SEND' ? one.planned : [])),
      situation.isGrouped,
    ),
    suppressed: decisions.flatMap((one) =>
      one.action === 'SUPPRESS'
        ? { guid: one.guid, reason: one.reason, until: Math.max(one.until, situation.now + 1) }
        : [],
    ),
    skipped: decisions.flatMap((one) => (one.action === 'SKIP' ? { guid: one.guid, reason: one.reason } : [])),
  };
}

function sortKeyOf(group: readonly WaitingDelivery[], alerts: ReadonlyMap<string, GroupableAlert>): number {
  const alert = alerts.get(group[0]?.alert ?? '');
  if (alert === undefined) return 0;
  return alert.raisedAt - (alert.root === null && alert.isLoss ? 1e9 : 0);
}

/** One message for each location, one for all that was suppressed, one for the late alerts of each sentry. Machines get one for each change. */
function groupMessages(planned: readonly PlannedDelivery[], isGrouped: boolean): readonly PlannedMessage[] {
  const keyOf = ({ kind, location, sentry, delivery }: PlannedDelivery): string => {
    if (!isGrouped || delivery.change === 'UPDATED') return delivery.guid;
    if (kind === 'LATE') return `LATE ${sentry ?? ''}`;
    return kind === 'ALERTS' ? `ALERTS ${location ?? ''}` : kind;
  };
  return [...Map.groupBy(planned, keyOf).values()].map((parts) => {
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
