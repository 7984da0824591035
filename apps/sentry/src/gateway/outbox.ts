/**
 * Between what reads a source and the disk: events are gathered for a moment, so that a busy broker does not cost a file for each message.
 * Bounded: what reads a source waits while it is full.
 */
import { pause } from '../pause.ts';
import type { Batch, Source } from '../source.ts';
import type { ObservedEvent } from './observed-event.ts';

const GATHER_MS = 250;
const MAX_EVENTS_AT_ONCE = 500;
const MAX_BYTES_AT_ONCE = 1_000_000;
/** A request must stay below the server's 4 MiB. */
const MAX_EVENT_BYTES = 2_500_000;

export class Outbox implements Source<ObservedEvent> {
  readonly name = 'observations';
  #waiting: ObservedEvent[] = [];
  #bytes = 0;
  #changed = Promise.withResolvers<void>();
  #emptied = Promise.withResolvers<void>();

  add(event: ObservedEvent): void {
    const bytes = JSON.stringify(event).length;
    const isSent = bytes <= MAX_EVENT_BYTES;
    this.#waiting.push(isSent ? event : { kind: 'FAILED', at: event.at, problem: 'ANSWER_TOO_LARGE' });
    if (isSent) this.#bytes += bytes;
    this.#changed.resolve();
  }

  get isFull(): boolean {
    return this.#waiting.length >= MAX_EVENTS_AT_ONCE || this.#bytes >= MAX_BYTES_AT_ONCE;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Resolves once more may be added. */
  async whenNotFull(): Promise<void> {
    while (this.isFull) await this.#emptied.promise;
  }

  async *batches(_intervalSeconds: number, signal: AbortSignal): AsyncIterable<Batch<ObservedEvent>> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (;;) {
      if (!signal.aborted) await Promise.race([this.#changed.promise, aborted]);
      if (!this.isFull) await pause(GATHER_MS, signal);
      if (!this.isEmpty) yield { readings: this.#take() };
      else if (signal.aborted) return;
    }
  }

  #take(): readonly ObservedEvent[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    this.#changed = Promise.withResolvers();
    this.#emptied.resolve();
    this.#emptied = Promise.withResolvers();
    return taken;
  }
}
