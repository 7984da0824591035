/**
 * What aedes asks to be remembered. Sessions do not last here: what waited for a client that was away would have no time, and would be held
 * without limit. Kept messages are Picket's own (retained-messages.ts).
 */
import { Readable } from 'node:stream';
import type { PublishPacket } from 'aedes';
import type { RetainedMessages } from './retained-messages.ts';

interface Named {
  readonly id: string;
}

/** A message at quality of service 2, by its number. */
type Numbered = { readonly messageId?: number | undefined };

export class SessionPersistence {
  readonly #retained: RetainedMessages;
  /** Messages at quality of service 2 whose handshake is not over, by client; aedes limits their number. */
  readonly #incoming = new Map<string, Map<number, Numbered>>();

  constructor(retained: RetainedMessages) {
    this.#retained = retained;
  }

  async setup(): Promise<void> {}

  /** They are stored before the message is acknowledged, which is earlier. */
  async storeRetained(): Promise<void> {}

  createRetainedStreamCombi(filters: readonly string[]): Readable {
    return Readable.from(this.#packets(filters));
  }

  createRetainedStream(filter: string): Readable {
    return this.createRetainedStreamCombi([filter]);
  }

  async *#packets(filters: readonly string[]): AsyncGenerator<PublishPacket> {
    for await (const { topic, payload, qos } of this.#retained.matching(filters))
      yield { cmd: 'publish', topic, payload, qos, retain: true, dup: false };
  }

  async addSubscriptions(): Promise<void> {}
  async removeSubscriptions(): Promise<void> {}
  async cleanSubscriptions(): Promise<void> {}
  async subscriptionsByClient(): Promise<readonly never[]> {
    return [];
  }
  async subscriptionsByTopic(): Promise<readonly never[]> {
    return [];
  }

  async outgoingEnqueue(): Promise<void> {}
  async outgoingEnqueueCombi(): Promise<void> {}
  async outgoingUpdate(): Promise<void> {}
  async outgoingClearMessageId(): Promise<undefined> {
    return undefined;
  }
  outgoingStream(): Readable {
    return Readable.from([]);
  }

  async incomingStorePacket({ id }: Named, packet: Numbered): Promise<void> {
    const ofClient = this.#incoming.get(id) ?? new Map<number, Numbered>();
    // Its number is enough to know it again.
    ofClient.set(packet.messageId ?? 0, { messageId: packet.messageId });
    this.#incoming.set(id, ofClient);
  }

  async incomingGetPacket({ id }: Named, { messageId = 0 }: Numbered): Promise<Numbered> {
    const packet = this.#incoming.get(id)?.get(messageId);
    if (packet === undefined) throw new Error('no such packet');
    return packet;
  }

  async incomingDelPacket({ id }: Named, { messageId = 0 }: Numbered): Promise<void> {
    if (this.#incoming.get(id)?.delete(messageId) !== true) throw new Error('no such packet');
  }

  async cleanIncoming({ id }: Named): Promise<void> {
    this.#incoming.delete(id);
  }

  /** The will of a client is with its connection; it ends with this process, as that does. */
  async putWill(): Promise<void> {}
  async getWill(): Promise<undefined> {
    return undefined;
  }
  async delWill(): Promise<undefined> {
    return undefined;
  }
  streamWill(): Readable {
    return Readable.from([]);
  }
  getClientList(): Readable {
    return Readable.from([]);
  }

  async destroy(): Promise<void> {}
}
