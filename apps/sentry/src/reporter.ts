/**
 * The device's one loop: what a source gives goes to disk, what is on disk goes to the server, oldest first. The server's
 * retry rule is kept: exponential with full jitter, at most five minutes apart, Retry-After honoured.
 */
import { ApiError } from '@picket/contracts/client';
import type { Backlog } from './backlog.ts';
import type { DeviceClient } from './device-client.ts';
import { pause } from './pause.ts';
import type { Batch, Source } from './source.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 300_000;
/** A fast source waits while this much is unsent. */
const ENOUGH_UNSENT = 20;

export interface ReporterEvents {
  sent?(report: { readonly readings: number; readonly rejected: number; readonly unsent: number }): void;
  failed?(message: string, retryInMs: number): void;
  progress?(progress: NonNullable<Batch['progress']>): void;
}

/** Runs until the source has ended and everything is sent, or `signal` is aborted. Throws when the token is refused. */
export async function runReporter(
  client: DeviceClient,
  backlog: Backlog,
  source: Source,
  intervalSeconds: number,
  events: ReporterEvents,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  let ended = false;
  const news = new EventTarget();

  const collect = async (): Promise<void> => {
    for await (const { readings, progress, catchingUp } of source.batches(intervalSeconds, either)) {
      backlog.add(readings, catchingUp ?? false);
      news.dispatchEvent(new Event('news'));
      if (progress) events.progress?.(progress);
      while (progress && backlog.size > ENOUGH_UNSENT && !either.aborted) await pause(20, either);
    }
    ended = true;
    news.dispatchEvent(new Event('news'));
  };

  const send = async (): Promise<void> => {
    let failures = 0;
    while (!either.aborted) {
      const report = backlog.oldest();
      if (report === null) {
        if (ended) return;
        await nextNews(news, either);
        continue;
      }
      try {
        const answer = await client.report(report.readings, report.moreToFollow);
        backlog.remove(report);
        failures = 0;
        events.sent?.({ readings: report.readings.length, rejected: answer.rejected.length, unsent: backlog.size });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 401) throw error;
        // The server will never take this one; holding on to it would hold up everything after it.
        if (error.status === 400 || error.status === 413 || error.status === 422) {
          backlog.remove(report);
          events.failed?.(`report refused for good: ${error.message}`, 0);
          continue;
        }
        const most = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
        const wait = Math.max((error.retryAfterSeconds ?? 0) * 1000, Math.random() * most);
        failures += 1;
        events.failed?.(error.message, wait);
        await pause(wait, either);
      }
    }
  };

  try {
    await Promise.all([collect(), send()]);
  } finally {
    stopped.abort();
  }
}

function nextNews(news: EventTarget, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      news.removeEventListener('news', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    news.addEventListener('news', done);
    signal.addEventListener('abort', done);
  });
}
