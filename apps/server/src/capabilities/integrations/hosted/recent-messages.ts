/**
 * Messages that a client sends again because no acknowledgement reached it: each of them is taken once. A client that sends again says so,
 * with the number of the message; another message may have the same number later. Pure.
 */
import { createHash } from 'node:crypto';

const MAX_REMEMBERED = 1000;

export interface NumberedMessage {
  readonly client: string;
  readonly number: number;
  readonly topic: string;
  readonly payload: Buffer;
  /** The client says that it may have sent it before. */
  readonly isRepeated: boolean;
}

export class RecentMessages {
  readonly #taken = new Map<string, Promise<void>>();

  /** Calls `take`, unless it was called for the same message: then the result of that is returned. A failure is forgotten. */
  once(message: NumberedMessage, take: () => Promise<void>): Promise<void> {
    const key = keyOf(message);
    const before = this.#taken.get(key);
    if (message.isRepeated && before !== undefined) return before;
    const taken = take();
    this.#taken.delete(key);
    this.#taken.set(key, taken);
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > MAX_REMEMBERED && oldest !== undefined) this.#taken.delete(oldest);
    taken.catch(() => {
      if (this.#taken.get(key) === taken) this.#taken.delete(key);
    });
    return taken;
  }
}

const keyOf = ({ client, number, topic, payload }: NumberedMessage): string =>
  createHash('sha256').update(`${client}\0${number}\0${topic}\0`).update(payload).digest('base64');
