/**
 * Devices and what stands around them, in a real browser against the real server: a device that is replaced, offsets, networks, assets,
 * walk tests; two users at one location; wall displays; retention.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { openConsole, signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';

let world: PersonInWorld;
let open: PersonInWorld['open'];
let browser: PersonInWorld['browser'];
let ada: PersonInWorld['ada'];
let page: PersonInWorld['page'];
let at: PersonInWorld['at'];

beforeAll(async () => {
  world = await openPersonInWorld({ demo: false });
  ({ open, browser, ada, page, at } = world);
  await signInAt(page, PERSON);
});
afterAll(() => world?.close());

describe('devices', () => {
  test('another device takes over, live, and the graph shows the device change', async () => {
    await page.goto(at('/settings/devices'));
    await page.getByRole('button', { name: /Replace the device/u }).click();
    const dialog = page.getByRole('dialog', { name: /Replace the device of North rack/u });
    await dialog.getByRole('button', { name: 'Create code' }).click();
    const code = (await dialog.getByTestId('activation-code').locator('.visually-hidden').textContent()) ?? '';
    await ada.checkScreen('replace-device');
    const folder = mkdtempSync(join(tmpdir(), 'picket-second-'));
    const second = new DeviceClient(open.server.base, folder);
    await second.activate(code, 'Picket PT-2', 'NEW-42');
    await dialog.getByText('serial number NEW-42').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('NEW-42').first().waitFor();
    await reportNow(second, 3);
    const { deviceChanges } = await open.api('GET /views/locations/{guid}/annotations', {
      params: { guid: open.world.location },
      query: { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() },
    });
    expect(deviceChanges).toMatchObject([{ serialNumber: 'NEW-42' }]);
    await page.goto(at('/history?range=1h&series=environment_temperature.value'));
    await page.locator('[data-time-graph] canvas').first().waitFor();
    await ada.checkScreen('history-device-change');
    open.device = second;
  });

  test('where the readings cannot be loaded, nothing is claimed of its battery and sensors', async () => {
    const latest = '**/api/v1/locations/*/latest';
    const battery = page.locator('dt').filter({ hasText: 'Battery' }).locator('xpath=following-sibling::dd[1]');
    await page.route(latest, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(at('/settings/devices'));
    await page.getByText('Sensors and their offsets').click();
    const problem = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await problem.waitFor();
    expect(await battery.textContent()).toBe('not known yet');
    expect(await page.getByText('No sensor of this sentry can be corrected').count()).toBe(0);
    await ada.checkScreen('devices-without-readings');
    await page.unroute(latest);
    // A battery that reports that it does not know its charge is one all the same.
    await page.route(latest, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const items = body.items.map((item: { readonly sensorMetricId: string }) =>
        item.sensorMetricId === 'power_battery' ? { ...item, value: null } : item,
      );
      await route.fulfill({ response, json: { ...body, items } });
    });
    await problem.getByRole('button').click();
    await page.getByRole('button', { name: 'Set offset for temperature', exact: true }).waitFor();
    expect(await battery.textContent()).toBe('not known yet');
    await page.unroute(latest);
    await page.reload();
    await expect.poll(() => battery.textContent()).not.toBe('not known yet');
    for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toMatch(/503/u);
  });

  test('an offset with its reason; the network; both are kept', async () => {
    await page.goto(at('/settings/devices'));
    await page.getByText('Sensors and their offsets').click();
    await page.getByRole('button', { name: 'Set offset for temperature', exact: true }).click();
    await page.getByRole('textbox', { name: /^Offset/u }).fill('-1.8');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Compared with a reference');
    await page.getByRole('button', { name: 'Save offset' }).click();
    await page.getByText(/-1\.8 °F since .*, set by Ada: Compared with a reference/u).waitFor();
    await ada.checkScreen('offset');
    await page.getByRole('link', { name: /^Network/u }).click();
    await page.getByText('Fixed').click();
    await page.getByRole('textbox', { name: 'Address' }).fill('10.0.0.999');
    await page.getByRole('textbox', { name: 'Gateway' }).fill('10.0.0.1');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('not an IPv4 address').waitFor();
    await ada.checkScreen('network-problem');
    await page.getByRole('textbox', { name: 'Address' }).fill('10.0.0.9');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.waitForURL('**/settings/devices');
    for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toMatch(/400/u);
  });

  test('an asset is placed on the picture by keyboard, and stands there', async () => {
    await page.goto(at('/asset'));
    await page.getByRole('textbox', { name: 'Name' }).fill('Pump 3');
    await page.getByRole('combobox', { name: 'Kind' }).fill('Pump');
    await page.getByRole('switch', { name: 'Show in a thermal picture' }).click();
    const picker = page.getByRole('slider', { name: /Place in the picture/u });
    await picker.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await picker.getAttribute('aria-valuetext')).toBe('row 13, column 17');
    await page.getByRole('button', { name: 'Add attribute' }).click();
    await page.getByRole('textbox', { name: 'Key 1' }).fill('vendor/');
    await page.getByText('cannot create attribute key for empty argument').waitFor();
    await page.getByRole('textbox', { name: 'Key 1' }).fill('vendor/model');
    await page.getByRole('textbox', { name: 'Value 1' }).fill('P3');
    await page.getByRole('button', { name: 'Add asset' }).click();
    await page.waitForURL('**/settings');
    await page.getByRole('link', { name: 'Pump 3' }).waitFor();
    await page.getByText('row 13, column 17').waitFor();
  });

  test('walk test: a touched sensor gets a tick', async () => {
    await page.goto(at('/setup'));
    await page.getByRole('textbox', { name: 'Name' }).fill('South rack');
    await page.getByRole('button', { name: 'Add sentry' }).click();
    const code = (await page.getByTestId('activation-code').locator('.visually-hidden').textContent()) ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'picket-third-'));
    const third = new DeviceClient(open.server.base, folder);
    await third.activate(code, 'PT-1', 'W-1');
    await third.report([{ sensorMetricId: 'sentry_tamper', at: Date.now() - 1000, values: { value: 0 } }], false);
    await page.getByRole('button', { name: 'Start walk test' }).click();
    await page.getByText('0 of 1 sensors responded.').waitFor();
    await third.report([{ sensorMetricId: 'sentry_tamper', at: Date.now(), values: { value: 1 } }], false);
    await page.getByText('All sensors responded.').waitFor();
    await ada.checkScreen('walk-test');
  });
});

test('two users edit the same location: the second is notified, and keeps the draft', async () => {
  await page.goto(at('/settings/name'));
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Zurich, room 2');
  const other = await openConsole(browser, open.server.base);
  await signInAt(other.page, PERSON);
  const status = await other.page.evaluate(
    async (guid) =>
      (
        await fetch(`/api/v1/locations/${guid}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ address: 'Elsewhere' }),
        })
      ).status,
    open.world.location,
  );
  expect(status).toBe(200);
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Another user changed this in the meantime.').waitFor();
  expect(await name.inputValue()).toBe('Zurich, room 2');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.waitForURL('**/settings');
  await other.context.close();
  for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toMatch(/412/u);
});

test('a browser becomes a wall display: it shows, and does nothing else', async () => {
  const wall = await openConsole(browser, open.server.base);
  await signInAt(wall.page, PERSON);
  await wall.page.getByRole('link', { name: 'Wall display' }).click();
  await wall.page.getByRole('button', { name: 'Make this a wall display' }).click();
  const dialog = wall.page.getByRole('dialog');
  await dialog.getByText('Every location, also new ones').click();
  await dialog.getByText('Zurich, room 2').click();
  await wall.checkScreen('make-display');
  await dialog.getByRole('button', { name: 'Make it a display' }).click();
  await wall.page.getByRole('button', { name: 'Make this a wall display' }).waitFor({ state: 'detached' });
  await wall.page.goto('/locations');
  await wall.page.getByText('Zurich, room 2').first().waitFor();
  expect(await wall.page.getByText('Porto archive').count()).toBe(0);
  expect(await wall.page.getByRole('button', { name: /^Acknowledge/u }).count()).toBe(0);
  await wall.page.goto('/profile');
  await wall.page.waitForURL('**/_/locations');
  // What is there for people appears when somebody is.
  await wall.page.locator('[data-unattended] time').waitFor();
  await wall.page.mouse.move(10, 10);
  await wall.page.mouse.move(200, 200);
  await wall.page.getByRole('button', { name: 'Sound off' }).click();
  await wall.page.getByRole('button', { name: 'Sound on' }).waitFor();
  await wall.checkScreen('wall-display');
  // Loaded again, it sounds or asks for a press, as the browser permits; neither is an error.
  await wall.page.reload();
  await wall.page.locator('[data-unattended] time').waitFor();
  await wall.page.mouse.move(10, 10);
  await wall.page.mouse.move(200, 200);
  await wall.page.getByRole('button', { name: /^Sound o/u }).waitFor();
  expect(wall.consoleErrors).toEqual([]);
  // Ended from the profile of who made it.
  await page.goto('/profile');
  await page.getByText('Wall display').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Wall display' })
    .getByRole('button', { name: /^Sign out/u })
    .click();
  await page.getByText('Wall display').waitFor({ state: 'detached' });
  await wall.page.reload();
  await wall.page.waitForURL('**/sign-in*');
  await wall.context.close();
});

test('retention is chosen with its storage shown, and deleting readings asks for the name', async () => {
  // The world of these tests is younger than anything may be kept: let it seem older.
  await page.route('**/api/v1/retention', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    const size = { bytes: 1_234_000_000, bytesPerDay: 3_400_000, since: '2025-01-05T00:00:00Z' };
    return route.fulfill({
      response: answer,
      json: { items: body.items.map((item: object) => ({ ...item, ...size })) },
    });
  });
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Reading retention/u }).click();
  const readings = page.getByRole('form', { name: 'Readings' });
  await readings.getByText(/^1\.2 GB since .*, 3\.4 MB a day in the last week\.$/u).waitFor();
  await readings.getByRole('combobox', { name: 'Keep readings' }).selectOption('3650');
  await readings.getByText('12 GB at this rate.').waitFor();
  await readings.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await readings.getByRole('combobox', { name: 'Keep readings' }).selectOption('30');
  await readings.getByText(/ are deleted within the hour\.$/u).waitFor();
  await ada.checkScreen('retention');
  await readings.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete old readings?' });
  const box = dialog.getByRole('textbox', { name: /^Type .* to confirm$/u });
  expect(await dialog.getByRole('button', { name: 'Delete and save' }).isDisabled()).toBe(true);
  const name = /Type (.*) to confirm/u.exec((await dialog.textContent()) ?? '')?.[1] ?? '';
  await box.fill(name);
  await ada.checkScreen('retention-confirm');
  await dialog.getByRole('button', { name: 'Delete and save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await readings.getByRole('combobox', { name: 'Keep readings' }).waitFor();
  expect(await readings.getByRole('combobox', { name: 'Keep readings' }).inputValue()).toBe('30');
});

test('the browser logged no errors', () => {
  expect(ada.consoleErrors).toEqual([]);
});
