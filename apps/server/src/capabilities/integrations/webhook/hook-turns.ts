/**
 * Messages of one webhook are stored one after the other. Those that wait for their turn have no connection to the database yet: a
 * burst at one webhook takes none from anybody else. Each process has turns of its own, and a lock in the database is between them.
 */
import { AppError } from '../../../platform/errors.ts';

/** More at once are refused: they would wait for longer than their senders do. */
export const MAX_WAITING = 200;
const RETRY_SECONDS = 5;

interface Turns {
  waiting: number;
  last: Promise<void>;
}

export class HookTurns {
  readonly #ofHooks = new Map<string, Turns>();

  /** Does `work` after what was taken before of this webhook, however that ended. Throws `rateLimited` where too many wait. */
  async take<Result>(hook: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#ofHooks.get(hook) ?? { waiting: 0, last: Promise.resolve() };
    if (turns.waiting >= MAX_WAITING) throw new AppError('rateLimited', { retryAfterSeconds: RETRY_SECONDS });
    const mine = turns.last.then(work);
    turns.waiting += 1;
    turns.last = mine.then(
      () => {},
      () => {},
    );
    this.#ofHooks.set(hook, turns);
    try {
      return await mine;
    } finally {
      turns.waiting -= 1;
      if (turns.waiting === 0) this.#ofHooks.delete(hook);
    }
  }
}
