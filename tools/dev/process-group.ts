/** Several processes that end together: by Ctrl-C, or when one of those that are needed ends by itself. */
import type { ChildProcess } from 'node:child_process';

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const ended = (child: ChildProcess): Promise<void> =>
  hasEnded(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));

/**
 * Resolves once all have ended: to 0 after a signal, to 1 where a needed one ended before. In a terminal Ctrl-C reaches every process by
 * itself; a second signal would make the server leave at once.
 */
export async function endTogether(needed: readonly ChildProcess[], others: readonly ChildProcess[]): Promise<number> {
  const all = [...needed, ...others];
  const { promise: asked, resolve: ask } = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  const signal = await Promise.race([asked, ...needed.map((child) => ended(child).then(() => null))]);
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of all) if (!hasEnded(child)) child.kill('SIGTERM');
  await Promise.all(all.map(ended));
  return signal === null ? 1 : 0;
}
