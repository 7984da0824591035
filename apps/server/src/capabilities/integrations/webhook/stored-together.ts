/**
 * The reports of one message to a webhook. Its sender repeats all of it where one of them fails, and devices without a time of their own would
 * be stored a second time: what can be stored a moment later is tried again here.
 */
import type { Millis } from '@picket/domain/time';
import { toAppError } from '../../../platform/http/error-responses.ts';
import { LATER } from '../sources/until-stored.ts';

const WAITS_MS = [250, 500, 1000, 2000];
/** No attempt begins later: each may take seconds itself, and a sender waits for little longer. */
const MAX_MS: Millis = 4000;

interface Ports {
  readonly wait: (ms: number) => Promise<unknown>;
  /** A clock that nobody sets. */
  readonly steadyNow: () => Millis;
}

/** Rejects once each is stored or failed, with what the first of those that failed did. A report that is alone is not tried again. */
export async function storedTogether<Result>(
  submits: readonly (() => Promise<Result>)[],
  ports: Ports,
): Promise<readonly Result[]> {
  const waits = submits.length > 1 ? WAITS_MS : [];
  const outcomes = await Promise.allSettled(submits.map((submit) => storedSoon(submit, waits, ports)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

async function storedSoon<Result>(
  submit: () => Promise<Result>,
  waits: readonly number[],
  { wait, steadyNow }: Ports,
): Promise<Result> {
  const began = steadyNow();
  for (const ms of waits) {
    try {
      return await submit();
    } catch (error) {
      if (!LATER.has(toAppError(error).code) || steadyNow() - began + ms > MAX_MS) throw error;
    }
    await wait(ms);
  }
  return submit();
}
