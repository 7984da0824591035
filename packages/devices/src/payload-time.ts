/** When the readings of a message were taken, where it says so in a way that can be trusted. Pure. */
import { type Millis, parseInstant } from '@picket/domain/time';
import { type DecodedMessage, valueAt } from './value-rule.ts';

/** A time of the device counts if it lies this little before receipt, and never after it. */
const MAX_AGE: Millis = 60_000;
const EARLIEST_EPOCH_MILLIS = Date.UTC(2000, 0, 1);

/** Zigbee2MQTT's `last_seen`; null: receipt counts. A time without a zone, from before the clock was set or ahead of it is none. */
export function timeOf(message: DecodedMessage, receivedAt: Millis): Millis | null {
  const sent = valueAt({ path: ['last_seen'], operations: [] }, message);
  const at = typeof sent === 'string' ? parseZoned(sent) : typeof sent === 'number' ? sent : null;
  return at === null ? null : trustedTime(at, receivedAt);
}

/**
 * A time that a device sent, in milliseconds; null where it cannot be that of a message which arrived at `receivedAt`, at most `maxAge`
 * after it.
 */
export function trustedTime(at: number, receivedAt: Millis, maxAge = MAX_AGE): Millis | null {
  if (!Number.isFinite(at) || at < EARLIEST_EPOCH_MILLIS) return null;
  return at <= receivedAt && at >= receivedAt - maxAge ? Math.round(at) : null;
}

/** How far the clock of a sender that repeats its messages may be ahead, and how long it may go on repeating. */
const MAX_LEAD: Millis = 10_000;
const MAX_REPEATED_AGE: Millis = 7 * 86_400_000;

/**
 * The same for a message as a format reads it: where its sender repeats it until it is taken, its own time counts however late it is, so
 * that what is sent twice is stored once.
 */
export const messageTime = (
  at: number,
  { receivedAt, isRepeated }: { readonly receivedAt: Millis; readonly isRepeated?: true },
  maxAge = MAX_AGE,
): Millis | null =>
  isRepeated === true
    ? trustedTime(at, receivedAt + MAX_LEAD, MAX_REPEATED_AGE + MAX_LEAD)
    : trustedTime(at, receivedAt, maxAge);

/** The instant that a text with a zone stands for, in milliseconds; null: it is none. */
export const parseZoned = (text: string): Millis | null =>
  text.length <= 40 && /(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) ? parseInstant(text) : null;
