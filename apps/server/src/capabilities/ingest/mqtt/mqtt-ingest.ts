/**
 * Reports over MQTT: the same ingest as POST /sentry/telemetry, from a broker that the operator runs.
 *
 * Invariant: a message is acknowledged to the broker only once its readings are stored and evaluated, or once it is known
 * that they never will be. Until then the broker keeps it, and gives it again after a lost connection; a repetition is
 * found by its readings' identity, as over HTTP. Of several server processes one is connected, so that the broker hands
 * the messages of a sentry out in their order.
 */
import { setTimeout } from 'node:timers/promises';
import { TELEMETRY_TOPIC_FILTER, telemetryTopic } from '@picket/contracts';
import { connect, type MqttClient } from 'mqtt';
import { type AdvisoryLock, acquireAdvisoryLock } from '../../../platform/db/advisory-lock.ts';
import { isUnreachable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { toAppError } from '../../../platform/http/error-responses.ts';
import type { Platform } from '../../../platform/platform.ts';
import { picketClientId, picketEchoTopicName } from '../../sentries/index.ts';
import type { Ingest } from '../ingest-report.ts';
import { type FindSentryByToken, handleMqttMessage } from './handle-mqtt-message.ts';
import { createLegacySession } from './legacy-session.ts';

/** The SUBACK return code for a refused subscription in MQTT 3. */
const SUBSCRIBE_REFUSED = 128;
const RECONNECT_MS = 2000;
const RETRY_MS = 500;
/** A message that fails this often blocks the others: it is rejected, and its sentry sends it again. */
const MAX_FAILURES = 20;
/** health() reports a problem after this long without a connection. */
const MAX_DISCONNECTED_MS = 60_000;
const LOG_INTERVAL_MS = 30_000;

export interface MqttIngest {
  /** Connects if this process is the leader; disconnects if another process took over. */
  ensureConnected(): Promise<void>;
  /** The problem as a sentence, or null; undefined: another process is the leader. */
  health(): string | null | undefined;
  close(): Promise<void>;
}

export function createMqttIngest(platform: Platform, ingest: Ingest, findSentry: FindSentryByToken): MqttIngest {
  const { config, clock, db, keys, log } = platform;
  const { mqtt } = config;
  /** The broker queues messages for this client id while it is disconnected. */
  const clientId = picketClientId(keys);
  const echoTopic = telemetryTopic(picketEchoTopicName(keys));
  let leaderLock: AdvisoryLock | null = null;
  let client: MqttClient | null = null;
  /** null: connected, and a message arrived. */
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
        const response = await handleMqttMessage(platform, ingest, findSentry, { topic, payload }, isLastAttempt);
        if (response !== null) client?.publish(response.topic, JSON.stringify(response.body));
        return true;
      } catch (error) {
        const seconds = error instanceof AppError ? error.retryAfterSeconds : null;
        if (toAppError(error).code === 'internal') failures += 1;
        if (isUnreachable(error)) log.debug({ err: error }, 'a message waits for the database');
        // Aborted: returns at once.
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
      // A refused client may be accepted later, once its account or password is fixed.
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
          log.error({ err: error }, 'MQTT subscription refused, no reports received');
        // Some brokers grant a subscription but deliver nothing: the self-test message has to arrive first.
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
      log.warn({ err: error }, 'MQTT broker unreachable, retrying');
    });
    return opened;
  };

  const disconnect = async (): Promise<void> => {
    connection.abort();
    await Promise.all(running);
    // Closes without waiting: an unreachable broker sends no response.
    await client?.endAsync(true).catch(() => {});
    client = null;
    await leaderLock?.release();
    leaderLock = null;
  };

  return {
    ensureConnected: async () => {
      if (mqtt === null) return;
      if (leaderLock !== null && (await leaderLock.isStillHeld())) return;
      await disconnect();
      leaderLock = await acquireAdvisoryLock(db.connectionString, 'picket mqtt');
      if (leaderLock === null) return;
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
