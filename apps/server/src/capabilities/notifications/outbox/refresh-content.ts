/**
 * What a message says, made of the alerts as they are. It is made when the message is composed and again before each attempt,
 * so that no message says that a cleared alert is still open; the message's guid, its key, stays the same.
 */
import { CHANNELS, type Millis, truncateText } from '@picket/domain';
import type { Platform } from '../../../platform/index.ts';
import type { WaitingDelivery } from '../composing/group-deliveries.ts';
import {
  type AlertFactsRow,
  attachClearedDeliveries,
  listMessageDeliveries,
  loadAlertFacts,
  lockDestination,
  updateMessageDeliveries,
} from '../deliveries/delivery-store.ts';
import type { DeliveryChange } from '../deliveries/plan-deliveries.ts';
import { isActive, MessageContent, type MessageItem } from '../messages/message-content.ts';
import { renderMessage } from '../messages/render-message.ts';
import { isChannelKind, type Recipient } from '../recipients/recipients.ts';
import { type DueMessage, deleteMessage, updateContent } from './message-store.ts';

/** What was composed so shortly before says what is true. */
const FRESH_MS: Millis = 2000;

export type DescribedDelivery = Pick<WaitingDelivery, 'alert' | 'change' | 'occurrence' | 'suppressedFor'>;

/** `previous`: what the message said before; of an alert that is on again it knows when it ended then. */
export function buildContent(
  message: { readonly kind: MessageContent['kind']; readonly deliveries: readonly DescribedDelivery[] },
  { preferences, useCelsius }: Recipient,
  facts: ReadonlyMap<string, AlertFactsRow>,
  now: Millis,
  previous: readonly MessageItem[] = [],
): MessageContent {
  const keyOf = (change: DeliveryChange, { alert, occurrence }: { alert: string; occurrence: number }): string =>
    `${change} ${alert} ${occurrence}`;
  const described = new Set(message.deliveries.map((one) => keyOf(one.change, one)));
  const endedBefore = new Map(previous.map((item) => [keyOf('CLEARED', item), item.clearedAt]));
  const items = message.deliveries.flatMap((delivery): MessageItem[] => {
    const row = facts.get(delivery.alert);
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
    language: preferences.language,
    useCelsius,
    tenantName: [...facts.values()][0]?.tenantName ?? '',
    at: now,
    items,
    digest: null,
  };
}

const toItem = (row: AlertFactsRow, { change, occurrence, suppressedFor }: DescribedDelivery): MessageItem => ({
  alert: row.guid,
  change,
  occurrence,
  notificationNumber: change === 'REMINDER' ? occurrence : null,
  severity: row.severity,
  message: row.message,
  location:
    row.location === null
      ? null
      : { guid: row.location, name: row.locationName ?? '', timezone: row.timezone ?? 'UTC' },
  sentry: row.sentryName,
  policy: row.policyName,
  subject: row.subject,
  conditions: row.conditions.map(({ sensorMetricId, column, operator, threshold, operand }) => ({
    sensorMetricId,
    column,
    operator,
    threshold,
    operand,
  })),
  startedAt: row.startedAt.getTime(),
  clearedAt: row.state === 'OPEN' ? null : (row.clearedAt?.getTime() ?? null),
  withdrawn: row.withdrawn,
  suppressedFor,
  symptoms: row.symptoms,
  kind: row.kind,
});

/**
 * What a message says now. An end that waits for the beginning in it joins it, unless an earlier attempt may have been taken:
 * then the end follows by itself. OBSOLETE: it only said that something was still on, which is over, or that
 * something began that never did; it is gone.
 */
export function refreshContent(
  { db, clock }: Platform,
  message: DueMessage,
  recipient: Recipient,
): Promise<MessageContent | 'OBSOLETE'> {
  const composed = MessageContent.parse(message.content);
  const now = clock.now();
  const isFresh = message.attempts === 1 && now - composed.at < FRESH_MS;
  if (composed.digest !== null || isFresh) return Promise.resolve(composed);
  const isGrouped = isChannelKind(message.channel) && CHANNELS[message.channel].isGrouped;
  return db.inSqlTx(async (sql) => {
    // Composing for the destination decides about the same deliveries.
    await lockDestination(sql, message.destination);
    if (isGrouped && !message.mayBeDelivered) await attachClearedDeliveries(sql, message.guid);
    const deliveries = await listMessageDeliveries(sql, message.guid);
    if (deliveries.length === 0) return composed;
    const facts = await loadAlertFacts(sql, [...new Set(deliveries.map(({ alert }) => alert))]);
    const made = buildContent({ kind: composed.kind, deliveries }, recipient, facts, now, composed.items);
    // For a machine it is about a change, at the time it was made known.
    const content = isGrouped ? made : { ...made, at: composed.at };
    // A reminder of what is over, and the beginning of what never was, are no news to anybody.
    const isStale = ({ change, withdrawn }: MessageItem): boolean =>
      change === 'REMINDER' || (withdrawn && change !== 'CLEARED');
    if (
      content.items.length > 0 &&
      content.items.every(isStale) &&
      !content.items.some(isActive) &&
      !message.mayBeDelivered
    ) {
      await updateMessageDeliveries(sql, message.guid, 'SKIPPED', now);
      await deleteMessage(sql, message.guid);
      return 'OBSOLETE';
    }
    const severity = Math.max(-1, ...content.items.filter(isActive).map((item) => item.severity));
    await updateContent(sql, message.guid, {
      title: truncateText(renderMessage(content).title, 500),
      severity,
      content,
    });
    return content;
  });
}
