import type { Log } from '../logging/log.ts';

/** Minimum pause after a failure. */
const RETRY_DELAY_MS = 2000;

/** Repeats `work` with a pause between runs, until stopped; `stop` waits for the run in progress. */
export function every(pauseMs: number, name: string, log: Log, work: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    let pause = pauseMs;
    running = work()
      .catch((error: unknown) => {
        pause = Math.max(pauseMs, RETRY_DELAY_MS);
        log.error({ err: error, job: name }, 'background job failed, retrying');
      })
      .then(() => {
        if (!stopped) timer = setTimeout(run, pause);
      });
  };
  run();
  return {
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
