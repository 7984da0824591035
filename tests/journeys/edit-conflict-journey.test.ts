/** Two people edit the same settings in two browsers: neither overwrites the other unseen, and nothing that was typed is lost. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let ben: ConsoleBrowser;
let api: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer(database.url, {
    env: { PICKET_ADMIN_EMAIL: ADMIN.email, PICKET_ADMIN_PASSWORD: ADMIN.password },
  });
  api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
  ben = await openConsole(browser, server.base);
  await signInAt(ada.page, ADMIN);
  await signInAt(ben.page, ADMIN);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});

const escalation = (page: Page) => page.getByRole('form', { name: 'Escalation' });
const expiry = (page: Page) => escalation(page).getByRole('textbox', { name: 'Acknowledgement expires after' });
const chainName = (page: Page) => escalation(page).getByRole('textbox', { name: 'Name' }).first();
const save = (page: Page) => escalation(page).getByRole('button', { name: 'Save', exact: true });
const conflict = (page: Page) => page.getByRole('alert', { name: 'Another user changed this in the meantime' });
const rules = () => api('GET /notification-rules', {});

async function bothOpen(path: string): Promise<void> {
  await ada.page.goto(path);
  await ben.page.goto(path);
}

test('what somebody else saved meanwhile is shown, and kept together with one’s own input', async () => {
  await bothOpen('/admin/notifications');
  await expiry(ben.page).fill('45');
  await chainName(ada.page).fill('Night shift');
  await save(ada.page).click();
  await ada.page.getByText('The rules apply to the notifications that come next.').waitFor();
  await save(ben.page).click();
  await conflict(ben.page).getByText('Escalation: Night shift').waitFor();
  await conflict(ben.page).getByText('Acknowledgement expires after: 45 minutes').waitFor();
  expect(await expiry(ben.page).inputValue()).toBe('45');
  expect((await rules()).acknowledgementTimeoutMinutes).not.toBe(45);
  await ben.checkScreen('edit-conflict');
  await conflict(ben.page).getByRole('button', { name: 'Keep my input' }).click();
  await conflict(ben.page).waitFor({ state: 'detached' });
  expect(await chainName(ben.page).inputValue()).toBe('Night shift');
  await save(ben.page).click();
  await ben.page.getByText('The rules apply to the notifications that come next.').waitFor();
  const { acknowledgementTimeoutMinutes, chains } = await rules();
  expect([acknowledgementTimeoutMinutes, chains[0]?.name]).toEqual([45, 'Night shift']);
});

test('taking their version discards one’s own input, and nothing is left to be saved', async () => {
  await bothOpen('/admin/notifications');
  await expiry(ben.page).fill('90');
  await expiry(ada.page).fill('30');
  await save(ada.page).click();
  await ada.page.getByText('The rules apply to the notifications that come next.').waitFor();
  await save(ben.page).click();
  await conflict(ben.page).getByRole('button', { name: 'Take their version' }).click();
  await expect.poll(() => expiry(ben.page).inputValue()).toBe('30');
  expect(await save(ben.page).isDisabled()).toBe(true);
  expect((await rules()).acknowledgementTimeoutMinutes).toBe(30);
});

test('the name of the organization is not overwritten either', async () => {
  await bothOpen('/admin/setup');
  const form = (page: Page) => page.getByRole('form', { name: 'Name' });
  const name = (page: Page) => form(page).getByRole('textbox', { name: 'Name' });
  await name(ben.page).fill('Acme North');
  await name(ada.page).fill('Acme Cold');
  await form(ada.page).getByRole('button').click();
  await ada.page.getByText('Saved', { exact: true }).waitFor();
  await form(ben.page).getByRole('button', { name: 'Save name' }).click();
  await conflict(ben.page).getByText('Name: Acme Cold').waitFor();
  await conflict(ben.page).getByText('Name: Acme North').waitFor();
  await conflict(ben.page).getByRole('button', { name: 'Keep my input' }).click();
  await form(ben.page).getByRole('button', { name: 'Save name' }).click();
  await ben.page.getByText('Saved', { exact: true }).waitFor();
  expect((await api('GET /tenant', {})).name).toBe('Acme North');
  const refused = /412 \(Precondition Failed\)/u;
  expect([...ada.consoleErrors, ...ben.consoleErrors.filter((error) => !refused.test(error))]).toEqual([]);
});
