/**
 * An organization with a thousand locations, in a real browser against the real server: the list as cards and as a table, the map, and
 * the wall display.
 */
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';

const COUNT = 1000;

let world: PersonInWorld;
let page: Page;

beforeAll(async () => {
  world = await openPersonInWorld({ demo: false });
  ({ page } = world);
  await addLocations(world);
  await signInAt(page, PERSON);
});
afterAll(() => world?.close());

/** Copies of the location of the world, around it and elsewhere; without sentries they are the last in the list. */
async function addLocations({ open }: PersonInWorld): Promise<void> {
  const client = new pg.Client({ connectionString: open.database.url });
  await client.connect();
  await client.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, latitude, longitude, attributes, created_at, last_update_ts)
     SELECT gen_random_uuid(), tenant_guid, 'Room ' || n, 'room' || n, timezone,
            CASE WHEN n % 2 = 0 THEN 47 + (n % 10) * 0.05 ELSE -36.8 + (n % 10) * 0.05 END,
            CASE WHEN n % 2 = 0 THEN 8 + (n % 7) * 0.05 ELSE 174.7 + (n % 7) * 0.05 END, '{}', now(), now()
       FROM location, generate_series(1, $1::int) n WHERE guid = $2::uuid`,
    [COUNT, open.world.location],
  );
  await client.end();
}

const cards = () => page.locator('[data-card]');
const find = () => page.getByRole('searchbox', { name: 'Find a location' });
const isFindFocused = (): Promise<boolean> => find().evaluate((field) => field === document.activeElement);
const scrollY = (): Promise<number> => page.evaluate(() => window.scrollY);

describe('a thousand locations as cards', () => {
  test('the worst comes first, and only what is near the window is rendered', async () => {
    await cards().first().waitFor();
    expect(await cards().first().textContent()).toMatch(/^Zurich, server room 2Critical/u);
    expect(await cards().count()).toBeLessThan(60);
    await page.getByText('1,002 locations').waitFor();
    await world.ada.checkScreen('locations-many');
  });

  test('Ctrl-F finds what is not rendered; in a short list it is the browser that finds', async () => {
    await page.keyboard.press('Control+f');
    await expect.poll(isFindFocused).toBe(true);
    await page.keyboard.type('room 77');
    await expect.poll(() => cards().count()).toBe(11);
    expect(new URL(page.url()).searchParams.get('find')).toBe('room 77');
    // As people count: Room 77 before Room 770.
    expect(await cards().locator('h2').allTextContents()).toEqual(
      ['77', '770', '771', '772', '773', '774', '775', '776', '777', '778', '779'].map((number) => `Room ${number}`),
    );
    await find().evaluate((field) => field.blur());
    await page.keyboard.press('Control+f');
    expect(await isFindFocused()).toBe(false);
    await find().fill('no such room');
    await page.getByText('No location matches “no such room”.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('1,002 locations').waitFor();
  });

  test('nothing that is typed is lost on a processor that has other things to do', async () => {
    // The list is rendered again with each letter, and that is given up when the next one comes.
    const busy = await page.evaluate(() =>
      window.setInterval(() => {
        const end = performance.now() + 30;
        while (performance.now() < end);
      }, 40),
    );
    for (let round = 0; round < 8; round += 1) {
      await find().focus();
      await page.keyboard.type('room 77', { delay: 10 + round * 20 });
      await expect.poll(() => cards().count()).toBe(11);
      expect(await find().inputValue()).toBe('room 77');
      await find().fill('');
      await page.getByText('1,002 locations').waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    }
    await page.evaluate((timer) => window.clearInterval(timer), busy);
  });

  test('Back returns to the same place, with the focus on what was opened', async () => {
    await page.evaluate(() => window.scrollTo(0, 20_000));
    const link = page.locator('[data-card] a').nth(12);
    await expect.poll(() => link.textContent()).toMatch(/^Room \d{2,}$/u);
    await link.focus();
    // Others may be rendered before it meanwhile.
    const name = await page.evaluate(() => document.activeElement?.textContent);
    expect(name).toMatch(/^Room \d+$/u);
    const before = await scrollY();
    await page.keyboard.press('Enter');
    await page.getByText('No sentries here yet').waitFor();
    expect(await scrollY()).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    expect(Math.abs((await scrollY()) - before)).toBeLessThan(3);
    // Tab goes on from there, through rows that were not rendered before.
    for (let press = 0; press < 24; press++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Room \d+$/u);
    expect(await scrollY()).toBeGreaterThan(before);
  });
});

describe('as a table', () => {
  test('sorts by its columns, in the address; the view is remembered', async () => {
    await page.goto('/locations');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('region', { name: 'Locations as a table' });
    const rowNames = () => table.locator('tbody th').allTextContents();
    await expect.poll(async () => (await rowNames())[0]).toBe('Zurich, server room 2');
    expect((await rowNames()).length).toBeLessThan(60);
    await world.ada.checkScreen('locations-table');
    await table.getByRole('button', { name: /^Location/u }).click();
    await expect.poll(async () => (await rowNames()).slice(0, 3)).toEqual(['Porto archive', 'Room 1', 'Room 2']);
    await table.getByRole('button', { name: /^Location/u }).click();
    await expect.poll(async () => (await rowNames()).slice(0, 2)).toEqual(['Zurich, server room 2', 'Room 1000']);
    expect(await table.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    expect(new URL(page.url()).search).toBe('?view=table&sort=name&reversed=1');
    await page.evaluate(() => window.scrollTo(0, 9000));
    await expect.poll(async () => (await rowNames())[5]).toMatch(/^Room 8\d\d$/u);
    await page.goto('/locations');
    await table.waitFor();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Worst first');
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await cards().first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('on the map', () => {
  const map = () => page.getByRole('region', { name: 'Map of the locations' });
  const clusters = () => map().getByRole('button', { name: /locations, the worst/u });

  test('what is close together is one pin with the worst state, which opens by a press', async () => {
    // It would be offline otherwise.
    await reportNow(world.open.device);
    await page.goto('/locations?view=map');
    await clusters().first().waitFor();
    expect(await clusters().count()).toBe(2);
    const around = map().getByRole('button', { name: '501 locations, the worst: Critical' });
    await world.ada.checkScreen('locations-map-many');
    await around.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => clusters().count()).toBeGreaterThan(2);
    // The keyboard goes on from the map, not from the top of the page.
    expect(await page.evaluate(() => document.activeElement?.matches('[role="group"]:has([data-land])'))).toBe(true);
  });

  test('buttons, wheel and keys zoom and move it; locations of one building are listed', async () => {
    const frame = map().getByRole('group');
    const land = () => map().locator('svg[data-land]').getAttribute('viewBox');
    const changed = async (act: () => Promise<unknown>): Promise<void> => {
      const before = await land();
      await act();
      await expect.poll(land).not.toBe(before);
    };
    await changed(() => page.keyboard.press('+'));
    await changed(() => page.keyboard.press('ArrowLeft'));
    await changed(() => map().getByRole('button', { name: 'Zoom out' }).click());
    await changed(async () => {
      await frame.hover();
      await page.mouse.wheel(0, 300);
    });
    await changed(async () => {
      await frame.hover();
      await page.mouse.down();
      await page.mouse.move(500, 500, { steps: 4 });
      await page.mouse.up();
    });
    await changed(() => map().getByRole('button', { name: 'Show all locations' }).click());
    const here = map().getByRole('region', { name: /locations here/u });
    for (let press = 0; press < 12 && !(await here.isVisible()); press++) await clusters().first().click();
    await here.waitFor();
    // What happens there is shown while the list is open.
    const href = (await here.getByRole('link').last().getAttribute('href')) ?? '';
    const row = here.getByRole('listitem').filter({ has: page.locator(`a[href="${href}"]`) });
    const { api } = world.open;
    const location = href.split('/').at(-1) ?? '';
    const { guid } = await api('POST /alerts', { body: { location, severity: 200, message: 'Too loud' } });
    await row.getByText('Warning').waitFor();
    await api('POST /alerts/{guid}/acknowledge', { params: { guid } });
    await api('POST /alerts/{guid}/resolve', { params: { guid } });
    await row.getByText('Warning').waitFor({ state: 'detached' });
    await here.getByRole('link').first().click();
    await page.waitForURL(/locations\/[0-9a-f-]{36}$/u);
  });
});

describe('on a wall display', () => {
  /** Nothing scrolls, and every tile shows all of itself. */
  const cutOff = (): Promise<readonly string[]> =>
    page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
      const outside = tiles.filter((tile) => {
        const { right, bottom } = tile.getBoundingClientRect();
        return right > innerWidth || bottom > innerHeight || tile.scrollHeight > tile.clientHeight + 1;
      });
      return [
        ...(scrollHeight > innerHeight || scrollWidth > innerWidth ? ['the page scrolls'] : []),
        ...outside.map((tile) => tile.textContent ?? ''),
      ];
    });

  test.each([
    [1920, 1080],
    [3840, 2160],
    [1366, 768],
  ])('fills %i x %i, the worst first, and nothing scrolls', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.goto('/_/locations');
    const tiles = page.locator('[data-tile]');
    await tiles.first().waitFor();
    expect(await tiles.first().textContent()).toMatch(/^Zurich, server room 2/u);
    await expect.poll(cutOff).toEqual([]);
    const bottom = async (): Promise<number> => {
      const last = await tiles.last().boundingBox();
      return (last?.y ?? 0) + (last?.height ?? 0);
    };
    await expect.poll(bottom).toBeGreaterThan(height * 0.85);
  });

  test('says how many need attention, whether it is live, and the time', async () => {
    await reportNow(world.open.device);
    await page.setViewportSize({ width: 1366, height: 900 });
    await page.goto('/_/locations');
    await page.getByText(/^\d+ critical$/u).waitFor();
    await page.getByText(/^\d+ alerts? waiting$/u).waitFor();
    expect(await page.locator('[data-display] time').textContent()).toMatch(/^\d\d:\d\d$/u);
    await world.ada.checkScreen('wall-many');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test('turns its pages by itself, and stays on one while somebody reads it', async () => {
    const place = page.getByText(/^Page \d+ of \d+/u);
    const number = async (): Promise<string> => /Page (\d+)/u.exec((await place.textContent()) ?? '')?.[1] ?? '';
    await page.clock.install();
    await page.goto('/_/locations');
    await place.waitFor();
    const before = await number();
    await expect.poll(number, { timeout: 30_000 }).not.toBe(before);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    const stayed = await number();
    await page.clock.runFor(13_000);
    expect(await number()).toBe(stayed);
    await page.getByRole('button', { name: 'Turn pages' }).click();
    await expect.poll(number, { timeout: 30_000 }).not.toBe(stayed);
  });

  test('says so when live updates are interrupted', async () => {
    await page.route('**/api/v1/events*', (route) => route.abort());
    await page.reload();
    await page.locator('[data-connection]').getByText('Live updates interrupted').waitFor();
    await page.unroute('**/api/v1/events*');
    for (const consoleError of world.ada.consoleErrors.splice(0)) expect(consoleError).toContain('/events');
  });
});

describe('what is chosen from all of them', () => {
  /** On the last of three pages of the API. */
  const LAST = 'Room 999';

  test('a role can be given at each, of which the first hundred are rendered', async () => {
    await page.goto('/admin/create-user');
    const search = page.getByRole('textbox', { name: 'Find a location' });
    await page.getByPlaceholder('Find one of 1,002 locations').waitFor();
    await page.getByText('902 more locations: type part of its name to find it.').waitFor();
    await search.fill(LAST);
    await page.getByRole('radio', { name: `${LAST}: View` }).check();
    await page.getByText(`Can view ${LAST} and acknowledge its alerts.`).waitFor();
    await world.ada.checkScreen('create-user-many');
  });

  test('notifications of all but one are those of all the others', async () => {
    await page.goto('/profile/notifications');
    await page.getByText('By kind of alert, channel and location').click();
    await page.getByRole('checkbox', { name: 'All visible locations, including new ones' }).uncheck();
    await page.getByRole('button', { name: 'Remove all locations' }).waitFor();
    await world.ada.checkScreen('my-notifications-many');
    const chosen = page.getByRole('combobox', { name: 'Only these locations' });
    await chosen.fill(LAST);
    await page.getByRole('option', { name: LAST, exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The settings apply from now on, also to suppressed notifications.').waitFor();
    const { preferences } = await world.open.api('GET /users/my-profile/notifications', {});
    expect(preferences.locations).toHaveLength(1001);
  });
});

describe('of more than a page of open alerts', () => {
  const COMMON = 505;

  async function raiseAll(): Promise<void> {
    const { api, world: seeded } = world.open;
    const { items } = await api('GET /locations', { query: { limit: 500 } });
    const other = items.find(({ name }) => name === 'Room 1')?.guid ?? '';
    await api('POST /alerts', { body: { location: other, severity: 390, message: 'Pipe burst' } });
    const { guid } = await api('POST /alerts', {
      body: { location: seeded.location, severity: 120, message: 'Filter is due' },
    });
    // As requests they take a minute on a busy machine.
    const client = new pg.Client({ connectionString: world.open.database.url });
    await client.connect();
    await client.query(
      `INSERT INTO alert SELECT (jsonb_populate_record(a, jsonb_build_object('guid', gen_random_uuid(), 'raised_at', now()))).*
         FROM alert a, generate_series(2, $1::int) WHERE a.guid = $2::uuid`,
      [COMMON, guid],
    );
    await client.end();
  }

  test('the oldest is there as well, and first where it is the worst', async () => {
    await page.setViewportSize({ width: 1366, height: 900 });
    await raiseAll();
    await page.goto('/locations?view=cards');
    const rows = page.getByRole('region', { name: 'Open alerts' }).locator('[data-alert]');
    await rows.filter({ hasText: 'Pipe burst' }).waitFor();
    expect(await rows.first().textContent()).toContain('Pipe burst');
    await cards().filter({ hasText: 'Pipe burst' }).waitFor();
    // Beside those that the world has.
    await expect.poll(() => page.title()).toMatch(/^\(50[6-9]\)/u);
    await page.getByRole('button', { name: /^Show 95 more of 5\d\d alerts$/u }).click();
    await expect.poll(() => rows.count()).toBe(100);
    await world.ada.checkScreen('locations-many-alerts');
  });
});

test('the browser logged no errors', () => {
  expect(world.ada.consoleErrors).toEqual([]);
});
