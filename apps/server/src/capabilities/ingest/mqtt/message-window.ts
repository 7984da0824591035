/**
 * The messages of a broker that are in progress. Those of one topic are handled one after the other, in the order in which they arrived; those
 * of other topics beside them, so that they share transactions.
 *
 * Invariants: a message begins only once the one before it at its topic is over; so many messages, or so many bytes, are in progress that
 * memory is bounded, whatever the broker sends.
 */
interface WindowLimits {
  readonly messages: number;
  readonly bytes: number;
}

export class MessageWindow {
  readonly #limits: WindowLimits;
  /** Of each topic with a message in progress the newest one. */
  readonly #newest = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  #bytes = 0;
  /** Lets the next message come, once there is room. */
  #resume: (() => void) | null = null;

  constructor(limits: WindowLimits) {
    this.#limits = limits;
  }

  /** `handle` must not reject. Calls `next` once another message may come: at once, or when one in progress is over. */
  add(topic: string, bytes: number, handle: () => Promise<void>, next: () => void): void {
    const handled = (this.#newest.get(topic) ?? Promise.resolve()).then(handle);
    this.#newest.set(topic, handled);
    this.#running.add(handled);
    this.#bytes += bytes;
    void handled.then(() => {
      this.#running.delete(handled);
      this.#bytes -= bytes;
      if (this.#newest.get(topic) === handled) this.#newest.delete(topic);
      this.#resumeIfRoom();
    });
    this.#resume = next;
    this.#resumeIfRoom();
  }

  /** The connection is lost: nothing more comes over it. */
  disconnect(): void {
    this.#resume = null;
  }

  /** Resolves once nothing is in progress. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #resumeIfRoom(): void {
    const { messages, bytes } = this.#limits;
    if (this.#running.size >= messages || this.#bytes >= bytes) return;
    const resume = this.#resume;
    this.#resume = null;
    resume?.();
  }
}
