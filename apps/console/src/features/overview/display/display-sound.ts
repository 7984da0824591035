/**
 * Whether a wall display sounds. The choice is kept in this browser: a display loads its page again with each new version, and with
 * each start of its machine. Browsers let a page sound only after a press, unless they are set up otherwise: until then it is `blocked`.
 */
export type SoundState = 'off' | 'blocked' | 'on';

export interface SoundContext
  extends Pick<AudioContext, 'state' | 'resume' | 'close' | 'addEventListener' | 'removeEventListener'> {}

const KEPT = 'picket-display-sound';

/** What a display needs of its browser. */
export interface SoundBrowser<Context extends SoundContext> {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly make: () => Context;
  /** Whether it lets this page sound before a press. A context that is made where it does not is an error in its log. */
  readonly permits: () => Promise<boolean>;
}

export class DisplaySound<Context extends SoundContext> {
  readonly #browser: SoundBrowser<Context>;
  readonly #listeners = new Set<() => void>();
  #isWanted = false;
  #context: Context | null = null;

  constructor(browser: SoundBrowser<Context>) {
    this.#browser = browser;
  }

  readonly state = (): SoundState => (!this.#isWanted ? 'off' : this.#context?.state === 'running' ? 'on' : 'blocked');

  /** What plays the sound; null: it is silent. */
  readonly context = (): Context | null => (this.state() === 'on' ? this.#context : null);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins as it was left. */
  readonly restore = (): void => {
    if (this.#isWanted || this.#browser.storage.getItem(KEPT) === null) return;
    this.#isWanted = true;
    this.#changed();
    void this.#browser.permits().then((isPermitted) => {
      if (isPermitted && this.#isWanted) this.#start();
    });
  };

  /** Call it on a press. */
  readonly turnOn = (): void => {
    this.#browser.storage.setItem(KEPT, 'on');
    this.#isWanted = true;
    this.#start();
  };

  readonly turnOff = (): void => {
    this.#browser.storage.removeItem(KEPT);
    this.#isWanted = false;
    this.#context?.removeEventListener('statechange', this.#changed);
    void this.#context?.close().catch(() => {});
    this.#context = null;
    this.#changed();
  };

  #start(): void {
    if (this.#context === null) {
      this.#context = this.#browser.make();
      this.#context.addEventListener('statechange', this.#changed);
    }
    // Waits for a press where the browser does not permit it.
    void this.#context.resume().catch(() => {});
    this.#changed();
  }

  readonly #changed = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
