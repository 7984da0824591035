/**
 * One worker of the ingest queue: it turns the reports waiting for it into one transaction at a time.
 *
 * Invariant: a report is answered once: after its batch was committed, or with an error. A report that fails its batch does not
 * fail the others: the batch is retried in halves. A report whose sentry is locked elsewhere waits for the next batch.
 */
import type { Millis } from '@picket/domain/time';
import { type Database, isUnreachable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { runOutsideRequests } from '../../platform/http/error-containment.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { IngestResult, QueuedReport, StoredReport } from './queued-report.ts';
import { type EvaluationPort, type StoredBatch, storeBatch } from './store-batch.ts';

/** Called after the commit. */
export type OnStored = (stored: readonly StoredReport[]) => void;
/** Called for each report that could not be stored. */
export type OnStoreFailed = (sentry: string, error: unknown) => void;

const MAX_REPORTS = 256;
const MAX_READINGS = 20_000;
const LOCK_RETRY_MS = 20;
/** Rejected reports are logged at most this often. */
const REJECTED_LOG_INTERVAL_MS = 5000;
/** A report whose sentry stays locked elsewhere this long is rejected with 503. */
const MAX_WAIT_MS: Millis = 10_000;

export interface IngestWorkerContext<Locked> {
  /** Reports that may wait. */
  readonly limit: number;
  readonly db: Database;
  readonly log: Log;
  readonly evaluation: EvaluationPort<Locked>;
  readonly onStored: OnStored;
  readonly onStoreFailed: OnStoreFailed;
}

interface PendingReport {
  readonly report: QueuedReport;
  /** By the monotonic clock. */
  readonly since: Millis;
  readonly resolve: (result: IngestResult) => void;
  readonly reject: (error: unknown) => void;
}

export class IngestWorker<Locked> {
  readonly #ctx: IngestWorkerContext<Locked>;
  #pending: PendingReport[] = [];
  #running: Promise<void> | null = null;
  #rejectedCount = 0;
  #rejectedLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: IngestWorkerContext<Locked>) {
    this.#ctx = ctx;
  }

  /** Resolves after the commit; rejects with `busy` while too many reports wait. */
  submit(report: QueuedReport): Promise<IngestResult> {
    if (this.#pending.length >= this.#ctx.limit) {
      this.#logRejected();
      // Random, so that devices do not retry at the same time.
      return Promise.reject(new AppError('busy', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) }));
    }
    return new Promise((resolve, reject) => {
      this.#pending.push({ report, since: performance.now(), resolve, reject });
      this.#running ??= runOutsideRequests(() => this.#run());
    });
  }

  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  #logRejected(): void {
    this.#rejectedCount += 1;
    if (performance.now() - this.#rejectedLoggedAt < REJECTED_LOG_INTERVAL_MS) return;
    this.#ctx.log.warn({ reports: this.#rejectedCount }, 'ingest queue full, rejecting reports with 503');
    this.#rejectedCount = 0;
    this.#rejectedLoggedAt = performance.now();
  }

  async #run(): Promise<void> {
    // Reports that arrived in this turn of the event loop join the batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) {
      const batch = this.#nextBatch();
      const blocked = await this.#process(batch);
      if (blocked.length > 0) {
        this.#pending.unshift(...blocked);
        if (blocked.length === batch.length) await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
      }
    }
    this.#running = null;
  }

  #nextBatch(): PendingReport[] {
    let readings = 0;
    let count = 0;
    for (const { report } of this.#pending) {
      readings += report.readings.length;
      if (count > 0 && (readings > MAX_READINGS || count >= MAX_REPORTS)) break;
      count += 1;
    }
    return this.#pending.splice(0, count);
  }

  /** Answers the reports of the batch; returns those whose sentry could not be locked. */
  async #process(batch: readonly PendingReport[]): Promise<PendingReport[]> {
    const { db, log, evaluation, onStored } = this.#ctx;
    const reports = batch.map(({ report }) => report);
    try {
      const storedBatch = await db.inIngestTx((sql) => storeBatch(sql, reports, evaluation));
      const blocked = answer(batch, storedBatch);
      onStored(storedBatch.stored);
      return blocked;
    } catch (error) {
      if (isUnreachable(error) || batch.length === 1) {
        this.#fail(batch, error);
        return [];
      }
      log.warn({ err: error, reports: batch.length }, 'batch failed, retrying in halves');
      const middle = Math.ceil(batch.length / 2);
      return [...(await this.#process(batch.slice(0, middle))), ...(await this.#process(batch.slice(middle)))];
    }
  }

  #fail(batch: readonly PendingReport[], error: unknown): void {
    const { log, onStoreFailed } = this.#ctx;
    if (!isUnreachable(error))
      log.error(
        { err: error, sentry: batch[0]?.report.sentry.guid },
        'report not stored, rejecting it so that its sentry sends it again',
      );
    for (const { report, reject } of batch) {
      onStoreFailed(report.sentry.guid, error);
      reject(error);
    }
  }
}

/** Answers each report of a committed batch, except those that may wait longer for their sentry: returns these. */
function answer(batch: readonly PendingReport[], { results, gone }: StoredBatch): PendingReport[] {
  const blocked: PendingReport[] = [];
  for (const pending of batch) {
    const result = results.get(pending.report);
    if (result !== undefined) pending.resolve(result);
    else if (gone.has(pending.report.sentry.guid)) pending.reject(new AppError('unauthenticated'));
    else if (performance.now() - pending.since > MAX_WAIT_MS)
      pending.reject(new AppError('busy', { retryAfterSeconds: 2 }));
    else blocked.push(pending);
  }
  return blocked;
}
