/**
 * Decides which fragments a receiver gets whose connection may be slower than the picture: with more than two groups of pictures unsent it
 * is skipped to the next key frame. Pure.
 */
import type { LiveFragment } from './live-feed.ts';

/** Where groups are small, this much is unsent on any connection. */
const MIN_UNSENT_BYTES = 262_144;
const MAX_UNSENT_GROUPS = 2;

export class FragmentGate {
  #isSkipping = true;
  #hasSkipped = false;

  /** Whether the receiver is behind and waits for a key frame. */
  get hasSkipped(): boolean {
    return this.#hasSkipped;
  }

  /** The player begins again, with a key frame. */
  reset(): void {
    this.#isSkipping = true;
    this.#hasSkipped = false;
  }

  admits({ isKeyFrame }: Pick<LiveFragment, 'isKeyFrame'>, unsentBytes: number, groupBytes: number): boolean {
    const limit = Math.max(MIN_UNSENT_BYTES, MAX_UNSENT_GROUPS * groupBytes);
    if (unsentBytes > limit) {
      this.#isSkipping = true;
      this.#hasSkipped = true;
      return false;
    }
    if (isKeyFrame) {
      this.#isSkipping = false;
      this.#hasSkipped = false;
    }
    return !this.#isSkipping;
  }
}
