/** A broker, connected: announcements and values become discovered devices, states of adopted ones become readings. */
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { BrokerProtocol, IntegrationProblem } from '@picket/contracts/integrations';
import { chosenAnnouncements, isChosenKey, type TopicValue } from '@picket/devices/chosen-topics';
import { FORMAT_FILTERS } from '@picket/devices/formats/known-formats';
import {
  availabilityTopic,
  type ExportPlace,
  exportedFilter,
  isExported,
  UNAVAILABLE,
} from '@picket/devices/home-assistant/exported-sentry';
import { timeOf } from '@picket/devices/payload-time';
import { announcementFilters, isAnnouncementTopic, readAnnouncement } from '@picket/devices/read-announcement';
import { DecodedMessage } from '@picket/devices/value-rule';
import type { Millis } from '@picket/domain/time';
import type { BrokerClient, BrokerMessage, openBrokerClient } from '@picket/source-io/mqtt/broker-client';
import type { SourceNetwork } from '@picket/source-io/source-network';
import type { Log } from '../../../platform/logging/log.ts';
import type { DeviceRegistry } from '../sources/device-registry.ts';
import type { SeenSource } from '../sources/seen-source.ts';
import type { SourceSession } from '../sources/source-session.ts';
import { FormatIntake } from './format-intake.ts';
import { SentryExporter } from './sentry-exporter.ts';

const MAX_STATE_BYTES = 65_536;

/** What the session needs of the process: of messages that a gateway received, the clock is the gateway's. */
export interface BrokerSessionHost {
  readonly clock: { readonly now: () => Millis };
  readonly log: Pick<Log, 'warn'>;
}

export class BrokerSession implements SourceSession {
  readonly #platform: BrokerSessionHost;
  readonly #seen: SeenSource;
  readonly #formats: FormatIntake;
  readonly #prefix: string;
  readonly #formerPrefixes: readonly string[];
  readonly #client: BrokerClient;
  readonly #exporter: SentryExporter;
  readonly #subscribed = new Set<string>();
  #network: SourceNetwork;
  #connectedAt: Date | null = null;
  #lastMessageAt: Date | null = null;
  #problem: IntegrationProblem | null = null;
  #protocol: BrokerProtocol | null = null;
  #exporting = false;

  constructor(
    platform: BrokerSessionHost,
    seen: SeenSource,
    settings: BrokerSettings,
    network: SourceNetwork,
    openClient: typeof openBrokerClient,
  ) {
    this.#platform = platform;
    this.#seen = seen;
    this.#formats = new FormatIntake(seen);
    this.#prefix = settings.discoveryPrefix;
    this.#formerPrefixes = settings.formerPrefixes;
    this.#network = network;
    announceChosen(seen.registry, settings.topicValues, platform.clock.now());
    const place: ExportPlace = { integration: seen.guid, prefix: settings.discoveryPrefix };
    this.#exporter = new SentryExporter(place, {
      load: async () => (settings.exportsSentries ? seen.exportedSentries() : []),
      publish: (topic, message) => this.#client.publish(topic, message),
    });
    this.#client = openClient(
      settings,
      () => this.#network,
      {
        connected: (protocol) => this.#connected(protocol),
        lost: () => {
          this.#connectedAt = null;
          this.#protocol = null;
        },
        problem: (problem) => {
          this.#problem = problem;
        },
        message: (message) => this.#take(message),
      },
      { will: settings.exportsSentries ? [availabilityTopic(place), UNAVAILABLE] : null },
    );
  }

  setNetwork(network: SourceNetwork): void {
    this.#network = network;
  }

  async loadAdopted(): Promise<void> {
    await this.#seen.loadAdopted();
    this.#subscribe();
  }

  /** Stores what was seen, subscribes to what was announced, and reports for the gateway. */
  async run(): Promise<void> {
    this.#subscribe();
    void this.#export();
    await this.#seen.store({
      connectedAt: this.#connectedAt,
      lastMessageAt: this.#lastMessageAt,
      problem: this.#shownProblem(),
      areBridgesThere: this.#seen.adopted.areBridgesThere,
      protocol: this.#protocol,
    });
    if (this.#connectedAt !== null && this.#seen.adopted.areBridgesThere) this.#seen.reportConnectivity();
  }

  /** While it is connected, what is refused: the problem of an attempt is over. */
  #shownProblem(): IntegrationProblem | null {
    if (this.#connectedAt === null || this.#problem === 'SUBSCRIPTION_REFUSED') return this.#problem;
    return this.#exporter.isRefused ? 'PUBLICATION_REFUSED' : null;
  }

  /** Never rejects. Nobody waits for it: a broker that does not answer keeps no reading from being stored. */
  async #export(): Promise<void> {
    if (this.#connectedAt === null || this.#exporting) return;
    this.#exporting = true;
    try {
      await this.#exporter.run(this.#platform.clock.now());
    } catch (err) {
      this.#platform.log.warn({ err }, 'sentries could not be exported to a broker');
    } finally {
      this.#exporting = false;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#seen.close();
  }

  #connected(protocol: BrokerProtocol | null): void {
    this.#protocol = protocol;
    const now = this.#platform.clock.now();
    this.#connectedAt = new Date(now);
    this.#problem = null;
    const before = [...this.#subscribed];
    this.#subscribed.clear();
    this.#client.subscribe(announcementFilters(this.#prefix), { retained: true });
    this.#formats.connected(now);
    this.#exporter.connected();
    const former = this.#formerPrefixes.map((prefix) => exportedFilter({ integration: this.#seen.guid, prefix }));
    if (former.length > 0) this.#client.subscribe(former, { retained: true, refused: () => {} });
    this.#client.subscribe(FORMAT_FILTERS, {
      retained: true,
      refused: (filter) => this.#formats.refused(filter, this.#platform.clock.now()),
    });
    this.#subscribe();
    // A gateway is asked for them until it is asked for them no more.
    const dropped = this.#missing(before);
    if (dropped.length > 0) this.#client.unsubscribe(dropped);
  }

  /** To the topics that are not subscribed yet: of availability with what the broker kept, of states without. From those of before no more. */
  #subscribe(): void {
    if (this.#connectedAt === null) return;
    const { adopted, registry } = this.#seen;
    const formats = new Set(this.#formats.topics());
    const bridges = new Set([...adopted.bridgeTopics(), ...registry.availabilityTopics()]);
    const states = new Set([...registry.stateTopics(), ...adopted.stateTopics()]);
    const dropped = [...this.#subscribed].filter(
      (topic) => !formats.has(topic) && !bridges.has(topic) && !states.has(topic),
    );
    for (const topic of dropped) this.#subscribed.delete(topic);
    if (dropped.length > 0) this.#client.unsubscribe(dropped);
    this.#subscribeTo(this.#missing(formats), true);
    this.#subscribeTo(this.#missing(bridges), true);
    // Once is enough: with two subscriptions a reading might arrive twice.
    this.#subscribeTo(
      this.#missing(states).filter((topic) => !this.#formats.covers(topic)),
      false,
    );
  }

  #missing(topics: Iterable<string>): readonly string[] {
    return [...topics].filter((topic) => !this.#subscribed.has(topic));
  }

  #subscribeTo(missing: readonly string[], retained: boolean): void {
    for (const topic of missing) this.#subscribed.add(topic);
    if (missing.length > 0) this.#client.subscribe(missing, { retained });
  }

  async #take({ topic, payload, isRetained }: BrokerMessage): Promise<void> {
    const { adopted, registry } = this.#seen;
    const now = this.#platform.clock.now();
    this.#lastMessageAt = new Date(now);
    if (isExported(topic, this.#prefix)) {
      this.#exporter.note(topic, payload.toString('utf8'));
      return;
    }
    const former = this.#formerPrefixes.find((prefix) => isExported(topic, prefix));
    if (former !== undefined) {
      this.#exporter.noteFormer(former, topic, payload.toString('utf8'));
      return;
    }
    if (isAnnouncementTopic(topic, this.#prefix)) {
      registry.announce(topic, readAnnouncement(topic, payload.toString('utf8'), this.#prefix), now);
      return;
    }
    if (payload.length > MAX_STATE_BYTES) {
      this.#formats.leaveOut(topic, 'TOO_LARGE', now);
      return;
    }
    const message = new DecodedMessage(payload.toString('utf8'));
    adopted.observeBridge(topic, message, isRetained, now);
    registry.observeAvailability(topic, message, now);
    const own = timeOf(message, now);
    // What the broker kept arrives for the formats alone; it says less than what was seen since.
    if (!isRetained || !this.#formats.covers(topic))
      registry.observeState(topic, message, isRetained ? null : (own ?? now), now);
    this.#formats.take(topic, message, isRetained, now);
    // When it was measured is unknown: it may be over, or never have been.
    if (isRetained) return;
    for (const reading of adopted.readingsOf(topic, message, { own, now })) void this.#seen.report(reading);
    // The broker waits as well then.
    await this.#seen.whenNotFull();
  }
}

/** What a person chose is announced by the settings; what was chosen before and is not any more is gone. */
function announceChosen(registry: DeviceRegistry, values: readonly TopicValue[], now: Millis): void {
  const chosen = chosenAnnouncements(values);
  for (const topic of [...registry.announcementTopics()])
    if (isChosenKey(topic) && !chosen.has(topic)) registry.announce(topic, { kind: 'removed' }, now);
  for (const [key, announcement] of chosen) registry.announce(key, announcement, now);
}
