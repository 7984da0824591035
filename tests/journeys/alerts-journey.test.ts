/** All alerts in one place: found, selected, acknowledged together, assigned, downloaded; by mouse, by keyboard, on a phone. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { type OpenWorld, openWorld, PERSON } from '../support/screen-world.ts';

let open: OpenWorld;
let browser: Browser;
let ada: ConsoleBrowser;
let vault: string;

const raise = async (message: string, severity: number, location = vault): Promise<string> =>
  (await open.api('POST /alerts', { body: { location, severity, message } })).guid;

beforeAll(async () => {
  open = await openWorld({ demo: true });
  vault = (await open.api('POST /locations', { body: { name: 'Vault', timezone: 'Europe/Zurich' } })).guid;
  browser = await launchBrowser();
  ada = await openConsole(browser, open.server.base);
  await signInAt(ada.page, PERSON);
});
afterAll(async () => {
  await browser?.close();
  await open?.close();
});

const section = (name: string) => ada.page.getByRole('region', { name, exact: true });
const titlesIn = (name: string): Promise<readonly string[]> => section(name).getByRole('link').allTextContents();

test('from the navigation to the alerts of all locations; a new one appears by itself, the worst first', async () => {
  const { page } = ada;
  const RAISED = ['Smoke in the vault', 'Dust'];
  await raise('Dust', 150);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
  await section('Unacknowledged').getByRole('link', { name: 'Dust' }).waitFor();
  await raise('Smoke in the vault', 999);
  await section('Unacknowledged').getByRole('link', { name: 'Smoke in the vault' }).waitFor();
  const titles = await titlesIn('Unacknowledged');
  expect(titles[0]).toBe('Smoke in the vault');
  // The demo's sentries raise alerts of their own beside these two.
  expect(titles.filter((title) => RAISED.includes(title))).toEqual(RAISED);
  await ada.checkScreen('alerts');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('what is searched and chosen stands in the address, and nothing matching says so', async () => {
  const { page } = ada;
  await page.getByRole('searchbox', { name: 'Search alerts' }).fill('vault');
  await page.waitForURL('**/alerts?search=vault');
  await expect.poll(() => titlesIn('Unacknowledged')).toEqual(['Smoke in the vault', 'Dust']);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Severity' }).selectOption('Critical');
  await expect.poll(() => titlesIn('Unacknowledged')).toEqual(['Smoke in the vault']);
  await page.reload();
  await expect.poll(() => titlesIn('Unacknowledged')).toEqual(['Smoke in the vault']);
  await page.getByRole('searchbox', { name: 'Search alerts' }).fill('no such thing');
  await page.getByRole('heading', { name: 'No matching alerts' }).waitFor();
  await ada.checkScreen('alerts-no-match');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.waitForURL('**/alerts');
  await section('Unacknowledged').getByRole('link', { name: 'Dust' }).waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('by keyboard: J and X select, A acknowledges what is selected', async () => {
  const { page } = ada;
  await page.goto('/alerts?search=vault');
  await section('Unacknowledged').getByRole('link', { name: 'Dust' }).waitFor();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('region', { name: '2 selected' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: /selected/u }).waitFor({ state: 'detached' });
  for (const key of ['x', 'ArrowUp', 'x', 'a']) await page.keyboard.press(key);
  await page.getByText('2 alerts acknowledged', { exact: true }).waitFor();
  await expect.poll(() => titlesIn('Acknowledged')).toEqual(['Smoke in the vault', 'Dust']);
  await page.getByText('Nothing is waiting for an acknowledgement.').waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('of several that are acknowledged together, those that somebody else had acknowledged are named', async () => {
  const { page } = ada;
  const first = await raise('Door open', 250);
  await raise('Window open', 250);
  await page.goto('/alerts?search=open&state=open');
  await section('Unacknowledged').getByRole('link', { name: 'Window open' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  // Somebody is faster while the request is on its way.
  await page.route('**/alerts/acknowledge', async (route) => {
    await open.api('POST /alerts/{guid}/acknowledge', { params: { guid: first } });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Acknowledge 2 alerts' }).click();
  await page.getByRole('heading', { name: '1 of 2 alerts was not acknowledged by you' }).waitFor();
  await page.getByText('Ada had acknowledged it before.').waitFor();
  await ada.checkScreen('alerts-not-acknowledged');
  await page.unroute('**/alerts/acknowledge');
  const outcome = page.getByRole('status').filter({ hasText: '1 of 2 alerts' });
  await outcome.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Ada had acknowledged it before.').waitFor({ state: 'detached' });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a request that fails leaves the selection, and a list that cannot be loaded offers to try again', async () => {
  const { page } = ada;
  await raise('Still open', 250);
  await page.goto('/alerts?search=still');
  await page.getByRole('checkbox', { name: 'Select Still open, Vault' }).check();
  await page.route('**/alerts/acknowledge', (route) => route.abort());
  await page.getByRole('button', { name: 'Acknowledge 1 alert' }).click();
  await page.getByText('The request failed. It is still selected.').waitFor();
  await page.getByRole('region', { name: '1 selected' }).waitFor();
  await page.unroute('**/alerts/acknowledge');
  await page.route('**/views/alerts?*', (route) => route.abort());
  await page.getByRole('searchbox', { name: 'Search alerts' }).fill('anything');
  await page.getByRole('heading', { name: 'The alerts could not be loaded' }).waitFor();
  await page.unroute('**/views/alerts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No matching alerts' }).waitFor();
  const own = ada.consoleErrors.splice(0).filter((error) => !error.includes('ERR_FAILED'));
  expect(own).toEqual([]);
});

test('assigned on its page, the alert is found among those assigned to me', async () => {
  const { page } = ada;
  await page.goto('/alerts?search=still');
  await section('Unacknowledged').getByRole('link', { name: 'Still open' }).click();
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('combobox', { name: 'Assign to' }).click();
  await page.getByRole('option', { name: 'Ada (you)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  const happened = page.getByRole('region', { name: 'What happened' });
  await happened.getByText('Ada assigned the alert to Ada.').waitFor();
  await page.getByText('assigned to you', { exact: true }).waitFor();
  await ada.checkScreen('alert-assigned');
  await page.getByRole('link', { name: 'Alerts' }).first().click();
  await page.getByRole('button', { name: /^Filters/u }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).selectOption('Assigned to me');
  await section('Unacknowledged').getByText('Assigned to you').waitFor();
  expect(await titlesIn('Unacknowledged')).toEqual(['Still open']);
  await section('Unacknowledged').getByRole('link', { name: 'Still open' }).click();
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('button', { name: 'Remove the assignee' }).click();
  await happened.getByText('Ada removed the assignee.').waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a long list is extended, and stays so when an alert is raised; the download has all that match', async () => {
  const { page } = ada;
  for (let number = 10; number < 62; number += 1) await raise(`Draft ${number}`, 120);
  await page.goto('/alerts?search=draft');
  const rows = section('Unacknowledged').getByRole('link');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show older alerts' }).click();
  await expect.poll(() => rows.count()).toBe(52);
  await raise('Draft 62', 130);
  await expect.poll(() => rows.count()).toBe(53);
  expect((await titlesIn('Unacknowledged'))[0]).toBe('Draft 62');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('picket-alerts.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(54);
  expect(lines.slice(1).every((line) => line.includes('Draft'))).toBe(true);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('older alerts are shown where one is raised while they are loaded', async () => {
  const { page } = ada;
  await page.goto('/alerts?search=draft');
  const rows = section('Unacknowledged').getByRole('link');
  await expect.poll(() => rows.count()).toBe(50);
  const isOlder = /\/alerts\?.*cursor=/u;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isOlder, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(isOlder);
  await page.getByRole('button', { name: 'Show older alerts' }).click();
  await asked;
  await raise('Draft 63', 130);
  await expect.poll(async () => (await titlesIn('Unacknowledged'))[0]).toBe('Draft 63');
  release();
  await expect.poll(() => rows.count()).toBe(54);
  await page.unroute(isOlder);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('on a phone, in German: cards, selected and acknowledged by touch', async () => {
  const { page } = ada;
  await open.api('PATCH /users/my-profile', { body: { preferences: { language: 'de' } } });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/alerts?search=still');
  await page.getByRole('heading', { level: 1, name: 'Alarme' }).waitFor();
  const card = section('Nicht quittiert').getByRole('listitem');
  await card.getByRole('checkbox', { name: 'Still open, Vault auswählen' }).check();
  await ada.checkScreen('alerts-german-selected');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: '1 Alarm quittieren' }).click();
  await section('Quittiert').getByText('Quittiert von Ada').waitFor();
  await page.getByText('Alle offenen Alarme sind quittiert.').waitFor();
  await ada.checkScreen('alerts-german');
  await page.setViewportSize({ width: 1366, height: 900 });
  await open.api('PATCH /users/my-profile', { body: { preferences: { language: 'en' } } });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});
