/**
 * The main job without a mouse: sign in, find the worst alert, acknowledge it, look at its history, change the limit, save. And where
 * the focus goes after what was opened is closed, and after what had it is gone.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';

let person: PersonInWorld;
let page: Page;

beforeAll(async () => {
  person = await openPersonInWorld({ demo: true });
  ({ page } = person);
});
afterAll(() => person?.close());

const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

/** What has the focus, for messages. */
const focused = (): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 60)}`);

/** Presses Tab until the element has the focus, which is visible then. */
async function tabTo(element: Locator): Promise<void> {
  await element.waitFor();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    if (!(await hasFocus(element))) continue;
    expect(await element.evaluate((one) => one.matches(':focus-visible'))).toBe(true);
    return;
  }
  throw new Error(`cannot be reached by keyboard: ${element}`);
}

const expectFocus = async (element: Locator): Promise<void> => {
  await expect.poll(() => hasFocus(element), { message: `the focus is at ${await focused()}` }).toBe(true);
};

const openAlerts = (): Locator => page.getByRole('region', { name: 'Open alerts' });

test('signs in, and finds the worst alert first', async () => {
  await page.goto('/sign-in');
  await tabTo(page.getByRole('textbox', { name: 'E-mail' }));
  await page.keyboard.type(PERSON.email);
  await tabTo(page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(PERSON.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/locations');
  await reportNow(person.open.device);
  const worst = openAlerts().getByRole('link').first();
  await tabTo(worst);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/alert/**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectFocus(page.locator('main'));
});

test('acknowledges it: the focus stays among the actions', async () => {
  await tabTo(page.getByRole('button', { name: /^Acknowledge/u }));
  await page.keyboard.press('Enter');
  const header = page.locator('main header');
  await header.getByText(/^acknowledged by Ada until/u).waitFor();
  // Once: the actions do not repeat it.
  expect(await header.getByText(/acknowledged by/iu).count()).toBe(1);
  expect(await page.locator('[data-bottom-bar]').evaluate((one) => one.contains(document.activeElement))).toBe(true);
});

test('opens its history', async () => {
  await tabTo(page.getByRole('link', { name: 'Open in history' }).first());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/history?**');
  await page.locator('[data-time-graph] canvas').first().waitFor();
  await expectFocus(page.locator('main'));
  // The graph takes the keyboard: + shows less time, in more detail.
  await tabTo(page.locator('[data-plot]').first());
  const before = page.url();
  await page.keyboard.press('+');
  await expect.poll(() => page.url()).not.toBe(before);
});

test('changes the limit, and saves', async () => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: /^Location, alert/u });
  await expectFocus(search);
  await page.keyboard.type('Room temperature');
  const policy = page.getByRole('option', { name: /^Room temperature/u }).filter({ hasText: 'policy' });
  await policy.waitFor();
  while ((await policy.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/policies/*');
  const limit = page.getByRole('textbox', { name: 'Limit of temperature' }).last();
  await tabTo(limit);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('93.0');
  // Enter ends typing, and leaves the focus where it is.
  await page.keyboard.press('Enter');
  await expectFocus(limit);
  await tabTo(page.getByRole('button', { name: /^Save as version/u }));
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Saved as version/u)
    .first()
    .waitFor();
  const { api, world } = person.open;
  const { definition } = await api('GET /policies/{guid}', { params: { guid: world.policy } });
  const limits = definition.violations.map(({ conditions }) => conditions[0]?.threshold ?? 0);
  expect(Math.max(...limits)).toBeCloseTo(((93 - 32) * 5) / 9, 2);
  expect(person.ada.consoleErrors.splice(0)).toEqual([]);
});

/** Opens something with Enter, closes it with Escape: the focus is back. */
async function expectReturn(opener: Locator, opened: Locator): Promise<void> {
  await opener.waitFor();
  await opener.focus();
  await page.keyboard.press('Enter');
  await opened.first().waitFor();
  await expect.poll(() => hasFocus(opener)).toBe(false);
  await page.keyboard.press('Escape');
  await opened.first().waitFor({ state: 'hidden' });
  await expectFocus(opener);
}

const dialog = (): Locator => page.getByRole('dialog');
const button = (name: string | RegExp): Locator => page.getByRole('button', { name }).first();

test('after Escape the focus is where it came from', async () => {
  const { location, alert, policy } = person.open.world;
  await page.goto('/locations');
  await expectReturn(button('Feedback'), dialog());
  await expectReturn(button('Ada'), page.getByRole('menu'));
  await expectReturn(button(/^Search/u), dialog());
  // The search by its keys, from anywhere.
  const link = page.getByRole('link', { name: 'Admin', exact: true });
  await link.focus();
  await page.keyboard.press('Control+k');
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(link);
  await page.goto(`/locations/${location}/alert/${alert}`);
  await expectReturn(button('Snooze'), page.getByRole('menu'));
  await expectReturn(button('Resolve'), dialog());
  await page.goto(`/locations/${location}/history?range=24h`);
  await expectReturn(button(/^Series/u), dialog());
  await page.goto(`/locations/${location}/settings/devices`);
  await expectReturn(button(/^Remove/u), dialog());
  await page.goto(`/admin/policies/${policy}`);
  await expectReturn(button('Delete'), dialog());
  await page.goto('/profile');
  await expectReturn(button('Delete my account'), dialog());
  await page.goto('/_/locations');
  await expectReturn(button(/display/u), dialog());
  expect(person.ada.consoleErrors.splice(0)).toEqual([]);
});

test('after a choice in a menu the focus is back at its button', async () => {
  const { location, alert } = person.open.world;
  await page.goto(`/locations/${location}/alert/${alert}`);
  const snooze = button('Snooze');
  await snooze.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Snoozed by Ada/u)
    .first()
    .waitFor();
  await expectFocus(snooze);
});

test('after a row is acknowledged or deleted the focus is at what is next to it', async () => {
  const raised = await Promise.all(
    ['Water in the aisle', 'Smoke in the aisle'].map((message) =>
      person.open.api('POST /alerts', { body: { location: person.open.world.location, severity: 320, message } }),
    ),
  );
  await page.goto('/locations');
  const row = openAlerts().locator('[data-alert]').filter({ hasText: 'Water in the aisle' });
  await row.getByRole('button', { name: /^Acknowledge/u }).focus();
  await page.keyboard.press('Enter');
  await row.getByText('Acknowledged by Ada').waitFor();
  // The list is sorted again as well.
  await expectFocus(row.getByRole('link').first());
  // Somebody else resolves it: the row is gone.
  await person.open.api('POST /alerts/{guid}/resolve', { params: { guid: raised[0]?.guid ?? '' } });
  await row.waitFor({ state: 'detached' });
  expect(await openAlerts().evaluate((one) => one.contains(document.activeElement))).toBe(true);
  expect(person.ada.consoleErrors.splice(0)).toEqual([]);
});
