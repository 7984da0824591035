/** Whether the service works: whether it can write. Many ask at once, from consoles, proxies and containers. */
import { AppError, isUnreachable, type Platform } from '../../platform/index.ts';
import { provesWritable } from './health-store.ts';

/** An answer is good for so long. */
const FRESH_MS = 200;

/** Settles when it does; throws a `busy` when it does not. All who ask within a moment get one answer. */
export function createHealthCheck({ db }: Pick<Platform, 'db'>): () => Promise<void> {
  let last: { readonly at: number; readonly answer: Promise<void> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > FRESH_MS)
      last = {
        at: now,
        answer: provesWritable(db).catch((cause: unknown) => {
          // Whatever is wrong with the database, the service cannot be used.
          throw new AppError('busy', { retryAfterSeconds: isUnreachable(cause) ? 5 : 30, cause });
        }),
      };
    return last.answer;
  };
}
