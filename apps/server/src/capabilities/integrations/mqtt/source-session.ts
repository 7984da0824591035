/** One integration, connected: announcements and values become discovered devices, states of adopted ones become readings. */
import { setTimeout } from 'node:timers/promises';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { timeOf } from '@picket/devices/payload-time';
import { announcementFilters, isAnnouncementTopic, readAnnouncement } from '@picket/devices/read-announcement';
import { DecodedMessage } from '@picket/devices/value-rule';
import type { Millis } from '@picket/domain/time';
import type { SentryActor } from '../../../platform/http/actor.ts';
import { contextOf } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ingest, ingestReport } from '../../ingest/index.ts';
import type { OnConfigChanged } from '../../sentries/index.ts';
import { deleteDevices, devicesOf, saveSeen } from '../discovered-store.ts';
import type { BrokerSettings } from '../integration-settings.ts';
import { saveConnectionState } from '../integration-store.ts';
import { mappingsOf, sentriesOf } from '../mapping-store.ts';
import { type AdoptedReading, AdoptedReadings } from './adopted-readings.ts';
import { type BrokerClient, type BrokerMessage, openBrokerClient } from './broker-client.ts';
import { DeviceRegistry } from './device-registry.ts';
import { untilStored } from './until-stored.ts';

const MAX_STATE_BYTES = 65_536;
const MAX_STORED_AT_ONCE = 200;
const MAX_WAITING = 100;
const REPORT_MS: Millis = 30_000;

interface Source {
  readonly guid: string;
  readonly tenant: string;
  readonly gateway: string;
}

export interface SessionPorts {
  readonly ingest: Ingest;
  readonly configChanged: OnConfigChanged;
}

export class BrokerSession {
  readonly #platform: Platform;
  readonly #ingest: Ingest;
  readonly #configChanged: OnConfigChanged;
  readonly #source: Source;
  readonly #prefix: string;
  readonly #registry: DeviceRegistry;
  readonly #adopted = new AdoptedReadings();
  readonly #client: BrokerClient;
  readonly #subscribed = new Set<string>();
  /** Of each sentry the newest report in progress: the next waits for it. */
  readonly #inProgress = new Map<string, Promise<void>>();
  #waiting = 0;
  #allowed: AllowedHosts;
  #gateway: SentryActor | null = null;
  #connectedAt: Date | null = null;
  #lastMessageAt: Date | null = null;
  #problem: IntegrationProblem | null = null;
  #storedState = '';
  #reportedAt: Millis = Number.NEGATIVE_INFINITY;
  readonly #closing = new AbortController();

  static async open(
    platform: Platform,
    ports: SessionPorts,
    source: Source,
    settings: BrokerSettings,
    allowed: AllowedHosts,
  ): Promise<BrokerSession> {
    const rows = await devicesOf(platform.db.console, source.tenant, source.guid);
    const session = new BrokerSession(platform, ports, source, settings, allowed, new DeviceRegistry(rows, newGuid));
    await session.loadAdopted();
    return session;
  }

  private constructor(
    platform: Platform,
    { ingest, configChanged }: SessionPorts,
    source: Source,
    settings: BrokerSettings,
    allowed: AllowedHosts,
    registry: DeviceRegistry,
  ) {
    this.#platform = platform;
    this.#ingest = ingest;
    this.#configChanged = configChanged;
    this.#source = source;
    this.#prefix = settings.discoveryPrefix;
    this.#allowed = allowed;
    this.#registry = registry;
    this.#client = openBrokerClient(settings, () => this.#allowed, {
      connected: () => this.#connected(),
      lost: () => {
        this.#connectedAt = null;
      },
      problem: (problem) => {
        this.#problem = problem;
      },
      message: (message) => this.#take(message),
    });
  }

  setAllowed(allowed: AllowedHosts): void {
    this.#allowed = allowed;
  }

  /** Reads again what is adopted. */
  async loadAdopted(): Promise<void> {
    const { console: sql } = this.#platform.db;
    const { tenant, guid, gateway } = this.#source;
    const [rows, sentries] = await Promise.all([devicesOf(sql, tenant, guid), sentriesOf(sql, tenant, guid)]);
    const mappings = await mappingsOf(
      sql,
      tenant,
      sentries.map((sentry) => sentry.guid),
    );
    this.#gateway = sentries.find((sentry) => sentry.guid === gateway) ?? null;
    this.#registry.setAdopted(new Map(rows.flatMap((row) => (row.sentry === null ? [] : [[row.guid, row.sentry]]))));
    this.#adopted.replace(
      sentries.flatMap((sentry) => {
        const mapping = mappings.get(sentry.guid);
        return mapping === undefined ? [] : [{ sentry, mapping }];
      }),
    );
    this.#subscribe();
  }

  /** Stores what was seen, subscribes to what was announced, and reports for the gateway. */
  async run(): Promise<void> {
    this.#subscribe();
    await this.#storeChanges();
    await this.#saveState();
    const now = this.#platform.clock.now();
    const isReachable = this.#connectedAt !== null && this.#adopted.areBridgesThere;
    if (this.#gateway === null || !isReachable || now - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = now;
    await this.#report({ sentry: this.#gateway, readings: [] });
  }

  async #storeChanges(): Promise<void> {
    const { tenant, guid } = this.#source;
    const { seen, gone, availabilityChanged, undo } = this.#registry.takeChanges(MAX_STORED_AT_ONCE);
    if (seen.length === 0 && gone.length === 0) return;
    try {
      await this.#platform.db.inTx(async (tx) => {
        await saveSeen(tx.sql, tenant, guid, seen);
        await deleteDevices(tx.sql, tenant, gone);
        if (availabilityChanged.length > 0) await this.#configChanged(tx, { tenant, sentries: availabilityChanged });
      });
    } catch (error) {
      undo();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
    await Promise.all(this.#inProgress.values());
  }

  async #saveState(): Promise<void> {
    const state = {
      connectedAt: this.#connectedAt,
      lastMessageAt: this.#lastMessageAt,
      problem: this.#connectedAt === null || this.#problem === 'SUBSCRIPTION_REFUSED' ? this.#problem : null,
      leftOut: this.#registry.leftOut.total,
      leftOutAnnouncements: this.#registry.leftOut.list(),
    };
    const text = JSON.stringify(state);
    if (text === this.#storedState) return;
    await saveConnectionState(this.#platform.db.console, this.#source.tenant, this.#source.guid, state);
    this.#storedState = text;
  }

  #connected(): void {
    this.#connectedAt = new Date(this.#platform.clock.now());
    this.#problem = null;
    this.#subscribed.clear();
    this.#client.subscribe(announcementFilters(this.#prefix), true);
    this.#subscribe();
  }

  /** To the topics that are not subscribed yet: of availability with what the broker kept, of states without. */
  #subscribe(): void {
    if (this.#connectedAt === null) return;
    const wanted = (topics: Iterable<string>): string[] =>
      [...new Set(topics)].filter((topic) => !this.#subscribed.has(topic));
    const bridges = wanted([...this.#adopted.bridgeTopics(), ...this.#registry.availabilityTopics()]);
    for (const topic of bridges) this.#subscribed.add(topic);
    const states = wanted([...this.#registry.stateTopics(), ...this.#adopted.stateTopics()]);
    for (const topic of states) this.#subscribed.add(topic);
    if (bridges.length > 0) this.#client.subscribe(bridges, true);
    if (states.length > 0) this.#client.subscribe(states, false);
  }

  async #take({ topic, payload, isRetained }: BrokerMessage): Promise<void> {
    const now = this.#platform.clock.now();
    this.#lastMessageAt = new Date(now);
    if (isAnnouncementTopic(topic, this.#prefix)) {
      this.#registry.announce(topic, readAnnouncement(topic, payload.toString('utf8'), this.#prefix), now);
      return;
    }
    if (payload.length > MAX_STATE_BYTES) return;
    const message = new DecodedMessage(payload.toString('utf8'));
    this.#adopted.observeBridge(topic, message, isRetained, now);
    this.#registry.observeAvailability(topic, message, now);
    this.#registry.observeState(topic, message, isRetained ? null : (timeOf(message, now) ?? now), now);
    // When it was measured is unknown: it may be over, or never have been.
    if (isRetained) return;
    for (const reading of this.#adopted.readingsOf(topic, message, now)) void this.#report(reading);
    // The broker waits as well then.
    while (this.#waiting >= MAX_WAITING) await Promise.race(this.#inProgress.values());
  }

  #report(report: AdoptedReading): Promise<void> {
    const { guid } = report.sentry;
    const before = this.#inProgress.get(guid) ?? Promise.resolve();
    const after = before.then(() => this.#submit(report));
    this.#inProgress.set(guid, after);
    this.#waiting += 1;
    return after.finally(() => {
      this.#waiting -= 1;
      if (this.#inProgress.get(guid) === after) this.#inProgress.delete(guid);
    });
  }

  /** Without a time of sending: these readings have the server's time, which says nothing about whether it is right. */
  async #submit({ sentry, readings }: AdoptedReading): Promise<void> {
    await untilStored(() => ingestReport(contextOf(this.#platform, sentry), this.#ingest, { readings }), {
      wait: (ms) => setTimeout(ms, undefined, { signal: this.#closing.signal }),
      refused: (err) => this.#platform.log.warn({ err, sentry: sentry.guid }, 'report of an adopted sentry rejected'),
    });
  }
}
