/** Zones in a real browser against the real server: drawn by pointer and by keyboard, redrawn by two people, of pictures of another size. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';

let person: PersonInWorld;
let open: PersonInWorld['open'];
let ada: PersonInWorld['ada'];

beforeAll(async () => {
  person = await openPersonInWorld({ demo: true });
  ({ open, ada } = person);
  await signInAt(ada.page, PERSON);
  ada.consoleErrors.splice(0);
});
afterAll(() => person?.close());

test('a sub-zone is drawn by pointer, with its own limits and a preview', async () => {
  const { page } = ada;
  const { location, sentry, zone } = open.world;
  await page.goto(`/locations/${location}/settings`);
  await page.getByRole('link', { name: /^Zones/u }).click();
  await page.getByRole('link', { name: /^Add sub-zone/u }).click();
  const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
  await canvas.waitFor();
  await page.getByRole('radiogroup', { name: 'Tool' }).getByText('Rectangle').click();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('there is nothing to paint on');
  const at = (row: number, column: number) =>
    [box.x + ((column + 0.5) / 32) * box.width, box.y + ((row + 0.5) / 24) * box.height] as const;
  await page.mouse.move(...at(17, 4));
  await page.mouse.down();
  await page.mouse.move(...at(20, 10), { steps: 6 });
  await page.mouse.up();
  await page.getByText(/^28 of 768 cells/u).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^0 of 768 cells/u).waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('textbox', { name: 'Name of the zone' }).fill('UPS');
  await page.getByText(/^This zone would have raised (no alert|\d+ alerts?)\./u).waitFor();
  await ada.checkScreen('zone-carved');
  await page.getByRole('button', { name: 'Add sub-zone' }).click();
  await page.getByRole('heading', { name: 'UPS' }).waitFor();
  const { items } = await open.api('GET /locations/{guid}/zones', { params: { guid: location } });
  const ups = items.find(({ name }) => name === 'UPS');
  expect(ups).toMatchObject({ parentId: zone, sentry });
  expect(ups?.exclusions[17]?.[4]).toBe('included');
  expect(items.find(({ zoneId }) => zoneId === zone)?.exclusions[17]?.[4]).toBe('excluded-tagged');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('by keyboard alone; another zone’s cells stay its own', async () => {
  const { page } = ada;
  const { location, sentry, thermal, zone } = open.world;
  await reportNow(open.device);
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
  await canvas.focus();
  const status = page.getByRole('status').filter({ hasText: 'cells' });
  const count = async (): Promise<number> => Number.parseInt((await status.textContent()) ?? '', 10);
  await status.getByText(/row 13, column 17/u).waitFor();
  const before = await count();
  await page.keyboard.press('Space');
  expect(await count()).toBe(before - 1);
  await page.getByText('Exclude', { exact: true }).click();
  await canvas.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowLeft');
  expect(await count()).toBe(before - 4);
  await page.keyboard.press('Control+Z');
  expect(await count()).toBe(before - 3);
  // Cells of the sub-zone cannot be painted.
  for (let press = 0; press < 8; press++) await page.keyboard.press('ArrowRight');
  await status.getByText(/locked/u).waitFor();
  const over = await count();
  await page.keyboard.press('Space');
  expect(await count()).toBe(over);
  await page.getByRole('button', { name: 'Save base zone' }).click();
  await page.getByText('The zone is in force').waitFor();
  const saved = await open.api('GET /locations/{guid}/zones/{zoneId}', { params: { guid: location, zoneId: zone } });
  expect(saved.exclusions[12]?.[16]).toBe('excluded');
  expect(saved.exclusions[10]?.[20]).toBe('excluded-tagged');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('somebody else redraws it meanwhile: the painted cells are kept, and can be discarded', async () => {
  const { page } = ada;
  const { location, sentry, thermal, zone } = open.world;
  const path = { params: { guid: location, zoneId: zone } };
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
  await canvas.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  const status = page.getByRole('status').filter({ hasText: 'cells' });
  const mine = await status.textContent();
  const current = await open.api('GET /locations/{guid}/zones/{zoneId}', path);
  const theirs = current.exclusions.map((row, index) =>
    row.map((cell) => (index === 23 && cell === 'included' ? 'excluded' : cell)),
  );
  await open.api('PATCH /locations/{guid}/zones/{zoneId}', { ...path, body: { exclusions: theirs } });
  await page.getByText(/^Another user redrew this zone in the meantime/u).waitFor();
  expect(await status.textContent()).toBe(mine);
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect.poll(() => status.textContent()).not.toBe(mine);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a preview that could not be made does not show what an earlier drawing would have raised', async () => {
  const { page } = ada;
  const { location, sentry, thermal } = open.world;
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
  const words = page.getByText(/^This zone would have raised/u);
  await words.waitFor();
  const isPreview = '**/zones/preview';
  await page.route(isPreview, (route) => route.fulfill({ status: 503, json: {} }));
  await canvas.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await words.waitFor({ state: 'detached' });
  await page.unroute(isPreview);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await words.waitFor();
  expect(ada.consoleErrors.splice(0).filter((error) => !error.includes('503'))).toEqual([]);
});

test('a name that was typed for the base zone is asked for before it is left, and can be discarded', async () => {
  const { page } = ada;
  const { location, sentry, thermal } = open.world;
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  const name = page.getByRole('textbox', { name: 'Name of the zone' });
  await name.waitFor();
  const before = await name.inputValue();
  await name.fill('Whole rack');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await name.inputValue()).toBe('Whole rack');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  expect(await name.inputValue()).toBe(before);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a zone can be drawn where the picture below it cannot be loaded', async () => {
  const { page } = ada;
  const { location, sentry, thermal } = open.world;
  const isPicture = /\/sentries\/[^/]+\/frame\?/u;
  await page.route(isPicture, (route) => route.fulfill({ status: 503, json: {} }));
  const asked = page.waitForRequest(isPicture);
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  await asked;
  await page.getByRole('application', { name: /^Cells of the zone/u }).waitFor();
  await page.unroute(isPicture);
  expect(ada.consoleErrors.splice(0).filter((error) => !error.includes('503'))).toEqual([]);
});

test('pictures of another size: a zone that does not map evenly is rejected with an explanation', async () => {
  const { page } = ada;
  const { location, sentry, thermal } = open.world;
  const data = Buffer.from(new Float32Array(10 * 32).fill(21).buffer).toString('base64');
  await open.device.report(
    [{ sensorMetricId: 'thermal_temperature', at: Date.now(), frame: { rows: 10, columns: 32, data } }],
    false,
  );
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  await page.getByText(/dirty row or column mapping: 24 rows onto 10/u).waitFor();
  // The browser says of a refused question that it was refused.
  expect(ada.consoleErrors.splice(0).filter((one) => !/400/u.test(one))).toEqual([]);
});
