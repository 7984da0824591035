/**
 * Which tokens are in use, so that they are read again together: of hundreds of devices that report every second, each would otherwise be
 * read on its own as soon as it has expired. Bounded by the tokens that were read within `renewAfter` of the last reading.
 */
import type { Millis } from '@picket/domain/time';

interface Read {
  readonly hash: Buffer;
  readonly at: Millis;
  isUsed: boolean;
}

/** More are read again by themselves. */
const MAX_TOGETHER = 256;

export class UsedCredentials {
  /** In the order in which they were read. */
  readonly #reads = new Map<string, Read>();
  readonly #renewAfter: Millis;

  constructor(renewAfter: Millis) {
    this.#renewAfter = renewAfter;
  }

  /** The credential of a key is read at `at`. */
  onRead(key: string, hash: Buffer, at: Millis): void {
    this.#reads.delete(key);
    this.#reads.set(key, { hash, at, isUsed: false });
  }

  /** What was read is used once more. */
  onUsed(key: string): void {
    const read = this.#reads.get(key);
    if (read !== undefined) read.isUsed = true;
  }

  /** Takes those that were read some time before `now`, and returns those of them that were used since. */
  takeDue(now: Millis): readonly { readonly key: string; readonly hash: Buffer }[] {
    const due: { key: string; hash: Buffer }[] = [];
    for (const [key, { hash, at, isUsed }] of this.#reads) {
      if (at > now - this.#renewAfter) break;
      this.#reads.delete(key);
      if (isUsed && due.length < MAX_TOGETHER) due.push({ key, hash });
    }
    return due;
  }
}
