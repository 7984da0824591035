/**
 * The reporting loop of the device: readings of a source are written to disk, then sent to the server, oldest first. Retries
 * use exponential backoff with full jitter, at most five minutes apart, and honor Retry-After. With a refused token, reports
 * are kept and retried slowly, since the server may be wrong. Readings rejected as future are kept and sent again later.
 */

import { ApiError } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { parseInstant } from '@picket/domain/time';
import type { Backlog, BacklogReport } from './backlog.ts';
import type { DeviceClient } from './device-client.ts';
import { pause } from './pause.ts';
import { afterFailure, afterRefusal, beforePostponed } from './retry-pauses.ts';
import type { Batch, SensorReading, Source } from './source.ts';

/** A fast source waits while this much is unsent. */
const MAX_UNSENT = 20;

export interface ReporterEvents {
  sent?(report: { readonly readings: number; readonly rejected: number; readonly unsent: number }): void;
  failed?(message: string, retryInMs: number): void;
  /** The server does not know the token. */
  refused?(message: string, retryInMs: number): void;
  /** This many readings wait because they lie ahead of the server's clock. */
  postponed?(readings: number, serverTime: string): void;
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
export async function runReporter(
  client: DeviceClient,
  backlog: Backlog,
  source: Source,
  intervalSeconds: number,
  events: ReporterEvents,
  signal: AbortSignal,
  pauses: RetryPauses = PAUSES,
): Promise<void> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  let ended = false;
  const reportsAdded = new EventTarget();

  const collect = async (): Promise<void> => {
    for await (const { readings, progress, catchingUp } of source.batches(intervalSeconds, either)) {
      backlog.add(readings, catchingUp ?? false);
      reportsAdded.dispatchEvent(new Event('reportsAdded'));
      if (progress) events.progress?.(progress);
      while (progress && backlog.size > MAX_UNSENT && !either.aborted) await pause(20, either);
    }
    ended = true;
    reportsAdded.dispatchEvent(new Event('reportsAdded'));
  };

  const postponeFuture = (report: BacklogReport, answer: Answer): void => {
    const future = futureReadings(report.readings, answer);
    if (future.length === 0) backlog.postponed.reset();
    else {
      backlog.postponed.add(future);
      events.postponed?.(backlog.postponed.size, answer.serverTime);
    }
  };

  const send = async (): Promise<void> => {
    let failures = 0;
    let refusals = 0;
    while (!either.aborted) {
      const report = backlog.oldest();
      if (report === null) {
        if (ended) return;
        await waitForReports(reportsAdded, either);
        continue;
      }
      try {
        const answer = await client.report(report.readings, report.moreToFollow);
        // On disk in one place before they go from the other.
        postponeFuture(report, answer);
        backlog.remove(report);
        failures = 0;
        refusals = 0;
        events.sent?.({ readings: report.readings.length, rejected: answer.rejected.length, unsent: backlog.size });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // The server will never take this one; holding on to it would hold up everything after it.
        if (error.status === 400 || error.status === 413 || error.status === 422) {
          backlog.remove(report);
          events.failed?.(`report refused for good: ${error.message}`, 0);
          continue;
        }
        if (error.status === 401) {
          const wait = pauses.afterRefusal(refusals, Math.random());
          refusals += 1;
          events.refused?.(error.message, wait);
          await pause(wait, either);
          continue;
        }
        const wait = pauses.afterFailure(failures, error.retryAfterSeconds, Math.random());
        failures += 1;
        events.failed?.(error.message, wait);
        await pause(wait, either);
      }
    }
  };

  const resendPostponed = async (): Promise<void> => {
    while (!either.aborted) {
      backlog.postponed.sendAgain((readings) => backlog.add(readings, false));
      reportsAdded.dispatchEvent(new Event('reportsAdded'));
      await pause(pauses.beforePostponed(backlog.postponed.attempts, Math.random()), either);
    }
  };

  const resending = resendPostponed();
  try {
    await Promise.all([collect(), send()]);
  } finally {
    stopped.abort();
    await resending;
  }
}

type Answer = ResponseOf<'POST /sentry/telemetry'>;

/** The readings that were refused because they lie ahead of the server's clock. */
function futureReadings(readings: readonly SensorReading[], answer: Answer): readonly SensorReading[] {
  const now = parseInstant(answer.serverTime) ?? Number.POSITIVE_INFINITY;
  return answer.rejected.flatMap(({ index, name }) => {
    const reading = readings[index];
    return reading !== undefined && name.endsWith('.at') && reading.at > now ? [reading] : [];
  });
}

function waitForReports(reportsAdded: EventTarget, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      reportsAdded.removeEventListener('reportsAdded', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    reportsAdded.addEventListener('reportsAdded', done);
    signal.addEventListener('abort', done);
  });
}
