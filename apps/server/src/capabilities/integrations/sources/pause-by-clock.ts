/** A time to wait between two attempts, by a clock that may be set back: then it is over, or it would last as long as the step. Pure. */
import type { Millis } from '@picket/domain/time';

export class Pause {
  #from: Millis = Number.NaN;
  #until: Millis = Number.NEGATIVE_INFINITY;

  begin(from: Millis, length: Millis): void {
    this.#from = from;
    this.#until = from + length;
  }

  end(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }

  isOver(now: Millis): boolean {
    return now >= this.#until || now < this.#from;
  }
}
