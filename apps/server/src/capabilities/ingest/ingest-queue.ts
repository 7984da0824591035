/**
 * The ingest queue: distributes reports over workers, each sentry always to the same one.
 *
 * Input: parsed reports. Output: a result for each, after its batch was committed.
 * Invariant: readings, monitor states and alert transitions of a report are committed together or not at all
 * (`store-batch.ts`), and a report that fails its batch does not fail the others (`ingest-worker.ts`).
 */
import { IngestWorker, type IngestWorkerContext } from './ingest-worker.ts';
import type { IngestResult, QueuedReport } from './queued-report.ts';

export interface IngestQueue {
  submit(report: QueuedReport): Promise<IngestResult>;
  /** Waits until all that was submitted has been answered. */
  drain(): Promise<void>;
}

/** `limit`: reports that may wait for each worker. */
export function createIngestQueue<Locked>(concurrency: number, ctx: IngestWorkerContext<Locked>): IngestQueue {
  const workers = Array.from({ length: concurrency }, () => new IngestWorker(ctx));
  return {
    submit: (report) => {
      const worker = workers[workerOf(report.sentry.guid, workers.length)];
      if (worker === undefined) throw new RangeError('no ingest worker');
      return worker.submit(report);
    },
    drain: async () => {
      await Promise.all(workers.map((worker) => worker.drain()));
    },
  };
}

/** Distributes sentries over workers; the last digits of a UUID v7 are random. */
const workerOf = (guid: string, workers: number): number => Number.parseInt(guid.slice(-6), 16) % workers;
