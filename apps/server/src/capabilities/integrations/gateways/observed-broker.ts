/** The connection of a gateway to a broker, as the session on the server sees it: the gateway subscribes to what it asks for. */
import type { BrokerTopics, GatewayEvent } from '@picket/contracts/gateways';
import type { BrokerClient, BrokerListener, SubscribeOptions } from '@picket/source-io/mqtt/broker-client';

interface Wanted {
  readonly retained: boolean;
  readonly refused: SubscribeOptions['refused'];
}

export class ObservedBroker {
  readonly #connection: string;
  readonly #topics = new Map<string, Wanted>();
  #listener: BrokerListener | null = null;

  /** `connection`: what the session has seen begins with it. */
  constructor(connection: string) {
    this.#connection = connection;
  }

  open(listener: BrokerListener): BrokerClient {
    this.#listener = listener;
    return {
      subscribe: (topics, { retained, refused }) => {
        for (const topic of topics) this.#topics.set(topic, { retained, refused });
      },
      unsubscribe: (topics) => {
        for (const topic of topics) this.#topics.delete(topic);
      },
      // A gateway publishes nothing.
      publish: async () => {},
      close: async () => {},
    };
  }

  topics(): BrokerTopics {
    return {
      connection: this.#connection,
      topics: [...this.#topics].map(([topic, { retained, refused }]) => ({
        topic,
        retained,
        optional: refused !== undefined,
      })),
    };
  }

  async take(event: GatewayEvent): Promise<void> {
    switch (event.kind) {
      case 'CONNECTED':
        this.#listener?.connected(event.protocol ?? null);
        return;
      case 'LOST':
        this.#listener?.lost();
        return;
      case 'FAILED':
        this.#listener?.problem(event.problem);
        return;
      case 'REFUSED':
        this.#refused(event.topic);
        return;
      case 'MESSAGE': {
        const { topic, message, isRetained } = event;
        await this.#listener?.message({ topic, payload: Buffer.from(message), isRetained });
        return;
      }
      case 'POLLED':
        return;
    }
  }

  #refused(topic: string): void {
    const refused = this.#topics.get(topic)?.refused;
    if (refused === undefined) this.#listener?.problem('SUBSCRIPTION_REFUSED');
    else refused(topic);
  }
}
