/** What one query has used, and when its time is up. */
import { setImmediate } from 'node:timers/promises';
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { Budget } from './promql/evaluation-ports.ts';
import { cannotEvaluate } from './promql/promql-error.ts';

/** Other requests wait no longer than this for a query. */
const SLICE: Millis = 10;

export const timedOut = (): AppError =>
  new AppError('busy', { message: 'query timed out in expression evaluation', retryAfterSeconds: 10 });

/**
 * `deadline`: by the monotonic clock `now`. `isAbandoned`: whether nobody waits for the result any more. Throws a PromqlError for
 * too many values, `busy` once the time is up.
 */
export function createQueryBudget(
  maxValues: number,
  deadline: Millis,
  isAbandoned: () => boolean,
  now: () => Millis = () => performance.now(),
): Budget {
  let left = maxValues;
  let lastPauseAt = now();
  return {
    spend: (values) => {
      left -= values;
      if (left < 0)
        throw cannotEvaluate(
          `query processing would load too many values: more than ${maxValues}. Select fewer series or a shorter time, or use a function such as avg_over_time over whole hours with a step of whole hours`,
        );
    },
    pause: async () => {
      if (now() > deadline || isAbandoned()) throw timedOut();
      if (now() - lastPauseAt < SLICE) return;
      await setImmediate();
      lastPauseAt = now();
    },
  };
}
