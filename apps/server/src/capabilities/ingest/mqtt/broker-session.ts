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
import { MessageWindow } from './message-window.ts';
import { OrderedAcknowledgements } from './ordered-acknowledgements.ts';

/** The SUBACK return code for a refused subscription in MQTT 3. */
const SUBSCRIBE_REFUSED = 128;
const RECONNECT_MS = 2000;
const LOG_INTERVAL_MS = 30_000;
/** In progress; the broker keeps the others. A broker may limit the messages that are not acknowledged itself: mosquitto to 20 unless it is set. */
const WINDOW = { messages: 256, bytes: 32 * 1_048_576 };
const PUBACK = 0x40;
/**
 * With an error the library goes on with the next packet and acknowledges nothing; without one it would acknowledge the message, or with no
 * answer wait with all that follow.
 */
const ACKNOWLEDGED_LATER = new Error('acknowledged later');

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
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly handle: HandleMessage;
  readonly onMessage: () => void;
  readonly onLost: () => void;
}

export class BrokerSession {
  readonly #ctx: SessionContext;
  readonly #client: MqttClient;
  readonly #window = new MessageWindow(WINDOW);
  /** Aborted when the present connection is lost. */
  #connection = new AbortController();
  #acknowledgements: OrderedAcknowledgements;
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
    this.#acknowledgements = this.#openAcknowledgements();
    this.#client.handleMessage = ({ topic, payload, messageId }, done) =>
      this.#take(topic, Buffer.from(payload), messageId, () => done(ACKNOWLEDGED_LATER));
    this.#client.on('connect', () => this.#subscribe());
    this.#client.on('close', () => this.#lost());
    this.#client.on('error', (error) => this.#logError(error));
  }

  /** Waits for messages in progress; what is not acknowledged stays at the broker. */
  async close(): Promise<void> {
    this.#connection.abort();
    await this.#window.drain();
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

  /** `messageId`: of a message that is to be acknowledged. */
  #take(topic: string, payload: Buffer, messageId: number | undefined, next: () => void): void {
    this.#ctx.onMessage();
    const { signal } = this.#connection;
    // Nothing is read any more.
    if (signal.aborted) return;
    const acknowledge = messageId === undefined ? null : this.#acknowledgements.expect(messageId);
    const handle = async (): Promise<void> => {
      // What waits in the session of an earlier version is older.
      await this.#ctx.legacySession.drained();
      const isHandled = await this.#handle(topic, payload, signal);
      // On another connection the same number may be another message's.
      if (isHandled && !signal.aborted) acknowledge?.();
    };
    this.#window.add(topic, payload.length, handle, next);
  }

  /** Those of a connection; they are sent together where several are due. */
  #openAcknowledgements(): OrderedAcknowledgements {
    return new OrderedAcknowledgements((messageId) => {
      const { stream } = this.#client;
      stream.cork();
      stream.write(Buffer.from([PUBACK, 2, messageId >> 8, messageId & 0xff]));
      process.nextTick(() => stream.uncork());
    });
  }

  #handle(topic: string, payload: Buffer, signal: AbortSignal): Promise<boolean> {
    const respond = (response: MqttResponse): void => {
      if (!this.#isClosed) this.#client.publish(response.topic, JSON.stringify(response.body));
    };
    return this.#ctx.handle({ topic, payload }, respond, signal);
  }

  #lost(): void {
    this.#connection.abort();
    this.#window.disconnect();
    this.#acknowledgements = this.#openAcknowledgements();
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
