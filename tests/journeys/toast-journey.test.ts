/** What is announced over every page: new alerts, and what it must never do, which is to lie over what people are about to press. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON } from '../support/screen-world.ts';

const LAPTOP = { width: 1366, height: 900 };
const PHONE = { width: 360, height: 780 };
const CRITICAL = 320;
const WARNING = 220;

let world: PersonInWorld;
let open: PersonInWorld['open'];
let ada: PersonInWorld['ada'];
let page: Page;

beforeAll(async () => {
  world = await openPersonInWorld({ demo: true });
  ({ open, ada, page } = world);
  await signInAt(page, PERSON);
});
afterAll(() => world?.close());

/** Opens a page by its address; events are announced from then on. */
async function goTo(path: string): Promise<void> {
  // The stream of the page before is over.
  await page.goto('about:blank');
  const stream = page.waitForResponse(/\/api\/v1\/events/u);
  await page.goto(path);
  await stream;
}

const raise = async (message: string, severity = CRITICAL): Promise<string> =>
  (await open.api('POST /alerts', { body: { location: open.world.location, severity, message } })).guid;

const toasts = () => page.locator('[data-toasts]');
const toastOf = (text: string) => toasts().locator('[data-toast]').filter({ hasText: text });

/** Whether a press on its middle would reach it. */
const isReachable = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (element.contains(top) || top.contains(element));
  });

describe('on a laptop, a new alert', () => {
  test('says how severe it is, what it is, where and since when; Escape leaves it, unless it has the focus', async () => {
    await page.setViewportSize(LAPTOP);
    await goTo('/profile');
    await raise('Water in the aisle');
    const toast = toastOf('Water in the aisle');
    await toast.getByText('Critical', { exact: true }).waitFor();
    await toast.getByText('Zurich, server room 2').waitFor();
    await toast.getByText(/just now|ago/u).waitFor();
    // Announced at once by screen readers.
    expect(await page.locator('[aria-live="assertive"]').getByText('Water in the aisle').count()).toBe(1);
    await ada.checkScreen('toast-critical');
    await raise('A door is ajar', WARNING);
    await toastOf('A door is ajar').waitFor();
    await page.keyboard.press('Escape');
    await toastOf('A door is ajar').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    expect(await toast.count()).toBe(1);
    await toast.getByRole('button', { name: 'Close: Water in the aisle' }).focus();
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
  });

  test('stays while it is critical; others go by themselves, unless somebody points at them', async () => {
    await raise('Smoke in the aisle');
    await raise('A window is open', WARNING);
    const pointedAt = toastOf('A window is open');
    await pointedAt.hover();
    expect(await page.locator('[aria-live="polite"]').getByText('A window is open').count()).toBe(1);
    await toastOf('Smoke in the aisle').getByRole('button', { name: 'Close: Smoke in the aisle' }).click();
    await raise('A door is open', WARNING);
    await toastOf('A door is open').waitFor();
    await pointedAt.hover();
    await toastOf('A door is open').waitFor({ state: 'detached' });
    expect(await pointedAt.count()).toBe(1);
    await page.mouse.move(0, 0);
    await pointedAt.waitFor({ state: 'detached' });
  });

  test('is announced no more once somebody acknowledges it, or it is opened', async () => {
    const acknowledged = await raise('No power');
    await toastOf('No power').waitFor();
    await open.api('POST /alerts/{guid}/acknowledge', { params: { guid: acknowledged } });
    await toastOf('No power').waitFor({ state: 'detached' });
    const opened = await raise('No cooling');
    await toastOf('No cooling').getByRole('link', { name: 'No cooling' }).click();
    await page.waitForURL(`**/alert/${opened}`);
    await toastOf('No cooling').waitFor({ state: 'detached' });
  });

  test('lies over no button of a dialog', async () => {
    await goTo('/profile');
    for (const message of ['One', 'Two', 'Three', 'Four']) await raise(message);
    // A sentry that waits for the processor may be offline as well.
    await toasts()
      .getByText(/^[2-9] more new alerts$/u)
      .waitFor();
    await page.getByRole('button', { name: 'Feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    for (const name of ['Send', 'Cancel'])
      expect(await isReachable(dialog.getByRole('button', { name })), name).toBe(true);
    // Escape closes the dialog, and no toast.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await toasts().locator('[data-toast]').count()).toBe(3);
  });
});

describe('on a phone, new alerts', () => {
  test('are one line, however many they are', async () => {
    await page.setViewportSize(PHONE);
    await goTo('/location/create');
    await raise('Water in the aisle');
    await toastOf('Water in the aisle').waitFor();
    const { height: ofOne = 0 } = (await toasts().boundingBox()) ?? {};
    await raise('Smoke in the aisle');
    await raise('A door is open', WARNING);
    await toasts().getByText('3 new alerts').waitFor();
    const { y = 0, height = 0 } = (await toasts().boundingBox()) ?? {};
    expect([ofOne <= 60, height <= 60, y + height]).toEqual([true, true, PHONE.height]);
    // The one that is not critical goes by itself.
    await toasts().getByText('2 new alerts').waitFor();
    await ada.checkScreen('toast-phone');
    await page.setViewportSize(PHONE);
  });

  test('lie below the end of the page and above the button of a form', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const gap = async (): Promise<number> => {
      const [footer, strip] = [await page.locator('footer').boundingBox(), await toasts().boundingBox()];
      return (strip?.y ?? 0) - ((footer?.y ?? 0) + (footer?.height ?? 0));
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(-1);
    const save = page.getByRole('button', { name: 'Add location' });
    await page.evaluate(() => window.scrollTo(0, 0));
    const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
    // The button is at the lower edge of the window, where the line would lie.
    await page.setViewportSize({ width: PHONE.width, height: Math.ceil(y + height) + 4 });
    await expect.poll(() => isReachable(save)).toBe(true);
    const strip = await toasts().boundingBox();
    expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(y);
    await page.setViewportSize(PHONE);
  });

  test('are dismissed together, by keyboard as well', async () => {
    const close = toasts().getByRole('button', { name: 'Close: 2 new alerts' });
    await close.focus();
    await page.keyboard.press('Enter');
    await close.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    const room = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom);
    await expect.poll(room).toBe('0px');
    expect(ada.consoleErrors).toEqual([]);
  });
});
