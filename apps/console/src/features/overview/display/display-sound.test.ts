import { expect, test } from 'vitest';
import { DisplaySound, type SoundContext } from './display-sound.ts';

/** A browser that permits sound from the start, or after a press. */
class Browser {
  readonly #kept = new Map<string, string>();
  isPermitted = false;
  /** Contexts that were made although sound was not permitted: each is an error in the log of the browser. */
  errors = 0;
  readonly storage = {
    getItem: (key: string) => this.#kept.get(key) ?? null,
    setItem: (key: string, value: string) => void this.#kept.set(key, value),
    removeItem: (key: string) => void this.#kept.delete(key),
  };

  /** The sound of a page that was just loaded. */
  async load() {
    const permits = async (): Promise<boolean> => this.isPermitted;
    const sound = new DisplaySound({ storage: this.storage, make: () => this.#makeContext(), permits });
    sound.restore();
    await permits();
    return sound;
  }

  #makeContext() {
    if (!this.isPermitted) this.errors += 1;
    const events = new EventTarget();
    const context: Omit<SoundContext, 'state'> & { state: AudioContextState } = {
      state: 'suspended',
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      close: async () => {},
      resume: async () => {
        if (!this.isPermitted) return;
        context.state = 'running';
        events.dispatchEvent(new Event('statechange'));
      },
    };
    return context;
  }
}

test('is silent until it is turned on', async () => {
  const sound = await new Browser().load();
  expect([sound.state(), sound.context()]).toEqual(['off', null]);
});

test('after the page was loaded again it waits for a press, and sounds from then on', async () => {
  const browser = new Browser();
  browser.isPermitted = true;
  const first = await browser.load();
  first.turnOn();
  expect(first.state()).toBe('on');
  browser.isPermitted = false;
  const again = await browser.load();
  // Tones that are started now would all be played at once when the browser permits sound.
  expect([again.state(), again.context()]).toEqual(['blocked', null]);
  expect(browser.errors).toBe(0);
  const seen: string[] = [];
  again.subscribe(() => seen.push(again.state()));
  browser.isPermitted = true;
  again.turnOn();
  expect(seen.at(-1)).toBe('on');
});

test('sounds at once where the browser permits it, and stays off once it was turned off', async () => {
  const browser = new Browser();
  browser.isPermitted = true;
  (await browser.load()).turnOn();
  const again = await browser.load();
  expect(again.state()).toBe('on');
  again.turnOff();
  expect(again.state()).toBe('off');
  expect((await browser.load()).state()).toBe('off');
});

test('is not turned on again by a browser that permits it only after it was turned off', async () => {
  const browser = new Browser();
  browser.isPermitted = true;
  (await browser.load()).turnOn();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let made = 0;
  const sound = new DisplaySound<SoundContext>({
    storage: browser.storage,
    make: () => {
      made += 1;
      throw new Error('nothing wants it');
    },
    permits: () => promise,
  });
  sound.restore();
  expect(sound.state()).toBe('blocked');
  sound.turnOff();
  resolve(true);
  await promise;
  expect([sound.state(), made]).toEqual(['off', 0]);
});
