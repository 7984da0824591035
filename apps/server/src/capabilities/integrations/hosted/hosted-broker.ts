/**
 * The broker of one integration: the clients that connected with its password, what they may do, and the session that reads what they
 * publish. aedes speaks MQTT; each broker has an instance of its own, so that messages of two organizations cannot meet.
 *
 * Invariants: a message at quality of service 1 or 2 is acknowledged once its readings are committed, and it itself where it is kept;
 * nothing is acknowledged after `close`; what a client may hold is bounded.
 */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { LeftOutReason } from '@picket/devices/announced';
import type { Millis } from '@picket/domain/time';
import { boundedStream } from '@picket/source-io/mqtt/bounded-packets';
import type { BrokerClient, BrokerListener } from '@picket/source-io/mqtt/broker-client';
import { Aedes, type Client, type PublishPacket, type Subscription } from 'aedes';
import type { Log } from '../../../platform/logging/log.ts';
import type { ClientConnection } from './client-connection.ts';
import { mayPublish, maySubscribe, TopicFilters } from './client-topics.ts';
import { ConnectedClients } from './connected-clients.ts';
import { RecentMessages } from './recent-messages.ts';
import type { RetainedMessages } from './retained-messages.ts';
import { SessionPersistence } from './session-persistence.ts';

const MAX_PACKET_BYTES = 1_000_000;
/** A client that reads nothing for as long is disconnected. */
const DRAIN_MS = 10_000;
/** Also one that asked for no keep-alive, or for a longer one. */
const MAX_IDLE_MS = 1_800_000;
const LIMITS = {
  concurrency: 20,
  queueLimit: 20,
  maxInflightInbound: 10,
  drainTimeout: DRAIN_MS,
} as const;

export interface HostedBrokerPorts {
  readonly now: () => Millis;
  readonly log: Pick<Log, 'warn'>;
  readonly leaveOut: (topic: string, reason: LeftOutReason) => void;
  /** Resolves once the readings of all messages until now are stored, or never will be. */
  readonly whenStored: () => Promise<void>;
}

export class HostedBroker {
  readonly clients = new ConnectedClients();
  readonly #ports: HostedBrokerPorts;
  readonly #connections = new Map<Client, ClientConnection>();
  readonly #filters = new TopicFilters();
  readonly #recent = new RecentMessages();
  #running: { readonly aedes: Aedes; readonly retained: RetainedMessages } | null = null;
  #listener: BrokerListener | null = null;
  /** The session takes one message after the other, in the order of their arrival. */
  #queue: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(ports: HostedBrokerPorts) {
    this.#ports = ports;
  }

  async start(retained: RetainedMessages): Promise<void> {
    const aedes = await Aedes.createBroker({
      ...LIMITS,
      persistence: new SessionPersistence(retained),
      preConnect: (_client, packet, done) => {
        packet.clean = true;
        done(null, true);
      },
      authorizePublish: (client, packet, done) => {
        this.#publish(client, packet).then(() => done(null), done);
      },
      authorizeSubscribe: (client, subscription, done) => {
        this.#subscription(client, subscription).then((granted) => done(null, granted), done);
      },
      published: (packet, client, done) => {
        this.#published(packet, client).then(() => done(null), done);
      },
    });
    aedes.on('clientReady', (client) => this.#ready(client));
    aedes.on('unsubscribe', (filters, client) => this.#connections.get(client)?.unsubscribe(filters));
    // Its types leave this one out; without it an error would end the process.
    const events: EventEmitter = aedes;
    events.on('error', (err: unknown) => this.#ports.log.warn({ err }, 'broker for devices failed at a message'));
    this.#running = { aedes, retained };
  }

  /** Takes over a connection whose CONNECT, still in the socket, has the right password. */
  accept(socket: Socket, connection: ClientConnection): void {
    if (this.#running === null || this.#isClosed) {
      socket.destroy();
      return;
    }
    const stream = boundedStream(socket, MAX_PACKET_BYTES, {
      whenReady: () => connection.whenReady(),
      leftOut: ({ topic, isAnswered }) => {
        this.#ports.leaveOut(topic, 'TOO_LARGE');
        if (!isAnswered) socket.destroy();
      },
    });
    socket.setTimeout(MAX_IDLE_MS, () => socket.destroy());
    const client = this.#running.aedes.handle(stream);
    this.#connections.set(client, connection);
    stream.once('close', () => {
      this.#connections.delete(client);
      this.clients.gone(client);
    });
  }

  /** How many are connected. */
  get size(): number {
    return this.#connections.size;
  }

  #ready(client: Client): void {
    const connection = this.#connections.get(client);
    if (connection !== undefined) this.clients.connected(client, client.id, connection.address, this.#ports.now());
  }

  /** Ends the connections that were made with another password; null: all of them. */
  closeOthers(passwordHash: Buffer | null): void {
    for (const [client, connection] of this.#connections)
      if (passwordHash === null || !connection.passwordHash.equals(passwordHash)) client.close();
  }

  /** The connection of the session that reads: to everything that clients publish. */
  open(listener: BrokerListener): BrokerClient {
    this.#listener = listener;
    return {
      subscribe: (topics, { retained }) => {
        for (const topic of topics) this.#filters.add(topic);
        if (retained) void this.#deliverRetained(topics);
      },
      unsubscribe: (topics) => {
        for (const topic of topics) this.#filters.delete(topic);
      },
      // Picket publishes nothing to clients.
      publish: async () => {},
      close: async () => {
        this.#listener = null;
      },
    };
  }

  /** A new connection of the session: it subscribes again. */
  reset(): void {
    this.#filters.clear();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listener = null;
    const { aedes } = this.#running ?? {};
    if (aedes !== undefined) await new Promise<void>((resolve) => aedes.close(() => resolve()));
    await this.#queue;
  }

  /** Before a message is passed on, and acknowledged. Rejects where it may not be published, or cannot be stored now: the client is disconnected. */
  async #publish(client: Client | null, packet: PublishPacket): Promise<void> {
    // Wills as well, which clients leave when Picket closes them: their devices are not gone.
    if (this.#isClosed || this.#running === null) throw new Error('closed');
    const connection = client === null ? undefined : this.#connections.get(client);
    if (!mayPublish(packet.topic)) {
      this.#ports.leaveOut(packet.topic, 'BAD_TOPIC');
      this.clients.refused('TOPIC_REFUSED', connection?.address ?? '', this.#ports.now());
      throw new Error('not authorized');
    }
    this.clients.rate.add(this.#ports.now());
    connection?.begin();
    try {
      if (packet.retain) await this.#keep(packet, this.#running.retained);
      if (packet.qos < 2) await this.#take(client, packet);
    } finally {
      connection?.end();
    }
  }

  async #keep(packet: PublishPacket, retained: RetainedMessages): Promise<void> {
    const { topic, qos } = packet;
    if (retained.put({ topic, payload: payloadOf(packet), qos })) await retained.whenStored(topic);
    else this.#ports.leaveOut(topic, 'NOT_RETAINED');
  }

  /** At quality of service 2 a message is known to be no repetition here, and not earlier. */
  async #published(packet: PublishPacket, client: Client | null): Promise<void> {
    if (packet.qos === 2 && client !== null) await this.#take(client, packet);
  }

  /** Resolves once the session has taken it; of a message that is acknowledged, once its readings are stored. */
  async #take(client: Client | null, packet: PublishPacket): Promise<void> {
    const { topic, qos, dup, messageId = 0 } = packet;
    const payload = payloadOf(packet);
    const take = () => this.#deliver(topic, payload);
    if (qos === 0) return take();
    const takeAndStore = async (): Promise<void> => {
      await take();
      await this.#ports.whenStored();
      if (this.#isClosed) throw new Error('closed');
    };
    const message = { client: client?.id ?? '', number: messageId, topic, payload, isRepeated: dup && qos === 1 };
    await this.#recent.once(message, takeAndStore);
  }

  #deliver(topic: string, payload: Buffer): Promise<void> {
    if (!this.#filters.covers(topic)) return Promise.resolve();
    return this.#enqueue(async () => this.#listener?.message({ topic, payload, isRetained: false }));
  }

  /** Never rejects. */
  async #deliverRetained(filters: readonly string[]): Promise<void> {
    const { retained } = this.#running ?? {};
    try {
      await this.#enqueue(async () => {
        for await (const { topic, payload } of retained?.matching(filters) ?? [])
          await this.#listener?.message({ topic, payload, isRetained: true });
      });
    } catch (err) {
      this.#ports.log.warn({ err }, 'messages that a broker keeps could not be read');
    }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** null: refused. */
  async #subscription(client: Client, subscription: Subscription): Promise<Subscription | null> {
    // What it unsubscribes from in the same piece of the connection has ended then.
    await setImmediate();
    const { topic, qos } = subscription;
    const granted = maySubscribe(topic) ? this.#connections.get(client)?.subscribe(topic, qos) : null;
    return granted === undefined || granted === null ? null : { ...subscription, qos: granted };
  }
}

const payloadOf = ({ payload }: PublishPacket): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload.buffer, payload.byteOffset, payload.length);
