/**
 * A connection to a broker over MQTT 5, or over 3.1.1 where the broker knows nothing else, guarded and bounded. Its session ends with the
 * connection, since a message that waited at the broker would have no time. What it publishes is kept by the broker.
 */
import { randomUUIDv7 } from 'node:crypto';
import { Duplex } from 'node:stream';
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { BrokerProtocol, IntegrationProblem } from '@picket/contracts/integrations';
import { type IClientOptions, MqttClient } from 'mqtt';
import { parseBrokerAddress } from '../broker-address.ts';
import { AddressRefused, type SourceNetwork } from '../source-network.ts';
import { boundedStream } from './bounded-packets.ts';
import { isVersionRefused, ProtocolVersions, protocolName, refusesVersion } from './protocol-versions.ts';

/** No announcement that is read is longer. */
const MAX_PACKET_BYTES = 300_000;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 5000;
const TOPICS_AT_ONCE = 100;
const REFUSED_FROM = 128;
const NOT_AUTHORIZED = new Set([4, 5, 134, 135, 138, 140]);

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** The broker had kept it. */
  readonly isRetained: boolean;
}

export interface BrokerListener {
  /** `protocol`: what is spoken with the broker; null: unknown. */
  connected(protocol: BrokerProtocol | null): void;
  /** The connection, or the attempt at one, is over. */
  lost(): void;
  problem(problem: IntegrationProblem): void;
  /** Resolves once the next message may come. */
  message(message: BrokerMessage): Promise<void>;
}

export interface SubscribeOptions {
  /** Whether kept messages are wanted at first. Over 3.1.1 they arrive in any case. */
  readonly retained: boolean;
  /** Called with each topic the broker refuses. Without it a refusal is a problem of the connection. */
  readonly refused?: (topic: string) => void;
}

export interface BrokerClient {
  subscribe(topics: readonly string[], options: SubscribeOptions): void;
  unsubscribe(topics: readonly string[]): void;
  /** Resolves once the broker has the message, which it keeps; an empty one removes what it kept. Rejects where it refuses. */
  publish(topic: string, message: string): Promise<void>;
  close(): Promise<void>;
}

interface ClientOptions {
  /** Connects a single time, to try it. */
  readonly once?: boolean;
  /** What the broker publishes, and keeps, once this connection is lost. */
  readonly will?: readonly [topic: string, message: string] | null;
}

function clientOptions({ user, password }: BrokerSettings, { once, will }: Required<ClientOptions>): IClientOptions {
  return {
    protocolVersion: 5,
    clientId: `picket-${randomUUIDv7()}`,
    clean: true,
    keepalive: 30,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: once ? 0 : RECONNECT_MS,
    reconnectOnConnackError: !once,
    resubscribe: false,
    properties: { maximumPacketSize: MAX_PACKET_BYTES },
    ...(will === null ? {} : { will: { topic: will[0], payload: Buffer.from(will[1]), qos: 1, retain: true } }),
    ...(user === null ? {} : { username: user }),
    ...(password === null ? {} : { password }),
  };
}

/** Connects again after a lost connection unless `once`; `network` is asked at each attempt. */
export function openBrokerClient(
  settings: BrokerSettings,
  network: () => SourceNetwork,
  listener: BrokerListener,
  { once = false, will = null }: ClientOptions = {},
): BrokerClient {
  const versions = new ProtocolVersions();
  const client: MqttClient = new MqttClient(
    () => openStream(settings, network(), listener, versions),
    clientOptions(settings, { once, will }),
  );
  client.handleMessage = ({ topic, payload, retain }, done) => {
    listener.message({ topic, payload: Buffer.from(payload), isRetained: retain }).then(
      () => done(),
      () => done(),
    );
  };
  watchConnection(client, listener, versions);
  return {
    subscribe: (topics, { retained, refused }) => {
      for (let start = 0; start < topics.length; start += TOPICS_AT_ONCE) {
        const wanted = topics
          .slice(start, start + TOPICS_AT_ONCE)
          .map((topic) => [topic, { qos: 1 as const, rh: retained ? 0 : 2 }]);
        client.subscribe(Object.fromEntries(wanted), (error, granted) => {
          const denied = granted?.filter(({ qos }) => qos >= REFUSED_FROM) ?? [];
          if (refused === undefined) {
            if (error !== null || denied.length > 0) listener.problem('SUBSCRIPTION_REFUSED');
          } else for (const { topic } of denied) refused(topic);
        });
      }
    },
    unsubscribe: (topics) => {
      for (let start = 0; start < topics.length; start += TOPICS_AT_ONCE)
        // With the connection the subscription is over as well.
        client.unsubscribe(topics.slice(start, start + TOPICS_AT_ONCE), () => {});
    },
    publish: async (topic, message) => {
      await client.publishAsync(topic, message, { qos: 1, retain: true });
    },
    // Without waiting: an unreachable broker sends no response.
    close: () => client.endAsync(true).catch(() => {}),
  };
}

/** Passes connections and problems on to the listener, and repeats an attempt that was refused for its version. */
function watchConnection(client: MqttClient, listener: BrokerListener, versions: ProtocolVersions): void {
  let isConnected = false;
  client.on('connect', () => {
    isConnected = true;
    listener.connected(protocolName(versions.version));
  });
  client.on('error', (error) => {
    const code = codeOf(error);
    if (code !== null && isVersionRefused(code)) versions.refused('VERSION');
    listener.problem(problemOfCode(code));
  });
  client.on('close', () => {
    const isRepeated = versions.over(isConnected) && !client.disconnecting;
    isConnected = false;
    client.options.protocolVersion = versions.version;
    if (isRepeated) client.reconnect();
    else listener.lost();
  });
}

/** The stream of an attempt, without packets that are too long: over 3.1.1 no broker knows of the limit, and over 5 not every one keeps it. */
function openStream(
  settings: BrokerSettings,
  network: SourceNetwork,
  listener: BrokerListener,
  versions: ProtocolVersions,
): Duplex {
  const socket = openSocket(settings, network, listener);
  versions.begin();
  let isAnswered = false;
  socket.once('data', (first: Buffer) => {
    isAnswered = true;
    if (refusesVersion(first)) versions.refused('VERSION');
  });
  // The broker has closed it by itself: what is destroyed here does not end.
  socket.once('end', () => {
    if (!isAnswered) versions.refused('CLOSED');
  });
  socket.once('error', (error) => {
    if (!isAnswered && 'code' in error && error.code === 'ECONNRESET') versions.refused('CLOSED');
  });
  return boundedStream(socket, MAX_PACKET_BYTES);
}

function openSocket({ address }: BrokerSettings, network: SourceNetwork, listener: BrokerListener): Duplex {
  const parsed = parseBrokerAddress(address);
  const socket = parsed === null ? null : network.connectBroker(parsed);
  if (socket === null) {
    listener.problem('ADDRESS_REFUSED');
    const closed = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
    queueMicrotask(() => closed.destroy());
    return closed;
  }
  socket.once('error', (error) =>
    listener.problem(error instanceof AddressRefused ? 'ADDRESS_REFUSED' : 'UNREACHABLE'),
  );
  return socket;
}

/** The code that a broker refuses with; null: the error is another one. */
function codeOf(error: unknown): number | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'number' ? code : null;
}

function problemOfCode(code: number | null): IntegrationProblem {
  if (code === null) return 'UNREACHABLE';
  if (NOT_AUTHORIZED.has(code)) return 'NOT_AUTHORIZED';
  return isVersionRefused(code) ? 'NOT_MQTT_5' : 'UNREACHABLE';
}
