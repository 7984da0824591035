/** What the simulated gateway reads its sources with: no network is asked, and everything after that is as of real ones. */
import type { GatewaySource } from '@picket/contracts/gateways';
import type { AnnouncedEntity } from '@picket/devices/announced';
import { upsDeviceOf, upsEntitiesOf, upsMessageOf } from '@picket/devices/nut-ups';
import { coversTopic } from '@picket/devices/topic-filters';
import { checkSource, type GatewayClock, type Outbox, openReader, type SourceReader } from '@picket/sentry';
import { keptMessages, type Published, statesAt } from './demo-bridge.ts';
import { UPSES, variablesOf } from './demo-upses.ts';

/** No name of a host: nothing can be reached there. */
export const BROKER_HOST = 'broker.simulated.example';
export const NUT_HOST = 'ups.simulated.example';
const REPORT_MS = 30_000;
const MAX_TOPICS = 10;

/** Begins to read; a source that a person has added is read as by any gateway. */
export function openDemoReader(source: GatewaySource, outbox: Outbox, clock: GatewayClock): SourceReader | null {
  const { settings, broker } = source;
  if (settings.kind === 'NUT' && settings.host === NUT_HOST) return upsReader(settings.pollSeconds, outbox, clock);
  if (settings.kind !== 'MQTT' || new URL(settings.address).hostname !== BROKER_HOST)
    return openReader(source, outbox, clock);
  return broker === undefined ? null : new BrokerReader(broker.topics, outbox, clock);
}

/** What the simulated sources answer to somebody who tries them. */
export const checkDemoSource: typeof checkSource = (settings, network) => {
  if (settings.kind === 'NUT' && settings.host === NUT_HOST)
    return Promise.resolve({ connected: true, topics: [], upses: UPSES.map(({ name }) => ({ name, status: 'OL' })) });
  if (settings.kind !== 'MQTT' || new URL(settings.address).hostname !== BROKER_HOST)
    return checkSource(settings, network);
  const announced = keptMessages().filter(([topic]) => topic.endsWith('/config'));
  return Promise.resolve({ connected: true, topics: announced.slice(0, MAX_TOPICS).map(([topic]) => topic) });
};

/** Does `each` again and again until it is closed. */
function repeated(everyMs: number, clock: GatewayClock, each: () => void): () => Promise<void> {
  const closing = new AbortController();
  const running = (async () => {
    while (!closing.signal.aborted) {
      each();
      await clock.pause(everyMs, closing.signal);
    }
  })();
  return async () => {
    closing.abort();
    await running;
  };
}

type Topics = NonNullable<GatewaySource['broker']>['topics'];

class BrokerReader implements SourceReader {
  readonly #outbox: Outbox;
  readonly #clock: GatewayClock;
  readonly #subscribed = new Set<string>();
  readonly close: () => Promise<void>;

  constructor(topics: Topics, outbox: Outbox, clock: GatewayClock) {
    this.#outbox = outbox;
    this.#clock = clock;
    outbox.add({ kind: 'CONNECTED', at: clock.now(), protocol: 'MQTT_5' });
    this.#subscribe(topics);
    this.close = repeated(REPORT_MS, clock, () => this.#report());
  }

  update({ broker }: GatewaySource): void {
    const hasMore = broker !== undefined && this.#subscribe(broker.topics);
    // A person who looks at what was just found sees its values.
    if (hasMore) this.#report();
  }

  /** As a broker does, sends what it has kept to a new subscription. Whether there are new ones. */
  #subscribe(topics: Topics): boolean {
    const added = topics.filter(({ topic }) => !this.#subscribed.has(topic));
    for (const { topic } of added) this.#subscribed.add(topic);
    const wanted = added.filter(({ retained }) => retained).map(({ topic }) => topic);
    this.#send(keptMessages(), wanted, true);
    return added.length > 0;
  }

  #report(): void {
    this.#send(statesAt(this.#clock.now()), [...this.#subscribed], false);
  }

  #send(messages: readonly Published[], filters: readonly string[], isRetained: boolean): void {
    const at = this.#clock.now();
    for (const [topic, message] of messages)
      if (filters.some((filter) => coversTopic(filter, topic)))
        this.#outbox.add({ kind: 'MESSAGE', at, topic, message, isRetained });
  }
}

function upsReader(pollSeconds: number, outbox: Outbox, clock: GatewayClock): SourceReader {
  const known = new Map<string, readonly AnnouncedEntity[]>();
  const close = repeated(1000 * pollSeconds, clock, () => {
    const at = clock.now();
    const devices = UPSES.map((ups) => {
      const variables = variablesOf(ups, at);
      const entities = upsEntitiesOf(ups.name, variables, known.get(ups.name) ?? [], pollSeconds);
      known.set(ups.name, entities);
      const messages = [{ message: upsMessageOf(variables, entities), at: null }];
      return { place: ups.name, found: { device: upsDeviceOf(ups.name, variables), entities, leftOut: [], messages } };
    });
    outbox.add({ kind: 'POLLED', at, devices, leftOut: [] });
  });
  return { update: () => {}, close };
}
