/** How many uploads this process stores at once: each holds a chunk in memory. */
import { MAX_UPLOADS_OF_SENTRY } from '@picket/contracts/clips';
import { AppError } from '../../../platform/errors.ts';

const MAX_UPLOADS = 32;
const RETRY_SECONDS = 5;

const running = new Map<string, number>();
let total = 0;

/**
 * Counts one upload more of a sentry, by its guid; returns the function that ends it, to be called once.
 *
 * @throws busy at the limit of the sentry or of the process
 */
export function acquireUpload(sentry: string): () => void {
  const ofSentry = running.get(sentry) ?? 0;
  if (total >= MAX_UPLOADS || ofSentry >= MAX_UPLOADS_OF_SENTRY)
    throw new AppError('busy', { retryAfterSeconds: RETRY_SECONDS });
  running.set(sentry, ofSentry + 1);
  total += 1;
  return () => {
    total -= 1;
    const left = (running.get(sentry) ?? 1) - 1;
    if (left === 0) running.delete(sentry);
    else running.set(sentry, left);
  };
}
