/** Turns deliveries that are due into messages, destination by destination; several servers share the work. */
import {
  CHANNELS,
  type ChannelKind,
  type Millis,
  notificationKindOf,
  quietHoursUntil,
  truncateText,
} from '@picket/domain';
import { newGuid, type Platform, type Sql } from '../../../platform/index.ts';
import { linkToRootAlerts } from '../../alerts/index.ts';
import {
  type AlertFactsRow,
  type DeliveryOutcome,
  listDueDestinations,
  listOpenDeliveries,
  listRaisedStates,
  listUnsentAlerts,
  loadAlertFacts,
  lockFreeDestination,
  notifiedSeverities,
  releaseSuccessors,
  saveOutcomes,
} from '../deliveries/delivery-store.ts';
import { activeMaintenance } from '../maintenance/maintenance-store.ts';
import { renderMessage } from '../messages/render-message.ts';
import { insertMessages, type NewMessage, recentMessages } from '../outbox/message-store.ts';
import { buildContent } from '../outbox/refresh-content.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import { type Recipient, type Route, suppressionReason } from '../recipients/recipients.ts';
import { listBacklogs, requeueCaughtUp } from './backlog-store.ts';
import {
  type Decisions,
  GROUP_INTERVAL_MS,
  type GroupableAlert,
  groupDeliveries,
  LATE_THRESHOLD_MS,
  MAX_CATCH_UP_MS,
  type Situation,
  type WaitingDelivery,
} from './group-deliveries.ts';

/** Alerts taken at once for a destination. */
const BATCH_SIZE = 300;
const MAX_DESTINATIONS = 200;
const CONCURRENCY = 4;

/** Composes what is due; returns how many destinations were examined. */
export async function composeMessages(platform: Platform): Promise<number> {
  await requeueCaughtUp(platform.db.console, platform.clock.now());
  const waiting = [...(await listDueDestinations(platform.db.console, platform.clock.now(), MAX_DESTINATIONS))];
  const count = waiting.length;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await composeFor(platform, next);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, work));
  return count;
}

async function composeFor({ db, clock, config }: Platform, destination: string): Promise<void> {
  const hasWaitingDeliveries = await db.inSqlTx(async (sql) => {
    if (!(await lockFreeDestination(sql, destination))) return false;
    const now = clock.now();
    const open = await listOpenDeliveries(sql, destination, now, BATCH_SIZE);
    const [first] = open;
    if (first === undefined) return false;
    const guids = [...new Set(open.map(({ alert }) => alert))];
    const facts = await loadAlertFacts(sql, guids);
    const roots = await linkToRootAlerts(sql, guids);
    const recipients = (await listRecipients(sql, [first.tenant])).get(first.tenant) ?? [];
    const recipient = recipients.find(({ owner }) => owner === first.owner);
    const route = recipient?.routes.find((one) => one.destination === destination);
    const waiting = open.map((one): WaitingDelivery => ({ ...one, createdAt: one.createdAt.getTime() }));
    const alerts = new Map([...facts].map(([guid, row]) => [guid, toGroupableAlert(row, roots.get(guid) ?? null)]));
    const situation = await loadSituation(sql, {
      destination,
      now,
      alerts,
      facts,
      recipient,
      route,
      mail: config.mail !== null,
    });
    const decisions = groupDeliveries(waiting, situation);
    await saveDecisions(sql, decisions, { now, facts, recipient, route, tenant: first.tenant });
    return decisions.suppressed.some(({ reason }) => reason === 'WAITING_FOR_PREDECESSOR');
  });
  // What they wait for may have arrived while that was written down.
  if (hasWaitingDeliveries) await releaseSuccessors(db.console, destination, clock.now());
}

const toGroupableAlert = (row: AlertFactsRow, root: string | null): GroupableAlert => ({
  guid: row.guid,
  location: row.location,
  sentry: row.sentry,
  severity: row.severity,
  isOpen: row.state === 'OPEN',
  withdrawn: row.withdrawn,
  raisedAt: row.raisedAt.getTime(),
  clearedAt: row.clearedAt?.getTime() ?? null,
  recordedAt: row.recordedAt.getTime(),
  mutedUntil: row.muted ? (row.unmuteAt?.getTime() ?? 0) : null,
  snoozedUntil: row.snoozedUntil?.getTime() ?? null,
  isAcknowledged: row.acknowledgedBy !== null,
  isLoss: row.cause !== null,
  root,
});

interface SituationInput {
  readonly destination: string;
  readonly now: Millis;
  readonly alerts: ReadonlyMap<string, GroupableAlert>;
  readonly facts: ReadonlyMap<string, AlertFactsRow>;
  readonly recipient: Recipient | undefined;
  readonly route: Route | undefined;
  readonly mail: boolean;
}

async function loadSituation(
  sql: Sql,
  { destination, now, alerts, facts, recipient, route, mail }: SituationInput,
): Promise<Situation> {
  const guids = [...alerts.keys()];
  const states = await listRaisedStates(sql, destination, guids);
  const unsent = await listUnsentAlerts(sql, destination, guids);
  const roots = [...new Set([...alerts.values()].map(({ guid, root }) => root ?? guid))];
  const locations = [...new Set([...alerts.values()].flatMap(({ location }) => location ?? []))];
  const windows = await activeMaintenance(sql, locations, now);
  const late = [...alerts.values()].filter(({ recordedAt, raisedAt }) => recordedAt - raisedAt > LATE_THRESHOLD_MS);
  const sentries = [...new Set(late.flatMap(({ sentry }) => sentry ?? []))];
  const backlogs = await listBacklogs(sql, sentries, LATE_THRESHOLD_MS, now - 2 * MAX_CATCH_UP_MS);
  return {
    now,
    isGrouped: route !== undefined && CHANNELS[route.channel].isGrouped,
    alerts,
    raisedState: (alert, occurrence) => states.get(`${alert} ${occurrence}`) ?? null,
    isUnsent: (alert) => unsent.has(alert),
    suppressionReason: (alert, isEscalation) => {
      if (recipient === undefined || route === undefined) return 'GONE';
      const notifiable = {
        kind: notificationKindOf(facts.get(alert.guid)?.kind ?? ''),
        severity: alert.severity,
        location: alert.location,
      };
      const reason = suppressionReason(recipient, notifiable, route, mail);
      // Those named in an escalation are notified whatever they chose.
      return isEscalation && reason === 'NOT_CHOSEN' ? null : reason;
    },
    quietUntil: (severity) =>
      recipient === undefined || route === undefined
        ? null
        : quietHoursUntil(recipient.preferences, severity, route.channel, now),
    backlogOf: (sentry) => backlogs.get(sentry) ?? null,
    maintenanceUntil: (location) => (location === null ? null : (windows.get(location) ?? null)),
    notifiedSeverities: await notifiedSeverities(sql, destination, roots),
    recent: await recentMessages(sql, destination, now - GROUP_INTERVAL_MS),
  };
}

/** Reasons that are kept with the delivery: they say why a notification was late. */
const RECORDED_REASONS = new Set(['DO_NOT_DISTURB', 'QUIET_HOURS', 'MAINTENANCE', 'SNOOZED', 'GROUPED', 'CATCHING_UP']);

async function saveDecisions(
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
