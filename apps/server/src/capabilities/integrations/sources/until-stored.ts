/** Retries a report of a device that will not send it again: a leak is announced once. */
import { toAppError } from '../../../platform/http/error-responses.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2000;
/** An error that nobody expected may be over at the next attempt; one that stays must not hold up what comes after. */
const MAX_UNEXPECTED = 5;
/** The queue is full, or the sentry or its organization has sent more than it may: later is fine. */
export const LATER: ReadonlySet<string> = new Set(['busy', 'sentryRateLimited', 'tenantRateLimited']);

interface Ports {
  /** Rejects once nobody waits any more. */
  readonly wait: (ms: number) => Promise<unknown>;
  readonly refused: (error: unknown) => void;
}

/**
 * Submits until it is stored, or it is known that it never will be. While reports cannot be stored there is no limit: how many may wait
 * is for the caller to bound. Never rejects.
 */
export async function untilStored(submit: () => Promise<unknown>, { wait, refused }: Ports): Promise<void> {
  let unexpected = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      await submit();
      return;
    } catch (error) {
      const { code } = toAppError(error);
      if (code === 'internal') unexpected += 1;
      if ((!LATER.has(code) && code !== 'internal') || unexpected >= MAX_UNEXPECTED) return refused(error);
    }
    try {
      await wait(waitMs);
    } catch {
      return;
    }
  }
}
