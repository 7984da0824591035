/**
 * Of one series only one reading is stored for an instant, and the first is kept. A device that changes twice within a millisecond, or within
 * the second that its own clock shows, would lose the second change: it is stored a millisecond later. Pure.
 */
import type { Millis } from '@picket/domain/time';

/** How far ahead of its message an instant may lie: of more changes than that there is no order to keep. */
const MAX_LEAD: Millis = 1000;

/** The reading of a series that was read last. */
export interface LastReading {
  /** The time of its message. */
  sent: Millis;
  at: Millis;
  value: number | null;
}

export const noReading = (): LastReading => ({ sent: Number.NaN, at: Number.NaN, value: null });

/**
 * The instant of a value, which then is the last one. The same value again has the instant of before: a message that is repeated is stored
 * once. `own`: the time that the message says itself; null: none.
 */
export function distinctInstant(
  last: LastReading,
  value: number | null,
  { own, now }: { readonly own: Millis | null; readonly now: Millis },
): Millis {
  const sent = own ?? now;
  // What a device sends late is older than the last one, and stays so.
  const isInOrder = own === null || own >= last.sent;
  const isTaken = isInOrder && sent <= last.at && last.at - sent < MAX_LEAD;
  last.at = isTaken ? last.at + (value === last.value ? 0 : 1) : sent;
  last.sent = sent;
  last.value = value;
  return last.at;
}
