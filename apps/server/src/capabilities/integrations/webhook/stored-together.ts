/**
 * The reports of one message to a webhook. Its sender repeats all of it where one of them fails, and devices without a time of their own would
 * be stored a second time: what can be stored a moment later is tried again here.
 */
import { toAppError } from '../../../platform/http/error-responses.ts';
import { LATER } from '../sources/until-stored.ts';

/** In all for less long than a sender waits for its answer. */
const WAITS_MS = [250, 500, 1000, 2000];

/** Rejects once each is stored or failed, with what the first of those that failed did. A report that is alone is not tried again. */
export async function storedTogether<Result>(
  submits: readonly (() => Promise<Result>)[],
  wait: (ms: number) => Promise<unknown>,
): Promise<readonly Result[]> {
  const waits = submits.length > 1 ? WAITS_MS : [];
  const outcomes = await Promise.allSettled(submits.map((submit) => storedSoon(submit, waits, wait)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

async function storedSoon<Result>(
  submit: () => Promise<Result>,
  waits: readonly number[],
  wait: (ms: number) => Promise<unknown>,
): Promise<Result> {
  for (const ms of waits) {
    try {
      return await submit();
    } catch (error) {
      if (!LATER.has(toAppError(error).code)) throw error;
    }
    await wait(ms);
  }
  return submit();
}
