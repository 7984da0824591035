/**
 * What every connected source has, however it is asked: the devices that are announced there, what is adopted of them, and the reports
 * that become readings.
 */
import { setTimeout } from 'node:timers/promises';
import type { BrokerProtocol, IntegrationProblem } from '@picket/contracts/integrations';
import type { ExportedSentry } from '@picket/devices/home-assistant/exported-sentry';
import type { Millis } from '@picket/domain/time';
import type { SentryActor } from '../../../platform/http/actor.ts';
import { contextOf, limitedTo } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ingest, ingestReport } from '../../ingest/index.ts';
import type { OnConfigChanged } from '../../sentries/index.ts';
import { deleteDevices, devicesOf, saveSeen } from '../discovered-store.ts';
import { saveConnectionState, setSourceGone } from '../integration-store.ts';
import { type AcceptedMapping, mappingsOf, sentriesOf } from '../mapping-store.ts';
import { type AdoptedReading, AdoptedReadings } from './adopted-readings.ts';
import { DeviceRegistry } from './device-registry.ts';
import { Pause } from './pause-by-clock.ts';
import { untilStored } from './until-stored.ts';

const MAX_STORED_AT_ONCE = 200;
/** A broker may have kept thousands of announcements. After so many, other sources have their turn. */
const MAX_STORED_IN_RUN = 2000;
/** Reports that may wait to be stored. */
const MAX_WAITING = 100;
const REPORT_MS: Millis = 30_000;

/** The row of an integration, as its session needs it. */
export interface SourceRow {
  readonly guid: string;
  readonly tenant: string;
  readonly gateway: string;
  /** The sentry whose device reads it; null: this server does. */
  readonly reader: string | null;
}

export interface SessionPorts {
  readonly ingest: Ingest;
  readonly configChanged: OnConfigChanged;
  /** The sentries of an organization that Home Assistant may be shown. */
  readonly exportedSentries: (tenant: string) => Promise<readonly ExportedSentry[]>;
}

export interface Connection {
  readonly connectedAt: Date | null;
  readonly lastMessageAt: Date | null;
  readonly problem: IntegrationProblem | null;
  /** Of a broker that is connected. */
  readonly protocol: BrokerProtocol | null;
  /** Of a broker: no bridge says that it is gone. */
  readonly areBridgesThere?: boolean;
}

export class SeenSource {
  readonly registry: DeviceRegistry;
  readonly adopted = new AdoptedReadings();
  /** For the organization of the source. */
  readonly #limited: Platform;
  readonly #ports: SessionPorts;
  readonly #source: SourceRow;
  /** Of each sentry the newest report in progress: the next waits for it. */
  readonly #inProgress = new Map<string, Promise<void>>();
  #waiting = 0;
  #gateway: SentryActor | null = null;
  /** When each sentry got the device that it has; null: not known yet. */
  #adoptedAt: ReadonlyMap<string, Millis> | null = null;
  #storedState = '';
  readonly #reportPause = new Pause();
  /** What is wrong with the device that reads the source. */
  #readerProblem: IntegrationProblem | null = null;
  #isSourceGone: boolean | null = null;
  readonly #closing = new AbortController();

  static async open(platform: Platform, ports: SessionPorts, source: SourceRow): Promise<SeenSource> {
    const limited = limitedTo(platform, source.tenant);
    const rows = await devicesOf(limited.db.console, source.tenant, source.guid);
    const seen = new SeenSource(limited, ports, source, new DeviceRegistry(rows, newGuid));
    await seen.loadAdopted();
    return seen;
  }

  private constructor(limited: Platform, ports: SessionPorts, source: SourceRow, registry: DeviceRegistry) {
    this.#limited = limited;
    this.#ports = ports;
    this.#source = source;
    this.registry = registry;
  }

  async loadAdopted(): Promise<void> {
    const { console: sql } = this.#limited.db;
    const { tenant, guid, gateway } = this.#source;
    const [rows, sentries] = await Promise.all([devicesOf(sql, tenant, guid), sentriesOf(sql, tenant, guid)]);
    const mappings = await mappingsOf(
      sql,
      tenant,
      sentries.map((sentry) => sentry.guid),
    );
    this.#gateway = sentries.find((sentry) => sentry.guid === gateway) ?? null;
    this.registry.setKept(rows);
    const adopted = sentries.flatMap((sentry) => {
      const mapping = mappings.get(sentry.guid);
      return mapping === undefined ? [] : [{ sentry, mapping }];
    });
    this.adopted.replace(adopted);
    this.#reportMissed(adopted);
  }

  /**
   * Reports what the devices that were adopted since have said between their adoption and now: a leak that is reported once is not missed.
   * What a server before this one has seen is its own.
   */
  #reportMissed(adopted: readonly { readonly sentry: SentryActor; readonly mapping: AcceptedMapping }[]): void {
    const before = this.#adoptedAt;
    this.#adoptedAt = new Map(adopted.map(({ sentry, mapping }) => [sentry.guid, mapping.acceptedAt.getTime()]));
    if (before === null) return;
    for (const { sentry, mapping } of adopted) {
      const at = mapping.acceptedAt.getTime();
      const isAnother = !before.has(sentry.guid) || (mapping.replaced !== undefined && before.get(sentry.guid) !== at);
      if (!isAnother) continue;
      const missed = this.adopted.readingsOfObserved(sentry, mapping, this.registry.observedAfter(sentry.guid, at));
      if (missed.readings.length > 0) void this.report(missed);
    }
  }

  /** Stores what was seen since, and the state of the connection where it is another one. */
  async store(connection: Connection): Promise<void> {
    for (let stored = 0; stored < MAX_STORED_IN_RUN; stored += MAX_STORED_AT_ONCE)
      if ((await this.#storeChanges()) < MAX_STORED_AT_ONCE) break;
    await this.#noteGone(connection);
    const { leftOut } = this.registry;
    const { lastMessageAt, protocol } = connection;
    const { connectedAt, problem } =
      this.#readerProblem === null ? connection : { connectedAt: null, problem: this.#readerProblem };
    const leftOutAnnouncements = leftOut.list();
    const state = { connectedAt, lastMessageAt, problem, protocol, leftOut: leftOut.total, leftOutAnnouncements };
    const text = JSON.stringify(state);
    if (text === this.#storedState) return;
    await saveConnectionState(this.#limited.db.console, this.#source.tenant, this.#source.guid, state);
    this.#storedState = text;
  }

  /** `problem`: of the device that reads the source, which is silent or was removed. What it said before says nothing about now. */
  setReaderProblem(problem: IntegrationProblem | null): void {
    this.#readerProblem = problem;
  }

  /** While the device that reads the source is silent, that is its own alert; where it says that the source is gone, the source is. */
  async #noteGone({ connectedAt, problem, areBridgesThere = true }: Connection): Promise<void> {
    const { tenant, guid, gateway, reader } = this.#source;
    const isKnown = connectedAt !== null || problem !== null;
    const isGone = connectedAt === null || !areBridgesThere;
    if (reader === null || this.#readerProblem !== null || !isKnown || isGone === this.#isSourceGone) return;
    const at = isGone ? new Date(this.#limited.clock.now()) : null;
    await this.#limited.db.inTx(async (tx) => {
      if (await setSourceGone(tx.sql, tenant, guid, at))
        await this.#ports.configChanged(tx, { tenant, sentries: [gateway] });
    });
    this.#isSourceGone = isGone;
  }

  /** Returns how many devices were stored. */
  async #storeChanges(): Promise<number> {
    const { tenant, guid } = this.#source;
    const { seen, gone, availabilityChanged, undo } = this.registry.takeChanges(MAX_STORED_AT_ONCE);
    if (seen.length === 0 && gone.length === 0) return 0;
    try {
      await this.#limited.db.inTx(async (tx) => {
        // What was announced again meanwhile has the identity of what goes.
        await deleteDevices(tx.sql, tenant, gone);
        await saveSeen(tx.sql, tenant, guid, seen);
        if (availabilityChanged.length > 0)
          await this.#ports.configChanged(tx, { tenant, sentries: availabilityChanged });
      });
    } catch (error) {
      undo();
      throw error;
    }
    return seen.length;
  }

  get tenant(): string {
    return this.#source.tenant;
  }

  /** The integration itself. */
  get guid(): string {
    return this.#source.guid;
  }

  exportedSentries(): Promise<readonly ExportedSentry[]> {
    return this.#ports.exportedSentries(this.#source.tenant);
  }

  /**
   * Reports for the sentry that stands for the source, where it is due: while it does not, the source is gone. Nobody waits until it is
   * stored: other sources go on.
   */
  reportConnectivity(): void {
    const now = this.#limited.clock.now();
    if (this.#readerProblem !== null) return;
    if (this.#gateway === null || !this.#reportPause.isOver(now) || this.#inProgress.has(this.#gateway.guid)) return;
    this.#reportPause.begin(now, REPORT_MS);
    void this.report({ sentry: this.#gateway, readings: [] });
  }

  /** Resolves once it is stored, or will never be. Reports of one sentry are stored in their order. */
  report(report: AdoptedReading): Promise<void> {
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
    await untilStored(() => ingestReport(contextOf(this.#limited, sentry), this.#ports.ingest, { readings }), {
      wait: (ms) => setTimeout(ms, undefined, { signal: this.#closing.signal }),
      refused: (err) => this.#limited.log.warn({ err, sentry: sentry.guid }, 'report of an adopted sentry rejected'),
    });
  }

  /** Whether so many reports wait that no more may be taken. */
  get isFull(): boolean {
    return this.#waiting >= MAX_WAITING;
  }

  /** Resolves once more may be taken. */
  async whenNotFull(): Promise<void> {
    while (this.isFull) await Promise.race(this.#inProgress.values());
  }

  /** Resolves once the reports until now are stored, or will never be. */
  async whenReportsStored(): Promise<void> {
    await Promise.all(this.#inProgress.values());
  }

  /** Resolves once all reports are stored, or will never be. */
  async whenStored(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress.values());
  }

  /** Reports that wait are given up. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#inProgress.values());
  }
}
