/**
 * The ingest queue: each worker turns the reports waiting for it into one transaction at a time.
 *
 * Input: parsed reports. Output: a result for each, after its batch was committed.
 * Invariant: readings, monitor states and alert transitions of a report are committed together or not at all, and a report
 * that fails its batch does not fail the others. The lock on a sentry's monitor state, taken first, makes this process
 * the only writer of its readings, so what is newer than the newest stored reading cannot be a repetition.
 */
import type { Millis } from '@picket/domain';
import { type Database, isUnreachable, type Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { runOutsideRequests } from '../../platform/http/error-containment.ts';
import type { Log } from '../../platform/logging/log.ts';
import { insertFrames, insertIfMissing, insertNewest, readingIdentity } from '../timeseries/index.ts';
import type { ParsedFrame, ParsedReading } from './parse-readings.ts';

export interface QueuedReading extends ParsedReading {
  readonly seriesId: number;
  /** `sensorMetricId.column`. */
  readonly series: string;
}

export interface QueuedReport {
  readonly sentry: SentryActor;
  readonly receivedAt: Millis;
  readonly moreToFollow: boolean;
  /** From a file: it does not count as contact with the sentry. */
  readonly isImported: boolean;
  readonly readings: readonly QueuedReading[];
  readonly frames: readonly ParsedFrame[];
}

/** A report with what of it was new to the store. */
export interface StoredReport {
  readonly report: QueuedReport;
  readonly added: readonly QueuedReading[];
}

export interface IngestResult {
  /** Stored readings, by their index in the report. */
  readonly accepted: ReadonlySet<number>;
  /** Readings that came too late to be evaluated here. */
  readonly late: ReadonlySet<number>;
}

/** What the ingest queue needs of evaluation; connected in app/wire-pipeline.ts. */
export interface EvaluationPort<Locked> {
  /** Locks the monitor states of these sentries, in order of guid; those locked elsewhere are missing, `gone` were removed. */
  lock(
    sql: Sql,
    sentries: readonly SentryActor[],
  ): Promise<{ readonly locked: ReadonlyMap<string, Locked>; readonly gone: ReadonlySet<string> }>;
  /** The newest stored reading of a series, as the locked state knows it. */
  newestAt(locked: Locked, series: string): Millis | null;
  /** Evaluates the readings and writes the outcomes. Returns, for each report, the indexes of late readings. */
  evaluate(
    sql: Sql,
    batch: readonly { readonly locked: Locked; readonly stored: readonly StoredReport[] }[],
  ): Promise<ReadonlyMap<QueuedReport, readonly number[]>>;
}

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

interface PendingReport {
  readonly report: QueuedReport;
  /** By the monotonic clock. */
  readonly since: Millis;
  readonly resolve: (result: IngestResult) => void;
  readonly reject: (error: unknown) => void;
}

export interface IngestQueue {
  submit(report: QueuedReport): Promise<IngestResult>;
  /** Waits until all that was submitted has been answered. */
  drain(): Promise<void>;
}

export function createIngestQueue<Locked>(
  options: { readonly ingestConcurrency: number; readonly ingestQueueLimit: number },
  db: Database,
  log: Log,
  port: EvaluationPort<Locked>,
  onStored: OnStored,
  onStoreFailed: OnStoreFailed = () => {},
): IngestQueue {
  const workers = Array.from(
    { length: options.ingestConcurrency },
    () => new IngestWorker(options.ingestQueueLimit, db, log, port, onStored, onStoreFailed),
  );
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

class IngestWorker<Locked> {
  readonly #limit: number;
  readonly #db: Database;
  readonly #log: Log;
  readonly #port: EvaluationPort<Locked>;
  readonly #onStored: OnStored;
  readonly #onStoreFailed: OnStoreFailed;
  #pending: PendingReport[] = [];
  #running: Promise<void> | null = null;
  #shed = 0;
  #shedNotedAt = Number.NEGATIVE_INFINITY;

  constructor(
    limit: number,
    db: Database,
    log: Log,
    port: EvaluationPort<Locked>,
    onStored: OnStored,
    onStoreFailed: OnStoreFailed,
  ) {
    this.#limit = limit;
    this.#db = db;
    this.#log = log;
    this.#port = port;
    this.#onStored = onStored;
    this.#onStoreFailed = onStoreFailed;
  }

  submit(report: QueuedReport): Promise<IngestResult> {
    if (this.#pending.length >= this.#limit) {
      this.#noteShed();
      // Random, so that devices do not retry at the same time.
      return Promise.reject(new AppError('busy', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) }));
    }
    return new Promise((resolve, reject) => {
      this.#pending.push({ report, since: performance.now(), resolve, reject });
      this.#running ??= runOutsideRequests(() => this.#run());
    });
  }

  #noteShed(): void {
    this.#shed += 1;
    if (performance.now() - this.#shedNotedAt < REJECTED_LOG_INTERVAL_MS) return;
    this.#log.warn({ reports: this.#shed }, 'ingest queue full, rejecting reports with 503');
    this.#shed = 0;
    this.#shedNotedAt = performance.now();
  }

  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
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

  /** Resolves the reports of the batch; returns those whose sentry could not be locked. */
  async #process(batch: readonly PendingReport[]): Promise<PendingReport[]> {
    try {
      const { results, stored, gone } = await this.#db.inIngestTx((sql) => storeAndEvaluate(sql, batch, this.#port));
      const blocked: PendingReport[] = [];
      for (const pending of batch) {
        const result = results.get(pending.report);
        if (result !== undefined) pending.resolve(result);
        else if (gone.has(pending.report.sentry.guid)) pending.reject(new AppError('unauthenticated'));
        else if (performance.now() - pending.since > MAX_WAIT_MS)
          pending.reject(new AppError('busy', { retryAfterSeconds: 2 }));
        else blocked.push(pending);
      }
      this.#onStored(stored);
      return blocked;
    } catch (error) {
      if (isUnreachable(error) || batch.length === 1) {
        if (!isUnreachable(error))
          this.#log.error({ err: error, sentry: batch[0]?.report.sentry.guid }, 'report not stored');
        for (const pending of batch) {
          this.#onStoreFailed(pending.report.sentry.guid, error);
          pending.reject(error);
        }
        return [];
      }
      this.#log.warn({ err: error, reports: batch.length }, 'batch failed, retrying in halves');
      const middle = Math.ceil(batch.length / 2);
      return [...(await this.#process(batch.slice(0, middle))), ...(await this.#process(batch.slice(middle)))];
    }
  }
}

async function storeAndEvaluate<Locked>(
  sql: Sql,
  batch: readonly PendingReport[],
  port: EvaluationPort<Locked>,
): Promise<{
  results: ReadonlyMap<QueuedReport, IngestResult>;
  stored: readonly StoredReport[];
  gone: ReadonlySet<string>;
}> {
  const sentries = new Map(batch.map(({ report }) => [report.sentry.guid, report.sentry]));
  const { locked, gone } = await port.lock(
    sql,
    [...sentries.values()].sort((a, b) => (a.guid < b.guid ? -1 : 1)),
  );
  const reports = batch.map((pending) => pending.report).filter((report) => locked.has(report.sentry.guid));

  const { newest, older } = partitionByRecency(reports, locked, port);
  await insertNewest(sql, newest);
  const inserted = await insertIfMissing(sql, older, Math.max(...reports.map(({ receivedAt }) => receivedAt)));
  for (const report of reports)
    if (report.frames.length > 0) await insertFrames(sql, report.sentry.guid, report.frames);

  // In most batches everything is new.
  const isNew = new Set<QueuedReading>([
    ...newest,
    ...older.filter((reading) => inserted.has(readingIdentity(reading))),
  ]);
  const isAll = isNew.size === reports.reduce((sum, { readings }) => sum + readings.length, 0);
  const stored = reports.map((report) => ({
    report,
    added: isAll ? report.readings : report.readings.filter((reading) => isNew.has(reading)),
  }));
  const bySentry = Map.groupBy(stored, ({ report }) => report.sentry.guid);
  const groups = [...locked].map(([guid, state]) => ({ locked: state, stored: bySentry.get(guid) ?? [] }));
  const late = await port.evaluate(sql, groups);

  const results = new Map<QueuedReport, IngestResult>();
  for (const { report, added } of stored)
    results.set(report, {
      accepted: new Set(added.map((reading) => reading.index)),
      late: new Set(late.get(report) ?? []),
    });
  return { results, stored, gone };
}

/**
 * Splits readings into those newer than everything in their series, and the rest; of duplicates the first received wins.
 * Earlier readings of the batch count as stored.
 */
function partitionByRecency<Locked>(
  reports: readonly QueuedReport[],
  locked: ReadonlyMap<string, Locked>,
  port: EvaluationPort<Locked>,
): { newest: QueuedReading[]; older: QueuedReading[] } {
  const newest: QueuedReading[] = [];
  const older: QueuedReading[] = [];
  const newestInBatch = new Map<number, Millis>();
  const seen = new Set<string>();
  for (const report of reports) {
    const state = locked.get(report.sentry.guid);
    if (state === undefined) continue;
    for (const reading of report.readings) {
      const known =
        newestInBatch.get(reading.seriesId) ?? port.newestAt(state, reading.series) ?? Number.NEGATIVE_INFINITY;
      if (reading.at > known) {
        newestInBatch.set(reading.seriesId, reading.at);
        newest.push(reading);
      } else if (!seen.has(readingIdentity(reading))) {
        seen.add(readingIdentity(reading));
        older.push(reading);
      }
    }
  }
  return { newest, older };
}
