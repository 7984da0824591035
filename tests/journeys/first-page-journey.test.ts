/** The first page on a line with a long way: everything it needs is requested at once, or came with it. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
import { type ConsoleBrowser, signInAt } from '../support/console-browser.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';
import { type OpenWorld, PERSON } from '../support/screen-world.ts';

let demo: DemoConsole;
let open: OpenWorld;
let ada: ConsoleBrowser;

beforeAll(async () => {
  demo = await openDemoConsole();
  ({ open, ada } = demo);
});
afterAll(() => demo?.close());

/** What other pages need is loaded that long after the first one was drawn. */
const NEXT_PAGES_AFTER_MS = 5000;

/** Addresses of the scripts that the page has requested since it was opened, before those of the pages after it. */
async function firstScripts(page: Page): Promise<readonly string[]> {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name, startTime }) => (name.endsWith('.js') ? [{ name, startTime }] : [])),
  );
  const end = Math.min(...scripts.map(({ startTime }) => startTime)) + NEXT_PAGES_AFTER_MS;
  return scripts.flatMap(({ name, startTime }) => (startTime < end ? [name] : []));
}

test('the locations are shown before anything that the page has brought is answered', async () => {
  const { page } = ada;
  await page.locator('[data-card]').first().waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Nor does anything come live: a toast of an alert has code and texts of its own.
  const held = /\/api\/v1\/(users\/my-profile$|views\/|alerts\?|events)/u;
  await page.route(held, async (route) => {
    await released;
    // The page may have gone on without it.
    await route.continue().catch(() => {});
  });
  // A second after the page is shown its files are kept for a tab without network; and a busy server may give reason for a toast. Both have
  // code of their own.
  const isPage = (url: string) => !/\/(?:kept-shell|(?:alert-)?toasts(?:-loaded)?)-/u.test(url);
  let requested: ReadonlySet<string> = new Set();
  try {
    // A server that is busy sends the page without them after a second.
    await expect
      .poll(
        async () => {
          const response = await page.goto('/locations');
          return response?.text();
        },
        { timeout: 240_000 },
      )
      .toContain('"/views/locations":');
    await page.locator('[data-card]').first().waitFor();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    // Before what is held comes: then it is no longer the first page.
    requested = new Set((await firstScripts(page)).filter(isPage));
  } finally {
    release();
    await page.unroute(held);
  }
  const named = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map(
      (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
    ),
  );
  // Every script stands in the page: none is found by running another one.
  const inPage = named.map((path) => new URL(path, open.server.base).href).filter(isPage);
  expect(requested).toEqual(new Set(inPage));
  expect(requested.size).toBeLessThanOrEqual(12);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a page opened later asks again: what was brought is used once', async () => {
  const { page } = ada;
  const leaveAndReturn = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { name: 'Administration' }).waitFor();
    await page.goBack();
  };
  // Also one that live updates caused on the way: what is requested within a quarter of a second is shared.
  await Promise.all([page.waitForRequest((request) => request.url().endsWith('/views/locations')), leaveAndReturn()]);
  await page.locator('[data-card]').first().waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('the readings of a location are shown before anything is answered, and little more is requested', async () => {
  const { page } = ada;
  const { location } = open.world;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = /\/api\/v1\/(?:views|locations|sentries|policies|alerts|events)\b/u;
  await page.route(held, async (route) => {
    await released;
    // The page may have gone on without it.
    await route.continue().catch(() => {});
  });
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (held.test(pathname)) requested.push(pathname.slice('/api/v1'.length));
  });
  try {
    // A server that is busy sends the page without it after a second.
    await expect
      .poll(
        async () => {
          requested.length = 0;
          const response = await page.goto(`/locations/${location}`);
          return response?.text();
        },
        { timeout: 240_000 },
      )
      .toContain(`"/views/locations/${location}":`);
    await page.locator('[data-metric="environment_temperature.value"] .value').first().waitFor();
    await page.getByRole('region', { name: 'What is watched here' }).getByRole('listitem').first().waitFor();
    // What it has further down, and what counts alerts for the frame around it.
    const further = /^\/(?:alerts|events|views\/locations\/[^/]+\/activity|sentries\/[^/]+\/frames?)$/u;
    expect(requested.filter((path) => !further.test(path))).toEqual([]);
  } finally {
    release();
    await page.unroute(held);
  }
  await page.getByRole('grid', { name: /temperature · North rack/u }).waitFor();
  // A graph of the last day came with the page.
  expect(requested.filter((path) => path.endsWith('/telemetry'))).toEqual([]);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

/** A page, and its errors, of which the console does not start before `start`. */
async function openUnstarted(isSignedIn: boolean) {
  const context = await demo.browser.newContext({
    baseURL: open.server.base,
    serviceWorkers: 'block',
    locale: 'en-GB',
    ...(isSignedIn ? { storageState: await ada.context.storageState() } : {}),
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  await page.route(/\/assets\/base-[^/]+\.js$/u, async (route) => {
    await started;
    await route.continue();
  });
  return { context, page, errors, start };
}

/** What is drawn, without ages and values: they change meanwhile. */
const shownIn = (page: Page, frame: string): Promise<string> =>
  page
    .locator(frame)
    .evaluate((element) => element.textContent.replaceAll(/\d+ (?:s|min)(?: ago| old)?|just now|\d[\d.]*/gu, ''));

test('the sign-in is there before the console has started, and keeps what is typed and sent meanwhile', async () => {
  const { context, page, errors, start } = await openUnstarted(false);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  const [email, password] = ['E-mail', 'Password'].map((name) => page.getByRole('textbox', { name }));
  await email?.fill(PERSON.email);
  await password?.fill(PERSON.password);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  const before = await shownIn(page, '#first-screen main');
  await password?.press('ArrowLeft');
  start();
  await page.locator('#first-screen').waitFor({ state: 'detached' });
  expect(await shownIn(page, '#root main')).toBe(before);
  await page
    .getByRole('textbox', { name: 'E-mail' })
    .and(page.locator(`[value="${PERSON.email}"]`))
    .waitFor();
  // The caret stands before the last letter.
  await page.keyboard.press('Backspace');
  await page.keyboard.type(PERSON.password.at(-2) ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/locations');
  expect(errors.filter((text) => !text.includes('401'))).toEqual([]);
  await context.close();
});

test('a sign-in that is sent before the console has started is sent once it has', async () => {
  const { context, page, start } = await openUnstarted(false);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'E-mail' }).fill(PERSON.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password);
  await page.keyboard.press('Enter');
  start();
  await page.waitForURL('**/locations');
  await context.close();
});

test.each(['below the get-started list', 'alone'])(
  'the locations are there before the console has started, %s, and are the same after it',
  async (place) => {
    const isAlone = place === 'alone';
    if (isAlone) await open.api('POST /get-started/close', {});
    const { context, page, errors, start } = await openUnstarted(true);
    const drawn = page.locator('#first-screen [data-card]');
    // A busy server sends the page without them.
    await expect
      .poll(async () =>
        (await (await page.goto('/locations', { waitUntil: 'commit' }))?.text())?.includes('first-screen'),
      )
      .toBe(true);
    await drawn.first().waitFor();
    expect(await page.locator('#first-screen').getByRole('heading', { name: 'Get started' }).count()).toBe(
      isAlone ? 0 : 1,
    );
    expect(await findAccessibilityProblems(page)).toEqual([]);
    const before = await shownIn(page, '#first-screen main');
    await page.getByRole('link', { name: 'Alerts' }).focus();
    start();
    await page.locator('#first-screen').waitFor({ state: 'detached' });
    expect(await shownIn(page, '#root main')).toBe(before);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Alerts');
    expect(errors).toEqual([]);
    await context.close();
  },
);

/** Names of cards, how many readings they show, and where they are. */
const placesOf = (page: Page, frame: string) =>
  page.locator(`${frame} [data-card]`).evaluateAll((cards) =>
    cards.slice(0, 8).map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      const readings = card.querySelectorAll('[data-metric]').length;
      return [card.querySelector('h2')?.textContent, readings, ...[x, y, width, height].map(Math.round)];
    }),
  );

test('of many locations the first are there before the console has started, and stay where they are', async () => {
  for (let number = 1; number <= 70; number += 1)
    await open.api('POST /locations', { body: { name: `Room ${number}`, timezone: 'Europe/Zurich' } });
  const { context, page, errors, start } = await openUnstarted(true);
  // A busy server sends the page without them.
  await expect
    .poll(async () =>
      (await (await page.goto('/locations', { waitUntil: 'commit' }))?.text())?.includes('first-screen'),
    )
    .toBe(true);
  await page.locator('#first-screen [data-card]').first().waitFor();
  expect(await page.locator('#first-screen [data-card]').count()).toBe(24);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, 200));
  const before = await placesOf(page, '#first-screen');
  expect(before.filter(([, readings]) => readings !== 0).length).toBeGreaterThan(0);
  start();
  await page.locator('#first-screen').waitFor({ state: 'detached' });
  // Rows below what is shown are rendered a moment later.
  await expect.poll(() => placesOf(page, '#root')).toEqual(before);
  expect(errors).toEqual([]);
  await context.close();
});

test('after a sign-out nothing of the user is in the page any more', async () => {
  const { page } = ada;
  await page.getByRole('banner').getByRole('button', { name: /Ada/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/goodbye');
  const answer = await page.request.get('/locations');
  expect(await answer.text()).not.toContain('preloaded-responses');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a page without a session requests none, until another tab has signed in', async () => {
  const { server } = open;
  const context = await demo.browser.newContext({ baseURL: server.base, serviceWorkers: 'block', locale: 'en-GB' });
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/users/my-profile')) requested.push(request.url());
  });
  await page.clock.install();
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
  // Three times as long as it takes to be requested again.
  await page.clock.runFor(95_000);
  expect(requested).toEqual([]);
  const other = await context.newPage();
  await signInAt(other, PERSON);
  await Promise.all([page.waitForRequest(/\/users\/my-profile$/u), page.clock.runFor(31_000)]);
  await context.close();
});
