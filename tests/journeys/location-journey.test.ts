/**
 * Living with a location, in a real browser against the real server: its past, its devices, what is heard for the first
 * time, what is said back; and what becomes of a half-filled form when the session ends.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { type OpenWorld, openWorld, PERSON, reportNow } from '../support/screen-world.ts';

let open: OpenWorld;
let browser: Browser;
let ada: ConsoleBrowser;
let page: Page;
let analytics: Server;
const pageViews: URLSearchParams[] = [];

const at = (path: string): string => `/locations/${open.world.location}${path}`;

beforeAll(async () => {
  analytics = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        pageViews.push(new URLSearchParams(body));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => analytics.listen(0, '127.0.0.1', resolve));
  const { port } = analytics.address() as AddressInfo;
  open = await openWorld({ demo: false, env: { PICKET_ANALYTICS_URL: `http://127.0.0.1:${port}/track` } });
  browser = await launchBrowser();
  ada = await openConsole(browser, open.server.base);
  page = ada.page;
});

afterAll(async () => {
  await browser?.close();
  await open?.close();
  analytics?.close();
});

describe('announcements and feedback', () => {
  test('the newest announcement stays until it is closed, and does not come back', async () => {
    await signInAt(page, PERSON);
    const announcement = page.getByText('Every edit of a policy is on record');
    await announcement.waitFor();
    await page.waitForTimeout(6000);
    expect(await announcement.isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Find out more' }).getAttribute('href')).toBe('https://blog.example/');
    const stored = page.waitForResponse(/\/announcements\/[^/]+\/seen$/u);
    await page.getByRole('button', { name: /^Close: Every edit/u }).click();
    await announcement.waitFor({ state: 'detached' });
    expect((await stored).ok()).toBe(true);
    const loaded = page.waitForResponse(/\/api\/v1\/announcements\?/u);
    await page.reload();
    const { items, seen } = await (await loaded).json();
    expect(seen).toBe(items[0].id);
    await page.locator('.location-card').first().waitFor();
    expect(await announcement.count()).toBe(0);
  });

  test('help and updates lead out; feedback needs a mood, counts, and says thank you', async () => {
    expect(await page.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('https://help.example/');
    expect(await page.getByRole('link', { name: 'Updates' }).getAttribute('href')).toBe('https://blog.example/');
    await page.getByRole('button', { name: 'Feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    const send = dialog.getByRole('button', { name: 'Send' });
    await send.click();
    await dialog.getByText('Choose an option.').waitFor();
    // After a failed attempt the button waits for a change.
    expect(await send.isDisabled()).toBe(true);
    const message = dialog.getByRole('textbox');
    await message.fill('x'.repeat(2049));
    await dialog.getByText('2049/2048').waitFor();
    await dialog.getByText('Feedback is too long').waitFor();
    await ada.checkScreen('feedback');
    await message.fill('The activity grid found our door.');
    await dialog.getByText('33/2048').waitFor();
    await dialog.getByText('Happy').click();
    await send.click();
    await page.getByText('Thank you for your feedback').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForTimeout(5500);
    await page.getByText('Thank you for your feedback').waitFor();
  });
});

describe('getting around', () => {
  test('search opens a sentry, by keyboard alone', async () => {
    await page.goto('/locations');
    await page.locator('.location-card').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Location, sentry/u }).waitFor();
    await page.keyboard.type('north');
    await page.getByRole('option', { name: /North rack/u }).waitFor();
    await ada.checkScreen('palette');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/history?sentry=*');
    await page.locator('.time-graph canvas').first().waitFor();
  });

  test('search, state, order and map of the locations stand in the address', async () => {
    await page.goto('/locations?view=map');
    await page
      .getByRole('region', { name: 'Map of the locations' })
      .getByRole('link', { name: /Zurich/u })
      .waitFor();
    await page.getByText('1 location has no coordinates').waitFor();
    await page.getByRole('button', { name: 'Cards' }).click();
    expect(new URL(page.url()).search).toBe('');
  });

  test('page views are sent form-encoded, with user ids masked', async () => {
    await page.goto(`/admin/users/${open.world.person}`);
    await page.getByRole('heading').first().waitFor();
    await expect.poll(() => pageViews.some((one) => one.get('path') === '/admin/users/:id')).toBe(true);
    expect(pageViews.every((one) => !(one.get('path') ?? '').includes(open.world.person))).toBe(true);
    expect(pageViews.at(-1)?.get('user')).toBe(PERSON.email);
    await expect.poll(() => pageViews.some((one) => one.get('event') === 'heartbeat')).toBe(true);
  });
});

/** Where an element is once it stays there: a graph is drawn anew when its readings arrive. */
async function steadyBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  for (let before = null; ; ) {
    const box = await element.boundingBox();
    if (box !== null && JSON.stringify(box) === JSON.stringify(before)) return box;
    before = box;
    await page.waitForTimeout(100);
  }
}

describe('the past', () => {
  test('a drag zooms, every graph follows, and the address holds it', async () => {
    await page.goto(at('/history?range=24h'));
    const plot = page.locator('.time-graph .u-over').first();
    await plot.waitFor();
    const box = await steadyBox(plot);
    await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
    // The crosshair of the other graph follows, and both say what stands there.
    const readouts = page.locator('.time-graph-readout');
    await expect
      .poll(async () => (await readouts.allTextContents()).filter((text) => /°F|% RH/u.test(text)).length)
      .toBe(2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=.*to=/u);
    const query = new URL(page.url()).searchParams;
    const span = Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '');
    expect(span / 3_600_000).toBeCloseTo(6, 0);
    await ada.checkScreen('history-zoomed');
    await page.goBack();
    await page.waitForURL(/range=24h/u);
  });

  test('the same by keyboard: crosshair, zoom, and the table of the same data', async () => {
    const graph = page.getByRole('group', { name: /^temperature/u }).first();
    // Coming back, the page draws its graphs anew.
    await expect
      .poll(async () => {
        await graph.focus();
        await page.keyboard.press('ArrowLeft');
        return page.locator('.time-graph-readout').first().textContent();
      })
      .toMatch(/°F/u);
    await page.keyboard.press('+');
    await page.waitForURL(/from=/u);
    await page.getByText('Show as a table').first().click();
    const table = page.getByRole('region', { name: /as a table/u }).first();
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBeGreaterThan(20);
  });

  test('CSV of the readings and PNG of the graph', async () => {
    await page.goto(at('/history?range=6h&series=environment_temperature.value'));
    await page.locator('.time-graph canvas').first().waitFor();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^CSV/u }).first().click(),
    ]);
    const lines = readFileSync((await csv.path()) ?? '', 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('sentry,sensorMetricId,column,unit,at,value,raw');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.slice(1).every((line) => line.includes(',environment_temperature,value,°C,'))).toBe(true);
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^PNG/u }).first().click(),
    ]);
    const bytes = readFileSync((await png.path()) ?? '');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.length).toBeGreaterThan(5000);
  });

  test('an alert marker opens the alert; comparing draws the time before', async () => {
    await page.goto(at('/history?range=1h&series=environment_temperature.value&compare=1'));
    await page.getByText('North rack, before').waitFor();
    await page
      .getByRole('link', { name: /Too hot/u })
      .first()
      .click();
    await page.waitForURL('**/alert/*');
    await page.getByRole('link', { name: 'Open in history' }).first().click();
    await page.waitForURL('**/history?series=*');
  });

  test('an hour of the activity grid opens its history, a day of the calendar too', async () => {
    await page.goto(at(''));
    const grid = page.getByRole('grid', { name: /temperature · North rack/u });
    await grid.waitFor();
    await grid.locator('[tabindex="0"]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL(/history\?from=.*series=environment_temperature.value/u);
    const query = new URL(page.url()).searchParams;
    expect(Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '')).toBe(3_600_000);
    await page.goto(at('/calendar'));
    const today = page.locator('.calendar-day.today');
    await today.waitFor();
    expect(await today.textContent()).toMatch(/alert/u);
    await today.click();
    await page.waitForURL(/history\?from=/u);
  });

  test('each invalid address shows a message', async () => {
    await page.goto(at('/history?from=2026-03-02T10:00:00Z&to=2026-03-01T10:00:00Z'));
    await page.getByRole('heading', { name: 'The end is before the start' }).waitFor();
    await ada.checkScreen('history-backwards');
    await page.getByRole('button', { name: 'Swap start and end' }).click();
    await page.waitForURL(/from=2026-03-01T10%3A00%3A00Z/u);
    await page.getByText('No readings in this time range.').first().waitFor();
    await page.goto(at('/history?from=yesterday&to=today'));
    await page.getByRole('heading', { name: 'The address contains no valid time range' }).waitFor();
    await page.goto(at('/history?series=fluid-FX2-9999_leak.value,environment_humidity.value'));
    await page.getByRole('heading', { name: 'A sensor in this address was not found' }).waitFor();
    await ada.checkScreen('history-sensor-gone');
    await page.getByRole('button', { name: 'Remove from address' }).click();
    await page.getByRole('heading', { name: 'A sensor in this address was not found' }).waitFor({ state: 'detached' });
    await page.goto('/locations/01890000-0000-7000-8000-000000000000/today');
    await page.getByRole('heading', { name: 'Location not found' }).waitFor();
    await page.goto('/locations/nonsense/calendar');
    await page.getByRole('heading', { name: 'Location not found' }).waitFor();
    for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toMatch(/404|400/u);
  });
});

describe('live', () => {
  test('the thermal picture follows its sentry, and goes back in time', async () => {
    await page.goto(at(''));
    const thermal = page.getByRole('region', { name: 'Thermal picture, North rack' });
    const picture = thermal.getByRole('img');
    await picture.waitFor();
    const before = await picture.getAttribute('aria-label');
    await reportNow(open.device, 30);
    await expect.poll(() => picture.getAttribute('aria-label')).not.toBe(before);
    const live = await picture.getAttribute('aria-label');
    const slider = thermal.getByRole('slider');
    await slider.focus();
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => picture.getAttribute('aria-label')).not.toBe(live);
    await thermal.getByRole('button', { name: 'Live' }).click();
    await expect.poll(() => picture.getAttribute('aria-label')).toBe(live);
  });

  test('a newly discovered fluid sensor is announced on every page, and paired there', async () => {
    const stream = page.waitForResponse(/\/api\/v1\/events/u);
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await stream;
    await open.device.discovered([{ model: 'FX2', serialNumber: '0900' }]);
    const toast = page.getByRole('status', { name: 'Fluid sensors discovered' });
    await toast.getByText('A new fluid sensor was discovered').waitFor();
    await ada.checkScreen('pairing-one');
    await toast.getByRole('button', { name: 'Pair FX2 0900' }).click();
    await page.getByText('Fluid Sensor Paired Successfully').waitFor();
    await toast.waitFor({ state: 'detached' });
  });

  test('several at once: each or all; it closes when none remain', async () => {
    await open.device.discovered(['0901', '0902', '0903'].map((serialNumber) => ({ model: 'FX2', serialNumber })));
    const toast = page.getByRole('status', { name: 'Fluid sensors discovered' });
    await toast.getByText('3 new fluid sensors were discovered').waitFor();
    await ada.checkScreen('pairing-several');
    await toast.getByRole('button', { name: 'Ignore FX2 0901' }).click();
    await page.getByText('Fluid Sensor Ignored Successfully').waitFor();
    await toast.getByText('2 new fluid sensors were discovered').waitFor();
    await toast.getByRole('button', { name: 'Ignore all 2' }).click();
    await page.getByText('Sensors Ignored Successfully').waitFor();
    await toast.waitFor({ state: 'detached' });
  });

  test('a response that does not list the sensor is a failure', async () => {
    await page.route('**/sensors/subscribe', (route) => route.fulfill({ json: { sensors: [] } }));
    await page.route('**/sensors/ignore', (route) => route.fulfill({ json: { sensors: [] } }));
    await open.device.discovered([{ model: 'FX2', serialNumber: '0910' }]);
    const toast = page.getByRole('status', { name: 'Fluid sensors discovered' });
    await toast.getByRole('button', { name: 'Pair FX2 0910' }).click();
    await page.getByText('Fluid Sensor Pairing Failed').waitFor();
    await page.getByText('Sensor was not successfully added to the subscriber list').waitFor();
    await toast.getByRole('button', { name: 'Ignore FX2 0910' }).click();
    await page.getByText('Fluid Sensor Ignoring Failed').waitFor();
    await page.getByText('Sensor was not successfully added to the ignore list').waitFor();
    await open.device.discovered([{ model: 'FX2', serialNumber: '0911' }]);
    await toast.getByRole('button', { name: 'Ignore all 2' }).click();
    await page.getByText('Sensor Ignoring Failed', { exact: true }).waitFor();
    await page.unroute('**/sensors/subscribe');
    await page.unroute('**/sensors/ignore');
    await toast.getByRole('button', { name: /^Close/u }).click();
    await toast.waitFor({ state: 'detached' });
  });

  test('without live updates it says so, and polls instead', async () => {
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.goto(at(''));
    const value = page.locator('[data-metric="environment_temperature.value"] .value');
    await value.waitFor();
    await page.getByText('Live updates interrupted').waitFor();
    await ada.checkScreen('interrupted');
    const before = await value.textContent();
    await reportNow(open.device, 5);
    await expect.poll(() => value.textContent()).not.toBe(before);
    await page.unroute('**/api/v1/events');
    await page.getByText('Live updates interrupted').waitFor({ state: 'detached' });
    for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toContain('/events');
  });
});

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
    await page.locator('.time-graph canvas').first().waitFor();
    await ada.checkScreen('history-device-change');
    open.device = second;
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

test('a session that ends while a form is half filled loses nothing', async () => {
  await page.goto(at('/settings/address'));
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('Hardstrasse 201, third floor, behind the');
  await open.api('DELETE /users/my-profile/sessions', {});
  // The next question finds nobody signed in.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.reload();
  await page.waitForURL(/sign-in\?redirect=/u);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(PERSON.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/settings/address');
  await page.getByText('Your unsaved changes were restored.').waitFor();
  expect(await address.inputValue()).toBe('Hardstrasse 201, third floor, behind the');
  await ada.checkScreen('draft-restored');
  await address.fill('Hardstrasse 201, third floor, behind the lift');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/settings');
  for (const consoleError of ada.consoleErrors.splice(0)) expect(consoleError).toMatch(/401/u);
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
  await wall.page.getByRole('button', { name: 'Sound off' }).click();
  await wall.page.getByRole('button', { name: 'Sound on' }).waitFor();
  await wall.checkScreen('wall-display');
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
  await page.getByRole('link', { name: /^Retention/u }).click();
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
