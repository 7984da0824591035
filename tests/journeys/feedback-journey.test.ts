/** Announcements, help, feedback, page views, in a real browser. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON } from '../support/screen-world.ts';

let world: PersonInWorld;
let open: PersonInWorld['open'];
let ada: PersonInWorld['ada'];
let page: PersonInWorld['page'];
let analytics: Server;
const pageViews: URLSearchParams[] = [];

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
  world = await openPersonInWorld({ demo: false, env: { PICKET_ANALYTICS_URL: `http://127.0.0.1:${port}/track` } });
  ({ open, ada, page } = world);
});
afterAll(async () => {
  await world?.close();
  analytics?.close();
});

test('the newest announcement stays until it is closed, and does not come back', async () => {
  await page.clock.install();
  await signInAt(page, PERSON);
  const announcement = page.getByText('Every edit of a policy is on record');
  await announcement.waitFor();
  await page.clock.runFor(6000);
  expect(await announcement.isVisible()).toBe(true);
  const more = page.getByRole('link', { name: 'Find out more' });
  expect(await more.getAttribute('href')).toBe('/help/changelog.html');
  const stored = page.waitForResponse(/\/announcements\/[^/]+\/seen$/u);
  await page.getByRole('button', { name: /^Close: Every edit/u }).click();
  await announcement.waitFor({ state: 'detached' });
  expect((await stored).ok()).toBe(true);
  const { items, seen } = await open.api('GET /announcements', { query: { limit: 1 } });
  expect(seen).toBe(items[0]?.id);
  await page.reload();
  await page.locator('[data-card]').first().waitFor();
  expect(await announcement.count()).toBe(0);
});

test('help and updates are served with the console: readable on a phone, by everybody', async () => {
  for (const [name, title] of [
    ['Help', 'Picket'],
    ['Updates', 'Changelog'],
  ] as const) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name }).click();
    const help = await opened;
    const errors: string[] = [];
    help.on('console', (message) => errors.push(message.text()));
    await help.setViewportSize({ width: 360, height: 780 });
    await help.reload();
    await help.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await help.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await help.getByRole('link', { name: 'A device over HTTP' }).last().click();
    await help.getByRole('heading', { name: 'A device over HTTP' }).waitFor();
    expect(await findAccessibilityProblems(help)).toEqual([]);
    expect(errors).toEqual([]);
    await help.close();
  }
  await page.goto('/help');
  await page.getByRole('heading', { name: 'Picket', level: 1 }).waitFor();
  await page.goto('/locations');
  await page.locator('[data-card]').first().waitFor();
});

test('feedback needs a mood, counts, and says thank you', async () => {
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
  await page.clock.runFor(5500);
  await page.getByText('Thank you for your feedback').waitFor();
});

test('page views are sent form-encoded, with user ids masked', async () => {
  await page.goto(`/admin/users/${open.world.person}`);
  await page.getByRole('heading').first().waitFor();
  await expect.poll(() => pageViews.some((one) => one.get('path') === '/admin/users/:id')).toBe(true);
  expect(pageViews.every((one) => !(one.get('path') ?? '').includes(open.world.person))).toBe(true);
  expect(pageViews.at(-1)?.get('user')).toBe(PERSON.email);
  // A page of its own, whose time passes only here.
  const tab = await page.context().newPage();
  await tab.clock.install();
  await tab.goto('/profile');
  await tab.getByRole('heading', { name: 'Profile' }).waitFor();
  await tab.clock.pauseAt((await tab.evaluate(() => Date.now())) + 1000);
  const countHeartbeats = (): number =>
    pageViews.filter((one) => one.get('event') === 'heartbeat' && one.get('path') === '/profile').length;
  const before = countHeartbeats();
  await tab.clock.runFor(30_000);
  await expect.poll(countHeartbeats).toBe(before + 3);
  await tab.close();
});

test('the browser logged no errors', () => {
  expect(ada.consoleErrors).toEqual([]);
});
