/** What the specification says of every page: navigation, ways back, the footer, intervals and toasts, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON } from '../support/screen-world.ts';

let world: PersonInWorld;
let page: Page;

beforeAll(async () => {
  world = await openPersonInWorld({ demo: true });
  ({ page } = world);
  await signInAt(page, PERSON);
});
afterAll(() => world?.close());

test('the top bar has the main pages in their order, feedback, updates, help and the profile', async () => {
  await page.goto('/profile');
  const bar = page.getByRole('banner');
  await bar.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await bar.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
    'Locations',
    'Alerts',
    'Admin',
  ]);
  await bar.getByRole('button', { name: 'Feedback' }).waitFor();
  expect(await bar.getByRole('link', { name: 'Updates' }).getAttribute('href')).toBe('/help/changelog.html');
  expect(await bar.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help/index.html');
  const { displayName = PERSON.email } = await world.open.api('GET /users/my-profile', {});
  await bar.getByRole('button', { name: displayName }).click();
  await page.getByText(PERSON.email).first().waitFor();
  await page.getByRole('menuitem', { name: 'Edit my profile' }).waitFor();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a back button leads to the previous page; the main pages have the logo; unknown paths lead to the locations', async () => {
  await page.goto('/locations');
  await page.getByRole('link', { name: 'Picket, all locations' }).waitFor();
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { name: 'Administration' }).waitFor();
  await page.getByRole('link', { name: 'Picket, all locations' }).waitFor();
  await page
    .getByRole('link', { name: /^Policies/u })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).first().click();
  await page.waitForURL('**/admin');
  await page.goto('/no/such/page');
  await page.waitForURL('**/locations');
  await page.getByText(`© ${new Date().getFullYear()} Picket`).waitFor();
});

test('an alert below 100 has the severity None', async () => {
  const { guid } = await world.open.api('POST /alerts', {
    body: { location: world.open.world.location, severity: 99, message: 'Hardly worth a word' },
  });
  await page.goto(world.at(`/alert/${guid}`));
  await page.getByRole('heading', { name: 'Hardly worth a word' }).first().waitFor();
  await page.getByText('None', { exact: true }).first().waitFor();
});

test('what fails without a reason says that something went wrong; a toast closes after five seconds', async () => {
  await page.goto(world.at(`/alert/${world.open.world.alert}`));
  await page.route('**/acknowledge*', (route) => route.abort());
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' }).first();
  await acknowledge.waitFor();
  await page.clock.install();
  await acknowledge.click();
  const toast = page.getByText('Something went wrong');
  await toast.waitFor();
  await page.clock.fastForward(4000);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.fastForward(2000);
  await toast.waitFor({ state: 'detached' });
  await page.clock.resume();
  world.ada.consoleErrors.splice(0);
});

test('health is asked for every 60 s', async () => {
  let asked = 0;
  await page.route('**/api/v1/health', (route) => {
    asked += 1;
    return route.fulfill({ status: 204 });
  });
  await page.goto('/version');
  await page.getByText('fastify', { exact: true }).waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const countWhile = async (ms: number): Promise<number> => {
    const before = asked;
    await page.clock.runFor(ms);
    await page.evaluate(() => fetch('/api/v1/version').then((answer) => answer.text()));
    return asked - before;
  };
  // Up to the next one.
  for (let second = 0; second < 60 && (await countWhile(1000)) === 0; second += 1);
  expect(await countWhile(58_000)).toBe(0);
  expect(await countWhile(3000)).toBe(1);
  await page.clock.resume();
});

test('the browser logged no errors', () => {
  expect(world.ada.consoleErrors).toEqual([]);
});
