/**
 * The leader's session at the broker, over one connection after another.
 *
 * Invariant: a message is acknowledged once it is handled, and only over the connection that delivered it. Whatever waits for a
 * lost connection is canceled: the broker delivers those messages again.
 */
import { TELEMETRY_TOPIC_FILTER } from '@picket/contracts/telemetry';
import { connect, type MqttClient } from 'mqtt';
import type { Log } from '../../../platform/logging/log.ts';
import type { MqttResponse } from './handle-mqtt-message.ts';
import type { LegacySession } from './legacy-session.ts';

/** The SUBACK return code for a refused subscription in MQTT 3. */
const SUBSCRIBE_REFUSED = 128;
const RECONNECT_MS = 2000;
const LOG_INTERVAL_MS = 30_000;

/** Handles a message; false: canceled by `signal`. */
export type HandleMessage = (
  message: { readonly topic: string; readonly payload: Buffer },
  respond: (response: MqttResponse) => void,
  signal: AbortSignal,
) => Promise<boolean>;

export interface SessionContext {
  readonly address: { readonly url: string; readonly password: string | null };
  /** The broker queues messages for this client id while it is disconnected. */
  readonly clientId: string;
  /** Picket publishes here, and is subscribed to it. */
  readonly echoTopic: string;
  readonly legacySession: LegacySession;
  readonly log: Log;
  readonly handle: HandleMessage;
  readonly onMessage: () => void;
  readonly onLost: () => void;
}

export class BrokerSession {
  readonly #ctx: SessionContext;
  readonly #client: MqttClient;
  readonly #running = new Set<Promise<unknown>>();
  /** Aborted when the present connection is lost. */
  #connection = new AbortController();
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(ctx: SessionContext) {
    this.#ctx = ctx;
    const { url, password } = ctx.address;
    this.#client = connect(url, {
      clientId: ctx.clientId,
      clean: false,
      keepalive: 30,
      reconnectPeriod: RECONNECT_MS,
      // A refused client may be accepted later, once its account or password is fixed.
      reconnectOnConnackError: true,
      queueQoSZero: false,
      ...(password === null ? {} : { password }),
    });
    this.#client.handleMessage = ({ topic, payload }, acknowledge) => this.#take(topic, payload, acknowledge);
    this.#client.on('connect', () => this.#subscribe());
    this.#client.on('close', () => this.#lost());
    this.#client.on('error', (error) => this.#logError(error));
  }

  /** Waits for messages in progress; what is not acknowledged stays at the broker. */
  async close(): Promise<void> {
    this.#connection.abort();
    await Promise.all(this.#running);
    this.#isClosed = true;
    // Closes without waiting: an unreachable broker sends no response.
    await this.#client.endAsync(true).catch(() => {});
  }

  #subscribe(): void {
    const { log, echoTopic, legacySession } = this.#ctx;
    this.#client.subscribe(TELEMETRY_TOPIC_FILTER, { qos: 1 }, (error, granted) => {
      if (error !== null || granted?.some(({ qos }) => qos === SUBSCRIBE_REFUSED) === true) {
        log.error({ err: error }, 'MQTT subscription refused, no reports received');
        return;
      }
      // Some brokers grant a subscription but deliver nothing: the self-test message has to arrive first.
      this.#client.publish(echoTopic, '', { qos: 1 });
      legacySession.drain((topic, payload) => this.#handle(topic, payload, this.#connection.signal));
    });
    log.info('connected to the MQTT broker');
  }

  #take(topic: string, payload: string | Buffer, acknowledge: () => void): void {
    this.#ctx.onMessage();
    const { signal } = this.#connection;
    // What waits in the session of an earlier version is older.
    const handled = this.#ctx.legacySession
      .drained()
      .then(() => this.#handle(topic, Buffer.from(payload), signal))
      .then((isHandled) => {
        // On another connection the same number may be another message's.
        if (isHandled && !signal.aborted) acknowledge();
      });
    this.#running.add(handled);
    void handled.finally(() => this.#running.delete(handled));
  }

  #handle(topic: string, payload: Buffer, signal: AbortSignal): Promise<boolean> {
    const respond = (response: MqttResponse): void => {
      if (!this.#isClosed) this.#client.publish(response.topic, JSON.stringify(response.body));
    };
    return this.#ctx.handle({ topic, payload }, respond, signal);
  }

  #lost(): void {
    this.#connection.abort();
    if (this.#isClosed) return;
    this.#connection = new AbortController();
    this.#ctx.onLost();
  }

  #logError(error: unknown): void {
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = performance.now();
    this.#ctx.log.warn({ err: error }, 'MQTT broker unreachable, retrying');
  }
}
