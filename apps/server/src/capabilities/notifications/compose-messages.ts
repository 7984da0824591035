/** Turns deliveries that are due into messages, destination by destination; several servers share the work. */
import { CHANNELS, type ChannelKind, keptQuietUntil, type Millis, noticeKindOf, truncateText } from '@picket/domain';
import { newGuid, type Platform, type Sql } from '../../platform/index.ts';
import { linkToRootAlerts } from '../alerts/index.ts';
import { backlogsOf, releaseCaughtUp } from './backlog-store.ts';
import { contentOf } from './current-content.ts';
import {
  type AlertFactsRow,
  alertFacts,
  dueDestinations,
  onStates,
  openDeliveries,
  releaseOrdered,
  type Settled,
  settleDeliveries,
  takeDestination,
  toldOfRoots,
  unsentAlerts,
} from './delivery-store.ts';
import {
  FOLD_MS,
  type Folded,
  type FoldedAlert,
  foldDeliveries,
  LATE_MS,
  MAX_CATCH_UP_MS,
  type Situation,
  type WaitingDelivery,
} from './fold-deliveries.ts';
import { listenersOf } from './listener-store.ts';
import { deafness, type Listener, type Way } from './listeners.ts';
import { windowsOver } from './maintenance-store.ts';
import { insertMessages, type NewMessage, recentMessages } from './message-store.ts';
import { wordsFor } from './message-words.ts';

/** Alerts taken at once for a destination. */
const BATCH = 300;
const DESTINATIONS = 200;
const AT_ONCE = 4;

/** Composes what is due; answers how many destinations were looked at. */
export async function composeMessages(platform: Platform): Promise<number> {
  await releaseCaughtUp(platform.db.console, platform.clock.now());
  const waiting = [...(await dueDestinations(platform.db.console, platform.clock.now(), DESTINATIONS))];
  const count = waiting.length;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await composeFor(platform, next);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work));
  return count;
}

async function composeFor({ db, clock, config }: Platform, destination: string): Promise<void> {
  const waitsForOrder = await db.inSqlTx(async (sql) => {
    if (!(await takeDestination(sql, destination))) return false;
    const now = clock.now();
    const open = await openDeliveries(sql, destination, now, BATCH);
    const [first] = open;
    if (first === undefined) return false;
    const guids = [...new Set(open.map(({ alert }) => alert))];
    const facts = await alertFacts(sql, guids);
    const roots = await linkToRootAlerts(sql, guids);
    const listeners = (await listenersOf(sql, [first.tenant])).get(first.tenant) ?? [];
    const listener = listeners.find(({ owner }) => owner === first.owner);
    const way = listener?.ways.find((one) => one.destination === destination);
    const waiting = open.map((one): WaitingDelivery => ({ ...one, createdAt: one.createdAt.getTime() }));
    const alerts = new Map([...facts].map(([guid, row]) => [guid, foldedAlert(row, roots.get(guid) ?? null)]));
    const situation = await situationOf(sql, {
      destination,
      now,
      alerts,
      facts,
      listener,
      way,
      mail: config.mail !== null,
    });
    const folded = foldDeliveries(waiting, situation);
    await write(sql, folded, { now, facts, listener, way, tenant: first.tenant });
    return folded.holds.some(({ reason }) => reason === 'ORDER');
  });
  // What they wait for may have arrived while that was written down.
  if (waitsForOrder) await releaseOrdered(db.console, destination, clock.now());
}

const foldedAlert = (row: AlertFactsRow, root: string | null): FoldedAlert => ({
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

interface At {
  readonly destination: string;
  readonly now: Millis;
  readonly alerts: ReadonlyMap<string, FoldedAlert>;
  readonly facts: ReadonlyMap<string, AlertFactsRow>;
  readonly listener: Listener | undefined;
  readonly way: Way | undefined;
  readonly mail: boolean;
}

async function situationOf(sql: Sql, { destination, now, alerts, facts, listener, way, mail }: At): Promise<Situation> {
  const guids = [...alerts.keys()];
  const states = await onStates(sql, destination, guids);
  const unsent = await unsentAlerts(sql, destination, guids);
  const roots = [...new Set([...alerts.values()].map(({ guid, root }) => root ?? guid))];
  const locations = [...new Set([...alerts.values()].flatMap(({ location }) => location ?? []))];
  const windows = await windowsOver(sql, locations, now);
  const late = [...alerts.values()].filter(({ recordedAt, raisedAt }) => recordedAt - raisedAt > LATE_MS);
  const sentries = [...new Set(late.flatMap(({ sentry }) => sentry ?? []))];
  const backlogs = await backlogsOf(sql, sentries, LATE_MS, now - 2 * MAX_CATCH_UP_MS);
  return {
    now,
    folds: way !== undefined && CHANNELS[way.channel].folds,
    alerts,
    onState: (alert, turn) => states.get(`${alert} ${turn}`) ?? null,
    isUnsent: (alert) => unsent.has(alert),
    deaf: (alert, isEscalation) => {
      if (listener === undefined || way === undefined) return 'GONE';
      const noticed = {
        kind: noticeKindOf(facts.get(alert.guid)?.kind ?? ''),
        severity: alert.severity,
        location: alert.location,
      };
      const reason = deafness(listener, noticed, way, mail);
      // Who is named in an escalation hears of it whatever they chose.
      return isEscalation && reason === 'NOT_CHOSEN' ? null : reason;
    },
    quietUntil: (severity) =>
      listener === undefined || way === undefined
        ? null
        : keptQuietUntil(listener.preferences, severity, way.channel, now),
    backlogOf: (sentry) => backlogs.get(sentry) ?? null,
    maintenanceUntil: (location) => (location === null ? null : (windows.get(location) ?? null)),
    told: await toldOfRoots(sql, destination, roots),
    recent: await recentMessages(sql, destination, now - FOLD_MS),
  };
}

/** Holds that leave a trace: people ask why they were told late. */
const REMEMBERED = new Set(['DO_NOT_DISTURB', 'QUIET_HOURS', 'MAINTENANCE', 'SNOOZED', 'INCIDENT', 'CATCHING_UP']);

async function write(
  sql: Sql,
  { messages, holds, skips }: Folded,
  {
    now,
    facts,
    listener,
    way,
    tenant,
  }: {
    readonly now: Millis;
    readonly facts: ReadonlyMap<string, AlertFactsRow>;
    readonly listener: Listener | undefined;
    readonly way: Way | undefined;
    readonly tenant: string;
  },
): Promise<void> {
  const settled: Settled[] = [
    ...holds.map(({ guid, reason, until }) => ({
      guid,
      state: 'HELD' as const,
      reason,
      heldFor: REMEMBERED.has(reason) ? reason : null,
      message: null,
      dueAt: until,
    })),
    ...skips.map(({ guid, reason }) => ({
      guid,
      state: 'SKIPPED' as const,
      reason,
      heldFor: null,
      message: null,
      dueAt: null,
    })),
  ];
  const made: NewMessage[] = [];
  if (listener !== undefined && way !== undefined)
    for (const message of messages) {
      const guid = newGuid();
      const content = contentOf(message, listener, facts, now);
      made.push({
        guid,
        tenant,
        owner: listener.owner,
        ownerName: listener.name,
        destination: way.destination,
        channel: way.channel satisfies ChannelKind,
        kind: message.kind,
        location: message.location,
        severity: message.severity,
        title: truncateText(wordsFor(content).title, 500),
        content,
      });
      for (const delivery of message.deliveries)
        settled.push({
          guid: delivery.guid,
          state: 'COMPOSED',
          reason: null,
          heldFor: null,
          message: guid,
          dueAt: null,
        });
    }
  await insertMessages(sql, made, now);
  await settleDeliveries(sql, settled, now);
}
