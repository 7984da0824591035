/**
 * The reporting loop of the device: readings of a source are written to disk, then sent to the server, oldest first. Retries
 * use exponential backoff with full jitter, at most five minutes apart, and honor Retry-After. With a refused token, reports
 * are kept and retried slowly, since the server may be wrong. Readings rejected as future are kept and sent again later.
 */
import { ApiError } from '@picket/contracts/client';
import { parseInstant } from '@picket/domain/time';
import type { Backlog, BacklogReport } from './backlog.ts';
import { pause } from './pause.ts';
import { afterFailure, afterRefusal, beforePostponed } from './retry-pauses.ts';
import type { Batch, SensorReading, Source } from './source.ts';

/** A fast source waits while this much is unsent. */
const MAX_UNSENT = 20;
/** Before the disk is given again what it has refused. */
const WRITE_AGAIN_MS = 5000;
/** A report that is refused as it is, is halved this often before a part of it is dropped: each costs a request. */
const MAX_HALVINGS = 4;

/** What the server says of a report. */
export interface ReportAnswer {
  /** The index of each reading that was refused, and the name of the field at fault. */
  readonly rejected: readonly { readonly index: number; readonly name: string }[];
  readonly serverTime: string;
}

/** Where reports go. Rejects with an ApiError for every answer that is not a success. */
export interface ReportTarget<Item> {
  report(readings: readonly Item[], moreToFollow: boolean): Promise<ReportAnswer>;
}

/** Each has a time of its own, in milliseconds since the epoch. */
interface Timed {
  readonly at: number;
}

export interface ReporterEvents {
  sent?(report: { readonly readings: number; readonly rejected: number; readonly unsent: number }): void;
  failed?(message: string, retryInMs: number): void;
  /** The server does not know the token. */
  refused?(message: string, retryInMs: number): void;
  /** This many readings wait because they lie ahead of the server's clock. */
  postponed?(readings: number, serverTime: string): void;
  /** Reports and readings were dropped because they found no room on the disk; counted since the start. */
  dropped?(dropped: Backlog['dropped']): void;
  /** So many files with reports could not be read since the start, and are set aside. */
  damaged?(files: number): void;
  progress?(progress: NonNullable<Batch['progress']>): void;
}

/** In milliseconds; tests wait less. */
export interface RetryPauses {
  readonly afterFailure: (failures: number, retryAfterSeconds: number | null, chance: number) => number;
  readonly afterRefusal: (times: number, chance: number) => number;
  readonly beforePostponed: (attempts: number, chance: number) => number;
}

const PAUSES: RetryPauses = { afterFailure, afterRefusal, beforePostponed };

/**
 * Runs until the source has ended and everything is sent, or `signal` is aborted; postponed readings may be left
 * for the next start.
 */
export async function runReporter<Item extends Timed = SensorReading>(
  client: ReportTarget<Item>,
  backlog: Backlog<Item>,
  source: Source<Item>,
  intervalSeconds: number,
  events: ReporterEvents,
  signal: AbortSignal,
  pauses: RetryPauses = PAUSES,
): Promise<void> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const reporter = new Reporter(client, backlog, events, either, pauses);
  const resending = Promise.all([reporter.resendPostponed(), reporter.writeAgain()]);
  try {
    await Promise.all([reporter.collect(source, intervalSeconds), reporter.sendReports()]);
  } finally {
    stopped.abort();
    await resending;
    backlog.writeAgain();
  }
}

/** Three loops over one backlog, until the signal is aborted: one fills it, one empties it, one sends postponed readings again. */
class Reporter<Item extends Timed> {
  readonly #client: ReportTarget<Item>;
  readonly #backlog: Backlog<Item>;
  readonly #events: ReporterEvents;
  readonly #signal: AbortSignal;
  readonly #pauses: RetryPauses;
  /** Reports were added, or none will be: the source has ended. */
  readonly #backlogChanged = new EventTarget();
  #hasSourceEnded = false;
  /** Since the last report that was accepted. */
  #failures = 0;
  #refusals = 0;
  /** Since the last report that was accepted, and how many readings are sent at once then. */
  #halvings = 0;
  #most = Number.POSITIVE_INFINITY;
  #reportedDrops = 0;
  #reportedDamaged = 0;

  constructor(
    client: ReportTarget<Item>,
    backlog: Backlog<Item>,
    events: ReporterEvents,
    signal: AbortSignal,
    pauses: RetryPauses,
  ) {
    this.#client = client;
    this.#backlog = backlog;
    this.#events = events;
    this.#signal = signal;
    this.#pauses = pauses;
  }

  /** Writes the readings of the source to the backlog, until the source ends. */
  async collect(source: Source<Item>, intervalSeconds: number): Promise<void> {
    for await (const { readings, progress, catchingUp } of source.batches(intervalSeconds, this.#signal)) {
      this.#backlog.add(readings, catchingUp ?? false);
      this.#reportDropped();
      this.#wakeSending();
      if (progress) this.#events.progress?.(progress);
      while (progress && this.#backlog.size > MAX_UNSENT && !this.#signal.aborted) await pause(20, this.#signal);
    }
    this.#hasSourceEnded = true;
    this.#wakeSending();
  }

  /** Sends the backlog, oldest first, until it is empty and the source has ended. */
  async sendReports(): Promise<void> {
    while (!this.#signal.aborted) {
      const report = this.#backlog.oldest(this.#most);
      this.#reportDamaged();
      if (report !== null) await this.#send(report);
      else if (this.#hasSourceEnded) return;
      else await nextEvent(this.#backlogChanged, this.#signal);
    }
  }

  /** Adds postponed readings to the backlog again and again; those rejected as future are postponed once more. */
  async resendPostponed(): Promise<void> {
    const { postponed } = this.#backlog;
    while (!this.#signal.aborted) {
      postponed.sendAgain((readings) => this.#backlog.add(readings, false));
      this.#wakeSending();
      await pause(this.#pauses.beforePostponed(postponed.attempts, Math.random()), this.#signal);
    }
  }

  /** Gives the disk again and again what it has refused. */
  async writeAgain(): Promise<void> {
    for (; !this.#signal.aborted; await pause(WRITE_AGAIN_MS, this.#signal)) this.#backlog.writeAgain();
  }

  async #send(report: BacklogReport<Item>): Promise<void> {
    try {
      this.#acknowledge(report, await this.#client.report(report.readings, report.moreToFollow));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isRefusedAsWhole(error) && report.readings.length > 1 && this.#halvings < MAX_HALVINGS) this.#halve(report);
      else if (isRefusedForGood(error)) this.#drop(report, error);
      else if (error.status === 401) await this.#waitAfterRefusal(error);
      else await this.#waitAfterFailure(error);
    }
  }

  #acknowledge(report: BacklogReport<Item>, response: ReportAnswer): void {
    // On disk in one place before they go from the other.
    this.#postponeFuture(report, response);
    this.#backlog.remove(report);
    this.#halvings = 0;
    this.#most = Number.POSITIVE_INFINITY;
    this.#failures = 0;
    this.#refusals = 0;
    this.#events.sent?.({
      readings: report.readings.length,
      rejected: response.rejected.length,
      unsent: this.#backlog.size,
    });
  }

  #postponeFuture(report: BacklogReport<Item>, response: ReportAnswer): void {
    const { postponed } = this.#backlog;
    const future = futureReadings(report.readings, response);
    if (future.length === 0) postponed.reset();
    else {
      postponed.add(future);
      this.#reportDropped();
      this.#events.postponed?.(postponed.size, response.serverTime);
    }
  }

  /** One reading may be at fault, or their number. */
  #halve({ readings }: BacklogReport<Item>): void {
    this.#halvings += 1;
    this.#most = Math.ceil(readings.length / 2);
  }

  /** Holding on to it would hold up everything after it. */
  #drop(report: BacklogReport<Item>, { message }: ApiError): void {
    this.#backlog.remove(report);
    this.#events.failed?.(`report refused for good: ${message}`, 0);
  }

  async #waitAfterRefusal({ message }: ApiError): Promise<void> {
    const wait = this.#pauses.afterRefusal(this.#refusals, Math.random());
    this.#refusals += 1;
    this.#events.refused?.(message, wait);
    await pause(wait, this.#signal);
  }

  async #waitAfterFailure({ message, retryAfterSeconds }: ApiError): Promise<void> {
    const wait = this.#pauses.afterFailure(this.#failures, retryAfterSeconds, Math.random());
    this.#failures += 1;
    this.#events.failed?.(message, wait);
    await pause(wait, this.#signal);
  }

  /** Once for each time that more were dropped. */
  #reportDropped(): void {
    const { dropped } = this.#backlog;
    if (dropped.reports + dropped.readings === this.#reportedDrops) return;
    this.#reportedDrops = dropped.reports + dropped.readings;
    this.#events.dropped?.(dropped);
  }

  #reportDamaged(): void {
    const { damaged } = this.#backlog;
    if (damaged === this.#reportedDamaged) return;
    this.#reportedDamaged = damaged;
    this.#events.damaged?.(damaged);
  }

  #wakeSending(): void {
    this.#backlogChanged.dispatchEvent(new Event(CHANGED));
  }
}

const CHANGED = 'changed';

/** The server may take a part of the report. */
const isRefusedAsWhole = ({ status }: ApiError): boolean => [400, 413].includes(status);

/** The server will never take the report as it is. */
const isRefusedForGood = ({ status }: ApiError): boolean => [400, 413, 422].includes(status);

/** The readings that were refused because they lie ahead of the server's clock. */
function futureReadings<Item extends Timed>(readings: readonly Item[], response: ReportAnswer): readonly Item[] {
  const now = parseInstant(response.serverTime) ?? Number.POSITIVE_INFINITY;
  return response.rejected.flatMap(({ index, name }) => {
    const reading = readings[index];
    return reading !== undefined && name.endsWith('.at') && reading.at > now ? [reading] : [];
  });
}

/** Resolves at the next event, or once the signal is aborted. */
function nextEvent(target: EventTarget, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      target.removeEventListener(CHANGED, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    target.addEventListener(CHANGED, done);
    signal.addEventListener('abort', done);
  });
}
