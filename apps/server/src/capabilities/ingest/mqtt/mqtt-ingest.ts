/**
 * Reports over MQTT: the same ingest as POST /sentry/telemetry, from a broker that the operator runs.
 *
 * Invariant: a message is acknowledged to the broker only once its readings are stored and evaluated, or once its sentry has been
 * answered that they are not. Until then the broker keeps it, and delivers it again after a lost connection; a repetition is
 * found by its readings' identity, as over HTTP. Of several server processes one is connected, the leader, so that the broker
 * delivers the messages of a sentry in their order.
 */
import { telemetryTopic } from '@picket/contracts/telemetry';
import type { Problem } from '@picket/domain/problems';
import { type AdvisoryLock, acquireAdvisoryLock } from '../../../platform/db/advisory-lock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type FindSentryByToken, picketClientId, picketEchoTopicName } from '../../sentries/index.ts';
import type { Ingest } from '../ingest-report.ts';
import type { BrokerSession } from './broker-session.ts';
import type { LegacySession } from './legacy-session.ts';
import { connectionLost, type LinkState, leading, linkProblem, messageArrived, STANDBY } from './link-state.ts';
import { handleUntilDone, type MessageContext } from './retry-mqtt-message.ts';

/** null: there is no broker in the configuration. */
export function createMqttIngest(platform: Platform, ingest: Ingest, findSentry: FindSentryByToken): MqttIngest | null {
  const { mqtt } = platform.config;
  return mqtt === null ? null : new MqttIngest({ platform, ingest, findSentry }, mqtt);
}

type Address = NonNullable<Platform['config']['mqtt']>;

/** The connection to the broker. */
export class MqttIngest {
  readonly #ctx: MessageContext;
  readonly #address: Address;
  readonly #clientId: string;
  readonly #echoTopic: string;
  #state: LinkState = STANDBY;
  /** Both are there while this process is the leader. */
  #leaderLock: AdvisoryLock | null = null;
  #session: BrokerSession | null = null;
  /** Of the first connection on; over all of them. */
  #legacySession: LegacySession | null = null;

  constructor(ctx: MessageContext, address: Address) {
    const { keys } = ctx.platform;
    this.#ctx = ctx;
    this.#address = address;
    this.#clientId = picketClientId(keys);
    this.#echoTopic = telemetryTopic(picketEchoTopicName(keys));
  }

  /** Connects if this process is the leader; disconnects if another process took over. */
  async ensureConnected(): Promise<void> {
    if (this.#leaderLock !== null && (await this.#leaderLock.isStillHeld())) return;
    await this.close();
    this.#leaderLock = await acquireAdvisoryLock(this.#ctx.platform.db, 'picket mqtt');
    if (this.#leaderLock === null) return;
    this.#state = leading(this.#now());
    this.#session = await this.#openSession();
  }

  /** The problem, or null; undefined: another process is the leader. */
  health(): Problem | null | undefined {
    return linkProblem(this.#state, this.#now());
  }

  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = null;
    this.#state = STANDBY;
    await this.#leaderLock?.release();
    this.#leaderLock = null;
  }

  /** The library is loaded where there is a broker. */
  async #openSession(): Promise<BrokerSession> {
    const { log } = this.#ctx.platform;
    const { BrokerSession } = await import('./broker-session.ts');
    const { createLegacySession } = await import('./legacy-session.ts');
    this.#legacySession ??= createLegacySession(this.#address, this.#echoTopic, log);
    return new BrokerSession({
      address: this.#address,
      clientId: this.#clientId,
      echoTopic: this.#echoTopic,
      legacySession: this.#legacySession,
      log,
      handle: (message, respond, signal) => handleUntilDone(this.#ctx, message, respond, signal),
      onMessage: () => {
        this.#state = messageArrived(this.#state);
      },
      onLost: () => {
        this.#state = connectionLost(this.#state, this.#now());
      },
    });
  }

  #now(): number {
    return this.#ctx.platform.clock.now();
  }
}
