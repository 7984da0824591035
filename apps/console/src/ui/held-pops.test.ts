import { expect, test } from 'vitest';
import { holdPops } from './held-pops.ts';

const PAGES = ['/locations', '/locations/1/settings', '/locations/1/settings/name', '/help'];

/** A browser on the third page whose steps each come with an event later, and the pages that its router shows after them. */
function openBrowser({ isNumbered = true } = {}) {
  let index = 2;
  const steps: number[] = [];
  const shown: (string | undefined)[] = [];
  const asked: (() => void)[] = [];
  const window = {
    location: {
      get pathname() {
        return PAGES[index] ?? '';
      },
    },
    history: {
      get state() {
        return isNumbered ? { idx: index } : null;
      },
      go: (delta: number): void => void steps.push(delta),
    },
  };
  const pops = holdPops(window, (go) => void asked.push(go));
  const finish = (): void => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      index += step;
      const event = new Event('popstate');
      let isHeld = false;
      event.stopImmediatePropagation = () => {
        isHeld = true;
      };
      pops.onPop(event);
      if (!isHeld) shown.push(PAGES[index]);
    }
  };
  return {
    shown,
    asked,
    pathname: () => PAGES[index],
    /** A person presses Back or Forward, once or several times. */
    press: (delta: number): void => {
      steps.push(delta);
      finish();
    },
    leave: (): void => {
      asked.at(-1)?.();
      finish();
    },
  };
}

test('Back stays on the page and asks; the router learns nothing of it', () => {
  const browser = openBrowser();
  browser.press(-1);
  expect([browser.pathname(), browser.asked.length]).toEqual([PAGES[2], 1]);
  expect(browser.shown).toEqual([]);
});

test('it goes as far as it would have gone once that is agreed to', () => {
  const browser = openBrowser();
  browser.press(-2);
  browser.leave();
  expect(browser.pathname()).toBe(PAGES[0]);
  expect(browser.shown).toEqual([PAGES[0]]);
});

test('each Back and Forward asks again', () => {
  const browser = openBrowser();
  browser.press(-1);
  browser.press(1);
  browser.press(-2);
  expect([browser.pathname(), browser.asked.length]).toEqual([PAGES[2], 3]);
});

test('where the way back is unknown, nothing is held', () => {
  const browser = openBrowser({ isNumbered: false });
  browser.press(-1);
  expect([browser.shown, browser.asked]).toEqual([[PAGES[1]], []]);
});
