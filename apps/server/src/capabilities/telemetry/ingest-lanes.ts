/**
 * The lanes: reports become micro-batches, a batch becomes one transaction.
 *
 * Enters: parsed reports. Leaves: an answer for each, after its batch has been committed; nothing is answered before.
 * Invariant: readings, monitor states and alert transitions of a report are committed together or not at all, and a report
 * that breaks its batch does not sink its neighbours. The lock on a sentry's monitor state, taken first, makes this process
 * the only writer of its readings, so what is newer than the newest stored reading cannot be a repetition.
 */
import type { Millis } from '@picket/domain';
import {
  AppError,
  type Database,
  isUnreachable,
  type Log,
  runOutsideRequests,
  type SentryActor,
  type Sql,
} from '../../platform/index.ts';
import { insertFrames, insertNewest, insertOlder, readingIdentity } from '../readings/index.ts';
import type { ParsedFrame, ParsedReading } from './parse-readings.ts';

export interface LaneReading extends ParsedReading {
  readonly seriesId: number;
  /** `sensorMetricId.column`. */
  readonly series: string;
}

export interface LaneReport {
  readonly sentry: SentryActor;
  readonly receivedAt: Millis;
  readonly moreToFollow: boolean;
  /** Out of a file: nobody has heard from the sentry. */
  readonly isImported: boolean;
  readonly readings: readonly LaneReading[];
  readonly frames: readonly ParsedFrame[];
}

/** A report with what of it was new to the store. */
export interface StoredReport {
  readonly report: LaneReport;
  readonly fresh: readonly LaneReading[];
}

export interface LaneAnswer {
  /** Readings stored, by their place in the report. */
  readonly accepted: ReadonlySet<number>;
  /** Readings that came too late to be evaluated here. */
  readonly late: ReadonlySet<number>;
}

/** What the lanes need of the monitor; connected in app/wire-pipeline.ts. */
export interface EvaluationPort<Locked> {
  /** Locks the monitor states of these sentries, in order of guid; those held elsewhere are missing, `gone` were removed. */
  lock(
    sql: Sql,
    sentries: readonly SentryActor[],
  ): Promise<{ readonly locked: ReadonlyMap<string, Locked>; readonly gone: ReadonlySet<string> }>;
  /** The newest stored reading of a series, as the locked state knows it. */
  newestAt(locked: Locked, series: string): Millis | null;
  /** Steps the monitor and writes all that follows. Answers, for each report, the places of late readings. */
  evaluate(
    sql: Sql,
    batch: readonly { readonly locked: Locked; readonly stored: readonly StoredReport[] }[],
  ): Promise<ReadonlyMap<LaneReport, readonly number[]>>;
}

/** Told after the commit. */
export type OnStored = (stored: readonly StoredReport[]) => void;
/** Told of each report that could not be stored. */
export type OnUnstored = (sentry: string, error: unknown) => void;

const MAX_REPORTS = 256;
const MAX_READINGS = 20_000;
const HELD_ELSEWHERE_PAUSE = 20;
/** What is shed is noted in the log, now and then. */
const SHED_NOTED_EVERY_MS = 5000;
/** A report whose sentry is held elsewhere for so long is told to come back. */
const LONGEST_WAIT: Millis = 10_000;

interface Waiting {
  readonly report: LaneReport;
  /** By the monotonic clock. */
  readonly since: Millis;
  readonly resolve: (answer: LaneAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export interface Lanes {
  submit(report: LaneReport): Promise<LaneAnswer>;
  /** Waits until all that was submitted has been answered. */
  drain(): Promise<void>;
}

export function createLanes<Locked>(
  options: { readonly lanes: number; readonly queue: number },
  db: Database,
  log: Log,
  port: EvaluationPort<Locked>,
  onStored: OnStored,
  onUnstored: OnUnstored = () => {},
): Lanes {
  const lanes = Array.from(
    { length: options.lanes },
    () => new Lane(options.queue, db, log, port, onStored, onUnstored),
  );
  return {
    submit: (report) => {
      const lane = lanes[laneOf(report.sentry.guid, lanes.length)];
      if (lane === undefined) throw new RangeError('there is no lane');
      return lane.submit(report);
    },
    drain: async () => {
      await Promise.all(lanes.map((lane) => lane.drain()));
    },
  };
}

/** Spreads sentries over lanes; the last digits of a UUID v7 are random. */
const laneOf = (guid: string, lanes: number): number => Number.parseInt(guid.slice(-6), 16) % lanes;

class Lane<Locked> {
  readonly #limit: number;
  readonly #db: Database;
  readonly #log: Log;
  readonly #port: EvaluationPort<Locked>;
  readonly #onStored: OnStored;
  readonly #onUnstored: OnUnstored;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #shed = 0;
  #shedNotedAt = Number.NEGATIVE_INFINITY;

  constructor(
    limit: number,
    db: Database,
    log: Log,
    port: EvaluationPort<Locked>,
    onStored: OnStored,
    onUnstored: OnUnstored,
  ) {
    this.#limit = limit;
    this.#db = db;
    this.#log = log;
    this.#port = port;
    this.#onStored = onStored;
    this.#onUnstored = onUnstored;
  }

  submit(report: LaneReport): Promise<LaneAnswer> {
    if (this.#waiting.length >= this.#limit) {
      this.#noteShed();
      // Spread the returns, or they all come back together.
      return Promise.reject(new AppError('busy', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ report, since: performance.now(), resolve, reject });
      this.#running ??= runOutsideRequests(() => this.#run());
    });
  }

  #noteShed(): void {
    this.#shed += 1;
    if (performance.now() - this.#shedNotedAt < SHED_NOTED_EVERY_MS) return;
    this.#log.warn({ reports: this.#shed }, 'a lane is full: reports were told to come back');
    this.#shed = 0;
    this.#shedNotedAt = performance.now();
  }

  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    // Let the reports that arrived in this turn of the loop join.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      const held = await this.#process(batch);
      if (held.length > 0) {
        this.#waiting.unshift(...held);
        if (held.length === batch.length) await new Promise((resolve) => setTimeout(resolve, HELD_ELSEWHERE_PAUSE));
      }
    }
    this.#running = null;
  }

  #nextBatch(): Waiting[] {
    let readings = 0;
    let count = 0;
    for (const { report } of this.#waiting) {
      readings += report.readings.length;
      if (count > 0 && (readings > MAX_READINGS || count >= MAX_REPORTS)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  /** Answers the batch; what it could not lock is given back to wait for the next one. */
  async #process(batch: readonly Waiting[]): Promise<Waiting[]> {
    try {
      const { answers, stored, gone } = await this.#db.inIngestTx((sql) => storeAndEvaluate(sql, batch, this.#port));
      const held: Waiting[] = [];
      for (const waiting of batch) {
        const answer = answers.get(waiting.report);
        if (answer !== undefined) waiting.resolve(answer);
        else if (gone.has(waiting.report.sentry.guid)) waiting.reject(new AppError('unauthenticated'));
        else if (performance.now() - waiting.since > LONGEST_WAIT)
          waiting.reject(new AppError('busy', { retryAfterSeconds: 2 }));
        else held.push(waiting);
      }
      this.#onStored(stored);
      return held;
    } catch (error) {
      if (isUnreachable(error) || batch.length === 1) {
        if (!isUnreachable(error))
          this.#log.error({ err: error, sentry: batch[0]?.report.sentry.guid }, 'a report could not be stored');
        for (const waiting of batch) {
          this.#onUnstored(waiting.report.sentry.guid, error);
          waiting.reject(error);
        }
        return [];
      }
      this.#log.warn({ err: error, reports: batch.length }, 'a batch failed and is tried in halves');
      const middle = Math.ceil(batch.length / 2);
      return [...(await this.#process(batch.slice(0, middle))), ...(await this.#process(batch.slice(middle)))];
    }
  }
}

async function storeAndEvaluate<Locked>(
  sql: Sql,
  batch: readonly Waiting[],
  port: EvaluationPort<Locked>,
): Promise<{
  answers: ReadonlyMap<LaneReport, LaneAnswer>;
  stored: readonly StoredReport[];
  gone: ReadonlySet<string>;
}> {
  const sentries = new Map(batch.map(({ report }) => [report.sentry.guid, report.sentry]));
  const { locked, gone } = await port.lock(
    sql,
    [...sentries.values()].sort((a, b) => (a.guid < b.guid ? -1 : 1)),
  );
  const reports = batch.map((waiting) => waiting.report).filter((report) => locked.has(report.sentry.guid));

  const { newest, older } = sift(reports, locked, port);
  await insertNewest(sql, newest);
  const wereNew = await insertOlder(sql, older, Math.max(...reports.map(({ receivedAt }) => receivedAt)));
  for (const report of reports)
    if (report.frames.length > 0) await insertFrames(sql, report.sentry.guid, report.frames);

  // Most batches bring nothing but what is new.
  const isNew = new Set<LaneReading>([...newest, ...older.filter((reading) => wereNew.has(readingIdentity(reading)))]);
  const isAll = isNew.size === reports.reduce((sum, { readings }) => sum + readings.length, 0);
  const stored = reports.map((report) => ({
    report,
    fresh: isAll ? report.readings : report.readings.filter((reading) => isNew.has(reading)),
  }));
  const bySentry = Map.groupBy(stored, ({ report }) => report.sentry.guid);
  const groups = [...locked].map(([guid, state]) => ({ locked: state, stored: bySentry.get(guid) ?? [] }));
  const late = await port.evaluate(sql, groups);

  const answers = new Map<LaneReport, LaneAnswer>();
  for (const { report, fresh } of stored)
    answers.set(report, {
      accepted: new Set(fresh.map((reading) => reading.index)),
      late: new Set(late.get(report) ?? []),
    });
  return { answers, stored, gone };
}

/**
 * Parts readings into those newer than all of their series, and the rest; of equal ones the first received stays. What was
 * met in this batch counts as stored.
 */
function sift<Locked>(
  reports: readonly LaneReport[],
  locked: ReadonlyMap<string, Locked>,
  port: EvaluationPort<Locked>,
): { newest: LaneReading[]; older: LaneReading[] } {
  const newest: LaneReading[] = [];
  const older: LaneReading[] = [];
  const met = new Map<number, Millis>();
  const seen = new Set<string>();
  for (const report of reports) {
    const state = locked.get(report.sentry.guid);
    if (state === undefined) continue;
    for (const reading of report.readings) {
      const known = met.get(reading.seriesId) ?? port.newestAt(state, reading.series) ?? Number.NEGATIVE_INFINITY;
      if (reading.at > known) {
        met.set(reading.seriesId, reading.at);
        newest.push(reading);
      } else if (!seen.has(readingIdentity(reading))) {
        seen.add(readingIdentity(reading));
        older.push(reading);
      }
    }
  }
  return { newest, older };
}
