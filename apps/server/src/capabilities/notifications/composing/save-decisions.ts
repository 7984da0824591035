/** Saves what was decided: messages with their content, and the state of each delivery. */
import { type ChannelKind, type Millis, truncateText } from '@picket/domain';
import { newGuid, type Sql } from '../../../platform/index.ts';
import type { AlertFactsRow } from '../messages/alert-facts-store.ts';
import { buildContent } from '../messages/build-content.ts';
import { renderMessage } from '../messages/render-message.ts';
import { insertMessages, type NewMessage } from '../outbox/message-store.ts';
import type { Recipient, Route } from '../recipients/recipients.ts';
import { type DeliveryOutcome, saveOutcomes } from './composing-store.ts';
import type { Decisions } from './group-deliveries.ts';

/** Reasons that are kept with the delivery: they say why a notification was late. */
const RECORDED_REASONS = new Set(['DO_NOT_DISTURB', 'QUIET_HOURS', 'MAINTENANCE', 'SNOOZED', 'GROUPED', 'CATCHING_UP']);

export async function saveDecisions(
  sql: Sql,
  { messages, suppressed, skipped }: Decisions,
  {
    now,
    facts,
    recipient,
    route,
    tenant,
  }: {
    readonly now: Millis;
    readonly facts: ReadonlyMap<string, AlertFactsRow>;
    readonly recipient: Recipient | undefined;
    readonly route: Route | undefined;
    readonly tenant: string;
  },
): Promise<void> {
  const outcomes: DeliveryOutcome[] = [
    ...suppressed.map(({ guid, reason, until }) => ({
      guid,
      state: 'SUPPRESSED' as const,
      reason,
      suppressedFor: RECORDED_REASONS.has(reason) ? reason : null,
      message: null,
      dueAt: until,
    })),
    ...skipped.map(({ guid, reason }) => ({
      guid,
      state: 'SKIPPED' as const,
      reason,
      suppressedFor: null,
      message: null,
      dueAt: null,
    })),
  ];
  const made: NewMessage[] = [];
  if (recipient !== undefined && route !== undefined)
    for (const message of messages) {
      const guid = newGuid();
      const content = buildContent(message, recipient, facts, now);
      made.push({
        guid,
        tenant,
        owner: recipient.owner,
        ownerName: recipient.name,
        destination: route.destination,
        channel: route.channel satisfies ChannelKind,
        kind: message.kind,
        location: message.location,
        severity: message.severity,
        title: truncateText(renderMessage(content).title, 500),
        content,
      });
      for (const delivery of message.deliveries)
        outcomes.push({
          guid: delivery.guid,
          state: 'COMPOSED',
          reason: null,
          suppressedFor: null,
          message: guid,
          dueAt: null,
        });
    }
  await insertMessages(sql, made, now);
  await saveOutcomes(sql, outcomes, now);
}
