/** A loop that works until nothing is left, then waits to be woken, a second at most. */
import type { Log } from '../../platform/logging/log.ts';

const POLL_INTERVAL_MS = 1000;
const FAILURE_DELAY_MS = 2000;

export interface WakeLoop {
  /** Works again soon: at once, or when so many milliseconds have passed since it last did. */
  wake(afterMs?: number): void;
  stop(): Promise<void>;
}

/** `work` returns how much it did; after 0 the loop waits. An error is logged, and tried again after a pause. */
export function createWakeLoop(log: Log, job: string, work: () => Promise<number>): WakeLoop {
  let isStopped = false;
  let lastAt = 0;
  /** When to work again. */
  let dueAt = 0;
  let resume: () => void = () => {};

  const running = (async () => {
    while (!isStopped) {
      lastAt = performance.now();
      dueAt = lastAt + POLL_INTERVAL_MS;
      try {
        if ((await work()) > 0) continue;
      } catch (error) {
        log.error({ err: error, job }, 'background job failed, trying again');
        dueAt = performance.now() + FAILURE_DELAY_MS;
      }
      for (let left = dueAt - performance.now(); left > 0 && !isStopped; left = dueAt - performance.now())
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  })();
  return {
    wake: (afterMs = 0) => {
      const at = lastAt + afterMs;
      if (at >= dueAt) return;
      dueAt = at;
      resume();
    },
    stop: async () => {
      isStopped = true;
      resume();
      await running;
    },
  };
}
