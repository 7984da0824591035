/**
 * Sends committed events to open consoles.
 *
 * Input: rows of live_event (of all server processes), readings stored by this process or relayed by another one.
 * Output: stream events to subscribers who may see them.
 * Invariants: a subscriber gets every alert and sentry event after its cursor once, in order of commit; readings are not
 * replayed.
 *
 * Whatever reads events or moves the cursor is a task of one serial queue, so that a subscriber who catches up and the events
 * that are polled for never overlap.
 */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { PubSub } from '../../platform/pubsub/pub-sub.ts';
import { getAlertsAllTenants } from '../alerts/index.ts';
import type { StoredReport } from '../ingest/index.ts';
import { type Cursor, type EventRow, getNewestCursor, hasUncommittedEvents, listEventsAfter } from './event-store.ts';
import { createReadingRelay, type ReadingRelay, type RelayedReading } from './reading-relay.ts';
import { createSerialQueue, type SerialQueue } from './serial-queue.ts';
import { isVisibleToTenant, toReadingEvent, toStreamEvent } from './stream-event.ts';

const POLL_INTERVAL_MS = 1000;
/** Events of a transaction that is still running are polled for again after this. */
const UNCOMMITTED_POLL_MS = 15;
const BATCH_SIZE = 500;

export interface Subscriber {
  readonly tenant: string;
  /** null: an event about the whole organization. */
  mayView(location: string | null): boolean;
  /** From now on no event is missed. Called once, before the first event. */
  onReady(): void;
  /** The subscription could not be started; nothing will be sent. */
  onFailed(): void;
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
  return new PollingFanOut(db, clock, log, wake);
}

class PollingFanOut implements EventFanOut {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #queue: SerialQueue;
  readonly #relay: ReadingRelay;
  readonly #stopWake: () => void;
  readonly #pollTimer: NodeJS.Timeout;
  #retryTimer: NodeJS.Timeout | null = null;
  readonly #subscribers = new Set<Subscriber>();
  /** The last event that was sent; null until there was a subscriber. */
  #cursor: Cursor | null = null;
  #isPollQueued = false;
  #isClosed = false;

  constructor(db: Database, clock: Clock, log: Log, wake: PubSub) {
    this.#db = db;
    this.#clock = clock;
    this.#queue = createSerialQueue((error) =>
      log.warn({ err: error }, 'reading live events failed, retrying at the next poll'),
    );
    this.#relay = createReadingRelay(
      wake,
      () => [...new Set([...this.#subscribers].map(({ tenant }) => tenant))],
      (reading) => this.#sendReading(reading),
    );
    this.#pollTimer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#stopWake = wake.onNotify(() => this.#poll());
  }

  subscribe(subscriber: Subscriber, from: Cursor | null): () => void {
    this.#queue.add(() => this.#addSubscriber(subscriber, from));
    this.#poll();
    return () => {
      // It may still be about to be added.
      this.#queue.add(async () => {
        this.#subscribers.delete(subscriber);
      });
      this.#subscribers.delete(subscriber);
    };
  }

  publishReadings(stored: readonly StoredReport[]): void {
    for (const one of stored) {
      const { isImported, sentry } = one.report;
      const isRemote = this.#relay.hasRemoteSubscribers(sentry.tenant);
      if (isImported || !(isRemote || this.#hasLocalSubscribers(sentry.tenant))) continue;
      const event = toReadingEvent(one);
      if (event === null) continue;
      this.#sendReading({ tenant: sentry.tenant, event });
      if (isRemote) this.#relay.send({ tenant: sentry.tenant, event });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#pollTimer);
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#stopWake();
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
    this.#cursor ??= await getNewestCursor(this.#db.console);
    for (;;) {
      const rows = await listEventsAfter(this.#db.console, this.#cursor, BATCH_SIZE);
      await this.#send(rows, this.#subscribers);
      const last = rows.at(-1);
      if (last !== undefined) this.#cursor = { xid: last.xid, id: last.id };
      if (rows.length < BATCH_SIZE) break;
    }
    if (await hasUncommittedEvents(this.#db.console, this.#cursor)) this.#pollSoon();
  }

  #pollSoon(): void {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = null;
      this.#poll();
    }, UNCOMMITTED_POLL_MS);
  }

  async #addSubscriber(subscriber: Subscriber, from: Cursor | null): Promise<void> {
    try {
      // Without subscribers the cursor is not advanced, so the first one starts at the newest event.
      if (this.#subscribers.size === 0 || this.#cursor === null) this.#cursor = await getNewestCursor(this.#db.console);
      subscriber.onReady();
      if (from !== null) await this.#sendMissedEvents(subscriber, from, this.#cursor);
    } catch (error) {
      subscriber.onFailed();
      throw error;
    }
    this.#subscribers.add(subscriber);
    this.#relay.announceSubscriptions();
  }

  /** Sends the events after `from`, up to the one that was sent to the others last. */
  async #sendMissedEvents(subscriber: Subscriber, from: Cursor, to: Cursor): Promise<void> {
    for (let at = from; ; ) {
      const rows = await listEventsAfter(this.#db.console, at, BATCH_SIZE);
      const missed = rows.filter((row) => !isAfter(row, to));
      await this.#send(missed, new Set([subscriber]));
      const last = missed.at(-1);
      if (last === undefined || missed.length < BATCH_SIZE) return;
      at = last;
    }
  }

  async #send(rows: readonly EventRow[], subscribers: ReadonlySet<Subscriber>): Promise<void> {
    const guids = new Set(rows.flatMap(({ data }) => (data.type === 'alert' ? [data.alert] : [])));
    const alerts = await getAlertsAllTenants(this.#db.console, [...guids], this.#clock.now());
    for (const { tenant, location, data, xid, id } of rows) {
      const event = toStreamEvent(location, data, alerts);
      if (event === null) continue;
      for (const subscriber of subscribers)
        if (subscriber.tenant === tenant && (isVisibleToTenant(data, location) || subscriber.mayView(location)))
          subscriber.send(event, { xid, id });
    }
  }

  #sendReading({ tenant, event }: RelayedReading): void {
    for (const subscriber of this.#subscribers)
      if (subscriber.tenant === tenant && subscriber.mayView(event.location)) subscriber.send(event, null);
  }

  #hasLocalSubscribers(tenant: string): boolean {
    return this.#subscribers.values().some((subscriber) => subscriber.tenant === tenant);
  }
}

const isAfter = (event: Cursor, cursor: Cursor): boolean =>
  event.xid > cursor.xid || (event.xid === cursor.xid && event.id > cursor.id);
