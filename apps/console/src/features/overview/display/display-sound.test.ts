import { expect, test } from 'vitest';
import { DisplaySound, type SoundContext } from './display-sound.ts';

/** A browser that permits sound from the start, or after a press. */
class Browser {
  readonly #kept = new Map<string, string>();
  isPermitted = false;
  readonly storage = {
    getItem: (key: string) => this.#kept.get(key) ?? null,
    setItem: (key: string, value: string) => void this.#kept.set(key, value),
    removeItem: (key: string) => void this.#kept.delete(key),
  };

  /** The sound of a page that was just loaded. */
  load() {
    const sound = new DisplaySound(this.storage, () => this.#makeContext());
    sound.restore();
    return sound;
  }

  #makeContext() {
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

test('is silent until it is turned on', () => {
  const sound = new Browser().load();
  expect([sound.state(), sound.context()]).toEqual(['off', null]);
});

test('after the page was loaded again it waits for a press, and sounds from then on', () => {
  const browser = new Browser();
  browser.isPermitted = true;
  const first = browser.load();
  first.turnOn();
  expect(first.state()).toBe('on');
  browser.isPermitted = false;
  const again = browser.load();
  // Tones that are started now would all be played at once when the browser permits sound.
  expect([again.state(), again.context()]).toEqual(['blocked', null]);
  const seen: string[] = [];
  again.subscribe(() => seen.push(again.state()));
  browser.isPermitted = true;
  again.turnOn();
  expect(seen).toEqual(['on']);
});

test('sounds at once where the browser permits it, and stays off once it was turned off', () => {
  const browser = new Browser();
  browser.isPermitted = true;
  browser.load().turnOn();
  const again = browser.load();
  expect(again.state()).toBe('on');
  again.turnOff();
  expect(again.state()).toBe('off');
  expect(browser.load().state()).toBe('off');
});
