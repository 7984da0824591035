/** By how much the clock of this device differs from that of the server. Pure. */

export interface Exchange {
  /** The header `Date` of a response, in whole seconds. */
  readonly date: string | null;
  /** When the request was sent and its response came, by the clock of this device. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** A smaller difference is none: the header has whole seconds, and the response was under way. */
const TOLERANCE_MS = 5000;

/** Returns the milliseconds to add to the clock of this device; null: the response does not say. */
export function clockOffset({ date, askedAt, answeredAt }: Exchange): number | null {
  const sentAt = Date.parse(date ?? '') + 500;
  const tookMs = answeredAt - askedAt;
  // A slow response says little, and the clock may have been set meanwhile.
  if (Number.isNaN(sentAt) || tookMs < 0 || tookMs > TOLERANCE_MS) return null;
  const difference = Math.round(sentAt - (askedAt + answeredAt) / 2);
  return Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}
