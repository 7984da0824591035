/**
 * An account for each sentry at a managed MQTT broker: made when a device is activated, with a new password at each
 * activation, gone with the sentry.
 *
 * Invariant: what the broker should know follows from the database and the keys alone. It is held against what the broker
 * does know after each connection and every few minutes, so that a broker which lost its state has it again by itself.
 * Accounts and roles that are not named like a sentry are the operator's and stay as they are.
 */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { MqttConfig } from '../../../platform/config/ingest-settings.ts';
import { type AdvisoryLock, acquireAdvisoryLock } from '../../../platform/db/advisory-lock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { latestActivationsAllTenants } from '../activation/activation-store.ts';
import { accountCommands, stateAfter } from './account-commands.ts';
import { deriveBrokerPassword, picketClientId } from './broker-access.ts';
import type { BrokerState, DynamicSecurity } from './dynamic-security.ts';

/** How often the broker's list is read again, in case another client changed it. */
const RELIST_INTERVAL_MS = 600_000;
const MAX_OUTDATED_MS = 60_000;
const LOG_INTERVAL_MS = 30_000;

/** null: there is no managed broker, and nothing to be kept up to date. */
export const createBrokerAccounts = (platform: Platform): BrokerAccounts | null => {
  const { mqtt } = platform.config;
  return mqtt === null || mqtt.managed === null ? null : new BrokerAccounts(platform, mqtt);
};

/** Of one server process at most, the leader; the others wait for its lock. */
export class BrokerAccounts {
  readonly #platform: Platform;
  readonly #broker: MqttConfig;
  readonly #stopSubscription: () => void;
  #leaderLock: AdvisoryLock | null = null;
  #security: DynamicSecurity | null = null;
  /** The broker's state as last listed or changed; null: unknown. */
  #known: BrokerState | null = null;
  #listedAt = 0;
  /** null: the accounts are as they should be. */
  #outdatedSince: number | null = null;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #working: Promise<void> = Promise.resolve();
  /** A sync that has not started covers requests that arrive meanwhile. */
  #queued: Promise<void> | null = null;

  constructor(platform: Platform, broker: MqttConfig) {
    this.#platform = platform;
    this.#broker = broker;
    this.#stopSubscription = platform.pubSub.subscribe('sentries', () => this.#syncSoon());
  }

  /**
   * Brings the broker's accounts up to date, unless another process does. One after the other: two at once would both make what
   * is missing.
   */
  sync(): Promise<void> {
    if (this.#queued !== null) return this.#queued;
    const next = this.#working.then(() => {
      this.#queued = null;
      return this.#syncAsLeader();
    });
    this.#queued = next;
    this.#working = next.catch((error: unknown) => this.#syncFailed(error));
    return next;
  }

  /** The problem, or null; undefined: another process is the leader. */
  health(): Problem | null | undefined {
    if (this.#leaderLock === null) return undefined;
    return this.#outdatedSince !== null && this.#platform.clock.now() - this.#outdatedSince > MAX_OUTDATED_MS
      ? problemOf('MQTT_ACCOUNTS_OUTDATED', {})
      : null;
  }

  async close(): Promise<void> {
    this.#stopSubscription();
    await this.#working;
    await this.#disconnect();
  }

  /** What fails is logged, and done again by the next sync. */
  #syncSoon(): void {
    void this.sync().catch(() => {});
  }

  async #syncAsLeader(): Promise<void> {
    if (this.#leaderLock === null || !(await this.#leaderLock.isStillHeld())) {
      await this.#disconnect();
      this.#leaderLock = await acquireAdvisoryLock(this.#platform.db, 'picket mqtt accounts');
      if (this.#leaderLock === null) return;
      this.#outdatedSince = this.#platform.clock.now();
      this.#security = await this.#connect();
    }
    await this.#syncAccounts().catch((error: unknown) => this.#syncFailed(error));
  }

  async #connect(): Promise<DynamicSecurity> {
    const { connectDynamicSecurity } = await import('./dynamic-security.ts');
    const address = { ...this.#broker, clientId: `${picketClientId(this.#platform.keys)}-accounts` };
    return connectDynamicSecurity(address, {
      connected: () => this.#syncSoon(),
      disconnected: () => this.#markOutdated(),
      failed: (error) => this.#syncFailed(error),
    });
  }

  async #disconnect(): Promise<void> {
    this.#known = null;
    await this.#security?.close();
    this.#security = null;
    await this.#leaderLock?.release();
    this.#leaderLock = null;
  }

  async #syncAccounts(): Promise<void> {
    if (this.#security === null || !this.#security.isConnected()) return;
    const { db, keys, log } = this.#platform;
    await this.#listIfUnknown(this.#security);
    const due = await latestActivationsAllTenants(db.console);
    const known = this.#known;
    if (known === null) throw new Error('the connection to the MQTT broker was lost');
    const commands = accountCommands(due, known, (sentry, activation) =>
      deriveBrokerPassword(keys, sentry, activation),
    );
    if (commands.length > 0) {
      // After a partial failure the state is listed again.
      this.#known = null;
      await this.#security.run(commands);
      this.#known = stateAfter(known, due);
      log.info({ commands: commands.length }, 'MQTT broker accounts updated');
    }
    this.#outdatedSince = null;
  }

  async #listIfUnknown(security: DynamicSecurity): Promise<void> {
    const { clock } = this.#platform;
    if (this.#known !== null && clock.now() - this.#listedAt < RELIST_INTERVAL_MS) return;
    this.#known = await security.list();
    this.#listedAt = clock.now();
  }

  /** What the broker knows is unknown from now on. */
  #markOutdated(): void {
    this.#known = null;
    this.#outdatedSince ??= this.#platform.clock.now();
  }

  #syncFailed(error: unknown): void {
    this.#markOutdated();
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = performance.now();
    this.#platform.log.warn({ err: error }, 'MQTT broker accounts not synchronized, retrying');
  }
}
