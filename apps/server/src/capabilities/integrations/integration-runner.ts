/**
 * Connects every integration on one of the server processes, the leader: each source is listened to, or asked, by one. Devices that connect to
 * Picket connect to it as well.
 */
import type { SourceSettings } from '@picket/contracts/connected-settings';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import type { Millis } from '@picket/domain/time';
import type { SourceNetwork } from '@picket/source-io/source-network';
import { type AdvisoryLock, acquireAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { guardedNetwork } from '../../platform/outbound/guarded-network.ts';
import type { Platform } from '../../platform/platform.ts';
import { allowedHosts } from '../notifications/index.ts';
import { GatewaySession } from './gateways/gateway-session.ts';
import { observedSource } from './gateways/observed-source.ts';
import type { DeviceListener } from './hosted/device-listener.ts';
import { decryptSettings } from './integration-settings.ts';
import { type ConnectedRow, listIntegrationsAllTenants, saveConnectionState } from './integration-store.ts';
import { watchOverdue } from './overdue/watch-overdue.ts';
import { sourceOf } from './source-kinds.ts';
import { SeenSource, type SessionPorts } from './sources/seen-source.ts';
import type { SourceSession } from './sources/source-session.ts';

export interface IntegrationRunner {
  /** Opens and closes sessions as integrations come and go, and lets each store what it has seen. */
  run(): Promise<void>;
  /** Stores how long adopted sensors are overdue. */
  watchOverdue(): Promise<void>;
  close(): Promise<void>;
}

/** A gateway that has reported nothing for as long is offline: a report each minute, and time for one that is lost. */
const SILENT_AFTER: Millis = 150_000;

/** A session ends within it; what it waits for has limits of its own. */
const MAX_CLOSE_MS: Millis = 30_000;

interface Running {
  readonly session: SourceSession;
  readonly seen: SeenSource;
  readonly reader: string | null;
  readonly settings: Buffer;
  /** What was adopted when it was read: a revision, and how many sentries are left of it. */
  adopted: string;
}

export function createIntegrationRunner(platform: Platform, ports: SessionPorts): IntegrationRunner {
  return new Runner(platform, ports);
}

class Runner implements IntegrationRunner {
  readonly #platform: Platform;
  readonly #ports: SessionPorts;
  readonly #running = new Map<string, Running>();
  /** null: not needed until now. */
  #deviceListener: DeviceListener | null = null;
  #leaderLock: AdvisoryLock | null = null;

  constructor(platform: Platform, ports: SessionPorts) {
    this.#platform = platform;
    this.#ports = ports;
  }

  watchOverdue(): Promise<void> {
    return watchOverdue(this.#platform, this.#ports.ingest);
  }

  async run(): Promise<void> {
    if (!(await this.#isLeader())) return;
    if (this.#platform.config.deviceListener !== null) await (await this.#listener()).open();
    const rows = await listIntegrationsAllTenants(this.#platform.db.console);
    const wanted = new Set(rows.map(({ guid }) => guid));
    for (const [guid, { session }] of this.#running) {
      if (wanted.has(guid)) continue;
      this.#running.delete(guid);
      await this.#end(guid, session);
    }
    for (const row of rows) {
      try {
        await this.#runOne(row);
      } catch (error) {
        this.#platform.log.warn({ err: error, integration: row.guid }, 'integration failed, retrying');
      }
    }
  }

  async close(): Promise<void> {
    const sessions = [...this.#running];
    this.#running.clear();
    await Promise.all(sessions.map(([guid, { session }]) => this.#end(guid, session)));
    await this.#deviceListener?.close();
    await this.#leaderLock?.release();
    this.#leaderLock = null;
  }

  async #isLeader(): Promise<boolean> {
    if (this.#leaderLock !== null && (await this.#leaderLock.isStillHeld())) return true;
    await this.close();
    this.#leaderLock = await acquireAdvisoryLock(this.#platform.db, 'picket integrations');
    return this.#leaderLock !== null;
  }

  async #runOne(row: ConnectedRow): Promise<void> {
    const network = guardedNetwork(await allowedHosts(this.#platform, row.tenant, null));
    await this.#closeChanged(row);
    const running = this.#running.get(row.guid) ?? (await this.#open(row, network));
    if (running === null) return;
    running.session.setNetwork(network);
    running.seen.setReaderProblem(this.#readerProblem(row));
    if (running.adopted !== adoptedIn(row)) {
      await running.session.loadAdopted();
      running.adopted = adoptedIn(row);
    }
    await running.session.run();
  }

  /** What is wrong with the device that reads a source; null: nothing, or this server reads it. */
  #readerProblem({ reader, readerSeenAt, isReaderGone }: ConnectedRow): IntegrationProblem | null {
    if (reader === null) return null;
    if (isReaderGone) return 'GATEWAY_REMOVED';
    const seenAt = readerSeenAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    return this.#platform.clock.now() - seenAt > SILENT_AFTER ? 'GATEWAY_OFFLINE' : null;
  }

  /** With other settings the connection is another one, and through another reader. */
  async #closeChanged({ guid, settings, reader }: ConnectedRow): Promise<void> {
    const running = this.#running.get(guid);
    if (running === undefined || (running.reader === reader && running.settings.equals(settings))) return;
    this.#running.delete(guid);
    await this.#end(guid, running.session);
  }

  /** One that does not end, or fails to, holds up no other. */
  async #end(integration: string, session: SourceSession): Promise<void> {
    const tooLate = (): Error => new Error(`not ended after ${MAX_CLOSE_MS / 1000} s`);
    await withDeadline(session.close(), MAX_CLOSE_MS, tooLate).catch((error: unknown) =>
      this.#platform.log.warn({ err: error, integration }, 'an integration could not be ended'),
    );
  }

  async #open(row: ConnectedRow, network: SourceNetwork): Promise<Running | null> {
    const settings = decryptSettings(this.#platform, row.guid, row.settings);
    if (settings === null) {
      const state = {
        connectedAt: null,
        lastMessageAt: null,
        problem: 'SETTINGS_UNREADABLE',
        protocol: null,
        leftOut: 0,
        leftOutAnnouncements: [],
      } as const;
      await saveConnectionState(this.#platform.db.ofTenant(row.tenant).console, row.tenant, row.guid, state);
      return null;
    }
    const seen = await SeenSource.open(this.#platform, this.#ports, row);
    const session = await this.#openSession(row, seen, settings, network);
    if (session === null) return null;
    const running = { session, seen, reader: row.reader, settings: row.settings, adopted: adoptedIn(row) };
    this.#running.set(row.guid, running);
    return running;
  }

  async #openSession(
    row: ConnectedRow,
    seen: SeenSource,
    settings: SourceSettings,
    network: SourceNetwork,
  ): Promise<SourceSession | null> {
    const observed = row.reader === null ? null : observedSource(this.#platform, seen, settings);
    if (observed !== null) return new GatewaySession(this.#platform, row, seen, observed);
    if (settings.kind !== 'BROKER') return (await sourceOf(settings).open?.(this.#platform, seen, network)) ?? null;
    const { HostedSession } = await import('./hosted/hosted-session.ts');
    return new HostedSession(this.#platform, seen, settings, await this.#listener());
  }

  async #listener(): Promise<DeviceListener> {
    const { DeviceListener } = await import('./hosted/device-listener.ts');
    this.#deviceListener ??= new DeviceListener(this.#platform);
    return this.#deviceListener;
  }
}

/** The count as well: removing a sentry by its own endpoint does not change the revision. */
const adoptedIn = ({ revision, adopted }: ConnectedRow): string => `${revision} ${adopted}`;
