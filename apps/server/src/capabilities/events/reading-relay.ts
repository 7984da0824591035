/**
 * Relays readings to consoles that are connected to another server process. A process with open consoles announces every
 * second for which tenants; the other processes send it the readings they store for those, in notifications over Postgres.
 * A message may be lost: the next reading replaces it.
 */
import { StreamEvent, type StreamEventOut } from '@picket/contracts/stream';
import { z } from 'zod';
import { newGuid } from '../../platform/keys/ids.ts';
import { MAX_MESSAGE_BYTES, type PubSub } from '../../platform/pubsub/pub-sub.ts';

const ANNOUNCE_INTERVAL_MS = 1000;
/** A subscription that is not announced again within this time ends. */
const SUBSCRIPTION_TTL_MS = 3500;
/** So many fit into a message. */
const MAX_TENANTS_PER_MESSAGE = 150;
const BATCH_DELAY_MS = 20;
/** Readings queued beyond this are dropped, oldest first, to protect the database. */
const MAX_QUEUED_READINGS = 5000;

const SubscriptionMessage = z.object({ from: z.string(), tenants: z.array(z.string()) });
const ReadingsMessage = z.object({
  from: z.string(),
  events: z.array(z.object({ tenant: z.string(), event: StreamEvent })),
});

export type ReadingEvent = StreamEventOut<'reading'>;

export interface RelayedReading {
  readonly tenant: string;
  readonly event: ReadingEvent;
}

export class ReadingRelay {
  readonly #pubSub: PubSub;
  readonly #listLocalTenants: () => readonly string[];
  readonly #onReading: (reading: RelayedReading) => void;
  readonly #processId = newGuid();
  /** Of each other process, until when it wants the readings of a tenant. */
  readonly #remoteSubscriptions = new Map<string, Map<string, number>>();
  readonly #announceTimer: NodeJS.Timeout;
  readonly #stopSubscriptions: () => void;
  readonly #stopReadings: () => void;
  #queued: RelayedReading[] = [];
  #flushTimer: NodeJS.Timeout | null = null;
  /** Whether the last announcement named a tenant. */
  #hasAnnounced = false;

  /** `listLocalTenants`: tenants of the consoles connected to this process. `onReading`: called for each reading of another process. */
  constructor(pubSub: PubSub, listLocalTenants: () => readonly string[], onReading: (reading: RelayedReading) => void) {
    this.#pubSub = pubSub;
    this.#listLocalTenants = listLocalTenants;
    this.#onReading = onReading;
    this.#announceTimer = setInterval(() => this.announceSubscriptions(), ANNOUNCE_INTERVAL_MS);
    this.#stopSubscriptions = pubSub.subscribe('subscriptions', (message) => this.#receiveSubscriptions(message));
    this.#stopReadings = pubSub.subscribe('readings', (message) => this.#receiveReadings(message));
  }

  /** Returns whether a console of that tenant is connected to another process. */
  hasRemoteSubscribers(tenant: string): boolean {
    const now = performance.now();
    for (const tenants of this.#remoteSubscriptions.values()) if ((tenants.get(tenant) ?? 0) > now) return true;
    return false;
  }

  send(reading: RelayedReading): void {
    if (this.#queued.length >= MAX_QUEUED_READINGS) this.#queued.shift();
    this.#queued.push(reading);
    this.#flushTimer ??= setTimeout(() => this.#flush(), BATCH_DELAY_MS);
  }

  /** Announces the tenants of the consoles connected to this process. */
  announceSubscriptions(): void {
    const tenants = this.#listLocalTenants();
    // The last announcement of a process is an empty one.
    if (tenants.length === 0 && !this.#hasAnnounced) return;
    this.#hasAnnounced = tenants.length > 0;
    for (let begin = 0; begin === 0 || begin < tenants.length; begin += MAX_TENANTS_PER_MESSAGE) {
      const part = tenants.slice(begin, begin + MAX_TENANTS_PER_MESSAGE);
      this.#pubSub.publish('subscriptions', JSON.stringify({ from: this.#processId, tenants: part }));
    }
  }

  close(): void {
    clearInterval(this.#announceTimer);
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    this.#stopSubscriptions();
    this.#stopReadings();
  }

  #receiveSubscriptions(message: string): void {
    const { data } = SubscriptionMessage.safeParse(parseJson(message));
    if (data === undefined || data.from === this.#processId) return;
    const now = performance.now();
    const known = this.#remoteSubscriptions.get(data.from);
    const isEnd = data.tenants.length === 0;
    // Others were announced in another message.
    const announced = new Map(isEnd ? [] : known);
    for (const tenant of data.tenants) announced.set(tenant, now + SUBSCRIPTION_TTL_MS);
    this.#remoteSubscriptions.set(data.from, announced);
    for (const [process, tenants] of this.#remoteSubscriptions) {
      for (const [tenant, until] of tenants) if (until <= now) tenants.delete(tenant);
      if (tenants.size === 0) this.#remoteSubscriptions.delete(process);
    }
  }

  #receiveReadings(message: string): void {
    const { data } = ReadingsMessage.safeParse(parseJson(message));
    if (data === undefined || data.from === this.#processId) return;
    for (const { tenant, event } of data.events) if (event.type === 'reading') this.#onReading({ tenant, event });
  }

  #flush(): void {
    this.#flushTimer = null;
    for (const message of packMessages(this.#processId, this.#queued)) this.#pubSub.publish('readings', message);
    this.#queued = [];
  }
}

/** The readings in as few messages as their size allows. */
function packMessages(from: string, readings: readonly RelayedReading[]): readonly string[] {
  const start = `{"from":"${from}","events":[`;
  const end = ']}';
  const batches: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const reading of readings.flatMap(splitByColumns)) {
    const text = JSON.stringify(reading);
    // A comma follows.
    const length = Buffer.byteLength(text) + 1;
    if (bytes + length > MAX_MESSAGE_BYTES) {
      batches.push([]);
      bytes = start.length + end.length;
    }
    batches.at(-1)?.push(text);
    bytes += length;
  }
  return batches.map((batch) => `${start}${batch.join(',')}${end}`);
}

/** This many columns fit into a message, however long their names are. */
const MAX_COLUMNS_PER_MESSAGE = 20;

function splitByColumns({ tenant, event }: RelayedReading): readonly RelayedReading[] {
  if (event.readings.length <= MAX_COLUMNS_PER_MESSAGE) return [{ tenant, event }];
  const parts: RelayedReading[] = [];
  for (let begin = 0; begin < event.readings.length; begin += MAX_COLUMNS_PER_MESSAGE)
    parts.push({ tenant, event: { ...event, readings: event.readings.slice(begin, begin + MAX_COLUMNS_PER_MESSAGE) } });
  return parts;
}

function parseJson(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
