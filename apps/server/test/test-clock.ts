import { Clock } from '../src/platform/clock/clock.ts';

/** A clock that the test turns. Times in milliseconds since 1970. */
export class TestClock extends Clock {
  readonly #shown: { wall: number; steady: number };
  constructor(now: number) {
    const shown = { wall: now, steady: 0 };
    super(() => ({ ...shown }));
    this.#shown = shown;
  }
  /** Lets time pass until then; it may go back as well, as if it had been so all along. */
  set(now: number): void {
    this.pass((now - this.now()) / 1000);
  }
  pass(seconds: number): void {
    this.#shown.wall += seconds * 1000;
    this.#shown.steady += seconds * 1000;
  }
  /** Sets the clock, as a person or a time server does; no time passes. */
  step(seconds: number): void {
    this.#shown.wall += seconds * 1000;
  }
}
