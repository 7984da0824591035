/** The session of an integration whose devices connect to Picket: a broker of its own, and the reader that other brokers have. */
import type { BrokerSettings, HostedSettings } from '@picket/contracts/connected-settings';
import type { Millis } from '@picket/domain/time';
import type { BrokerListener } from '@picket/source-io/mqtt/broker-client';
import { limitedTo } from '../../../platform/http/context.ts';
import { guardedNetwork } from '../../../platform/outbound/guarded-network.ts';
import type { Platform } from '../../../platform/platform.ts';
import { BrokerSession } from '../mqtt/mqtt-session.ts';
import type { SeenSource } from '../sources/seen-source.ts';
import type { SourceSession } from '../sources/source-session.ts';
import type { DeviceListener } from './device-listener.ts';
import { HostedBroker } from './hosted-broker.ts';
import { type HostedStatus, passwordHashOf, saveStatus } from './hosted-store.ts';
import { RetainedMessages } from './retained-messages.ts';

/** The number of messages changes all the time. */
const STATUS_MS: Millis = 10_000;

export class HostedSession implements SourceSession {
  /** For the organization of the source. */
  readonly #limited: Platform;
  readonly #seen: SeenSource;
  readonly #listener: DeviceListener;
  readonly #broker: HostedBroker;
  readonly #session: BrokerSession;
  /** Of the reader: it is connected while devices can be. */
  #reader: BrokerListener | null = null;
  #retained: RetainedMessages | null = null;
  #isListening: boolean | null = null;
  #stored = { who: '', at: Number.NEGATIVE_INFINITY };

  constructor(platform: Platform, seen: SeenSource, settings: HostedSettings, listener: DeviceListener) {
    this.#limited = limitedTo(platform, seen.tenant);
    this.#seen = seen;
    this.#listener = listener;
    this.#broker = new HostedBroker({
      now: () => platform.clock.now(),
      log: platform.log,
      leaveOut: (topic, reason) => seen.registry.leftOut.add(topic, reason, platform.clock.now()),
      whenStored: () => seen.whenReportsStored(),
    });
    this.#session = new BrokerSession(
      platform,
      seen,
      readerSettings(settings),
      guardedNetwork(new Set()),
      (_settings, _network, reader) => {
        this.#reader = reader;
        return this.#broker.open(reader);
      },
    );
  }

  /** It connects to nothing. */
  setNetwork(): void {}

  loadAdopted(): Promise<void> {
    return this.#session.loadAdopted();
  }

  async run(): Promise<void> {
    const { tenant, guid } = this.#seen;
    const { console: sql } = this.#limited.db;
    await this.#start();
    this.#noteListening();
    this.#broker.closeOthers(await passwordHashOf(sql, tenant, guid));
    await this.#retained?.storePending();
    await this.#session.run();
    await this.#storeStatus();
  }

  async #start(): Promise<void> {
    if (this.#retained !== null) return;
    const { tenant, guid } = this.#seen;
    const retained = await RetainedMessages.open(this.#limited.db.console, tenant, guid);
    await this.#broker.start(retained);
    this.#retained = retained;
    this.#listener.add(guid, this.#broker);
  }

  #noteListening(): void {
    const { isListening } = this.#listener;
    if (isListening === this.#isListening) return;
    this.#isListening = isListening;
    this.#broker.reset();
    if (isListening) this.#reader?.connected('MQTT_3_1_1');
    else {
      this.#reader?.lost();
      this.#reader?.problem('NOT_LISTENING');
    }
  }

  /** At once where a client came or went, else now and then: a process that has just ended may have stored that nothing is connected. */
  async #storeStatus(): Promise<void> {
    const now = this.#limited.clock.now();
    const status = this.#broker.clients.status(now);
    const who = JSON.stringify([status.clients, status.lastRefusal]);
    const isDue = now - this.#stored.at >= STATUS_MS || now < this.#stored.at;
    if (who === this.#stored.who && !isDue) return;
    await this.#save(status);
    this.#stored = { who, at: now };
  }

  #save(status: HostedStatus): Promise<void> {
    return saveStatus(this.#limited.db.console, this.#seen.tenant, this.#seen.guid, status);
  }

  async close(): Promise<void> {
    this.#listener.remove(this.#seen.guid);
    // What waits to be stored is given up by the session; the broker acknowledges nothing from now on.
    await Promise.all([this.#broker.close(), this.#session.close()]);
    try {
      await this.#save({ clients: [], messagesPerMinute: 0, lastRefusal: null });
    } catch (err) {
      this.#limited.log.warn({ err }, 'clients of a broker could not be removed from its status');
    }
  }
}

/** As of a broker elsewhere, without what is needed to connect to it. */
const readerSettings = ({ discoveryPrefix, topicValues }: HostedSettings): BrokerSettings => ({
  kind: 'MQTT',
  address: '',
  user: null,
  password: null,
  discoveryPrefix,
  topicValues,
  formerPrefixes: [],
  exportsSentries: false,
});
