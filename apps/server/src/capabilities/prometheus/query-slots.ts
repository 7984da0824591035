/**
 * How many queries run at once. Those over the limit wait in line for as long as they have time. Each server process counts for
 * itself.
 */
import type { Millis } from '@picket/domain/time';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export class QuerySlots {
  readonly #limit: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();

  /** `limit`: for each key. */
  constructor(limit: number, maxWaiting: number) {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
  }

  /** Returns the function that releases the slot; null where none became free in time, or too many wait. */
  async acquire(key: string, timeout: Millis): Promise<(() => void) | null> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#limit) line.running += 1;
    else if (!(await this.#wait(line, timeout))) return null;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      // The next one has the slot from here on: nobody who comes now gets in between.
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if (--line.running === 0) this.#lines.delete(key);
    };
  }

  /** Whether a slot was handed on in time. */
  #wait({ waiting }: Line, timeout: Millis): Promise<boolean> {
    if (waiting.length >= this.#maxWaiting || timeout <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const proceed = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(proceed), 1);
        resolve(false);
      }, timeout);
      waiting.push(proceed);
    });
  }
}
