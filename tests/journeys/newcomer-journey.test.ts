/**
 * From the link in the terminal to a test message that arrived, on a machine without sensors, whose mail server is inside its own
 * network: by what is written on the screen alone. What a person types and presses is counted, at the pace of somebody who types with
 * two fingers and looks for each button; reading and the answers of the server are not.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADA = 'ada@acme.example';
const PASSWORD = 'quiet rooms need a good guard';
const MAIL_PASSWORD = 'of the mail server';
const SECONDS_A_CHARACTER = 0.28;
const SECONDS_A_PRESS = 2;
const LIMIT_SECONDS = 180;

let database: TestDatabase;
let mailbox: Mailbox;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let page: Page;
const counted = { characters: 0, presses: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await openMailbox({ account: { user: 'picket', password: MAIL_PASSWORD } });
  server = await startServer(database.url, { env: { PICKET_BACKUP_HOURS: '0' } });
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
  page = ada.page;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mailbox?.close();
  await database?.drop();
});

/** Presses what is shown. */
async function press(what: Locator): Promise<void> {
  counted.presses += 1;
  await what.click();
}

/** Goes to a field and types, instead of what stands there. */
async function type(name: string, text: string): Promise<void> {
  counted.presses += 1;
  counted.characters += text.length;
  await page.getByRole('textbox', { name, exact: true }).fill(text);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const list = () => page.getByRole('region', { name: 'Get started' });

test('the account is made, and the first page says what comes next', async () => {
  await page.goto(server.signup ?? '');
  await type('Organization', 'Acme');
  await type('E-mail', ADA);
  await type('Password', PASSWORD);
  await press(button('Create account'));
  await page.waitForURL('**/locations');
  await list().getByText('Nobody is notified yet').waitFor();
});

test('a location and a sentry that is simulated in the browser', async () => {
  await press(link('Add your first location'));
  await type('Name', 'Server room');
  await press(button('Add location'));
  await press(button('Simulate a sentry'));
  await page.getByRole('heading', { name: /Its readings arrive/u }).waitFor();
  await press(link('View location'));
  await page.getByText('Simulated', { exact: true }).first().waitFor();
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }));
  await list()
    .getByText(/^2 of \d done$/u)
    .waitFor();
});

test('the list leads to the mail server; one inside is allowed on the way, and what was typed is still there', async () => {
  await press(list().getByRole('link', { name: 'Set up mail' }).first());
  await type('Host', '127.0.0.1');
  await type('Port', String(mailbox.port));
  counted.presses += 1;
  await page.getByRole('combobox', { name: 'Encryption' }).selectOption('NONE');
  await type('User', 'picket');
  await type('Password', MAIL_PASSWORD);
  await type('From: address', 'picket@acme.example');
  await press(button('Save and send a test mail'));
  await page.getByText(/^is inside a private network: allow .* under Private hosts/u).waitFor();
  await ada.checkScreen('newcomer-mail-inside');
  await press(link('Private hosts'));
  await type('Host and port', `127.0.0.1:${mailbox.port}`);
  await press(button('Allow'));
  await button(`Remove 127.0.0.1:${mailbox.port}`).waitFor();
  await press(page.getByRole('banner').getByRole('link', { name: 'Mail server' }));
  await expect.poll(() => page.getByRole('textbox', { name: 'Host', exact: true }).inputValue()).toBe('127.0.0.1');
  // A password is never stored in the browser.
  await type('Password', MAIL_PASSWORD);
  await press(button('Save and send a test mail'));
});

test('the test mail arrives, the list says so, and nothing was a dead end', async () => {
  expect((await mailbox.next(ADA)).subject).toMatch(/test/iu);
  await page.getByText(`Did it arrive at ${ADA}?`).waitFor();
  await press(button('Yes, it arrived'));
  await page.getByText('It arrived: alerts reach you here.').waitFor();
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }));
  await list()
    .getByText(/^4 of \d done$/u)
    .waitFor();
  await ada.checkScreen('newcomer-done');
  const seconds = counted.characters * SECONDS_A_CHARACTER + counted.presses * SECONDS_A_PRESS;
  console.info(
    `the newcomer: ${counted.characters} characters and ${counted.presses} presses, ${Math.round(seconds)} s of a person's time`,
  );
  expect(seconds).toBeLessThan(LIMIT_SECONDS);
  expect(ada.consoleErrors.filter((error) => !/400 \(Bad Request\)/u.test(error))).toEqual([]);
});
