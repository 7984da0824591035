/** Merges two iterations of readings by time. */
import type { Reading } from '@picket/monitor';

/** What is left of the batch that an iteration gave last; null: it is over. */
class Source {
  readonly #batches: AsyncIterator<readonly Reading[]>;
  rest: readonly Reading[] | null = [];

  constructor(batches: AsyncIterable<readonly Reading[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async fill(): Promise<void> {
    while (this.rest !== null && this.rest.length === 0) {
      const next = await this.#batches.next();
      this.rest = next.done === true ? null : next.value;
    }
  }

  /** Takes what is not later than `until`. */
  take(until: number): readonly Reading[] {
    const rest = this.rest ?? [];
    const end = rest.findIndex(({ at }) => at > until);
    this.rest = end < 0 ? [] : rest.slice(end);
    return end < 0 ? rest : rest.slice(0, end);
  }

  get lastAt(): number {
    return this.rest?.at(-1)?.at ?? Number.POSITIVE_INFINITY;
  }
}

/** Each iteration is in order of time, oldest first, from batch to batch as well; so is the result. */
export async function* mergeReadings(
  a: AsyncIterable<readonly Reading[]>,
  b: AsyncIterable<readonly Reading[]>,
): AsyncGenerator<readonly Reading[]> {
  const sources = [new Source(a), new Source(b)];
  for (;;) {
    for (const source of sources) await source.fill();
    const open = sources.filter(({ rest }) => rest !== null);
    if (open.length === 0) return;
    // What follows of either source is not earlier than this.
    const until = Math.min(...open.map(({ lastAt }) => lastAt));
    const taken = open.map((source) => source.take(until));
    yield taken.flat().sort((one, other) => one.at - other.at);
  }
}
