/**
 * Sends committed events to open consoles.
 *
 * Input: rows of live_event (of all server processes), readings stored by this process or relayed by another one.
 * Output: stream events to subscribers who may see them.
 * Invariants: a subscriber gets every stored event after its cursor once, as soon as it is committed, whatever other
 * transactions do; events of one commit in the order in which they were written. Readings are not replayed.
 *
 * Whatever reads events or moves the cursor is a task of one serial queue, so that a subscriber who catches up and the events
 * that are polled for never overlap.
 */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { Millis } from '@picket/domain/time';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { PubSub } from '../../platform/pubsub/pub-sub.ts';
import { alertsByGuid, openAlertsByLocation } from '../alerts/index.ts';
import type { StoredReport } from '../ingest/index.ts';
import { type Batch, type Cursor, formatCursor, isSameSnapshot, newestSnapshot } from './event-cursor.ts';
import { type EventRow, listEvents, listEventsAllTenants, readEventLogId, readSnapshot } from './event-store.ts';
import { ReadingRelay, type RelayedReading } from './reading-relay.ts';
import { createSerialQueue, type SerialQueue } from './serial-queue.ts';
import { type CurrentAlerts, isVisibleToTenant, toReadingEvent, toStreamEvent } from './stream-event.ts';

/** A notification that was lost delays an event by this. */
const POLL_INTERVAL_MS = 1000;
const BATCH_SIZE = 500;
/** More missed events than this are not replayed: requesting what is shown costs less. */
const MAX_REPLAYED = 500;
/** Nor are those after an older cursor: events are deleted after a day, and a transaction may have been open for long. */
const REPLAY_HORIZON: Millis = 12 * 3_600_000;
/** By so much the clock may be ahead of the server's that gave out a cursor. One from later on is none that was given out. */
const MAX_AHEAD: Millis = 60_000;

export interface Subscriber {
  readonly tenant: string;
  /** null: an event about the whole organization. */
  mayView(location: string | null): boolean;
  /** From now on no event is missed. Called once, before the first event. */
  onReady(): void;
  /** The subscription could not be started; nothing will be sent. */
  onFailed(): void;
  /** `id`: resumes the stream after this event; null: after the one before it. */
  send(event: StreamEventOut, id: string | null): void;
}

interface Subscription {
  readonly subscriber: Subscriber;
  readonly from: Cursor | null;
  hasEnded: boolean;
}

interface Missed {
  readonly rows: readonly EventRow[];
  readonly toCursor: (row: EventRow) => Cursor;
}

/** Sends events to the consoles that are connected to this process. */
export class EventFanOut {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #queue: SerialQueue;
  readonly #relay: ReadingRelay;
  readonly #stopNotify: () => void;
  readonly #pollTimer: NodeJS.Timeout;
  readonly #subscribers = new Set<Subscriber>();
  /** What was sent to all subscribers; null until there was one. */
  #cursor: Cursor | null = null;
  #isPollQueued = false;
  #isClosed = false;

  constructor(db: Database, clock: Clock, log: Log, pubSub: PubSub) {
    this.#db = db;
    this.#clock = clock;
    this.#queue = createSerialQueue((error) =>
      log.warn({ err: error }, 'reading live events failed, retrying at the next poll'),
    );
    this.#relay = new ReadingRelay(
      pubSub,
      () => [...new Set([...this.#subscribers].map(({ tenant }) => tenant))],
      (reading) => this.#sendReading(reading),
    );
    this.#pollTimer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#stopNotify = pubSub.onNotify(() => this.#poll());
  }

  /**
   * Delivers events after `from` (null: only new ones); returns the function that ends the subscription. The event `started`
   * follows those that were missed, and says whether they could be replayed. What that function returns resolves when nothing of the
   * subscription is left to do: one that ends before its turn in the queue, which all organizations share, reads nothing.
   */
  subscribe(subscriber: Subscriber, from: Cursor | null): () => Promise<void> {
    const subscription = { subscriber, from, hasEnded: false };
    const isStarted = this.#queue.add(() => this.#start(subscription));
    this.#poll();
    return () => {
      subscription.hasEnded = true;
      this.#subscribers.delete(subscriber);
      return isStarted;
    };
  }

  /** Sends readings that this process has committed. */
  publishReadings(stored: readonly StoredReport[]): void {
    for (const one of stored) {
      const { isFromDevice, sentry } = one.report;
      const isRemote = this.#relay.hasRemoteSubscribers(sentry.tenant);
      if (!isFromDevice || !(isRemote || this.#hasLocalSubscribers(sentry.tenant))) continue;
      const event = toReadingEvent(one);
      if (event === null) continue;
      this.#sendReading({ tenant: sentry.tenant, event });
      if (isRemote) this.#relay.send({ tenant: sentry.tenant, event });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#pollTimer);
    this.#stopNotify();
    this.#relay.close();
    await this.#queue.idle();
  }

  /** Queues one poll; while one is queued already, nothing more. */
  #poll(): void {
    if (this.#isPollQueued || this.#isClosed) return;
    this.#isPollQueued = true;
    this.#queue.add(async () => {
      this.#isPollQueued = false;
      if (this.#subscribers.size > 0 && !this.#isClosed) await this.#sendNewEvents();
    });
  }

  async #sendNewEvents(): Promise<void> {
    let cursor = this.#cursor ?? (await this.#readNewestCursor());
    const upTo = await readSnapshot(this.#db.console);
    // An error may have left a batch half sent.
    if (cursor.batch !== null) cursor = await this.#sendBatch(cursor, cursor.batch);
    if (!isSameSnapshot(cursor.seen, upTo)) cursor = await this.#sendBatch(cursor, { upTo, after: 0 });
    this.#cursor = cursor;
  }

  /** Sends what is left of a batch, page by page; returns the cursor after it. */
  async #sendBatch(from: Cursor, batch: Batch): Promise<Cursor> {
    for (let { upTo, after } = batch; ; ) {
      const rows = await listEventsAllTenants(this.#db.console, { seen: from.seen, upTo, after }, BATCH_SIZE);
      const isComplete = rows.length < BATCH_SIZE;
      const toCursor = (row: EventRow): Cursor => ({ ...from, at: this.#clock.now(), batch: { upTo, after: row.id } });
      await this.#send(rows, toCursor, this.#subscribers);
      if (isComplete) return { ...from, at: this.#clock.now(), seen: upTo, batch: null };
      after = rows.at(-1)?.id ?? after;
      this.#cursor = { ...from, batch: { upTo, after } };
    }
  }

  async #readNewestCursor(): Promise<Cursor> {
    const log = this.#cursor?.log ?? (await readEventLogId(this.#db.console));
    return { log, at: this.#clock.now(), seen: await readSnapshot(this.#db.console), batch: null };
  }

  async #start(subscription: Subscription): Promise<void> {
    const { subscriber, from } = subscription;
    if (subscription.hasEnded) return;
    try {
      // Without subscribers nothing is sent, so the first one starts at the newest event.
      if (this.#subscribers.size === 0) this.#cursor = await this.#readNewestCursor();
      else await this.#sendNewEvents();
      if (subscription.hasEnded) return;
      const here = this.#cursor ?? (await this.#readNewestCursor());
      const missed = from === null ? null : await this.#listMissedEvents(subscriber.tenant, from, here);
      subscriber.onReady();
      for (const { rows, toCursor } of missed ?? []) await this.#send(rows, toCursor, new Set([subscriber]));
      subscriber.send({ type: 'started', resumed: missed !== null }, formatCursor(here));
    } catch (error) {
      subscriber.onFailed();
      throw error;
    }
    if (subscription.hasEnded) return;
    this.#subscribers.add(subscriber);
    this.#relay.announceSubscriptions();
  }

  /** The events between two cursors, in the order in which they were sent to others; null: they cannot be replayed. */
  async #listMissedEvents(tenant: string, from: Cursor, to: Cursor): Promise<readonly Missed[] | null> {
    const now = this.#clock.now();
    const isForeign = from.log !== to.log || newestSnapshot(from).next > to.seen.next || from.at > now + MAX_AHEAD;
    if (isForeign || from.at < now - REPLAY_HORIZON) return null;
    const between = { ...to, seen: newestSnapshot(from), batch: { upTo: to.seen, after: 0 } };
    const missed: Missed[] = [];
    for (const { batch, ...cursor } of [from, between]) {
      if (batch === null) continue;
      const range = { seen: cursor.seen, ...batch };
      const rows = await listEvents(this.#db.console, tenant, range, MAX_REPLAYED);
      if (rows === null) return null;
      missed.push({ rows, toCursor: ({ id }) => ({ ...cursor, batch: { upTo: batch.upTo, after: id } }) });
    }
    return missed;
  }

  async #send(
    rows: readonly EventRow[],
    toCursor: (row: EventRow) => Cursor,
    subscribers: ReadonlySet<Subscriber>,
  ): Promise<void> {
    const current = await this.#readCurrentAlerts(rows);
    for (const row of rows) {
      const { tenant, location, data } = row;
      const event = toStreamEvent(location, data, current);
      if (event === null) continue;
      const id = formatCursor(toCursor(row));
      for (const subscriber of subscribers)
        if (subscriber.tenant === tenant && (isVisibleToTenant(data, location) || subscriber.mayView(location)))
          subscriber.send(event, id);
    }
  }

  async #readCurrentAlerts(rows: readonly EventRow[]): Promise<CurrentAlerts> {
    const events = rows.flatMap(({ data, location }) =>
      data.type === 'alert' ? [{ alert: data.alert, location }] : [],
    );
    const tenants = [...new Set(rows.map(({ tenant }) => tenant))];
    const guids = [...new Set(events.map(({ alert }) => alert))];
    const locations = [...new Set(events.flatMap(({ location }) => location ?? []))];
    const [alerts, openByLocation] = await Promise.all([
      alertsByGuid(this.#db.console, tenants, guids, this.#clock.now()),
      openAlertsByLocation(this.#db.console, tenants, locations),
    ]);
    return { alerts, openByLocation };
  }

  #sendReading({ tenant, event }: RelayedReading): void {
    for (const subscriber of this.#subscribers)
      if (subscriber.tenant === tenant && subscriber.mayView(event.location)) subscriber.send(event, null);
  }

  #hasLocalSubscribers(tenant: string): boolean {
    return this.#subscribers.values().some((subscriber) => subscriber.tenant === tenant);
  }
}
