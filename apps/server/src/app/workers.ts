/**
 * Several server processes on one port (PICKET_WORKERS). They know nothing of each other: what they share is the database,
 * as servers on different machines do. This process only starts them, and starts another where one ended.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Config, Log } from '../platform/index.ts';

/** One that ends again and again is not started in a circle. */
const RESTART_PAUSE_MS = 1000;
/** Longer than a worker takes to close with grace. */
const STOP_PATIENCE_MS = 20_000;

/** Starts the workers; `onReady` is called once all of them listen, with their port. Settles then. */
export async function runWorkers(config: Config, log: Log, onReady: (port: number) => void): Promise<void> {
  let isStopping = false;
  const begun = new Set<number>();
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);

  cluster.on('exit', (worker, code, signal) => {
    const left = Object.values(cluster.workers ?? {}).length;
    if (isStopping) {
      if (left === 0) process.exit(0);
      return;
    }
    // A server that cannot even begin has said why; the next one could not either.
    if (!begun.has(worker.id)) {
      stop();
      if (left === 0) process.exit(1);
      return;
    }
    log.error({ worker: worker.process.pid, code, signal }, 'a server process ended and is started again');
    setTimeout(() => {
      if (!isStopping) cluster.fork();
    }, RESTART_PAUSE_MS);
  });
  await new Promise<void>((resolve) => {
    cluster.on('listening', (worker: Worker, { port }) => {
      begun.add(worker.id);
      if (begun.size !== config.workers) return;
      onReady(port);
      resolve();
    });
    for (let worker = 0; worker < config.workers; worker++) cluster.fork();
  });
}
