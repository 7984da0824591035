/**
 * Every screen by its address: on a laptop and a 360 px phone, light and dark. axe finds nothing, nothing scrolls sideways,
 * nothing shifts, the browser reports no errors. Then the other states: loading, server errors, missing permissions. All
 * screens and a screen of 1920 px with PICKET_DEEP, a sample without.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
import {
  type ConsoleBrowser,
  launchBrowser,
  openConsole,
  SCREENSHOTS_DIR,
  screenshotFullPage,
  signInAt,
  waitUntilStill,
} from '../support/console-browser.ts';
import { IS_DEEP } from '../support/deep.ts';
import { type OpenWorld, openWorld, PERSON, reportNow } from '../support/screen-world.ts';
import { SCREENS, type Screen } from '../support/screens.ts';

const SAMPLE = [
  'locations',
  'wall',
  'location',
  'today',
  'history',
  'calendar',
  'devices',
  'asset',
  'policy',
  'zone-base',
];
const shown = SCREENS.filter(({ name }) => IS_DEEP || SAMPLE.includes(name));

/** Cumulative layout shift; less than 0.01 is not visible. */
const MAX_LAYOUT_SHIFT = 0.01;
const SIZES = {
  laptop: { width: 1366, height: 900 },
  phone: { width: 360, height: 780 },
  wide: { width: 1920, height: 1080 },
} as const;
const devices = IS_DEEP ? (['laptop', 'phone', 'wide'] as const) : (['laptop', 'phone'] as const);

/** Prefixes and suffixes of the routes that viewers may not open. */
const ADMIN_ROUTES = [
  '/admin',
  '/metrics',
  '/retention',
  '/location/create',
  '/name',
  '/address',
  '/camera',
  '/network',
  '/asset',
  '/:asset',
  '/setup',
  '/adopt',
  '/:parentId',
  '/demo',
];

let open: OpenWorld;
let browser: Browser;
let admin: ConsoleBrowser;
let anonymous: ConsoleBrowser;
let viewer: ConsoleBrowser;

/** Records layout shifts without user input. */
async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, parts: [] as string[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      }[]) {
        if (entry.hadRecentInput) continue;
        seen.shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const name = node?.ariaLabel ?? node?.className?.toString() ?? node?.nodeName ?? '?';
          seen.parts.push(`${name} from ${previousRect.y} to ${currentRect.y}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const layoutShiftOf = (page: Page): Promise<{ shift: number; parts: string[] }> =>
  page.evaluate(() => (window as unknown as { seen: { shift: number; parts: string[] } }).seen);

beforeAll(async () => {
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  open = await openWorld({ demo: true });
  browser = await launchBrowser();
  const base = open.server.base;
  [admin, anonymous, viewer] = await Promise.all([
    openConsole(browser, base),
    openConsole(browser, base),
    openConsole(browser, base),
  ]);
  for (const one of [admin, anonymous]) await recordLayoutShifts(one.page);
  await signInAt(admin.page, PERSON);
  // A viewer of one location, invited in the usual way; without mail the inviting user sees the link.
  const invited = await open.api('POST /users', {
    body: { email: 'vera@acme.example', permissions: [{ role: 'VIEWER', location: open.world.location }] },
  });
  await viewer.page.goto(invited.invitation.path ?? '');
  await viewer.page.getByRole('textbox', { name: 'Password' }).fill('a viewer looks at everything');
  await viewer.page.getByRole('button', { name: /^(Create account|Join|Sign up)/u }).click();
  await viewer.page.getByRole('button', { name: 'Continue' }).click();
  await viewer.page.waitForURL('**/locations');
  for (const one of [admin, anonymous, viewer]) one.consoleErrors.splice(0);
});

afterAll(async () => {
  await browser?.close();
  await open?.close();
});

test('every route of the console has a screen', () => {
  const folder = new URL('../../apps/console/src/app/', import.meta.url);
  const table = readdirSync(folder)
    .filter((name) => name.includes('route'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('');
  const routes = [...table.matchAll(/path: '([^']+)'/gu)].map(([, path]) => path);
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter((route) => !SCREENS.some((screen) => screen.route === route))).toEqual([]);
});

describe.each(shown)('$name', (screen: Screen) => {
  test.each(devices)('on a %s, light and dark', async (device) => {
    const { page, consoleErrors } = screen.who === 'anonymous' ? anonymous : admin;
    await page.setViewportSize(SIZES[device]);
    // It is still hot, and the sentry still reports.
    await reportNow(open.device);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(screen.path(open.world));
    await screen.ready(page);
    await waitUntilStill(page);
    const { shift, parts } = await layoutShiftOf(page);
    expect(shift, `layout shift on ${screen.name}: ${[...new Set(parts)].join(', ')}`).toBeLessThanOrEqual(
      MAX_LAYOUT_SHIFT,
    );
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await waitUntilStill(page);
      await screenshotFullPage(
        page,
        SIZES[device],
        join(SCREENSHOTS_DIR, `every-${screen.name}-${scheme}-${device}.png`),
      );
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
      expect(await findAccessibilityProblems(page), scheme).toEqual([]);
    }
    // An unknown one-time link and a failed callback have an error status.
    const expected = /sign-up|reset-password|callback|^alert-action$/u.test(screen.name) ? /40\d|410/u : /^$/u;
    expect(consoleErrors.splice(0).filter((text) => !expected.test(text))).toEqual([]);
  });
});

/** Screens with requests of their own. */
const screensThatLoad = shown.filter(
  ({ who, name }) =>
    who === 'admin' &&
    !['create-location', 'profile', 'change-password', 'create-user', 'create-user-type'].includes(name),
);

describe('while requests are pending or fail', () => {
  const isOwn = (url: URL): boolean =>
    url.pathname.startsWith('/api/v1/') && !/my-profile$|health$|events$|announcements|downtime/u.test(url.pathname);

  const isPage = (url: URL): boolean => !url.pathname.startsWith('/api/') && !/\.\w+$/u.test(url.pathname);

  test.each(screensThatLoad.map(({ name }) => name))('%s shows a skeleton, then an error', async (name) => {
    const screen = SCREENS.find((one) => one.name === name);
    if (screen === undefined) throw new Error(name);
    const { page, consoleErrors } = admin;
    await page.setViewportSize(SIZES.laptop);
    let fail = (): void => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const problem = { code: 'busy', message: 'The service is busy', requestId: 'x' };
    await page.route(isOwn, async (route) => {
      await held;
      await route.fulfill({ status: 503, json: problem }).catch(() => {});
    });
    // Nor does the page bring what it would ask for.
    await page.route(isPage, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('preloaded-responses', 'left-out') });
    });
    await page.goto(screen.path(open.world));
    await page.locator('main .skeleton, main [aria-busy="true"]').first().waitFor();
    fail();
    await page.locator('main').getByRole('alert').first().waitFor();
    const text = (await page.locator('main').getByRole('alert').first().textContent()) ?? '';
    expect(text).toMatch(/could not|busy/u);
    expect(await page.getByText('Oops, something went wrong').count()).toBe(0);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.unroute(isOwn);
    await page.unroute(isPage);
    // The requests were held for longer than Chromium expects a preloaded style sheet to be unused.
    const expected = /503|was preloaded using link preload but not used/u;
    expect(consoleErrors.splice(0).filter((one) => !expected.test(one))).toEqual([]);
  });
});

test('a deliberate accessibility problem is found', async () => {
  const page = await browser.newPage();
  await page.setContent('<html lang="en"><title>Problem</title><main><h1>Problem</h1><img src="data:,"></main></html>');
  expect(await findAccessibilityProblems(page)).toEqual([expect.stringMatching(/^image-alt: <img/u)]);
  await page.close();
});

test('the demo page starts and stops a scenario of a simulated sentry', async () => {
  const { page, consoleErrors } = admin;
  await page.setViewportSize(SIZES.laptop);
  await page.goto(`/locations/${open.world.location}/demo`);
  const rack = page.getByRole('region', { name: 'North rack' });
  await rack.getByText('Normal', { exact: true }).waitFor();
  await rack.getByRole('button', { name: /^Leak/u }).click();
  await rack.getByText(/^Leak, .* left$/u).waitFor();
  expect((await open.device.config()).scenario?.name).toBe('leak');
  await rack.getByRole('button', { name: /^Reset to normal/u }).click();
  await rack.getByText('Normal', { exact: true }).waitFor();
  expect((await open.device.config()).scenario).toBeUndefined();
  expect(consoleErrors.splice(0)).toEqual([]);
});

test('of many cards those near the window are rendered, and all are found', async () => {
  const { page } = admin;
  const card = {
    timezone: 'UTC',
    worst: 'none',
    openAlerts: 0,
    sentries: { total: 0, online: 0, simulated: 0 },
    readings: [],
  };
  const items = Array.from({ length: 200 }, (_, index) => ({
    ...card,
    guid: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: `Site ${index}`,
  }));
  await page.route('**/views/locations', (route) => route.fulfill({ json: { items } }));
  await page.goto('/locations');
  await page.locator('[data-card]').first().waitFor();
  expect(await page.locator('[data-card]').count()).toBeLessThan(60);
  await page.getByRole('searchbox', { name: 'Find a location' }).fill('site 19');
  await expect.poll(() => page.locator('[data-card]').count()).toBe(11);
  await page.unroute('**/views/locations');
});

describe('a viewer', () => {
  const adminScreens = shown.filter(
    ({ name, route, who }) =>
      who !== 'anonymous' &&
      // Viewers of a location may see its policies, and that the administration page has them.
      !['admin', 'policies', 'policy'].includes(name) &&
      ADMIN_ROUTES.some((one) => route.startsWith(one) || route.endsWith(one)),
  );
  test.each(adminScreens.map(({ name }) => name))('%s shows that access is denied', async (name) => {
    const screen = SCREENS.find((one) => one.name === name);
    const { page, consoleErrors } = viewer;
    await page.goto(screen?.path(open.world) ?? '');
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    expect(consoleErrors.splice(0)).toEqual([]);
  });

  test('permitted pages offer no actions without permission', async () => {
    const { page, consoleErrors } = viewer;
    const { location, sentry, policy, thermal, tagging } = open.world;
    const forbidden =
      /^(Add|Replace|Remove|Set offset|New activation|Network|Save|Delete|Pair|Ignore|Import|Undo|Redraw|Draw|Change|Restore|Reset|Discard|Working hours)/u;
    for (const [path, heading] of [
      ['', 'North rack'],
      ['/settings', 'Assets'],
      ['/settings/devices', 'North rack'],
      ['/history', /^temperature/u],
      [`/settings/devices/${sentry}/policies`, 'Room temperature'],
      [`/settings/devices/${sentry}/policies/${policy}`, 'Too hot'],
      [`/settings/zones/tagging/${sentry}_thermal_temperature`, 'Thermal'],
      [`/settings/zones/base/${thermal}`, /Base zone/u],
      [`/settings/zones/tagging/${sentry}_thermal_temperature/update/${tagging}`, 'Too hot'],
      ['/../../admin/policies', 'Policies'],
      [`/../../admin/policies/${policy}`, 'Too hot'],
    ] as const) {
      await page.goto(new URL(`/locations/${location}${path}`, open.server.base).pathname);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      if (path === '/settings/devices') await page.getByText('Sensors and their offsets').first().click();
      expect(await page.getByRole('button', { name: forbidden }).count(), path).toBe(0);
      expect(await page.locator('main').getByRole('link', { name: forbidden }).count(), path).toBe(0);
      expect(await page.getByRole('link', { name: 'Demo' }).count(), path).toBe(0);
    }
    expect(consoleErrors.splice(0)).toEqual([]);
  });
});
