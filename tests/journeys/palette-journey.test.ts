/** The search finds alerts, pages of a location and actions, and runs them. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { type OpenWorld, openWorld, PERSON } from '../support/screen-world.ts';

let open: OpenWorld;
let browser: Browser;
let ada: ConsoleBrowser;

beforeAll(async () => {
  open = await openWorld({ demo: true });
  await open.api('POST /alerts', { body: { location: open.world.location, severity: 400, message: 'Smoke' } });
  browser = await launchBrowser();
  ada = await openConsole(browser, open.server.base);
  await signInAt(ada.page, PERSON);
});
afterAll(async () => {
  await browser?.close();
  await open?.close();
});
beforeEach(async () => {
  await ada.page.goto('/locations');
  await ada.page.locator('[data-card]').first().waitFor();
});

const options = () => ada.page.getByRole('option');

async function type(text: string): Promise<void> {
  await ada.page.keyboard.press('Control+k');
  await ada.page.getByRole('combobox', { name: /Location, alert/u }).fill(text);
}

test('an alert by its text, and everything open by the word', async () => {
  const { page } = ada;
  await type('alert');
  await options().filter({ hasText: 'Smoke' }).first().waitFor();
  const shown = await options().allTextContents();
  expect(new Set(shown).size).toBe(shown.length);
  await ada.checkScreen('palette-alerts');
  await page.getByRole('combobox').fill('smoke zurich');
  await expect.poll(() => options().first().textContent()).toContain('Smoke');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/alert/*');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('what the arrow keys choose is visible', async () => {
  await type('');
  const chosen = ada.page.getByRole('option', { selected: true });
  /** Whether all of the entry lies within the list. */
  const isVisible = (): Promise<boolean> =>
    chosen.evaluate((entry) => {
      const [own, around] = [entry.getBoundingClientRect(), entry.parentElement?.getBoundingClientRect()];
      return around !== undefined && own.top >= around.top - 1 && own.bottom <= around.bottom + 1;
    });
  await expect.poll(() => options().count()).toBeGreaterThan(12);
  await ada.page.keyboard.press('ArrowUp');
  await expect.poll(() => options().last().getAttribute('aria-selected')).toBe('true');
  expect(await isVisible()).toBe(true);
  await ada.page.keyboard.press('ArrowDown');
  await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true');
  expect(await isVisible()).toBe(true);
  for (let press = 0; press < 12; press += 1) await ada.page.keyboard.press('ArrowDown');
  await expect.poll(() => options().nth(12).getAttribute('aria-selected')).toBe('true');
  expect(await isVisible()).toBe(true);
  await ada.page.keyboard.press('Escape');
});

test('what is found stays while more of its name is searched for', async () => {
  const { page } = ada;
  const policy = options().filter({ hasText: 'policy' });
  await type('room temp');
  await policy.first().waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/views/search?**', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/views/search?**');
  await page.getByRole('combobox').fill('room temperature');
  await asked;
  expect(await policy.count()).toBe(1);
  const answered = page.waitForResponse('**/views/search?**');
  release();
  await answered;
  await page.unroute('**/views/search?**');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('the history of a location by both words', async () => {
  await type('zurich history');
  await expect
    .poll(() => options().allTextContents())
    .toEqual([expect.stringMatching(/^Zurich, server room 2: History/u)]);
  await ada.page.keyboard.press('Enter');
  await ada.page.waitForURL(`**/locations/${open.world.location}/history`);
  await ada.page.locator('[data-time-graph] canvas').first().waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('actions: acknowledge an alert, add a sentry, switch theme and language', async () => {
  const { page } = ada;
  await type('acknowledge smoke');
  await options().filter({ hasText: 'Acknowledge Smoke' }).click();
  await page.getByText('Acknowledged: Smoke', { exact: true }).waitFor();
  await type('new sentry zurich');
  await options().filter({ hasText: 'Add a sentry at Zurich' }).click();
  await page.waitForURL('**/setup');
  await type('dark theme');
  await options().filter({ hasText: 'Switch to the dark theme' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
  await type('language deutsch');
  await options().filter({ hasText: 'Switch to Deutsch' }).click();
  await page.getByRole('link', { name: 'Standorte' }).first().waitFor();
  // What the server refuses is in German as well.
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Mein Konto löschen' }).click();
  await page.getByRole('textbox', { name: `Zum Bestätigen ${PERSON.email} eingeben` }).fill(PERSON.email);
  await page.getByRole('button', { name: `Konto ${PERSON.email} löschen` }).click();
  await page.getByText('Sie sind der letzte Administrator').waitFor();
  for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toContain('400');
  await page.goto('/locations');
  await page.getByRole('link', { name: 'Standorte' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Standort, Alarm/u }).fill('english');
  await options().filter({ hasText: 'Zu English wechseln' }).click();
  await page.getByRole('link', { name: 'Locations' }).first().waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('signing out', async () => {
  await type('sign out');
  await options().filter({ hasText: 'Sign out' }).click();
  await ada.page.waitForURL('**/goodbye');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});
