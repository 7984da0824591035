/** The console on one host and the API on the api subdomain of it, in a real browser: cookies, CORS, the live stream. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, fillSignIn, launchBrowser, openConsole } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const HOST = 'picket.test';
const PASSWORD = 'quiet rooms need a good guard';

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
let one: ConsoleBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  const env = { PICKET_PUBLIC_URL: `http://${HOST}:${port}`, PICKET_API_HOST: 'subdomain' };
  server = await startServer(database.url, { port, env });
  browser = await launchBrowser([HOST, `api.${HOST}`]);
  one = await openConsole(browser, `http://${HOST}:${port}`);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});

test('signs up, stays signed in, edits, and receives alerts across the two hosts', async () => {
  const { page, context } = one;
  const called = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) called.add(new URL(request.url()).hostname);
  });
  await page.goto(server.signup ?? '');
  await page.getByRole('textbox', { name: 'Organization' }).fill('Acme');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@acme.example');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Nothing is watched yet').waitFor();
  await page.reload();
  await page.getByText('Nothing is watched yet').waitFor();
  await page.getByRole('link', { name: 'Add your first location' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Vault');
  await page.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('heading', { name: 'Add sentry to Vault' }).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Vault', exact: true }).waitFor();
  expect([...called]).toEqual([`api.${HOST}`]);
  const cookies = await context.cookies(`http://api.${HOST}:${server.port}`);
  expect(cookies.map(({ name }) => name).sort()).toEqual(['picket_device', 'picket_session', 'picket_signed_in']);
  expect(await context.cookies(`http://${HOST}:${server.port}`)).toEqual([]);

  // The stream runs on the other host as well: an alert appears without a reload.
  const location = page.url().split('/').at(-1);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const raised = await fetch(`http://127.0.0.1:${server.port}/api/v1/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ location, severity: 320, message: 'The door was forced' }),
  });
  expect(raised.status).toBe(201);
  await page.getByText('The door was forced').first().waitFor();
  expect(one.consoleErrors).toEqual([]);
});

test('downloads, help, signing out and in again work across the two hosts', async () => {
  const { page, context } = one;
  await page.goto('/alerts');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('picket-alerts.csv');
  // The help is the console's, and opens without the API.
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Help' }).click();
  const help = await opening;
  await help.getByRole('heading', { name: 'Picket', level: 1 }).waitFor();
  expect(new URL(help.url()).hostname).toBe(HOST);
  await help.close();
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  const left = await context.cookies(`http://api.${HOST}:${server.port}`);
  expect(left.map(({ name }) => name)).not.toContain('picket_session');
  await page.goto('/alerts');
  await page.waitForURL('**/sign-in?redirect=%2Falerts');
  await fillSignIn(page, { email: 'ada@acme.example', password: PASSWORD });
  await page.waitForURL('**/locations');
  await page.getByText('The door was forced').first().waitFor();
  // Over plain http, which this test uses, the browser says that it does not erase what it keeps.
  expect(one.consoleErrors.filter((error) => !error.includes('Clear-Site-Data'))).toEqual([]);
});
