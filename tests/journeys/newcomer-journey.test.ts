/**
 * From the link in the terminal to a test message that arrived, on a machine without sensors, whose mail server is inside its own
 * network: by what is written on the screen alone. What a person types and presses is counted.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openReceiver, type Receiver } from '../support/receivers.ts';
import { ScriptedPerson } from '../support/scripted-person.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADA = 'ada@acme.example';
const PASSWORD = 'quiet rooms need a good guard';
const MAIL_PASSWORD = 'of the mail server';
const LIMIT_SECONDS = 180;

let database: TestDatabase;
let mailbox: Mailbox;
/** A server that is no ntfy, and one that is. */
let mistyped: Receiver;
let ntfy: Receiver;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let person: ScriptedPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await openMailbox({ account: { user: 'picket', password: MAIL_PASSWORD } });
  mistyped = await openReceiver();
  mistyped.respondWith(() => 'BAD');
  ntfy = await openReceiver();
  const allowed = [mistyped, ntfy].map(({ port }) => `127.0.0.1:${port}`).join(',');
  server = await startServer(database.url, {
    env: { PICKET_BACKUP_HOURS: '0', PICKET_OUTBOUND_ALLOWED: allowed },
  });
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
  person = new ScriptedPerson(ada.page);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mailbox?.close();
  await mistyped?.close();
  await ntfy?.close();
  await database?.drop();
});

const list = () => person.page.getByRole('region', { name: 'Get started' });

test('the account is made, and the first page says what comes next', async () => {
  await person.page.goto(server.signup ?? '');
  await person.type('Organization', 'Acme');
  await person.type('E-mail', ADA);
  await person.type('Password', PASSWORD);
  await person.press(person.button('Create account'));
  await person.page.waitForURL('**/locations');
  await list().getByText('Nobody is notified yet').waitFor();
});

test('they are asked for their unit, although another user of the browser has answered, and only once', async () => {
  const { page } = person;
  const keep = page.getByRole('button', { name: 'Keep °F' });
  // As of everybody, and as of somebody else.
  await page.evaluate(() => {
    for (const key of ['picket.unit-hint', 'picket.unit-hint another']) localStorage.setItem(key, 'yes');
  });
  await page.reload();
  await keep.click();
  await keep.waitFor({ state: 'detached' });
  await page.reload();
  await list().getByText('Nobody is notified yet').waitFor();
  expect(await keep.count()).toBe(0);
});

test('a location and a sentry that is simulated in the browser', async () => {
  await person.press(person.link('Add your first location'));
  await person.type('Name', 'Server room');
  await person.press(person.button('Add location'));
  await person.press(person.button('Simulate a sentry'));
  await person.page.getByRole('heading', { name: /Its readings arrive/u }).waitFor();
  await person.press(person.link('View location'));
  await person.page.getByText('Simulated', { exact: true }).first().waitFor();
  await person.press(person.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }));
  await list()
    .getByText(/^2 of \d done$/u)
    .waitFor();
});

test('a corrected server of ntfy is the one that is tested', async () => {
  const tile = list().getByRole('region', { name: 'ntfy' });
  await tile.getByRole('button', { name: 'Set up ntfy' }).click();
  const addAndTest = async (url: string): Promise<void> => {
    await tile.getByRole('textbox', { name: 'Server' }).fill(url);
    await tile.getByRole('button', { name: 'Add and send a test' }).click();
  };
  await addAndTest(mistyped.url);
  await list().getByText('Not delivered').waitFor();
  await addAndTest(ntfy.url);
  await list().getByText('Did it arrive at ntfy?').waitFor();
  expect([mistyped.requests.length, ntfy.requests.length]).toEqual([1, 1]);
  // What is there already is tested again, and not added again.
  await addAndTest(ntfy.url);
  await expect.poll(() => ntfy.requests.length).toBe(2);
  await list().getByText('Did it arrive at ntfy?').waitFor();
  await person.page.goto('/profile/notifications');
  await expect.poll(() => person.button('Remove ntfy').count()).toBe(2);
  await person.page.goto('/locations');
  await list().waitFor();
});

test('the list leads to the mail server; one inside is allowed on the way, and what was typed is still there', async () => {
  await person.press(list().getByRole('link', { name: 'Set up mail' }).first());
  await person.type('Host', '127.0.0.1');
  await person.type('Port', String(mailbox.port));
  await person.choose('Encryption', 'NONE');
  await person.type('User', 'picket');
  await person.type('Password', MAIL_PASSWORD);
  await person.type('From: address', 'picket@acme.example');
  await person.press(person.button('Save and send a test mail'));
  await person.page.getByText(/^is inside a private network: allow .* under Private hosts/u).waitFor();
  await ada.checkScreen('newcomer-mail-inside');
  await person.press(person.link('Private hosts'));
  await person.type('Host and port', `127.0.0.1:${mailbox.port}`);
  await person.press(person.button('Allow'));
  await person.button(`Remove 127.0.0.1:${mailbox.port}`).waitFor();
  await person.press(person.page.getByRole('banner').getByRole('link', { name: 'Mail server' }));
  await expect
    .poll(() => person.page.getByRole('textbox', { name: 'Host', exact: true }).inputValue())
    .toBe('127.0.0.1');
  // A password is never stored in the browser.
  await person.type('Password', MAIL_PASSWORD);
  await person.press(person.button('Save and send a test mail'));
});

test('the test mail arrives, the list says so, and nothing was a dead end', async () => {
  expect((await mailbox.next(ADA)).subject).toMatch(/test/iu);
  await person.page.getByText(`Did it arrive at ${ADA}?`).waitFor();
  await person.press(person.button('Yes, it arrived'));
  await person.page.getByText('It arrived: alerts reach you here.').waitFor();
  await person.press(person.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }));
  await list()
    .getByText(/^4 of \d done$/u)
    .waitFor();
  await ada.checkScreen('newcomer-done');
  expect(person.secondsSpent('the newcomer')).toBeLessThan(LIMIT_SECONDS);
  expect(ada.consoleErrors.filter((error) => !/400 \(Bad Request\)/u.test(error))).toEqual([]);
});
