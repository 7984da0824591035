/** A process that is started again whenever it ends by itself: a watcher that stays down is worse than one that stumbles. */
import type { ChildProcess } from 'node:child_process';
import { createRestartBackoff } from '../../apps/server/src/platform/restart-pauses.ts';

export interface Supervised {
  /** Settles once it has ended for good, with what this process should exit with. */
  readonly ended: Promise<number>;
  /** Ends it for good, also while it waits to be started again. `signal` null: it has got one already. */
  stop(signal: NodeJS.Signals | null): void;
}

/**
 * Runs what `start` starts. Whoever exits before it has said that it is ready (its first message) at the first start cannot
 * run at all, and has said why: that is the end. `say` is given a line for a person about every end that is followed by a start.
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
    stop: (signal) => {
      isStopping = true;
      if (waiting !== null) {
        clearTimeout(waiting);
        resolve(0);
      } else if (signal !== null) child?.kill(signal);
    },
  };
}
