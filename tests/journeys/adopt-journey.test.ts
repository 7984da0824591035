/**
 * A leak sensor that somebody owns, at a real broker: connected, found, adopted and watched by clicking alone, until water raises an alert
 * on the screen. Then its announcement changes, and it is released.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker, startOpenBroker } from '../../apps/server/test/mqtt-broker.ts';
import { type Bridge, connectBridge } from '../../apps/server/test/zigbee-bridge.ts';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
let database: TestDatabase;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await database?.drop();
});

interface Journey {
  readonly ada: ConsoleBrowser;
  readonly page: Page;
  readonly location: string;
  readonly url: string;
  readonly bridge: Bridge;
}

/** A broker with a bridge, and a Picket that may connect to it. */
async function openJourney(): Promise<Journey> {
  const url = await startOpenBroker();
  const bridge = await connectBridge(url);
  await bridge.announce();
  const server: RunningServer = await startServer(database.url, {
    env: {
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
      PICKET_OUTBOUND_ALLOWED: new URL(url).host,
    },
  });
  onTestFinished(async () => {
    await bridge.close();
    await server.stop();
  });
  const api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  const { guid } = await api('POST /locations', { body: { name: 'Basel', timezone: 'Europe/Zurich' } });
  const ada = await openConsole(browser, server.base);
  await signInAt(ada.page, ADMIN);
  return { ada, page: ada.page, location: guid, url, bridge };
}

async function connectBroker({ ada, page, url }: Journey): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Integrations/u }).click();
  await page.getByRole('heading', { name: 'Connect sensors that you own already' }).waitFor();
  await ada.checkScreen('integrations-empty');
  await page.getByRole('button', { name: 'Add integration' }).click();
  const form = page.getByRole('form', { name: 'Add integration' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Zigbee');
  const address = form.getByRole('textbox', { name: 'Address' });
  const testIt = form.getByRole('button', { name: 'Test connection' });
  await address.fill('mqtt://127.0.0.1:9');
  await testIt.click();
  await form.getByText('is inside a private network').waitFor();
  ada.consoleErrors.splice(0);
  await address.fill(url);
  await testIt.click();
  await form.getByText('Connected. The first 3 announcements or reports that were found:').waitFor();
  await ada.checkScreen('integration-form');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText(/^Connected since/u).waitFor();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('integrations-connected');
}

async function adoptSensor({ ada, page, bridge }: Journey): Promise<void> {
  await page.getByRole('link', { name: 'Show devices of Zigbee' }).click();
  const list = page.getByRole('list', { name: 'Devices' });
  await list.getByText('Aqara SJCGQ11LM').waitFor();
  await expect
    .poll(async () => {
      await bridge.reportState({ battery: 100, linkquality: 84, water_leak: false });
      return list.getByText('dry', { exact: true }).count();
    })
    .toBe(1);
  await list.getByText('Battery 100 %').waitFor();
  await list.getByText('Signal 84').waitFor();
  await ada.checkScreen('discovered-new');
  await page.getByRole('button', { name: 'Adopt Leak, chiller' }).click();
  await page.getByText('2 of 3 used').waitFor();
  await page.getByText('Not used: about the device itself, raises no alerts').waitFor();
  await ada.checkScreen('discovered-adopting');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Under chiller');
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText('Adopted as Under chiller.').first().waitFor();
  await ada.checkScreen('discovered-adopted');
}

async function seeAlert({ ada, page, bridge }: Journey): Promise<void> {
  await page.goto('/alerts');
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
  await expect
    .poll(async () => {
      await bridge.reportState({ battery: 99, linkquality: 84, water_leak: true });
      return page.getByText('Fluid leak').count();
    })
    .toBeGreaterThan(0);
  await ada.checkScreen('adopted-alert');
}

/** Somebody turns dry and wet around. */
async function acceptChange({ ada, page, bridge }: Journey): Promise<void> {
  await bridge.announceReversed();
  await page.goto('/admin/discovered?state=CHANGED');
  await page.getByRole('button', { name: 'Review Leak, chiller' }).click();
  await page.getByText('payload for on').waitFor();
  await ada.checkScreen('discovered-changed');
  await page.getByRole('button', { name: 'Accept the announcement' }).click();
  await page.getByText('No devices match.').waitFor();
}

async function releaseSensor({ ada, page, location }: Journey): Promise<void> {
  await page.goto(`/locations/${location}/settings/devices`);
  const card = page.getByRole('region', { name: 'Under chiller' });
  await card.getByText('Leak, chiller, Zigbee').waitFor();
  await ada.checkScreen('devices-adopted');
  await card.getByRole('button', { name: 'Release the device of Under chiller' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release device' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Adopt devices' }).click();
  await page.getByRole('button', { name: 'Adopt Leak, chiller' }).click();
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await page.getByText('Ignored by').first().waitFor();
  await ada.checkScreen('adopt-at-location');
  await page.getByRole('button', { name: 'Restore Leak, chiller' }).click();
  await page.getByRole('button', { name: 'Adopt Leak, chiller' }).waitFor();
}

async function removeBroker({ page }: Journey): Promise<void> {
  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('button', { name: 'Turn off Zigbee' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Zigbee' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'Connect sensors that you own already' }).waitFor();
}

describe.runIf(hasBroker)('a sensor that somebody owns', () => {
  test('is connected, adopted, raises an alert, and is released', async () => {
    const journey = await openJourney();
    await connectBroker(journey);
    await adoptSensor(journey);
    await seeAlert(journey);
    await acceptChange(journey);
    await releaseSensor(journey);
    await removeBroker(journey);
    expect(journey.ada.consoleErrors).toEqual([]);
  });
});
