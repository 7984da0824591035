/**
 * Brings what a message says up to date before each attempt, so that no message says that a cleared alert is still open; the
 * message's guid, its key, stays the same.
 */

import { CHANNELS, isChannelKind } from '@picket/domain/channels';
import { truncateText } from '@picket/domain/text';
import { isRecent, type Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import {
  attachClearedDeliveries,
  listMessageDeliveries,
  lockDestination,
  updateMessageDeliveries,
} from '../deliveries/message-delivery-store.ts';
import { loadAlertSummaries } from '../messages/alert-summary-store.ts';
import { buildContent } from '../messages/build-content.ts';
import { isActive, MessageContent, type MessageItem } from '../messages/message-content.ts';
import { renderMessage } from '../messages/render-message.ts';
import type { Recipient } from '../recipients/recipients.ts';
import type { DueMessage } from './attempt-store.ts';
import { deleteMessage, updateContent } from './message-store.ts';

/** What was composed so shortly before says what is true. */
const FRESH_MS: Millis = 2000;

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
  const isFresh = message.attempts === 1 && isRecent(composed.at, now, FRESH_MS);
  if (composed.digest !== null || isFresh) return Promise.resolve(composed);
  const isGrouped = isChannelKind(message.channel) && CHANNELS[message.channel].isGrouped;
  return db.inSqlTx(async (sql) => {
    // Composing for the destination decides about the same deliveries.
    await lockDestination(sql, message.destination);
    if (isGrouped && !message.mayBeDelivered) await attachClearedDeliveries(sql, message.tenant, message.guid);
    const deliveries = await listMessageDeliveries(sql, message.tenant, message.guid);
    if (deliveries.length === 0) return composed;
    const summaries = await loadAlertSummaries(sql, message.tenant, [...new Set(deliveries.map(({ alert }) => alert))]);
    const made = buildContent({ kind: composed.kind, deliveries }, recipient, summaries, now, composed.items);
    // For a machine it is about a change, at the time it was made known.
    const content = isGrouped ? made : { ...made, at: composed.at };
    // A reminder of what is over, and the beginning of what never was, are obsolete.
    const isStale = ({ change, withdrawn }: MessageItem): boolean =>
      change === 'REMINDER' || (withdrawn && change !== 'CLEARED');
    if (
      content.items.length > 0 &&
      content.items.every(isStale) &&
      !content.items.some(isActive) &&
      !message.mayBeDelivered
    ) {
      await updateMessageDeliveries(sql, message.tenant, message.guid, 'SKIPPED', now);
      await deleteMessage(sql, message.tenant, message.guid);
      return 'OBSOLETE';
    }
    const severity = Math.max(-1, ...content.items.filter(isActive).map((item) => item.severity));
    await updateContent(sql, message.tenant, message.guid, {
      title: truncateText(renderMessage(content).title, 500),
      severity,
      content,
    });
    return content;
  });
}
