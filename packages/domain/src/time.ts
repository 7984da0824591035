/** Instants, durations and zones. Nothing here reads a clock: time is always an argument. */
export type Millis = number;

export const DATE_TIME_MESSAGE = 'Input date time cannot be parsed';
export const TIMEZONE_MESSAGE = 'invalid timezone';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u;

/** The clocks of servers and their database differ by less. */
export const MAX_CLOCK_LEAD: Millis = 60_000;

/**
 * Whether less than `within` has passed since a stored time. What is further ahead than clocks differ was stored by one that was wrong,
 * and has been set back since: it is not recent, or it would be for as long as the step.
 */
export const isRecent = (at: Millis, now: Millis, within: Millis): boolean =>
  now - at < within && at - now <= MAX_CLOCK_LEAD;

/** The readings of a report mostly share one time: it is parsed once. */
let last: { readonly text: string; readonly millis: Millis | null } = { text: '', millis: null };

/** Milliseconds of an ISO date-time with a zone offset, or null when it cannot be parsed. */
export function parseInstant(text: string): Millis | null {
  if (text !== last.text) last = { text, millis: millisOf(text) };
  return last.millis;
}

const SHORTEST_MONTH = 28;

function millisOf(text: string): Millis | null {
  if (!INSTANT.test(text)) return null;
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) return null;
  // Date.parse lets 31 February roll into March; the day must survive.
  const day = Number(text.slice(8, 10));
  if (day <= SHORTEST_MONTH) return millis;
  const month = Number(text.slice(5, 7));
  return day <= new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate() ? millis : null;
}

/** The wire form of an instant: UTC, milliseconds only where they are not zero. */
export function formatInstant(millis: Millis): string {
  const text = new Date(millis).toISOString();
  return millis % 1000 === 0 ? text.replace('.000Z', 'Z') : text;
}

/** Whether `zone` is an IANA time zone the runtime knows (offsets such as +02:00 are not). */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/u.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The expected interval of a sensor holds for two and a half intervals at most (H of the monitor's rules). */
export function holdMillis(intervalSeconds: number): Millis {
  return intervalSeconds * 2500;
}

/** No sentry is offline before it has not reported for this long (Sentry offline, section 3 of the specification). */
export const OFFLINE_AFTER: Millis = 120_000;

/** How long after its last report a sentry counts as online: one that reports once an hour is not offline in between. */
export const onlineHold = (intervalSeconds: number): Millis => Math.max(OFFLINE_AFTER, holdMillis(intervalSeconds));
