/** A webhook of the organization, by clicking alone: added, tested at a real receiver that checks its signature, edited, removed. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { checkWebhook, jsonOf, openReceiver, type Received, type Receiver } from '../support/receivers.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
const NAME = 'Ticket system';

let database: TestDatabase;
let receiver: Receiver;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let api: Awaited<ReturnType<typeof signedIn>>;
let secret = '';

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await openReceiver();
  server = await startServer(database.url, {
    env: {
      PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${receiver.port}`,
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
    },
  });
  api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
  await signInAt(ada.page, ADMIN);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await receiver?.close();
  await database?.drop();
});

const added = () => ada.page.getByRole('form', { name: 'Add channel' });
const channels = () => ada.page.getByRole('region', { name: 'Organization channels' });

/** What the receiver took last; its signature is checked with the secret that was shown. */
function lastTaken(): Received {
  const taken = receiver.accepted.at(-1);
  if (taken === undefined) throw new Error('the receiver got no request');
  checkWebhook(taken, secret);
  return taken;
}

test('a wrong address is refused at its field, and what was typed stays', async () => {
  const { page } = ada;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('link', { name: /^Notifications/u }).click();
  await added().getByRole('combobox', { name: 'Kind' }).selectOption('WEBHOOK');
  await added().getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
  const address = added().getByRole('textbox', { name: 'Address' });
  const refusedWith = async (typed: string, problem: RegExp): Promise<void> => {
    await address.fill(typed);
    await page.getByRole('button', { name: 'Add Webhook' }).click();
    await added().getByText(problem).waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    expect(await address.inputValue()).toBe(typed);
  };
  await refusedWith('tickets', /http/u);
  await refusedWith('http://10.0.0.1/hook', /leads into a private network, and 10.0.0.1:80 is not allowed/u);
  await ada.checkScreen('webhook-refused');
  expect((await api('GET /destinations', { query: { limit: 100 } })).items).toEqual([]);
});

test('the secret is shown once, with the webhook that was added', async () => {
  const { page } = ada;
  await added().getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/tickets`);
  await page.getByRole('button', { name: 'Add Webhook' }).click();
  const shown = page.getByText(/^whsec_/u);
  await shown.waitFor();
  secret = (await shown.textContent()) ?? '';
  await ada.checkScreen('webhook-secret');
  await page.reload();
  await channels().getByText(`Webhook: ${NAME}`).waitFor();
  expect(await page.getByText(/whsec_/u).count()).toBe(0);
});

test('a test arrives with a signature that the secret proves; one that is not taken says what was answered', async () => {
  const { page } = ada;
  const sendTest = page.getByRole('button', { name: `Send a test to ${NAME}` });
  await sendTest.click();
  await channels().getByText('delivered', { exact: true }).waitFor();
  const taken = lastTaken();
  expect(taken.path).toBe('/tickets');
  expect(jsonOf<{ type: string }>(taken).type).toBe('test');
  expect(() => checkWebhook(taken, `whsec_${Buffer.from('another secret').toString('base64')}`)).toThrow();
  receiver.respondWith(() => 'REFUSE');
  await sendTest.click();
  await channels().getByText('was not accepted', { exact: true }).first().waitFor();
  receiver.respondWith(() => 'ACCEPT');
});

test('it is edited, and notified of what was chosen', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: new RegExp(`^Edit notifications.*${NAME}$`, 'u') }).click();
  const form = page.getByRole('form', { name: 'Notification preferences' });
  await form.getByText('By kind of alert, channel and location').click();
  await form
    .getByRole('combobox', { name: 'A person or Picket itself raises one, on Webhook' })
    .selectOption('everything');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${NAME} is notified accordingly from now on.`).waitFor();
  const location = await api('POST /locations', { body: { name: 'Cold store', timezone: 'Europe/Zurich' } });
  await api('POST /alerts', { body: { location: location.guid, severity: 100, message: 'The door is open' } });
  await expect.poll(() => receiver.accepted.at(-1)?.body.toString('utf8')).toContain('The door is open');
  lastTaken();
});

test('it is removed, and nothing is sent to it any more', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: `Remove ${NAME}` }).click();
  await channels().getByText(`Webhook: ${NAME}`).waitFor({ state: 'detached' });
  expect((await api('GET /destinations', { query: { limit: 100 } })).items).toEqual([]);
  // Answers of the server that the form shows.
  expect(ada.consoleErrors.filter((error) => !/400 \(Bad Request\)/u.test(error))).toEqual([]);
});
