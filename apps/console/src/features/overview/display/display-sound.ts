/**
 * Whether a wall display sounds. The choice is kept in this browser: a display loads its page again with each new version, and with
 * each start of its machine. Browsers let a page sound only after a press, unless they are set up otherwise: until then it is `blocked`.
 */
export type SoundState = 'off' | 'blocked' | 'on';

export interface SoundContext
  extends Pick<AudioContext, 'state' | 'resume' | 'close' | 'addEventListener' | 'removeEventListener'> {}

const KEPT = 'picket-display-sound';

export class DisplaySound<Context extends SoundContext> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #make: () => Context;
  readonly #listeners = new Set<() => void>();
  #context: Context | null = null;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, make: () => Context) {
    this.#storage = storage;
    this.#make = make;
  }

  readonly state = (): SoundState =>
    this.#context === null ? 'off' : this.#context.state === 'running' ? 'on' : 'blocked';

  /** What plays the sound; null: it is silent. */
  readonly context = (): Context | null => (this.state() === 'on' ? this.#context : null);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins as it was left. */
  readonly restore = (): void => {
    if (this.#context === null && this.#storage.getItem(KEPT) !== null) this.#start();
  };

  /** Call it on a press. */
  readonly turnOn = (): void => {
    this.#storage.setItem(KEPT, 'on');
    if (this.#context === null) this.#start();
    else void this.#context.resume().catch(() => {});
  };

  readonly turnOff = (): void => {
    this.#storage.removeItem(KEPT);
    this.#context?.removeEventListener('statechange', this.#changed);
    void this.#context?.close().catch(() => {});
    this.#context = null;
    this.#changed();
  };

  #start(): void {
    this.#context = this.#make();
    this.#context.addEventListener('statechange', this.#changed);
    // Waits for a press where the browser does not permit it.
    void this.#context.resume().catch(() => {});
    this.#changed();
  }

  readonly #changed = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
