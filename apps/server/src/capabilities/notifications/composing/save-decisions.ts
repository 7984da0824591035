/** Saves what was decided: messages with their content, and the state of each delivery. */
import { truncateText } from '@picket/domain/text';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { AlertSummaryRow } from '../messages/alert-summary-store.ts';
import { buildContent } from '../messages/build-content.ts';
import { renderMessage } from '../messages/render-message.ts';
import { insertMessages, type NewMessage } from '../outbox/message-store.ts';
import type { Recipient, Route } from '../recipients/recipients.ts';
import { type DeliveryOutcome, saveOutcomes } from './composing-store.ts';
import type { Decisions, PlannedMessage } from './group-deliveries.ts';

/** Reasons that are kept with the delivery: they say why a notification was late. */
const RECORDED_REASONS = new Set(['DO_NOT_DISTURB', 'QUIET_HOURS', 'MAINTENANCE', 'SNOOZED', 'GROUPED', 'CATCHING_UP']);

/** For whom was decided. Without a recipient or a route, everything is skipped. */
export interface DecisionContext {
  readonly now: Millis;
  readonly summaries: ReadonlyMap<string, AlertSummaryRow>;
  readonly recipient: Recipient | undefined;
  readonly route: Route | undefined;
  readonly tenant: string;
}

export async function saveDecisions(
  sql: Sql,
  { messages, suppressed, skipped }: Decisions,
  context: DecisionContext,
): Promise<void> {
  const composed = messages.flatMap((message) => composeMessage(message, context));
  await insertMessages(
    sql,
    composed.map(({ row }) => row),
    context.now,
  );
  await saveOutcomes(
    sql,
    context.tenant,
    [
      ...suppressed.map(toSuppressed),
      ...skipped.map(({ guid, reason }) => toOutcome(guid, 'SKIPPED', { reason })),
      ...composed.flatMap(({ row, deliveries }) =>
        deliveries.map((guid) => toOutcome(guid, 'COMPOSED', { message: row.guid })),
      ),
    ],
    context.now,
  );
}

const toOutcome = (
  guid: string,
  state: DeliveryOutcome['state'],
  details: Partial<DeliveryOutcome>,
): DeliveryOutcome => ({ guid, state, reason: null, suppressedFor: null, message: null, dueAt: null, ...details });

const toSuppressed = ({ guid, reason, until }: Decisions['suppressed'][number]): DeliveryOutcome =>
  toOutcome(guid, 'SUPPRESSED', { reason, suppressedFor: RECORDED_REASONS.has(reason) ? reason : null, dueAt: until });

/** The row of a planned message and its deliveries; nothing where nobody is left to receive it. */
function composeMessage(
  message: PlannedMessage,
  { now, summaries, recipient, route, tenant }: DecisionContext,
): readonly { readonly row: NewMessage; readonly deliveries: readonly string[] }[] {
  if (recipient === undefined || route === undefined) return [];
  const content = buildContent(message, recipient, summaries, now);
  const row: NewMessage = {
    guid: newGuid(),
    tenant,
    owner: recipient.owner,
    ownerName: recipient.name,
    destination: route.destination,
    channel: route.channel,
    kind: message.kind,
    location: message.location,
    severity: message.severity,
    title: truncateText(renderMessage(content).title, 500),
    content,
  };
  return [{ row, deliveries: message.deliveries.map(({ guid }) => guid) }];
}
