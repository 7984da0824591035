/** A broker in the network of a gateway: subscribes to what the server asks for, and passes on what arrives. */
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { BrokerTopics, GatewaySource } from '@picket/contracts/gateways';
import type { BrokerProtocol, IntegrationProblem } from '@picket/contracts/integrations';
import type { Millis } from '@picket/domain/time';
import { type BrokerClient, openBrokerClient } from '@picket/source-io/mqtt/broker-client';
import { OPEN_NETWORK } from '@picket/source-io/open-network';
import type { Outbox } from './outbox.ts';
import type { SourceReader } from './source-reader.ts';

/** A problem that stays is reported again, so that a server that has forgotten it learns of it. */
const PROBLEM_AGAIN_MS = 60_000;

export class BrokerReader implements SourceReader {
  readonly #client: BrokerClient;
  readonly #now: () => Millis;
  readonly #outbox: Outbox;
  #topics: BrokerTopics['topics'];
  readonly #subscribed = new Set<string>();
  #isConnected = false;
  #problem: { readonly problem: IntegrationProblem; readonly at: number } | null = null;

  constructor(settings: BrokerSettings, broker: BrokerTopics, outbox: Outbox, now: () => Millis) {
    this.#now = now;
    this.#topics = broker.topics;
    this.#outbox = outbox;
    this.#client = openBrokerClient(settings, () => OPEN_NETWORK, {
      connected: (protocol) => this.#connected(protocol),
      lost: () => this.#lost(),
      problem: (problem) => this.#failed(problem),
      message: async ({ topic, payload, isRetained }) => {
        const message = payload.toString('utf8');
        this.#outbox.add({ kind: 'MESSAGE', at: this.#now(), topic, message, isRetained });
        // The broker waits as well then.
        await this.#outbox.whenNotFull();
      },
    });
  }

  update({ broker }: GatewaySource): void {
    if (broker === undefined) return;
    this.#topics = broker.topics;
    this.#subscribe();
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #connected(protocol: BrokerProtocol | null): void {
    this.#isConnected = true;
    this.#problem = null;
    this.#subscribed.clear();
    this.#outbox.add({ kind: 'CONNECTED', at: this.#now(), ...(protocol === null ? {} : { protocol }) });
    this.#subscribe();
  }

  #lost(): void {
    if (this.#isConnected) this.#outbox.add({ kind: 'LOST', at: this.#now() });
    this.#isConnected = false;
  }

  #failed(problem: IntegrationProblem): void {
    const now = this.#now();
    if (this.#problem?.problem === problem && now - this.#problem.at < PROBLEM_AGAIN_MS) return;
    this.#problem = { problem, at: now };
    this.#outbox.add({ kind: 'FAILED', at: now, problem });
  }

  /** To the topics that are not subscribed yet; from those that the server asks for no more it unsubscribes. */
  #subscribe(): void {
    if (!this.#isConnected) return;
    const wanted = new Set(this.#topics.map(({ topic }) => topic));
    const dropped = [...this.#subscribed].filter((topic) => !wanted.has(topic));
    for (const topic of dropped) this.#subscribed.delete(topic);
    if (dropped.length > 0) this.#client.unsubscribe(dropped);
    for (const retained of [true, false]) {
      const topics = this.#topics
        .filter((one) => one.retained === retained && !this.#subscribed.has(one.topic))
        .map(({ topic }) => topic);
      for (const topic of topics) this.#subscribed.add(topic);
      const refused = (topic: string): void => this.#outbox.add({ kind: 'REFUSED', at: this.#now(), topic });
      if (topics.length > 0) this.#client.subscribe(topics, { retained, refused });
    }
  }
}
