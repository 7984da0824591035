/** How long the device waits before it tries again. `chance`: a random number from 0 to 1, so that devices do not come back together. */

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 300_000;
const FIRST_REFUSED_MS = 300_000;
const MAX_REFUSED_MS = 3_600_000;
const FIRST_POSTPONED_MS = 60_000;
const MAX_POSTPONED_MS = 3_600_000;

/** After `failures` failures in a row: exponential with full jitter, and not before the server wants. */
export const afterFailure = (failures: number, retryAfterSeconds: number | null, chance: number): number =>
  Math.max((retryAfterSeconds ?? 0) * 1000, chance * Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));

/** After the token was refused `times` times in a row: a person has to do something, or the server was wrong. */
export const afterRefusal = (times: number, chance: number): number =>
  (0.5 + chance / 2) * Math.min(MAX_REFUSED_MS, FIRST_REFUSED_MS * 2 ** times);

/** Before readings that seemed to be of the future are sent again, for the `attempts`th time. */
export const beforePostponed = (attempts: number, chance: number): number =>
  (0.5 + chance / 2) * Math.min(MAX_POSTPONED_MS, FIRST_POSTPONED_MS * 2 ** attempts);
