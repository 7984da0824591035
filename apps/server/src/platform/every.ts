import type { Log } from './log.ts';

/** Repeats `work` with a pause between runs, until stopped; `stop` waits for the run in progress. */
export function every(pauseMs: number, name: string, log: Log, work: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = work()
      .catch((error: unknown) =>
        log.error({ err: error, job: name }, 'a background job failed and will be tried again'),
      )
      .then(() => {
        if (!stopped) timer = setTimeout(run, pauseMs);
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
