/**
 * Living with a location, in a real browser against the real server: finding it, its past, what is discovered there; and what becomes of
 * a half-filled form when the session ends.
 */
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { IS_DEEP } from '../support/deep.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';

let world: PersonInWorld;
let open: PersonInWorld['open'];
let ada: PersonInWorld['ada'];
let page: PersonInWorld['page'];
let at: PersonInWorld['at'];

beforeAll(async () => {
  world = await openPersonInWorld({ demo: false });
  ({ open, ada, page, at } = world);
});
afterAll(() => world?.close());

describe('getting around', () => {
  test('search opens a sentry, by keyboard alone', async () => {
    await signInAt(page, PERSON);
    await page.locator('[data-card]').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Location, alert/u }).waitFor();
    await page.keyboard.type('north');
    const sentry = page.getByRole('option', { name: /^North rack.*Sentry$/u });
    await sentry.waitFor();
    await ada.checkScreen('palette');
    // Its alerts, such as that it is offline, stand above it.
    while ((await sentry.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/history?sentry=*');
    await page.locator('[data-time-graph] canvas').first().waitFor();
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

  test('a bookmark filters a short list, and shows by what', async () => {
    const cards = page.locator('[data-card]');
    await page.goto('/locations?find=zurich');
    const field = page.getByRole('searchbox', { name: 'Find a location' });
    await field.waitFor();
    expect(await field.inputValue()).toBe('zurich');
    await expect.poll(() => cards.count()).toBe(1);
    await field.fill('');
    await expect.poll(() => cards.count()).toBeGreaterThan(1);
    // What else is looked for can be typed.
    expect(await field.isVisible()).toBe(true);
    await page.goto('/locations');
    await cards.first().waitFor();
    expect(await field.count()).toBe(0);
  });
});

/** Where an element is once it stays there: a graph is drawn again when its readings arrive. */
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
    const plot = page.locator('[data-time-graph] .u-over').first();
    await plot.waitFor();
    const box = await steadyBox(plot);
    // The crosshair of the other graph follows, and both say what stands there. A graph drawn again has none until the next move.
    const readouts = page.locator('[data-readout]');
    let nudge = 0;
    await expect
      .poll(async () => {
        nudge = 1 - nudge;
        await page.mouse.move(box.x + box.width * 0.5 + nudge, box.y + 40);
        return (await readouts.allTextContents()).filter((text) => /°F|% RH/u.test(text)).length;
      })
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
    // Coming back, the page draws its graphs again.
    await expect
      .poll(async () => {
        await graph.focus();
        await page.keyboard.press('ArrowLeft');
        return page.locator('[data-readout]').first().textContent();
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
    await page.locator('[data-time-graph] canvas').first().waitFor();
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
    await page.getByText('North rack, before', { exact: true }).waitFor();
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
    const today = page.locator('main [aria-current="date"]');
    await today.waitFor();
    // The color is never the only sign: the severities are read out, and the legend says what colors mean.
    expect(await today.textContent()).toMatch(/\d+ alerts?: \d+ critical/u);
    await page.getByText(/Each day has the color of its worst alert/u).waitFor();
    await today.click();
    await page.waitForURL(/history\?from=/u);
  });

  test.runIf(IS_DEEP)('each invalid address shows a message', async () => {
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

  test.runIf(IS_DEEP)('several at once: each or all; it closes when none remain', async () => {
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

  test.runIf(IS_DEEP)('a response that does not list the sensor is a failure', async () => {
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

  test('what changes while the stream opens is shown once it is open', async () => {
    const mayOpen = Promise.withResolvers<void>();
    await page.route('**/api/v1/events', async (route) => {
      await mayOpen.promise;
      await route.continue();
    });
    await page.goto(at(''));
    const sensors = page.getByRole('region', { name: 'Fluid sensors' });
    await sensors.getByText('FX2 0001', { exact: true }).waitFor();
    await open.device.discovered([{ model: 'FX2', serialNumber: '0920' }]);
    mayOpen.resolve();
    await sensors.getByText('FX2 0920', { exact: true }).waitFor();
    await page.unroute('**/api/v1/events');
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

test('the browser logged no errors', () => {
  expect(ada.consoleErrors).toEqual([]);
});
