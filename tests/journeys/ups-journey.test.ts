/** A UPS behind a server of Network UPS Tools: found, adopted and watched by clicking alone, until it runs on its battery. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NutDouble } from '../../apps/server/test/nut-double.ts';
import { launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
const ONLINE = { 'ups.status': 'OL', 'battery.charge': '100', 'input.voltage': '231.0', 'device.model': 'Smart 1500' };

let database: TestDatabase;
let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  database = await createTestDatabase();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});

test('a UPS is connected, adopted, and raises an alert on battery', async () => {
  const nut = await NutDouble.start();
  nut.upses.set('rack', ONLINE);
  server = await startServer(database.url, {
    env: {
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
      PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${nut.port}`,
    },
  });
  const api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  await api('POST /locations', { body: { name: 'Basel', timezone: 'Europe/Zurich' } });
  const ada = await openConsole(browser, server.base);
  const { page } = ada;
  await signInAt(page, ADMIN);

  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Add integration' }).click();
  const form = page.getByRole('form', { name: 'Add integration' });
  await form.getByRole('combobox', { name: 'Kind' }).selectOption('UPS over NUT');
  await form.getByRole('textbox', { name: 'Name' }).fill('Power');
  await form.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await form.getByRole('textbox', { name: 'Port' }).fill(String(nut.port));
  await form.getByRole('combobox', { name: 'Asked every' }).selectOption({ index: 0 });
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('OL', { exact: true }).waitFor();
  await ada.checkScreen('integration-form-ups');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('integration-ups');

  await page.getByRole('link', { name: 'Show devices of Power' }).click();
  await page.getByRole('button', { name: 'Adopt rack' }).click();
  await ada.checkScreen('discovered-ups');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rack UPS');
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText('Adopted as Rack UPS.').first().waitFor();

  nut.upses.set('rack', { ...ONLINE, 'ups.status': 'OB DISCHRG', 'input.voltage': '0.0', 'battery.charge': '80' });
  await page.goto('/alerts');
  await page.getByText('No mains voltage').first().waitFor();
  expect(ada.consoleErrors).toEqual([]);
});
