/**
 * When a picture was taken, by this machine's clock. Cameras count time of their own; pictures arrive a varying time after they were
 * taken. The smallest difference of both in the last seconds is the offset between the clocks: it follows a camera whose clock drifts.
 */

const WINDOW_MS = 10_000;

export class CaptureClock {
  /** Differences of arrival and media time, oldest first, each smaller than those after it. */
  #candidates: { readonly arrivedAt: number; readonly difference: number }[] = [];
  #last = Number.NEGATIVE_INFINITY;

  /** `mediaMs`: the camera's own time; `arrivedAt`: when the picture came. Later pictures have later times. */
  captureTime(mediaMs: number, arrivedAt: number): number {
    const difference = arrivedAt - mediaMs;
    this.#candidates = this.#candidates.filter(
      (one) => one.difference < difference && one.arrivedAt >= arrivedAt - WINDOW_MS,
    );
    this.#candidates.push({ arrivedAt, difference });
    const offset = this.#candidates[0]?.difference ?? difference;
    this.#last = Math.max(this.#last + 1, Math.round(mediaMs + offset));
    return this.#last;
  }
}
