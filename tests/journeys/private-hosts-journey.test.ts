/** In a real browser: who may make Picket connect where, and which sensitive changes ask for the password again. */
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openReceiver, type Receiver } from '../support/receivers.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

let database: TestDatabase;
let server: RunningServer;
let receiver: Receiver;
let browser: Browser;
let ada: ConsoleBrowser;
let api: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await openReceiver();
  server = await startServer(database.url, {
    env: { PICKET_ADMIN_EMAIL: ADMIN.email, PICKET_ADMIN_PASSWORD: ADMIN.password },
  });
  api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  await api('POST /locations', { body: { name: 'Cold store', timezone: 'Europe/Zurich' } });
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

/** The last proof of identity of every session was a while ago. */
async function letTimePass(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`UPDATE session SET confirmed_at = now() - interval '20 minutes'`);
  await client.end();
}

async function confirm(): Promise<void> {
  const dialog = ada.page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a private host is allowed, used, and removed', async () => {
  const { page } = ada;
  const address = `127.0.0.1:${receiver.port}`;
  await letTimePass();
  await page.goto('/admin/tenants');
  await page.getByRole('button', { name: /^Edit / }).click();
  await page.getByRole('link', { name: 'Private hosts' }).click();
  const host = page.getByRole('textbox', { name: 'Host and port' });
  await host.fill('10.0.0.0/8');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await confirmOrError();
  await host.fill(address);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('button', { name: `Remove ${address}` }).waitFor();
  await ada.checkScreen('private-hosts');

  await page.goto('/admin/notifications');
  const added = page.getByRole('form', { name: 'Add channel' });
  await added.getByRole('combobox', { name: 'Kind' }).selectOption('SLACK');
  await added.getByRole('textbox', { name: 'Name', exact: true }).fill('Team');
  await added.getByRole('textbox', { name: 'Address of the incoming webhook' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Add Slack' }).click();
  const sendTest = page.getByRole('button', { name: 'Send a test to Team' });
  await sendTest.click();
  await page.getByText('delivered', { exact: true }).waitFor();
  receiver.respondWith(() => 'REFUSE');
  await sendTest.click();
  await page.getByText('was not accepted', { exact: true }).first().waitFor();
  expect(await page.getByText('not today').count()).toBe(0);

  const { guid } = (await api('GET /users/my-profile', {})).tenant;
  await page.goto(`/admin/tenants/${guid}/outbound`);
  await page.getByRole('button', { name: `Remove ${address}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('None.').waitFor();
  await page.goto('/admin/notifications');
  await sendTest.click();
  await page.getByText(`${address} is not allowed for this organization`).first().waitFor();
  expect(receiver.requests.length).toBe(2);

  // The proof of identity comes before any validation; the error of the address is shown after it.
  async function confirmOrError(): Promise<void> {
    await confirm();
    await page.getByText('must be a host and a port').waitFor();
  }
});

test('a new password revokes the API tokens too, and says how many', async () => {
  const { page } = ada;
  const fresh = await signedIn(server.base, ADMIN.email, ADMIN.password);
  for (const name of ['Dashboard', 'Script'])
    await fresh('POST /api-tokens', { body: { name, days: 30, permissions: [{ role: 'VIEWER' }] } });
  await page.goto('/profile/change-password');
  await page.getByText('2 API tokens act for you.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Also revoke my API tokens' }).isChecked()).toBe(true);
  await ada.checkScreen('change-password-with-tokens');
  await page.getByRole('textbox', { name: 'Current password' }).fill(ADMIN.password);
  await page.getByRole('textbox', { name: 'New password' }).fill('louder rooms need a better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('2 API tokens were revoked.').waitFor();
  ADMIN.password = 'louder rooms need a better one';
  const again = await signedIn(server.base, ADMIN.email, ADMIN.password);
  expect((await again('GET /api-tokens', { query: { limit: 10 } })).items).toEqual([]);
});

test('a wall display is made after identity is confirmed again', async () => {
  const { page } = ada;
  await letTimePass();
  await page.goto('/_/locations');
  await page.getByText('Cold store').first().waitFor();
  await page.getByRole('button', { name: 'Make this a wall display' }).click();
  await page.getByRole('button', { name: 'Make it a display' }).click();
  await confirm();
  await page.getByRole('button', { name: 'Make this a wall display' }).waitFor({ state: 'detached' });
  await page.goto('/profile');
  await page.waitForURL('**/_/locations');
});
