/** Restarts a process whenever it ends unexpectedly. */

import type { ChildProcess } from 'node:child_process';
import { createRestartBackoff } from '@picket/server/restart-backoff';

export interface Supervised {
  /** Resolves once it has ended for good, with the exit code for this process. */
  readonly ended: Promise<number>;
  /** Ends it for good, also while it waits to be restarted. */
  stop(): void;
}

/**
 * Runs the process that `start` starts. One that exits before it is ready (its first message) at the first start cannot run at all
 * and has reported why: it is not restarted. `log` gets a line for every restart.
 */
export function supervise(start: () => ChildProcess, log: (line: string) => void): Supervised {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const backoff = createRestartBackoff();
  let wasReady = false;
  let isStopping = false;
  let child: ChildProcess | null = null;
  let waiting: NodeJS.Timeout | null = null;

  const run = (): void => {
    const since = performance.now();
    waiting = null;
    child = start();
    child.once('message', () => {
      wasReady = true;
    });
    child.once('close', (code, signal) => {
      child = null;
      if (isStopping) return resolve(0);
      if (!wasReady && code !== null) return resolve(code);
      const pause = backoff(performance.now() - since);
      log(`The server ended unexpectedly (${signal ?? `exit ${code}`}) and is started again in ${pause / 1000} s.`);
      waiting = setTimeout(run, pause);
    });
  };
  run();

  return {
    ended,
    stop: () => {
      isStopping = true;
      if (waiting !== null) {
        clearTimeout(waiting);
        resolve(0);
      } else child?.kill('SIGTERM');
    },
  };
}
