/**
 * The connection of a client, as the broker in Picket has it: while too many of its messages are being taken, nothing more is read of it.
 *
 * Invariant: it has at most 500 subscriptions, 50 of them with wildcards.
 */
import { hasWildcard } from './client-topics.ts';

/** Messages that wait to be stored before no further ones are read. */
const MAX_IN_PROGRESS = 20;
const MAX_FILTERS = 500;
/** Each of them is compared with every topic that is kept. */
const MAX_WILDCARDS = 50;

export type Quality = 0 | 1 | 2;

export class ClientConnection {
  /** What it connected with. */
  readonly passwordHash: Buffer;
  readonly address: string;
  #inProgress = 0;
  /** What it is subscribed to, with the quality of service of each. */
  readonly #filters = new Map<string, Quality>();
  #resume: (() => void) | null = null;
  #wait: Promise<void> | null = null;

  constructor(passwordHash: Buffer, address: string) {
    this.passwordHash = passwordHash;
    this.address = address;
  }

  begin(): void {
    this.#inProgress += 1;
  }

  end(): void {
    this.#inProgress -= 1;
    if (this.#inProgress >= MAX_IN_PROGRESS) return;
    this.#resume?.();
    this.#resume = null;
    this.#wait = null;
  }

  /** Resolves once more may be read; null: it may be now. */
  whenReady(): Promise<void> | null {
    if (this.#inProgress < MAX_IN_PROGRESS) return null;
    this.#wait ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    return this.#wait;
  }

  /**
   * Notes a subscription; null: it has too many. Returns its quality of service, which is that of the first time: aedes forgets a subscription
   * that gets another while it ends, and goes on with it until the broker is closed. Sessions do not last, so the difference is small.
   */
  subscribe(filter: string, quality: Quality): Quality | null {
    const before = this.#filters.get(filter);
    if (before !== undefined) return before;
    const wildcards = hasWildcard(filter) ? [...this.#filters.keys()].filter(hasWildcard).length : 0;
    if (this.#filters.size >= MAX_FILTERS || wildcards >= MAX_WILDCARDS) return null;
    this.#filters.set(filter, quality);
    return quality;
  }

  /** Also from what it was never subscribed to. */
  unsubscribe(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.delete(filter);
  }
}
