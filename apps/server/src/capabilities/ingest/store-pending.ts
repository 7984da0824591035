/**
 * Stores a batch of waiting reports in one transaction and answers each.
 *
 * Invariant: a report is answered once: after its batch was committed, or with an error. A report that fails its batch does not
 * fail the others: the batch is retried in halves. A report whose sentry is locked elsewhere waits for the next batch. Where the state
 * of a sentry does not know all its readings, a report that repeats one is stored without it: otherwise its device could send nothing.
 */
import type { Millis } from '@picket/domain/time';
import {
  type Database,
  isDeadlock,
  isDuplicate,
  isStatementTimeout,
  isUnreachable,
} from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { FairItem } from './fair-queue.ts';
import { type IngestResult, OutdatedReport, type QueuedReport, type StoredReport } from './queued-report.ts';
import { type EvaluationPort, type StoredBatch, storeBatch } from './store-batch.ts';

/** Called after the commit. */
export type OnStored = (stored: readonly StoredReport[]) => void;
/** Called for each report that could not be stored. */
export type OnStoreFailed = (sentry: string, error: unknown) => void;

/** A report whose sentry stays locked elsewhere this long is rejected with 503. */
const MAX_WAIT_MS: Millis = 10_000;

export interface StoringContext<Locked> {
  readonly db: Database;
  readonly log: Log;
  readonly evaluation: EvaluationPort<Locked>;
  readonly onStored: OnStored;
  readonly onStoreFailed: OnStoreFailed;
}

/** A report that waits for its answer. */
export interface PendingReport extends FairItem {
  readonly report: QueuedReport;
  /** By the monotonic clock. */
  readonly since: Millis;
  readonly resolve: (result: IngestResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Attempt {
  /** Postgres ended the one before because of a deadlock. */
  readonly isRepeated?: boolean;
  /** Each reading is compared with what is stored, whatever the state says is the newest. */
  readonly isCompared?: boolean;
}

/**
 * Responds to the reports of the batch; returns those whose sentry could not be locked. Never rejects. A batch that Postgres ended because
 * of a deadlock is tried once more: the other transaction has what it waited for, and its senders need not send again.
 */
export async function storePending<Locked>(
  ctx: StoringContext<Locked>,
  batch: readonly PendingReport[],
  { isRepeated = false, isCompared = false }: Attempt = {},
): Promise<readonly PendingReport[]> {
  const { db, log, onStored } = ctx;
  const evaluation = isCompared ? { ...ctx.evaluation, newestAt: () => Number.POSITIVE_INFINITY } : ctx.evaluation;
  const reports = batch.map(({ report }) => report);
  try {
    const limited = db.ofTenants(reports.map(({ sentry }) => sentry.tenant));
    const storedBatch = await limited.inIngestTx((sql) => storeBatch(sql, reports, evaluation), 'reads');
    const blocked = respond(batch, storedBatch);
    onStored(storedBatch.stored);
    return blocked;
  } catch (error) {
    if (isDeadlock(error) && !isRepeated) return storePending(ctx, batch, { isRepeated: true, isCompared });
    if (isDuplicate(error) && batch.length === 1 && !isCompared) {
      log.error(
        { err: error, sentry: reports[0]?.sentry.guid },
        'state behind stored readings, comparing a report with them',
      );
      return storePending(ctx, batch, { isCompared: true });
    }
    // A database that is too slow for the batch is so for its halves: hundreds of attempts would keep all others waiting.
    if (isUnreachable(error) || isStatementTimeout(error) || batch.length === 1) {
      fail(ctx, batch, error);
      return [];
    }
    log.warn({ err: error, reports: batch.length }, 'batch failed, retrying in halves');
    const middle = Math.ceil(batch.length / 2);
    return [...(await storePending(ctx, batch.slice(0, middle))), ...(await storePending(ctx, batch.slice(middle)))];
  }
}

function fail<Locked>(
  { log, onStoreFailed }: StoringContext<Locked>,
  batch: readonly PendingReport[],
  error: unknown,
): void {
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

/** Responds to each report of a committed batch, except those that may wait longer for their sentry: returns these. */
function respond(batch: readonly PendingReport[], { results, gone, outdated }: StoredBatch): PendingReport[] {
  const blocked: PendingReport[] = [];
  for (const pending of batch) {
    const result = results.get(pending.report);
    if (result !== undefined) pending.resolve(result);
    else if (gone.has(pending.report.sentry.guid)) pending.reject(new AppError('unauthenticated'));
    else if (outdated.has(pending.report)) pending.reject(new OutdatedReport());
    else if (performance.now() - pending.since > MAX_WAIT_MS)
      pending.reject(new AppError('busy', { retryAfterSeconds: 2 }));
    else blocked.push(pending);
  }
  return blocked;
}
