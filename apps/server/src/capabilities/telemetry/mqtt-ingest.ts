/**
 * Reports over MQTT: the same door as POST /sentry/telemetry, behind a broker of the operator's.
 *
 * Invariant: a message is acknowledged to the broker only once its readings are stored and evaluated, or once it is known
 * that they never will be. Until then the broker keeps it, and gives it again after a lost connection; a repetition is
 * found by its readings' identity, as over HTTP. Of several server processes one is connected, so that the broker hands
 * the messages of a sentry out in their order.
 */
import { setTimeout } from 'node:timers/promises';
import { TELEMETRY_TOPIC_FILTER, telemetryTopic } from '@picket/contracts';
import { connect, type MqttClient } from 'mqtt';
import {
  type AdvisoryLock,
  AppError,
  acquireAdvisoryLock,
  isUnreachable,
  type Platform,
  toAppError,
} from '../../platform/index.ts';
import { picketClientId, picketEchoTopicName } from '../sentries/index.ts';
import { type FindSentryByToken, handleMqttMessage } from './handle-mqtt-message.ts';
import type { Ingest } from './ingest-report.ts';
import { createLegacySession } from './legacy-session.ts';

/** What a broker that speaks MQTT 3 grants where it refuses. */
const SUBSCRIBE_REFUSED = 128;
const RECONNECT_MS = 2000;
const RETRY_MS = 500;
/** A message that fails so often stands in the way of the others: its sentry is told, and has to send it again. */
const MAX_FAILURES = 20;
/** So long a broker may be away before that is somebody's concern. */
const MAX_DISCONNECTED_MS = 60_000;
const LOG_INTERVAL_MS = 30_000;

export interface MqttIngest {
  /** Connects, unless another process does; lets go of what is another's by now. */
  ensureConnected(): Promise<void>;
  /** What is wrong, as a sentence, or null; undefined: it is another process's to say. */
  health(): string | null | undefined;
  close(): Promise<void>;
}

export function createMqttIngest(platform: Platform, ingest: Ingest, sentryOf: FindSentryByToken): MqttIngest {
  const { config, clock, db, keys, log } = platform;
  const { mqtt } = config;
  /** The broker keeps what arrives for this name while nobody is connected. */
  const clientId = picketClientId(keys);
  const echoTopic = telemetryTopic(picketEchoTopicName(keys));
  let holder: AdvisoryLock | null = null;
  let client: MqttClient | null = null;
  /** null: connected, and heard something. */
  let disconnectedSince: number | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  /** Ends whatever waits for a connection that is gone: the broker gives those messages again. */
  let connection = new AbortController();
  const running = new Set<Promise<unknown>>();
  const legacySession = mqtt === null ? null : createLegacySession(mqtt, echoTopic, log);

  const handleUntilDone = async (topic: string, payload: Buffer, signal: AbortSignal): Promise<boolean> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const isLastAttempt = failures >= MAX_FAILURES;
        const response = await handleMqttMessage(platform, ingest, sentryOf, { topic, payload }, isLastAttempt);
        if (response !== null) client?.publish(response.topic, JSON.stringify(response.body));
        return true;
      } catch (error) {
        const seconds = error instanceof AppError ? error.retryAfterSeconds : null;
        if (toAppError(error).code === 'internal') failures += 1;
        if (isUnreachable(error)) log.debug({ err: error }, 'a message waits for the database');
        // Called off, there is nothing to wait for.
        await setTimeout(Math.max(RETRY_MS, (seconds ?? 0) * 1000), null, { signal }).catch(() => {});
      }
    }
    return false;
  };

  const open = (address: NonNullable<typeof mqtt>): MqttClient => {
    const opened = connect(address.url, {
      clientId,
      clean: false,
      keepalive: 30,
      reconnectPeriod: RECONNECT_MS,
      // Who is refused today may be known tomorrow: the broker's accounts are restored, a password is mended.
      reconnectOnConnackError: true,
      queueQoSZero: false,
      ...(address.password === null ? {} : { password: address.password }),
    });
    opened.handleMessage = ({ topic, payload }, acknowledge) => {
      disconnectedSince = null;
      const { signal } = connection;
      // What waits in the session of an earlier version is older.
      const handled = (legacySession?.drained() ?? Promise.resolve())
        .then(() => handleUntilDone(topic, Buffer.from(payload), signal))
        .then((isHandled) => {
          // On another connection the same number may be another message's.
          if (isHandled && !signal.aborted) acknowledge();
        });
      running.add(handled);
      void handled.finally(() => running.delete(handled));
    };
    opened.on('connect', () => {
      opened.subscribe(TELEMETRY_TOPIC_FILTER, { qos: 1 }, (error, granted) => {
        if (error !== null || granted?.some(({ qos }) => qos === SUBSCRIBE_REFUSED) === true)
          log.error({ err: error }, 'the MQTT broker does not let Picket listen');
        // Some brokers say yes, and hand out nothing: Picket believes it only once it hears itself.
        else {
          opened.publish(echoTopic, '', { qos: 1 });
          legacySession?.drain((topic, payload) => handleUntilDone(topic, payload, connection.signal));
        }
      });
      log.info('connected to the MQTT broker');
    });
    opened.on('close', () => {
      disconnectedSince ??= clock.now();
      connection.abort();
      connection = new AbortController();
    });
    opened.on('error', (error) => {
      if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = performance.now();
      log.warn({ err: error }, 'the MQTT broker cannot be reached');
    });
    return opened;
  };

  const disconnect = async (): Promise<void> => {
    connection.abort();
    await Promise.all(running);
    // A broker that is away answers nothing: there is no farewell to wait for.
    await client?.endAsync(true).catch(() => {});
    client = null;
    await holder?.release();
    holder = null;
  };

  return {
    ensureConnected: async () => {
      if (mqtt === null) return;
      if (holder !== null && (await holder.isStillHeld())) return;
      await disconnect();
      holder = await acquireAdvisoryLock(db.connectionString, 'picket mqtt');
      if (holder === null) return;
      disconnectedSince = clock.now();
      connection = new AbortController();
      client = open(mqtt);
    },
    health: () => {
      if (mqtt === null) return null;
      if (client === null) return undefined;
      return disconnectedSince !== null && clock.now() - disconnectedSince > MAX_DISCONNECTED_MS
        ? 'Readings over MQTT are not received: the broker cannot be reached, or does not let Picket listen'
        : null;
    },
    close: disconnect,
  };
}
