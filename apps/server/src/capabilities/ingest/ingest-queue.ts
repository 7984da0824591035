/**
 * The ingest queue: reports wait here for one of a few concurrent transactions, in an order that is fair to organizations and sentries.
 *
 * Input: parsed reports. Output: a result for each, after its batch was committed.
 * Invariant: readings, monitor states and alert transitions of a report are committed together or not at all
 * (`store-batch.ts`), a report that fails its batch does not fail the others (`store-pending.ts`), and the reports of a sentry are
 * stored in their order (`fair-queue.ts`).
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import { runOutsideRequests } from '../../platform/http/error-containment.ts';
import { FairQueue } from './fair-queue.ts';
import type { OnThrottled, ThrottleReason } from './ingest-throttle.ts';
import { findRoomProblem, type RoomProblem } from './queue-room.ts';
import type { IngestResult, QueuedReport } from './queued-report.ts';
import { costOf, costOfPictures, placesOf, REPORT_COST } from './report-cost.ts';
import { type PendingReport, type StoringContext, storePending } from './store-pending.ts';

export interface IngestQueue {
  /** Resolves after the commit; rejects with `busy` while too many reports wait, or too many of its sentry or organization. */
  submit(report: QueuedReport): Promise<IngestResult>;
  /** Waits until all that was submitted has been answered. */
  drain(): Promise<void>;
  readonly load: QueueLoad;
}

export interface QueueLoad {
  /** That wait. */
  readonly reports: number;
  /** Whose reports wait or are being stored. */
  readonly tenants: number;
  readonly transactions: number;
}

export interface QueueContext<Locked> extends StoringContext<Locked> {
  /** Transactions at a time. */
  readonly concurrency: number;
  /** Reports that may wait; one with pictures counts as several. */
  readonly limit: number;
  readonly onThrottled: OnThrottled;
}

const MAX_REPORTS = 256;
/** Counted in readings: how long a report waits for the batch before its own, and for others in its own. */
const MAX_COST = 2500;
/** Parts of a backlog cost more; a sentry that reports what it measures now costs less. */
const SMALL_COST = 500;
const LOCK_RETRY_MS = 20;
/**
 * A transaction costs as much as several reports. While others run, the next one waits for reports of this cost, but not for longer
 * than that; it takes so many at least, if they are there.
 */
const GATHERED_COST = 1000;
const GATHER_MS: Millis = 10;
const MIN_REPORTS = 32;
/** Rejected reports are logged at most this often. */
const REJECTED_LOG_INTERVAL_MS = 5000;

const REASONS: Readonly<Record<RoomProblem, ThrottleReason>> = {
  queue: 'queue_full',
  tenant: 'tenant_share',
  sentry: 'sentry_share',
};

export const createIngestQueue = <Locked>(ctx: QueueContext<Locked>): IngestQueue => new FairIngestQueue(ctx);

class FairIngestQueue<Locked> implements IngestQueue {
  readonly #ctx: QueueContext<Locked>;
  readonly #waiting: FairQueue<PendingReport>;
  readonly #running = new Set<Promise<void>>();
  #isScheduled = false;
  #rejectedCount = 0;
  #rejectedLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: QueueContext<Locked>) {
    this.#ctx = ctx;
    // One transaction is always for other organizations.
    this.#waiting = new FairQueue(Math.max(1, ctx.concurrency - 1));
  }

  submit(report: QueuedReport): Promise<IngestResult> {
    const { tenant, guid: sentry } = report.sentry;
    const problem = findRoomProblem(this.#waiting.countWaiting(tenant, sentry), this.#ctx.limit);
    if (problem !== null) {
      this.#countRejected(problem);
      // Random, so that devices do not retry at the same time.
      return Promise.reject(new AppError('busy', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) }));
    }
    return new Promise((resolve, reject) => {
      const { readings, frames } = report;
      const cost = costOf(readings.length) + (frames.length === 0 ? 0 : costOfPictures(frames));
      const places = frames.length === 0 ? 1 : placesOf(frames);
      this.#waiting.add({ tenant, sentry, cost, places, report, since: performance.now(), resolve, reject });
      this.#schedule();
    });
  }

  async drain(): Promise<void> {
    while (this.#isScheduled || this.#running.size > 0)
      await (this.#running.size > 0 ? Promise.all(this.#running) : setImmediate());
  }

  get load(): QueueLoad {
    const { size: reports, tenantCount: tenants } = this.#waiting;
    return { reports, tenants, transactions: this.#running.size };
  }

  #countRejected(problem: RoomProblem): void {
    this.#ctx.onThrottled(REASONS[problem]);
    this.#rejectedCount += 1;
    if (performance.now() - this.#rejectedLoggedAt < REJECTED_LOG_INTERVAL_MS) return;
    this.#ctx.log.warn({ reports: this.#rejectedCount }, 'ingest queue full, rejecting reports with 503');
    this.#rejectedCount = 0;
    this.#rejectedLoggedAt = performance.now();
  }

  /** Reports that arrive in this turn of the event loop join the batch; while transactions run, those of a little longer. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void runOutsideRequests(async () => {
      await (this.#running.size === 0 ? setImmediate() : setTimeout(GATHER_MS));
      this.#isScheduled = false;
      this.#startBatches();
    });
  }

  #startBatches(): void {
    const { concurrency } = this.#ctx;
    while (this.#waiting.hasNext && this.#running.size < concurrency) {
      // What waits is spread over the transactions that are free.
      const share = Math.ceil(this.#waiting.size / (concurrency - this.#running.size));
      const batch = this.#waiting.take({
        items: Math.min(MAX_REPORTS, Math.max(MIN_REPORTS, share)),
        cost: MAX_COST,
        smallCost: SMALL_COST,
        isOfOneTenant: this.#ctx.db.isDistributed,
      });
      const running = this.#store(batch).finally(() => {
        this.#running.delete(running);
        if (this.#running.size === 0 || this.#waiting.cost >= GATHERED_COST) this.#startBatches();
        else if (this.#waiting.hasNext) this.#schedule();
      });
      this.#running.add(running);
    }
  }

  async #store(batch: readonly PendingReport[]): Promise<void> {
    const blocked = await storePending(this.#ctx, batch);
    if (blocked.length === batch.length) await setTimeout(LOCK_RETRY_MS);
    // Each attempt costs its organization something: those of one that is locked must not fill every batch.
    this.#waiting.release(
      batch,
      blocked.map((pending) => ({ ...pending, cost: REPORT_COST })),
    );
  }
}
