/** A fresh installation: what it says is missing, mail and heartbeat set up in the browser, and what changes for everybody. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openReceiver, type Receiver } from '../support/receivers.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
const MAIL_PASSWORD = 'of the mail server';

let database: TestDatabase;
let mailbox: Mailbox;
let receiver: Receiver;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await openMailbox({ account: { user: 'picket', password: MAIL_PASSWORD } });
  receiver = await openReceiver();
  server = await startServer(database.url, {
    env: {
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
      PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${mailbox.port},127.0.0.1:${receiver.port}`,
      PICKET_BACKUP_HOURS: '0',
    },
  });
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await receiver?.close();
  await mailbox?.close();
  await database?.drop();
});

const openAdmin = (): Promise<void> =>
  ada.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();

test('without a mail server a forgotten password leads to whom to ask, not to a mail that never comes', async () => {
  const { page } = ada;
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await page.getByText('This installation has no mail server').waitFor();
  await ada.checkScreen('forgot-password-without-mail');
  expect(await page.getByRole('textbox', { name: 'E-mail' }).count()).toBe(0);
});

test('what is missing is listed, worst first, and leads to where it is mended', async () => {
  const { page } = ada;
  await signInAt(page, ADMIN);
  await openAdmin();
  const points = page.getByRole('list', { name: 'What needs attention' });
  await points.getByText(/^Nobody is notified/u).waitFor();
  const lines = await points.getByRole('listitem').allTextContents();
  expect(lines.map((line) => /^(Critical|Warning|Info)/u.exec(line)?.[0])).toEqual([
    'Critical',
    'Warning',
    'Warning',
    'Info',
    'Info',
  ]);
  await ada.checkScreen('admin-fresh');
  await points.getByRole('link', { name: 'Set up mail' }).click();
  await page.getByRole('heading', { name: 'Mail server' }).first().waitFor();
});

test('a mail server is set up and proved by a test mail; a wrong password is answered by the server itself', async () => {
  const { page } = ada;
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await fill('Host', '10.1.2.3');
  await fill('Port', String(mailbox.port));
  await page.getByRole('combobox', { name: 'Encryption' }).selectOption('NONE');
  await fill('User', 'picket');
  await fill('Password', 'wrong');
  await fill('From: name', 'Watch');
  await fill('From: address', 'watch@acme.example');
  await page.getByRole('button', { name: 'Save and send a test mail' }).click();
  await page.getByText(/^is inside a private network/u).waitFor();
  await fill('Host', '127.0.0.1');
  await page.getByRole('button', { name: 'Save and send a test mail' }).click();
  await page.getByText(/535 wrong user or password/u).waitFor();
  await ada.checkScreen('mail-server-refused');
  await fill('Password', MAIL_PASSWORD);
  await page.getByRole('button', { name: 'Save and send a test mail' }).click();
  await page.getByText(/^Message accepted: 250/u).waitFor();
  await page.getByText(`Did it arrive at ${ADMIN.email}?`).waitFor();
  await page.getByRole('button', { name: 'Yes, it arrived' }).click();
  await page.getByText('It arrived: alerts reach you here.').waitFor();
  expect((await mailbox.next(ADMIN.email)).from).toEqual({ name: 'Watch', address: 'watch@acme.example' });
  expect(await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue()).toBe('');
  await ada.checkScreen('mail-server-set-up');
});

test('a heartbeat is set up and proved by a ping', async () => {
  const { page } = ada;
  await openAdmin();
  await page.getByRole('link', { name: 'Set up a heartbeat' }).click();
  const heartbeat = page.getByRole('region', { name: 'Heartbeat' });
  await heartbeat.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/ping/token`);
  await heartbeat.getByRole('button', { name: 'Save and send a ping' }).click();
  await heartbeat.getByText('Received', { exact: true }).waitFor();
  expect(receiver.accepted.map(({ path }) => path)).toContain('/ping/token');
  expect(await heartbeat.getByText('token').count()).toBe(1);
  await ada.checkScreen('operations-heartbeat');
});

test('afterwards a forgotten password is answered by mail, and nothing of it is missing any more', async () => {
  const { page } = ada;
  await openAdmin();
  await page.getByText('There is only one administrator').waitFor();
  expect(await page.getByText('No mail server is set up').count()).toBe(0);
  expect(await page.getByText('Nothing outside notices').count()).toBe(0);
  const guest = await openConsole(browser, server.base);
  await guest.page.goto('/forgot-password');
  await guest.page.getByRole('textbox', { name: 'E-mail' }).fill(ADMIN.email);
  await guest.page.getByRole('button', { name: 'Send link' }).click();
  expect((await mailbox.next(ADMIN.email, /password/u)).text).toContain(`${server.base}/reset-password/`);
  // Answers of the server that the form shows.
  const unexpected = ada.consoleErrors.filter((error) => !/400 \(Bad Request\)/u.test(error));
  expect([...unexpected, ...guest.consoleErrors]).toEqual([]);
});
