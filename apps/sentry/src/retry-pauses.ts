/** Retry delays of the device. `chance`: a random number from 0 to 1, so that devices do not retry together. */

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 300_000;
const FIRST_REFUSED_MS = 300_000;
const MAX_REFUSED_MS = 3_600_000;
const FIRST_POSTPONED_MS = 60_000;
const MAX_POSTPONED_MS = 3_600_000;

/** After `failures` failures in a row: exponential with full jitter, and not before the server wants. */
export const afterFailure = (failures: number, retryAfterSeconds: number | null, chance: number): number =>
  Math.max((retryAfterSeconds ?? 0) * 1000, chance * Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));

/** After the token was refused `times` times in a row: an operator has to act, or the server was wrong. */
export const afterRefusal = (times: number, chance: number): number =>
  (0.5 + chance / 2) * Math.min(MAX_REFUSED_MS, FIRST_REFUSED_MS * 2 ** times);

/** Before postponed readings are sent again; `attempts`: how often they were sent. */
export const beforePostponed = (attempts: number, chance: number): number =>
  (0.5 + chance / 2) * Math.min(MAX_POSTPONED_MS, FIRST_POSTPONED_MS * 2 ** attempts);
