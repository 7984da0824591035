/**
 * Sends committed events to open consoles.
 *
 * Input: rows of live_event (of all server processes), readings stored by this process or relayed by another one.
 * Output: stream events to subscribers who may see them.
 * Invariants: a subscriber gets every alert and sentry event after its cursor once, in order of commit; readings are not
 * replayed.
 */
import type { ReplayedEventKind, StreamEventOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Clock, Database, Log, PubSub } from '../../platform/index.ts';
import { getAlertsAllTenants } from '../alerts/index.ts';
import type { StoredReport } from '../ingest/index.ts';
import {
  type Cursor,
  type EventData,
  type EventRow,
  getNewestCursor,
  hasUncommittedEvents,
  listEventsAfter,
} from './event-store.ts';
import { createReadingRelay, type ReadingEvent, type RelayedReading } from './reading-relay.ts';

const POLL_INTERVAL_MS = 1000;
/** Events of a transaction that is still running are polled for again after this. */
const UNCOMMITTED_POLL_MS = 15;
const BATCH_SIZE = 500;

export interface Subscriber {
  readonly tenant: string;
  /** null: an event about the whole organization. */
  mayView(location: string | null): boolean;
  /** `cursor` null: the stream cannot resume from this event. */
  send(event: StreamEventOut, cursor: Cursor | null): void;
}

export interface EventFanOut {
  /** Delivers events after `from` (null: only new ones); returns the function that ends the subscription. */
  subscribe(subscriber: Subscriber, from: Cursor | null): () => void;
  /** Sends readings that this process has committed. */
  publishReadings(stored: readonly StoredReport[]): void;
  close(): Promise<void>;
}

export function createEventFanOut(db: Database, clock: Clock, log: Log, wake: PubSub): EventFanOut {
  const subscribers = new Set<Subscriber>();
  let cursor: Cursor | null = null;
  let queue: Promise<void> = Promise.resolve();
  let isPollQueued = false;
  let retryTimer: NodeJS.Timeout | null = null;
  let closed = false;

  /** Runs one task at a time, so that catching up and new events never overlap. */
  const enqueue = (work: () => Promise<void>): void => {
    queue = queue
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'reading live events failed, retrying at the next poll'));
  };

  const poll = (): void => {
    if (isPollQueued || closed) return;
    isPollQueued = true;
    enqueue(async () => {
      isPollQueued = false;
      if (subscribers.size === 0 || closed) return;
      cursor ??= await getNewestCursor(db.console);
      for (;;) {
        const rows = await listEventsAfter(db.console, cursor, BATCH_SIZE);
        await deliver(db, clock, rows, subscribers);
        const last = rows[rows.length - 1];
        if (last !== undefined) cursor = { xid: last.xid, id: last.id };
        if (rows.length < BATCH_SIZE) break;
      }
      if (await hasUncommittedEvents(db.console, cursor)) retryTimer ??= setTimeout(pollAgain, UNCOMMITTED_POLL_MS);
    });
  };
  const pollAgain = (): void => {
    retryTimer = null;
    poll();
  };
  const pollTimer = setInterval(poll, POLL_INTERVAL_MS);
  const stopWake = wake.onNotify(poll);

  const broadcast = ({ tenant, event }: RelayedReading): void => {
    for (const subscriber of subscribers)
      if (subscriber.tenant === tenant && subscriber.mayView(event.location)) subscriber.send(event, null);
  };
  const listLocalTenants = (): string[] => [...new Set([...subscribers].map(({ tenant }) => tenant))];
  const relay = createReadingRelay(wake, listLocalTenants, broadcast);
  const hasSubscribers = (tenant: string): boolean =>
    relay.hasRemoteSubscribers(tenant) || subscribers.values().some((subscriber) => subscriber.tenant === tenant);

  return {
    subscribe: (subscriber, from) => {
      enqueue(async () => {
        // Without subscribers the cursor is not advanced, so the first one starts at the newest event.
        if (subscribers.size === 0 || cursor === null) cursor = await getNewestCursor(db.console);
        if (from !== null) await catchUp(db, clock, from, cursor, subscriber);
        subscribers.add(subscriber);
        relay.announceSubscriptions();
      });
      poll();
      return () => {
        enqueue(async () => {
          subscribers.delete(subscriber);
        });
        subscribers.delete(subscriber);
      };
    },
    publishReadings: (stored) => {
      for (const { report, added } of stored) {
        if (report.isImported || !hasSubscribers(report.sentry.tenant)) continue;
        const newest = new Map(added.map((reading) => [reading.series, reading]));
        if (newest.size === 0 && report.readings.length > 0) continue;
        const event: ReadingEvent = {
          type: 'reading',
          location: report.sentry.location,
          sentry: report.sentry.guid,
          receivedAt: formatInstant(report.receivedAt),
          readings: [...newest.values()].map(({ sensorMetricId, column, at, value }) => ({
            sensorMetricId,
            column,
            at: formatInstant(at),
            value,
          })),
        };
        broadcast({ tenant: report.sentry.tenant, event });
        if (relay.hasRemoteSubscribers(report.sentry.tenant)) relay.send({ tenant: report.sentry.tenant, event });
      }
    },
    close: async () => {
      closed = true;
      clearInterval(pollTimer);
      if (retryTimer) clearTimeout(retryTimer);
      stopWake();
      relay.close();
      await queue;
    },
  };
}

async function catchUp(db: Database, clock: Clock, from: Cursor, to: Cursor, subscriber: Subscriber): Promise<void> {
  for (let at = from; ; ) {
    const rows = await listEventsAfter(db.console, at, BATCH_SIZE);
    const missed = rows.filter(({ xid, id }) => xid < to.xid || (xid === to.xid && id <= to.id));
    await deliver(db, clock, missed, new Set([subscriber]));
    const last = missed[missed.length - 1];
    if (last === undefined || missed.length < BATCH_SIZE) return;
    at = last;
  }
}

async function deliver(
  db: Database,
  clock: Clock,
  rows: readonly EventRow[],
  subscribers: ReadonlySet<Subscriber>,
): Promise<void> {
  const wanted = rows.flatMap(({ data }) => (data.type === 'alert' ? [data.alert] : []));
  const alerts = await getAlertsAllTenants(db.console, [...new Set(wanted)], clock.now());
  for (const { tenant, location, data, xid, id } of rows) {
    const event = toStreamEvent(location, data, alerts);
    if (event === null) continue;
    for (const subscriber of subscribers)
      if (subscriber.tenant === tenant && (isVisibleToTenant(data, location) || subscriber.mayView(location)))
        subscriber.send(event, { xid, id });
  }
}

/** Everybody in the organization may read policies, so everybody gets the events about them. */
const isVisibleToTenant = (event: EventRow['data'], location: string | null): boolean =>
  event.type === 'policy' && location === null;

type ReadAlerts = Awaited<ReturnType<typeof getAlertsAllTenants>>;

/** How each kind of stored event is sent; null: what it is about is gone. */
const TO_STREAM: {
  readonly [K in ReplayedEventKind]: (
    event: EventData<K>,
    location: string | null,
    alerts: ReadAlerts,
  ) => StreamEventOut<K> | null;
} = {
  alert: ({ alert: guid, change }, location, alerts) => {
    const alert = alerts.get(guid);
    return alert === undefined ? null : { type: 'alert', ...atLocation(location), change, alert };
  },
  policy: ({ policy }, location) => ({
    type: 'policy',
    ...atLocation(location),
    ...(policy === null ? {} : { policy }),
  }),
  sentry: ({ sentry, change }, location) => (location === null ? null : { type: 'sentry', location, sentry, change }),
  sensor: ({ sentry, model, serialNumber, status }, location) =>
    location === null ? null : { type: 'sensor', location, sentry, model, serial_number: serialNumber, status },
};

const atLocation = (location: string | null) => (location === null ? {} : { location });

const toStreamEvent = <K extends ReplayedEventKind>(
  location: string | null,
  event: EventData<K>,
  alerts: ReadAlerts,
): StreamEventOut<K> | null => TO_STREAM[event.type](event, location, alerts);
