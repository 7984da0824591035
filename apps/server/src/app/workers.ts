/**
 * Several server processes on one port (PICKET_WORKERS). They are independent: they share the database, as servers on
 * different machines do. This process only starts them, and replaces those that end.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../platform/config/config.ts';
import { createRestartBackoff, type RestartBackoff } from '../platform/jobs/restart-backoff.ts';
import type { Log } from '../platform/logging/log.ts';

/** Longer than a worker takes to close with grace. */
const STOP_TIMEOUT_MS = 20_000;

interface RunningWorker {
  /** By the monotonic clock. */
  readonly since: number;
  /** Each slot has its own: workers that end together do not delay each other. */
  readonly backoff: RestartBackoff;
}

/** Starts the workers; calls `onReady` with their port once all of them listen, and resolves then. */
export async function runWorkers(config: Config, log: Log, onReady: (port: number) => void): Promise<void> {
  let isStopping = false;
  let exitCode = 0;
  const listening = new Set<number>();
  const running = new Map<number, RunningWorker>();
  let isReady = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {});
    if (workers.length === 0) process.exit(exitCode);
    for (const worker of workers) worker?.process.kill('SIGTERM');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);

  cluster.on('exit', (worker, code, signal) => {
    const left = Object.values(cluster.workers ?? {}).length;
    if (isStopping) {
      if (left === 0) process.exit(exitCode);
      return;
    }
    // A worker that cannot start has reported why; the next one could not either. Later the cause may pass.
    if (!isReady && !listening.has(worker.id)) {
      exitCode = 1;
      stop();
      return;
    }
    const { since = 0, backoff = createRestartBackoff() } = running.get(worker.id) ?? {};
    const pause = backoff(performance.now() - since);
    running.delete(worker.id);
    listening.delete(worker.id);
    log.error({ worker: worker.process.pid, code, signal, pause }, 'server process ended, restarting');
    setTimeout(() => {
      if (!isStopping) fork(backoff);
    }, pause);
  });
  const fork = (backoff: RestartBackoff): void => {
    running.set(cluster.fork().id, { since: performance.now(), backoff });
  };
  await new Promise<void>((resolve) => {
    cluster.on('listening', (worker: Worker, { port }) => {
      listening.add(worker.id);
      if (isReady || listening.size !== config.workers) return;
      isReady = true;
      onReady(port);
      resolve();
    });
    for (let worker = 0; worker < config.workers; worker++) fork(createRestartBackoff());
  });
}
