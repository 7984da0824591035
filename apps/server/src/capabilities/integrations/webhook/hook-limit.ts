/** How many messages of one webhook are taken in a minute. Each process counts for itself. */
import type { Millis } from '@picket/domain/time';
import type { Config } from '../../../platform/config/config.ts';
import { AppError } from '../../../platform/errors.ts';

/** Of 5,000 devices that report each ten minutes, with some to spare. */
const MAX_PER_MINUTE = 600;
const WINDOW_MS: Millis = 60_000;
const MAX_COUNTED = 10_000;

export class HookLimit {
  readonly #max: number;
  readonly #windows = new Map<string, { readonly endsAt: Millis; count: number }>();

  constructor({ workers }: Pick<Config, 'workers'>) {
    this.#max = Math.ceil(MAX_PER_MINUTE / workers);
  }

  /** Counts a message; throws `rateLimited` with the rest of the minute. */
  count(hook: string, now: Millis): void {
    const known = this.#windows.get(hook);
    // A clock that went back must not close a webhook for longer.
    const window =
      known !== undefined && now < known.endsAt && now >= known.endsAt - WINDOW_MS
        ? known
        : { endsAt: now + WINDOW_MS, count: 0 };
    window.count += 1;
    this.#windows.delete(hook);
    this.#windows.set(hook, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_COUNTED && oldest !== undefined) this.#windows.delete(oldest);
    if (window.count > this.#max)
      throw new AppError('rateLimited', { retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) });
  }
}
