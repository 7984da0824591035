/** Two sources as one: batches of both as they come. It ends with the first of them. */
import type { Batch, SensorReading, Source } from '../source.ts';

/** `added`: readings that are reported beside those of `main`. Of a metric that both have, those of `added` count. */
export function mergedSource(main: Source, added: Source, metrics: readonly string[]): Source {
  return {
    name: `${main.name} and ${added.name}`,
    batches: async function* (intervalSeconds, signal) {
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const [first, second] = [main, added].map((source) => source.batches(intervalSeconds, either));
      const one = first?.[Symbol.asyncIterator]();
      const other = second?.[Symbol.asyncIterator]();
      if (one === undefined || other === undefined) return;
      let [next, nextAdded] = [one.next(), other.next()];
      try {
        for (;;) {
          const isMain = await Promise.race([next.then(() => true), nextAdded.then(() => false)]);
          const { done, value } = await (isMain ? next : nextAdded);
          if (isMain && done) return;
          if (!done) yield isMain ? without(value, metrics) : value;
          if (isMain) next = one.next();
          else nextAdded = done ? NEVER : other.next();
        }
      } finally {
        over.abort();
      }
    },
  };
}

const NEVER = new Promise<never>(() => {});

const without = (batch: Batch, metrics: readonly string[]): Batch => ({
  ...batch,
  readings: batch.readings.filter(({ sensorMetricId }) => !metrics.includes(sensorMetricId)),
});

/** The source, each of whose batches is also given to `observe`. */
export const observedSource = (source: Source, observe: (readings: readonly SensorReading[]) => void): Source => ({
  name: source.name,
  batches: async function* (intervalSeconds, signal) {
    for await (const batch of source.batches(intervalSeconds, signal)) {
      observe(batch.readings);
      yield batch;
    }
  },
});
