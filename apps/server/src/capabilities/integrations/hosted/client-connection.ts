/** The connection of a client, as the broker in Picket has it: while too many of its messages are being taken, nothing more is read of it. */

/** Messages that wait to be stored before no further ones are read. */
const MAX_IN_PROGRESS = 20;

export class ClientConnection {
  /** What it connected with. */
  readonly passwordHash: Buffer;
  readonly address: string;
  #inProgress = 0;
  #filters = 0;
  #resume: (() => void) | null = null;
  #wait: Promise<void> | null = null;

  constructor(passwordHash: Buffer, address: string) {
    this.passwordHash = passwordHash;
    this.address = address;
  }

  begin(): void {
    this.#inProgress += 1;
  }

  end(): void {
    this.#inProgress -= 1;
    if (this.#inProgress >= MAX_IN_PROGRESS) return;
    this.#resume?.();
    this.#resume = null;
    this.#wait = null;
  }

  /** Resolves once more may be read; null: it may be now. */
  whenReady(): Promise<void> | null {
    if (this.#inProgress < MAX_IN_PROGRESS) return null;
    this.#wait ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
    return this.#wait;
  }

  /** Counts a subscription; returns how many there are. */
  addFilter(): number {
    this.#filters += 1;
    return this.#filters;
  }

  removeFilters(count: number): void {
    this.#filters = Math.max(0, this.#filters - count);
  }
}
