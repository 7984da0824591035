/**
 * A bridge of somebody who has no broker: Picket is one. Added by clicking alone, connected with what the screen shows, its leak sensor adopted
 * and seen; then the password is renewed.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Bridge, connectBridge } from '../../apps/server/test/zigbee-bridge.ts';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { signedIn } from '../support/screen-world.ts';
import { startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

interface Account {
  readonly address: string;
  readonly user: string;
  readonly password: string;
}

async function openJourney(environment: Readonly<Record<string, string>>): Promise<ConsoleBrowser> {
  const database = await createTestDatabase();
  const server = await startServer(database.url, {
    env: { PICKET_ADMIN_EMAIL: ADMIN.email, PICKET_ADMIN_PASSWORD: ADMIN.password, ...environment },
  });
  onTestFinished(async () => {
    await server.stop();
    await database.drop();
  });
  const api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  await api('POST /locations', { body: { name: 'Basel', timezone: 'Europe/Zurich' } });
  const ada = await openConsole(browser, server.base);
  await signInAt(ada.page, ADMIN);
  await ada.page.goto('/admin/integrations');
  await ada.page.getByRole('button', { name: 'Add integration' }).click();
  return ada;
}

/** What the screen shows to be copied. */
async function shownAccount(page: Page): Promise<Account> {
  await page.getByRole('heading', { name: 'What devices connect with' }).waitFor();
  const [address = '', user = '', password = ''] = await page.getByTestId('copy-text').allTextContents();
  return { address, user, password };
}

async function addBroker({ page, checkScreen }: ConsoleBrowser): Promise<Account> {
  const form = page.getByRole('form', { name: 'Add integration' });
  await form.getByRole('combobox', { name: 'Kind' }).selectOption('BROKER');
  await form.getByRole('textbox', { name: 'Name' }).fill('Bridge');
  await checkScreen('hosted-broker-form');
  await form.getByRole('button', { name: 'Add integration' }).click();
  const account = await shownAccount(page);
  expect(await page.getByTestId('copy-text').nth(3).textContent()).toContain(`password: '${account.password}'`);
  await checkScreen('hosted-broker-made');
  await page.getByRole('button', { name: 'I have copied the password' }).click();
  await page.getByText('Nothing is connected.').waitFor();
  expect(await page.getByText(account.password).count()).toBe(0);
  await checkScreen('hosted-broker-waiting');
  return account;
}

async function connect({ address, user, password }: Account): Promise<Bridge> {
  const bridge = await connectBridge(address.replace('localhost', '127.0.0.1'), {
    protocolVersion: 4,
    clientId: 'zigbee2mqtt',
    username: user,
    password,
    reconnectPeriod: 0,
  });
  onTestFinished(() => bridge.close());
  return bridge;
}

async function adoptSensor({ page }: ConsoleBrowser, bridge: Bridge): Promise<void> {
  await page.getByRole('link', { name: 'Show devices of Bridge' }).click();
  const list = page.getByRole('list', { name: 'Devices' });
  await list.getByText('Aqara SJCGQ11LM').waitFor();
  await expect
    .poll(async () => {
      await bridge.reportState({ battery: 100, water_leak: false });
      return list.getByText('dry', { exact: true }).count();
    })
    .toBe(1);
  await page.getByRole('button', { name: 'Adopt Leak, chiller' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Under chiller');
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText('Adopted as Under chiller.').first().waitFor();
}

async function seeAlert({ page }: ConsoleBrowser, bridge: Bridge): Promise<void> {
  await page.goto('/alerts');
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
  await expect
    .poll(async () => {
      await bridge.reportState({ battery: 99, water_leak: true });
      return page.getByText('Fluid leak').count();
    })
    .toBeGreaterThan(0);
}

test('a bridge connects to Picket with what the screen shows, and its sensor is watched', async () => {
  const ada = await openJourney({ PICKET_MQTT_LISTEN: `127.0.0.1:${await freePort()}` });
  const { page } = ada;
  const account = await addBroker(ada);
  const bridge = await connect(account);
  await bridge.announce();
  await page.getByText('1 connection', { exact: true }).click();
  await page.getByText('zigbee2mqtt', { exact: true }).waitFor();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('hosted-broker-connected');
  await adoptSensor(ada, bridge);
  await seeAlert(ada, bridge);
  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Renew password of Bridge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew password' }).click();
  const renewed = await shownAccount(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(renewed).toEqual({ ...account, password: expect.not.stringMatching(account.password) });
  await expect(connect(account)).rejects.toThrow('Bad username or password');
  await page.getByText(/Wrong password, 127\.0\.0\.1/u).waitFor();
  await ada.checkScreen('hosted-broker-refused');
  await connect(renewed);
  expect(ada.consoleErrors).toEqual([]);
});

test('where the operator has not turned it on, it is shown and cannot be chosen', async () => {
  const { page } = await openJourney({});
  const option = page.getByRole('option', { name: 'Devices connect to Picket (turned off by the operator)' });
  expect(await option.isDisabled()).toBe(true);
});
