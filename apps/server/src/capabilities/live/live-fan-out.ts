/**
 * Committed events to open consoles.
 *
 * Enters: rows of live_event (all server processes'), readings stored by this process or told of by another one. Leaves: stream events to those who
 * may see them. Invariant: a subscriber gets every alert and sentry event after its cursor once, in order of commit;
 * readings are not replayed.
 */
import type { StreamEventOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Clock, Database, Log, Wake } from '../../platform/index.ts';
import { alertsByGuidAllTenants } from '../alerts/index.ts';
import type { StoredReport } from '../telemetry/index.ts';
import { type Cursor, type LiveRow, newestCursor, notesAfter, someHeldBack } from './live-store.ts';
import { createReadingRelay, type ReadingEvent, type RelayedReading } from './reading-relay.ts';

const LOOK_EVERY_MS = 1000;
/** Events kept back by a transaction still running are looked for again soon. */
const LOOK_AGAIN_MS = 15;
const BATCH = 500;

export interface Subscriber {
  readonly tenant: string;
  /** null: what is about the whole organisation. */
  mayView(location: string | null): boolean;
  /** `cursor` null: not to be resumed from. */
  send(event: StreamEventOut, cursor: Cursor | null): void;
}

export interface LiveFanOut {
  /** Delivers from `from` on (null: only what is new); answers the call that ends it. */
  subscribe(subscriber: Subscriber, from: Cursor | null): () => void;
  /** Readings just committed by this process. */
  publishReadings(stored: readonly StoredReport[]): void;
  close(): Promise<void>;
}

export function createLiveFanOut(db: Database, clock: Clock, log: Log, wake: Wake): LiveFanOut {
  const subscribers = new Set<Subscriber>();
  let cursor: Cursor | null = null;
  let queue: Promise<void> = Promise.resolve();
  let looking = false;
  let again: NodeJS.Timeout | null = null;
  let closed = false;

  /** One thing at a time: what a subscriber catches up with and what is new never overlap. */
  const inTurn = (work: () => Promise<void>): void => {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'live events could not be read'));
  };

  const look = (): void => {
    if (looking || closed) return;
    looking = true;
    inTurn(async () => {
      looking = false;
      if (subscribers.size === 0 || closed) return;
      cursor ??= await newestCursor(db.console);
      for (;;) {
        const rows = await notesAfter(db.console, cursor, BATCH);
        await deliver(db, clock, rows, subscribers);
        const last = rows[rows.length - 1];
        if (last !== undefined) cursor = { xid: last.xid, id: last.id };
        if (rows.length < BATCH) break;
      }
      if (await someHeldBack(db.console, cursor)) again ??= setTimeout(lookAgain, LOOK_AGAIN_MS);
    });
  };
  const lookAgain = (): void => {
    again = null;
    look();
  };
  const polling = setInterval(look, LOOK_EVERY_MS);
  const stopListening = wake.onKnock(look);

  const show = ({ tenant, event }: RelayedReading): void => {
    for (const subscriber of subscribers)
      if (subscriber.tenant === tenant && subscriber.mayView(event.location)) subscriber.send(event, null);
  };
  const tenantsHere = (): string[] => [...new Set([...subscribers].map(({ tenant }) => tenant))];
  const relay = createReadingRelay(wake, tenantsHere, show);
  const isWatched = (tenant: string): boolean =>
    relay.wants(tenant) || subscribers.values().some((subscriber) => subscriber.tenant === tenant);

  return {
    subscribe: (subscriber, from) => {
      inTurn(async () => {
        // The first subscriber after a pause starts at what is newest; nobody was there to miss the rest.
        if (subscribers.size === 0 || cursor === null) cursor = await newestCursor(db.console);
        if (from !== null) await catchUp(db, clock, from, cursor, subscriber);
        subscribers.add(subscriber);
        relay.sayInterest();
      });
      look();
      return () => {
        inTurn(async () => {
          subscribers.delete(subscriber);
        });
        subscribers.delete(subscriber);
      };
    },
    publishReadings: (stored) => {
      for (const { report, fresh } of stored) {
        if (report.isImported || !isWatched(report.sentry.tenant)) continue;
        const newest = new Map(fresh.map((reading) => [reading.series, reading]));
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
        show({ tenant: report.sentry.tenant, event });
        if (relay.wants(report.sentry.tenant)) relay.send({ tenant: report.sentry.tenant, event });
      }
    },
    close: async () => {
      closed = true;
      clearInterval(polling);
      if (again) clearTimeout(again);
      stopListening();
      relay.close();
      await queue;
    },
  };
}

async function catchUp(db: Database, clock: Clock, from: Cursor, to: Cursor, subscriber: Subscriber): Promise<void> {
  for (let at = from; ; ) {
    const rows = await notesAfter(db.console, at, BATCH);
    const missed = rows.filter(({ xid, id }) => xid < to.xid || (xid === to.xid && id <= to.id));
    await deliver(db, clock, missed, new Set([subscriber]));
    const last = missed[missed.length - 1];
    if (last === undefined || missed.length < BATCH) return;
    at = last;
  }
}

async function deliver(
  db: Database,
  clock: Clock,
  rows: readonly LiveRow[],
  subscribers: ReadonlySet<Subscriber>,
): Promise<void> {
  const wanted = rows.flatMap(({ data }) => (data.type === 'alert' ? [data.alert] : []));
  const alerts = await alertsByGuidAllTenants(db.console, [...new Set(wanted)], clock.now());
  for (const { tenant, location, data, xid, id } of rows) {
    const event = eventOf(location, data, alerts);
    if (event === null) continue;
    for (const subscriber of subscribers)
      if (subscriber.tenant === tenant && (isForAll(data, location) || subscriber.mayView(location)))
        subscriber.send(event, { xid, id });
  }
}

/** Policies are everybody's to read: that one was edited is no secret within the organisation. */
const isForAll = (note: LiveRow['data'], location: string | null): boolean =>
  note.type === 'policy' && location === null;

function eventOf(
  location: string | null,
  note: LiveRow['data'],
  alerts: Awaited<ReturnType<typeof alertsByGuidAllTenants>>,
): StreamEventOut | null {
  const where = location === null ? {} : { location };
  if (note.type === 'policy')
    return { type: 'policy', ...where, ...(note.policy === null ? {} : { policy: note.policy }) };
  if (note.type === 'alert') {
    const alert = alerts.get(note.alert);
    return alert === undefined ? null : { type: 'alert', ...where, change: note.change, alert };
  }
  if (location === null) return null;
  if (note.type === 'sentry') return { type: 'sentry', location, sentry: note.sentry, change: note.change };
  const { sentry, model, serialNumber, status } = note;
  return { type: 'sensor', location, sentry, model, serial_number: serialNumber, status };
}
