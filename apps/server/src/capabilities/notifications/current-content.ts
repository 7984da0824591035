/**
 * What a message says, made of the alerts as they are. It is made when the message is composed and again before each attempt,
 * so that nothing that is over is told in the present tense; the message's guid, its key, stays the same.
 */
import { CHANNELS, type Millis, truncateText } from '@picket/domain';
import type { Platform } from '../../platform/index.ts';
import {
  type AlertFactsRow,
  alertFacts,
  deliveriesIn,
  holdDestination,
  joinEnds,
  settleWith,
} from './delivery-store.ts';
import type { DeliveryChange } from './due-deliveries.ts';
import type { WaitingDelivery } from './fold-deliveries.ts';
import { isChannel, type Listener } from './listeners.ts';
import { isOn, MessageContent, type MessageItem } from './message-content.ts';
import { type DueMessage, deleteMessage, updateContent } from './message-store.ts';
import { wordsFor } from './message-words.ts';

/** What was composed so shortly before says what is true. */
const FRESH: Millis = 2000;

export type SaidDelivery = Pick<WaitingDelivery, 'alert' | 'change' | 'turn' | 'heldFor'>;

/** `previous`: what the message said before; of an alert that is on again it knows when it ended then. */
export function contentOf(
  message: { readonly kind: MessageContent['kind']; readonly deliveries: readonly SaidDelivery[] },
  { preferences, useCelsius }: Listener,
  facts: ReadonlyMap<string, AlertFactsRow>,
  now: Millis,
  previous: readonly MessageItem[] = [],
): MessageContent {
  const keyOf = (change: DeliveryChange, { alert, turn }: { alert: string; turn: number }): string =>
    `${change} ${alert} ${turn}`;
  const said = new Set(message.deliveries.map((one) => keyOf(one.change, one)));
  const endedBefore = new Map(previous.map((item) => [keyOf('OFF', item), item.clearedAt]));
  const items = message.deliveries.flatMap((delivery): MessageItem[] => {
    const row = facts.get(delivery.alert);
    // Begun and ended before it was told: one line says both.
    const isSaidAlready = delivery.change === 'OFF' && said.has(keyOf('ON', delivery));
    if (row === undefined || isSaidAlready) return [];
    const item = itemOf(row, delivery);
    // It ended, whatever began since.
    const hasEnded = said.has(keyOf('OFF', delivery)) && item.clearedAt === null;
    return [hasEnded ? { ...item, clearedAt: endedBefore.get(keyOf('OFF', delivery)) ?? now } : item];
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

const itemOf = (row: AlertFactsRow, { change, turn, heldFor }: SaidDelivery): MessageItem => ({
  alert: row.guid,
  change,
  turn,
  notice: change === 'AGAIN' ? turn : null,
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
  heldFor,
  symptoms: row.symptoms,
  kind: row.kind,
});

/**
 * What a message says now. An end that waits for the beginning in it joins it, unless an earlier attempt may have been taken:
 * then the end follows by itself. OVER: it only said that something was still on, which is over, or that
 * something began that never did; it is gone.
 */
export function currentContent(
  { db, clock }: Platform,
  message: DueMessage,
  listener: Listener,
): Promise<MessageContent | 'OVER'> {
  const composed = MessageContent.parse(message.content);
  const now = clock.now();
  const isFresh = message.attempts === 1 && now - composed.at < FRESH;
  if (composed.digest !== null || isFresh) return Promise.resolve(composed);
  const folds = isChannel(message.channel) && CHANNELS[message.channel].folds;
  return db.inSqlTx(async (sql) => {
    // Whoever composes for the destination decides about the same deliveries.
    await holdDestination(sql, message.destination);
    if (folds && !message.mayBeTaken) await joinEnds(sql, message.guid);
    const deliveries = await deliveriesIn(sql, message.guid);
    if (deliveries.length === 0) return composed;
    const facts = await alertFacts(sql, [...new Set(deliveries.map(({ alert }) => alert))]);
    const made = contentOf({ kind: composed.kind, deliveries }, listener, facts, now, composed.items);
    // For a machine it is about a change, at the time it was made known.
    const content = folds ? made : { ...made, at: composed.at };
    // A reminder of what is over, and the beginning of what never was, are no news to anybody.
    const isStale = ({ change, withdrawn }: MessageItem): boolean =>
      change === 'AGAIN' || (withdrawn && change !== 'OFF');
    if (content.items.length > 0 && content.items.every(isStale) && !content.items.some(isOn) && !message.mayBeTaken) {
      await settleWith(sql, message.guid, 'SKIPPED', now);
      await deleteMessage(sql, message.guid);
      return 'OVER';
    }
    const severity = Math.max(-1, ...content.items.filter(isOn).map((item) => item.severity));
    await updateContent(sql, message.guid, { title: truncateText(wordsFor(content).title, 500), severity, content });
    return content;
  });
}
