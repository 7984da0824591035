/** Makes what a message says of the alerts as they are. Pure. */
import { Problem } from '@picket/contracts/problems';
import type { Millis } from '@picket/domain/time';
import { readStoredChanges } from '../../policies/index.ts';
import type { Recipient } from '../recipients/recipients.ts';
import type { AlertSummaryRow } from './alert-summary-store.ts';
import type { MessageContent, MessageItem } from './message-content.ts';

/** A delivery that the message is about. */
export type DescribedDelivery = Pick<MessageItem, 'alert' | 'change' | 'occurrence' | 'suppressedFor'>;

/** `previous`: what the message said before; of an alert that is on again it knows when it ended then. */
export function buildContent(
  message: { readonly kind: MessageContent['kind']; readonly deliveries: readonly DescribedDelivery[] },
  { language, useCelsius, timeFormat }: Recipient,
  summaries: ReadonlyMap<string, AlertSummaryRow>,
  now: Millis,
  previous: readonly MessageItem[] = [],
): MessageContent {
  const keyOf = (change: MessageItem['change'], { alert, occurrence }: { alert: string; occurrence: number }): string =>
    `${change} ${alert} ${occurrence}`;
  const described = new Set(message.deliveries.map((one) => keyOf(one.change, one)));
  const endedBefore = new Map(previous.map((item) => [keyOf('CLEARED', item), item.clearedAt]));
  const items = message.deliveries.flatMap((delivery): MessageItem[] => {
    const row = summaries.get(delivery.alert);
    // Raised and cleared before the first notification: one line says both.
    const isAlreadyDescribed = delivery.change === 'CLEARED' && described.has(keyOf('RAISED', delivery));
    if (row === undefined || isAlreadyDescribed) return [];
    const item = toItem(row, delivery);
    // It ended, whatever began since.
    const hasEnded = described.has(keyOf('CLEARED', delivery)) && item.clearedAt === null;
    return [hasEnded ? { ...item, clearedAt: endedBefore.get(keyOf('CLEARED', delivery)) ?? now } : item];
  });
  return {
    kind: message.kind,
    language,
    useCelsius,
    timeFormat,
    tenantName: [...summaries.values()][0]?.tenantName ?? '',
    at: now,
    items,
    digest: null,
  };
}

const toItem = (row: AlertSummaryRow, { change, occurrence, suppressedFor }: DescribedDelivery): MessageItem => ({
  alert: row.guid,
  change,
  occurrence,
  notificationNumber: change === 'REMINDER' ? occurrence : null,
  severity: row.severity,
  message: row.message,
  problem: row.problem === null ? null : Problem.parse(row.problem),
  location:
    row.location === null
      ? null
      : { guid: row.location, name: row.locationName ?? '', timezone: row.timezone ?? 'UTC' },
  sentry: row.sentryName,
  policy: row.policyName,
  subject: row.subject,
  conditions: row.conditions.map(({ sensorMetricId, column, operator, threshold, calc, operand }) => ({
    sensorMetricId,
    column,
    operator,
    threshold,
    ...(calc === undefined ? {} : { calc }),
    operand,
  })),
  startedAt: row.startedAt.getTime(),
  clearedAt: row.state === 'OPEN' ? null : (row.clearedAt?.getTime() ?? null),
  withdrawn: row.withdrawn,
  suppressedFor,
  symptoms: row.symptoms,
  kind: row.kind,
  video: row.video,
  changes: row.changes === null ? [] : readStoredChanges(row.changes),
});
