import type { Millis } from '@picket/domain/time';

/**
 * The result of `work`, or what it throws. Throws `late()` where it has not ended after `limit` milliseconds: it goes on by itself then, and
 * what becomes of it is ignored.
 */
export async function withDeadline<Result>(work: Promise<Result>, limit: Millis, late: () => Error): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
