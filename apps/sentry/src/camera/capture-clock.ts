/**
 * When a picture was taken, by this machine's clock. Cameras count time of their own; pictures arrive a varying time after they were
 * taken. The smallest difference of both in the last seconds is the offset between the clocks: it follows a camera whose clock drifts.
 */

const WINDOW_MS = 10_000;
/** More than a leap second. A clock that is corrected slowly takes the monotonic one with it. */
const MAX_STEP_MS = 2000;

/** Whether this machine's clock was set since a beginning, as by NTP at the first contact: what was measured before has another offset. */
export class ClockSteps {
  readonly #difference: number;

  /** `monotonic`: of a clock that nobody sets. Both in milliseconds. */
  constructor(now: number, monotonic: number) {
    this.#difference = now - monotonic;
  }

  hasStepped(now: number, monotonic: number): boolean {
    return Math.abs(now - monotonic - this.#difference) > MAX_STEP_MS;
  }
}

export class CaptureClock {
  readonly #startedAt: number;
  /** Differences of arrival and media time, oldest first, each smaller than those after it. */
  #candidates: { readonly arrivedAt: number; readonly difference: number }[] = [];
  #lastEnd = Number.NEGATIVE_INFINITY;

  /** `startedAt`: when the camera was started. Encoders round times to whole pictures; none was taken before this. */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  /**
   * When a picture was taken. A picture arrives when the next one begins: `endMs` is its end by the camera's own time, `arrivedAt` when
   * it came. All in milliseconds. Later pictures end later.
   */
  captureTime(endMs: number, durationMs: number, arrivedAt: number): number {
    const difference = arrivedAt - endMs;
    this.#candidates = this.#candidates.filter(
      (one) => one.difference < difference && one.arrivedAt >= arrivedAt - WINDOW_MS,
    );
    this.#candidates.push({ arrivedAt, difference });
    const offset = this.#candidates[0]?.difference ?? difference;
    this.#lastEnd = Math.max(this.#lastEnd + 1, Math.round(endMs + offset));
    return Math.max(this.#startedAt, this.#lastEnd - Math.round(durationMs));
  }
}
