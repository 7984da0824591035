/** When a picture that came over WebRTC was taken. Pure. */

const TICKS_PER_MS = 90;
const ROUND = 2 ** 32;
/** Further from now it is a time stamp of something else: not every device writes the time of capture. */
const MAX_DISTANCE_MS = 60_000;

/**
 * `rtpTime`: milliseconds since 1970 by the clock of the device, times 90, of which the lowest 32 bits. `clockOffsetMs`: that clock minus
 * the server's. Returns milliseconds since 1970 by the server's clock; null: unknown.
 */
export function captureTimeOf(rtpTime: number, now: number, clockOffsetMs: number): number | null {
  const expected = ((now + clockOffsetMs) * TICKS_PER_MS) % ROUND;
  const ahead = (expected - rtpTime + ROUND) % ROUND;
  const distance = (ahead > ROUND / 2 ? ahead - ROUND : ahead) / TICKS_PER_MS;
  return Math.abs(distance) > MAX_DISTANCE_MS ? null : Math.round(now - distance);
}
