/** The loop of every background job: runs it again and again, never twice at a time, until stopped. */
import type { Log } from '../logging/log.ts';

/** Minimum pause after a failure. */
const RETRY_DELAY_MS = 2000;

export interface Loop {
  /** Runs the job earlier than planned: at once, or `afterMs` after the start of its latest run. */
  wake(afterMs?: number): void;
  /** Waits for the run in progress. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now, and again `pauseMs` after each run; a failure is logged and delays the next run by two seconds at least.
 * `work` returns true where there is more to do: then it runs again without a pause.
 */
export function every(pauseMs: number, name: string, log: Log, work: () => Promise<boolean>): Loop {
  let isStopped = false;
  let startedAt = 0;
  let dueAt = 0;
  let endPause: () => void = () => {};

  const pauseUntilDue = async (): Promise<void> => {
    for (let left = dueAt - performance.now(); left > 0 && !isStopped; left = dueAt - performance.now())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
  };

  const runOnce = async (): Promise<void> => {
    startedAt = performance.now();
    // A wake-up from now on may be about something that this run does not see any more.
    dueAt = Number.POSITIVE_INFINITY;
    try {
      const hasMore = await work();
      dueAt = hasMore ? 0 : Math.min(dueAt, performance.now() + pauseMs);
    } catch (error) {
      log.error({ err: error, job: name }, 'background job failed, retrying');
      dueAt = performance.now() + Math.max(pauseMs, RETRY_DELAY_MS);
    }
  };

  const running = (async () => {
    while (!isStopped) {
      await runOnce();
      await pauseUntilDue();
    }
  })();
  return {
    wake: (afterMs = 0) => {
      const at = startedAt + afterMs;
      if (at >= dueAt) return;
      dueAt = at;
      endPause();
    },
    stop: async () => {
      isStopped = true;
      endPause();
      await running;
    },
  };
}
