/** The id of the last signal that was handled, on disk: after a restart the sentry asks for what came after it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';

export class SignalCursor {
  readonly #file: string;
  #last: bigint;

  constructor(folder: string) {
    createFolder(folder);
    this.#file = join(folder, 'last-signal');
    const kept = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').trim() : '';
    this.#last = /^\d{1,19}$/u.test(kept) ? BigInt(kept) : 0n;
  }

  /** For the query of the signaling channel; undefined: none was handled yet. */
  get after(): string | undefined {
    return this.#last === 0n ? undefined : `${this.#last}`;
  }

  /** Whether a signal was not handled yet. */
  isNew(id: string): boolean {
    return BigInt(id) > this.#last;
  }

  advance(id: string): void {
    this.#last = BigInt(id);
    writeFileDurably(this.#file, id, 0o600);
  }
}
