/** What was typed into a form is not lost, in a real browser: when it is left by a link, by keyboard, by Back, and where it cannot be read. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON } from '../support/screen-world.ts';

let world: PersonInWorld;
let page: PersonInWorld['page'];
let at: PersonInWorld['at'];

beforeAll(async () => {
  world = await openPersonInWorld({ demo: false });
  ({ page, at } = world);
  await signInAt(page, PERSON);
});
afterAll(() => world?.close());

const address = (): Locator => page.getByRole('textbox', { name: 'Address' });
const question = (): Locator => page.getByRole('dialog', { name: 'Leave without saving?' });
const locations = (): Locator => page.getByRole('banner').getByRole('link', { name: 'Locations' });
const isFocused = (what: Locator): Promise<boolean> => what.evaluate((element) => element === document.activeElement);
const pathname = (): string => new URL(page.url()).pathname;

async function openAddress(): Promise<void> {
  await page.goto(at('/settings'));
  await page.locator(`a[href="${at('/settings/address')}"]`).click();
  await address().waitFor();
}

test('a link asks first; Escape stays, with what was typed and the focus where they were', async () => {
  await openAddress();
  await address().fill('Hardstrasse 201');
  await locations().focus();
  await page.keyboard.press('Enter');
  await question().waitFor();
  expect(await isFocused(question().getByRole('button', { name: 'Keep editing' }))).toBe(true);
  await world.ada.checkScreen('leave-without-saving');
  await page.keyboard.press('Escape');
  await question().waitFor({ state: 'detached' });
  expect(pathname()).toBe(at('/settings/address'));
  expect(await isFocused(locations())).toBe(true);
  expect(await address().inputValue()).toBe('Hardstrasse 201');
});

test('Back asks as well, each time, and goes where it would have gone', async () => {
  await page.goBack();
  await question().getByRole('button', { name: 'Keep editing' }).click();
  await question().waitFor({ state: 'detached' });
  await expect.poll(pathname).toBe(at('/settings/address'));
  expect(await address().inputValue()).toBe('Hardstrasse 201');
  await page.goBack();
  await question().getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(pathname).toBe(at('/settings'));
  await address().waitFor({ state: 'detached' });
  await page.goForward();
  await address().waitFor();
});

test('nothing is asked after saving, after Cancel, and where nothing was changed', async () => {
  await address().fill('Hardstrasse 202');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(pathname).toBe(at('/settings'));
  await openAddress();
  await address().fill('Hardstrasse 203');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.poll(pathname).toBe(at('/settings'));
  await openAddress();
  expect(await address().inputValue()).toBe('Hardstrasse 202');
  await locations().click();
  await expect.poll(pathname).toBe('/locations');
});

test('a limit that cannot be read stays as it was typed, and the policy is not saved with it', async () => {
  await page.goto('/admin/policies');
  await page.getByRole('link', { name: 'Humidity', exact: true }).click();
  const rule = page.getByRole('region', { name: 'Too dry' });
  const limit = rule.getByRole('textbox', { name: 'Limit of humidity' });
  await limit.fill('dry');
  await page.keyboard.press('Tab');
  await rule.getByText('a number', { exact: true }).waitFor();
  expect(await limit.inputValue()).toBe('dry');
  await rule.getByRole('textbox', { name: /is raised$/u }).fill('45 s');
  const save = page.getByRole('button', { name: 'Save as version 2' });
  await save.click();
  expect(await isFocused(limit)).toBe(true);
  expect(await save.isVisible()).toBe(true);
  await limit.press('Escape');
  expect(await limit.inputValue()).not.toBe('dry');
  await page.getByRole('button', { name: 'Discard' }).click();
  await save.waitFor({ state: 'detached' });
});

test('nor is a delay that cannot be read, also where it is out of sight', async () => {
  await page.goto('/admin/policies');
  await page.getByRole('link', { name: 'Humidity', exact: true }).click();
  const rule = page.getByRole('region', { name: 'Too dry' });
  const settings = rule.getByText(/^All settings/u);
  await settings.click();
  const delay = rule.getByRole('textbox', { name: 'Adjust the start time shown' });
  await delay.fill('');
  await delay.pressSequentially('1:30');
  await page.keyboard.press('Tab');
  const problem = rule.getByText('a time such as 90 s, 2 min or 1 h 30 min').first();
  await problem.waitFor();
  expect(await delay.inputValue()).toBe('1:30');
  await rule.getByRole('textbox', { name: /is raised$/u }).fill('45 s');
  await settings.click();
  await delay.waitFor({ state: 'hidden' });
  const save = page.getByRole('button', { name: 'Save as version 2' });
  await save.click();
  await delay.waitFor();
  expect(await isFocused(delay)).toBe(true);
  expect(await save.isVisible()).toBe(true);
  await delay.press('Escape');
  await problem.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Discard' }).click();
  await save.waitFor({ state: 'detached' });
});

test('the browser logged no errors', () => {
  expect(world.ada.consoleErrors).toEqual([]);
});
