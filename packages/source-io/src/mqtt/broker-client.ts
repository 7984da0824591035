/**
 * A connection to a broker over MQTT 5, guarded and bounded. Its session ends with the connection, since a message that waited at the
 * broker would have no time. What it publishes is kept by the broker.
 */
import { randomUUIDv7 } from 'node:crypto';
import { Duplex } from 'node:stream';
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { type IClientOptions, MqttClient } from 'mqtt';
import { parseBrokerAddress } from '../broker-address.ts';
import { AddressRefused, type SourceNetwork } from '../source-network.ts';

/** No announcement that is read is longer; the broker leaves out what is. */
const MAX_PACKET_BYTES = 300_000;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 5000;
const TOPICS_AT_ONCE = 100;
const REFUSED_FROM = 128;
const NOT_AUTHORIZED = new Set([4, 5, 134, 135, 138, 140]);
const OTHER_VERSION = new Set([1, 132]);

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** The broker had kept it. */
  readonly isRetained: boolean;
}

export interface BrokerListener {
  connected(): void;
  lost(): void;
  problem(problem: IntegrationProblem): void;
  /** Resolves once the next message may come. */
  message(message: BrokerMessage): Promise<void>;
}

export interface SubscribeOptions {
  /** Whether kept messages are wanted at first. */
  readonly retained: boolean;
  /** Called with each topic the broker refuses. Without it a refusal is a problem of the connection. */
  readonly refused?: (topic: string) => void;
}

export interface BrokerClient {
  subscribe(topics: readonly string[], options: SubscribeOptions): void;
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
  const client = new MqttClient(
    () => openSocket(settings, network(), listener),
    clientOptions(settings, { once, will }),
  );
  client.handleMessage = ({ topic, payload, retain }, done) => {
    listener.message({ topic, payload: Buffer.from(payload), isRetained: retain }).then(
      () => done(),
      () => done(),
    );
  };
  client.on('connect', () => listener.connected());
  client.on('close', () => listener.lost());
  client.on('error', (error) => listener.problem(problemOfError(error)));
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
    publish: async (topic, message) => {
      await client.publishAsync(topic, message, { qos: 1, retain: true });
    },
    // Without waiting: an unreachable broker sends no response.
    close: () => client.endAsync(true).catch(() => {}),
  };
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

function problemOfError(error: unknown): IntegrationProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (typeof code !== 'number') return 'UNREACHABLE';
  if (NOT_AUTHORIZED.has(code)) return 'NOT_AUTHORIZED';
  return OTHER_VERSION.has(code) ? 'NOT_MQTT_5' : 'UNREACHABLE';
}
