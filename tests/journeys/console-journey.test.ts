/**
 * The main job in a real browser, against the real server and the reference sentry as processes: sign up, add a location and
 * a sentry, watch it come alive, see the alert, acknowledge it by keyboard.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt, tabTo } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { weightOf } from '../support/page-weight.ts';
import { type ReferenceSentry, startReferenceSentry } from '../support/reference-sentry.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const PASSWORD = 'quiet rooms need a good guard';
/** How often a console polls that has no live updates. */
const FALLBACK_POLL_MS = 10_000;

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let consoleErrors: string[] = [];
let checkScreen: ConsoleBrowser['checkScreen'];
let sentry: ReferenceSentry | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer(database.url);
  browser = await launchBrowser();
  ({ context, page, consoleErrors, checkScreen } = await openConsole(browser, server.base));
});

afterAll(async () => {
  sentry?.end();
  await browser?.close();
  await server?.stop();
  await database?.drop();
});

describe('from a fresh machine to an alert on the screen', () => {
  test('the first page is small', async () => {
    const { total, files } = await weightOf(page, '/sign-in', () =>
      page.getByRole('button', { name: 'Sign in' }).waitFor(),
    );
    expect([total > 50 && total <= 110, files <= 12], `${total} KB, ${files} files`).toEqual([true, true]);
  });

  test('signed out, every path redirects to sign-in and back', async () => {
    await page.goto('/locations/some?tab=2');
    await page.waitForURL('**/sign-in?tab=2&redirect=%2Flocations%2Fsome');
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
    await checkScreen('sign-in');
    await page.goto('/no/such/page');
    await page.waitForURL('**/sign-in');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@picket.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor();
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toContain('/auth/login');
  });

  test('signs up through the printed link', async () => {
    await page.goto(server.signup ?? '');
    await page.getByRole('textbox', { name: 'Organization' }).fill('Acme Cold Stores');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@acme.example');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Password' }).fill('short');
    await page.keyboard.press('Tab');
    await page.getByText('Use at least 15 characters (this has 5).').waitFor();
    await checkScreen('sign-up');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/locations');
    await page.getByText('Nothing is watched yet').waitFor();
    await checkScreen('locations-empty');
    await page.goto(server.signup ?? '');
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor();
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toContain('410');
  });

  test('adds a location; the name is checked while typing', async () => {
    await page.goto('/locations');
    await page.getByRole('link', { name: 'Add your first location' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('50% off');
    await page.getByText('disallowed characters').waitFor();
    await checkScreen('create-location');
    await name.fill('Zurich, server room 2');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Zurich');
    await page.getByRole('button', { name: 'Add location' }).click();
    await page.getByRole('heading', { name: 'Add sentry to Zurich, server room 2' }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('No sentries here yet').waitFor();
    await checkScreen('location-empty');
  });

  let code = '';

  test('adds a sentry, whose device is activated while the page waits', async () => {
    await page.getByRole('link', { name: 'Add the first sentry' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('North rack');
    await page.getByRole('textbox', { name: 'Reports every (seconds)' }).fill('1');
    await page.getByRole('button', { name: 'Add sentry' }).click();
    code = (await page.getByTestId('activation-code').locator('.visually-hidden').textContent()) ?? '';
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/u);
    await checkScreen('setup-waiting');
    sentry = startReferenceSentry(server.base, '--code', code, '--scenario', 'heat-up', '--after', '12');
    await page.getByRole('heading', { name: /Its device is activated/u }).waitFor();
    await page.getByRole('heading', { name: /Its readings arrive/u }).waitFor();
    await page.getByRole('link', { name: 'View location' }).click();
  });

  test('readings appear live, without a reload', async () => {
    const value = page.locator('[data-metric="environment_temperature.value"] .value');
    await value.waitFor();
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    const latest = async () => {
      const response = await context.request.get(`/api/v1${page.url().match(/\/locations\/[^/?]+/u)?.[0]}/latest`);
      return ((await response.json()) as { items: { at: string; sensorMetricId: string }[] }).items;
    };
    const lastReadingAt = async () =>
      (await latest())
        .map(({ at }) => at)
        .sort()
        .at(-1);
    expect((await latest()).some(({ sensorMetricId }) => sensorMetricId === 'thermal_temperature')).toBe(true);
    // The age of a sentry that reports every second starts again with each reading.
    let before: string | undefined;
    for (let i = 0; i < 4; i++) {
      await expect.poll(lastReadingAt).not.toBe(before);
      before = await lastReadingAt();
      const caption = page.locator('[data-metric="environment_temperature.value"] .caption');
      await expect.poll(() => caption.textContent()).toMatch(/temperature[0-2] s ago/u);
    }
    await checkScreen('location-live');
  });

  test('the temperature crosses: the alert is pushed to the screen, without a reload', async () => {
    let raisedAt = 0;
    const watch = (async () => {
      while (raisedAt === 0) {
        const answer = (await (await context.request.get('/api/v1/alerts?state=OPEN&minSeverity=360')).json()) as {
          items: { violation?: string }[];
        };
        if (answer.items.some(({ violation }) => violation === 'Too hot')) raisedAt = Date.now();
        else await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: 'Too hot' }).waitFor();
    const shownAt = Date.now();
    await watch;
    console.log(`alert on the screen ${shownAt - raisedAt} ms after the API had it`);
    // Without live updates the console would poll for it.
    expect(shownAt - raisedAt).toBeLessThan(FALLBACK_POLL_MS);
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    expect(await page.title()).toMatch(/^\(\d+\) Zurich/u);
    await checkScreen('location-alert');
  });

  test('the page of an alert shows its evidence; it is acknowledged by keyboard', async () => {
    // Its toast, which may still be shown, is a link as well.
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: 'Too hot', exact: true }).click();
    await page.getByRole('heading', { name: 'Too hot' }).waitFor();
    // A page opened by a click starts at the top, with its heading below the bar.
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByText('Waiting 10 s before the alert is raised.').waitFor();
    await page.getByText('Alert raised.').waitFor();
    await page.getByRole('region', { name: 'Readings around the alert' }).locator('svg[data-graph]').first().waitFor();
    await checkScreen('alert-open');
    await tabTo(page, /^Acknowledge/u);
    await page.keyboard.press('Enter');
    const header = page.locator('main header');
    await header.getByText(/^acknowledged by Ada until/u).waitFor();
    // Once: the actions do not repeat it.
    expect(await header.getByText(/acknowledged by/iu).count()).toBe(1);
    await page.getByRole('textbox', { name: 'Add a comment' }).fill('The cooling unit tripped. On my way.');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText('Ada commented.').waitFor();
    await checkScreen('alert-acknowledged');
    await page.goto('/locations');
    await page.getByRole('region', { name: 'Open alerts' }).getByText('Acknowledged by Ada').first().waitFor();
    await checkScreen('locations');
  });

  test('why an alert was raised, step by step, and who was notified', async () => {
    await page.goto('/locations');
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: 'Too hot' }).click();
    await page.getByText('Shown in the console to everybody').waitFor();
    await page.getByRole('button', { name: 'Show evaluation steps' }).click();
    await page.getByText('Delay reached: alert raised').waitFor();
    await checkScreen('alert-why');
  });

  test('a discovered fluid sensor is paired in place', async () => {
    await page.getByRole('link', { name: 'Zurich', exact: false }).first().click();
    const sensors = page.getByRole('region', { name: 'Fluid sensors' });
    await sensors.getByText('FX2 0001', { exact: true }).waitFor();
    await checkScreen('location-fluid');
    await sensors.getByRole('button', { name: 'Pair fluid sensor FX2 0001' }).click();
    await page.getByText('Fluid Sensor Paired Successfully').waitFor();
    await sensors.getByText(/^Paired · first seen/u).waitFor();
  });

  test('an edit of a policy shows its diff and is reverted with one click', async () => {
    const edited = await page.evaluate(async () => {
      const list = await (await fetch('/api/v1/policies?limit=500')).json();
      const policy = list.items.find(({ name }: { name: string }) => name === 'Humidity');
      const [dry, ...others] = policy.definition.violations;
      const violations = [{ ...dry, severity: 120, conditions: [{ ...dry.conditions[0], threshold: 15 }] }, ...others];
      const body = JSON.stringify({ definition: { violations } });
      const answer = await fetch(`/api/v1/policies/${policy.guid}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return answer.status;
    });
    expect(edited).toBe(200);
    await page.getByRole('region', { name: 'Latest edits' }).getByRole('link', { name: 'Humidity' }).click();
    await page.getByRole('heading', { name: 'What was changed' }).waitFor();
    await page.getByText('Condition changed: Too dry, humidity', { exact: true }).waitFor();
    await checkScreen('policy-edit');
    await page.getByRole('button', { name: 'Revert this change' }).click();
    await page.getByText('Reverted by Ada', { exact: false }).first().waitFor();
    const threshold = await page.evaluate(async () => {
      const list = await (await fetch('/api/v1/policies?limit=500')).json();
      const policy = list.items.find(({ name }: { name: string }) => name === 'Humidity');
      return policy.definition.violations[0].conditions[0].threshold;
    });
    expect(threshold).toBe(20);
  });

  test('resolving an alert whose conditions are met asks for confirmation', async () => {
    await page.goto('/locations');
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: 'Too hot' }).click();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await checkScreen('alert-resolving');
    await page.getByRole('button', { name: 'Resolve anyway' }).click();
    await page.getByText('Resolved by Ada.').waitFor();
    await checkScreen('alert-resolved');
  });

  test('units and theme follow the profile', async () => {
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await checkScreen('profile');
    // Leaving the page at once would cancel the request.
    for (const choice of ['Celsius', 'Dark'])
      await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok()),
        page.getByText(choice, { exact: true }).click(),
      ]);
    await page.goto('/locations');
    await page.locator('[data-card] .unit', { hasText: '°C' }).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
    await page.goto('/profile');
    await page.getByText('As the device').click();
    // The last administrator cannot be deleted; the page says so and keeps the input.
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('textbox', { name: 'Type ada@acme.example to confirm' }).fill('ada@acme.example');
    await page.getByRole('button', { name: 'Delete the account of ada@acme.example' }).click();
    await page.getByText('You are the last administrator').waitFor();
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toContain('400');
  });

  test('the locations page is small enough, without the list of first steps', async () => {
    await page.evaluate(() => fetch('/api/v1/get-started/close', { method: 'POST' }));
    // A new alert, such as that of a sentry that waits for the processor, brings the code of toasts: it is no part of the page.
    const weights = [];
    for (let load = 0; load < 4; load += 1)
      weights.push(await weightOf(page, '/locations', () => page.locator('[data-card]').first().waitFor()));
    const [{ total, files } = { total: 0, files: 0 }] = weights.sort((one, other) => one.total - other.total);
    expect([total > 100 && total <= 150, files <= 12], `${total} KB, ${files} files`).toEqual([true, true]);
  });

  test('shows maintenance while the server is down, and returns by itself', async () => {
    await page.goto('/locations');
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    await server.kill();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.reload().catch(() => {});
    server = await startServer(database.url, { port: server.port, dataDir: server.dataDir });
    await page.goto('/locations');
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    consoleErrors.splice(0);
    // The health check fails while the page is open.
    await page.route('**/api/v1/health', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByRole('heading', { name: 'Service Unavailable' }).waitFor();
    await page.getByText('Sentry is currently down. Please try again later.').waitFor();
    await checkScreen('maintenance');
    await page.unroute('**/api/v1/health');
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toContain('503');
  });

  test('a crashed page is reported and offers to reload', async () => {
    await page.route('**/views/locations', (route) => route.fulfill({ json: { items: [{}] } }));
    const reported = page.waitForRequest('**/api/v1/uilog');
    // Opened by its address, it would bring the response.
    await page.goto('/alerts');
    await page.getByRole('link', { name: 'Locations' }).first().click();
    await page.getByRole('heading', { name: 'Oops, something went wrong' }).waitFor();
    // The stack, and the components it happened in.
    const { msg } = (await reported).postDataJSON() as { msg: string };
    expect(msg).toMatch(/^TypeError.*\n[\s\S]*\n {4}at Suspense/u);
    await page.getByText('Try logging out and logging in again.').waitFor();
    await checkScreen('crash');
    await page.unroute('**/views/locations');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    expect(consoleErrors.splice(0).length).toBeGreaterThan(0);
  });

  test('signs out, everywhere', async () => {
    await page.getByRole('button', { name: 'Ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goto('/locations');
    await page.waitForURL('**/sign-in?redirect=%2Flocations');
  });

  test('a page whose session was ended elsewhere asks to sign in, and does not open its stream again', async () => {
    const opened = page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.ok());
    await signInAt(page, { email: 'ada@acme.example', password: PASSWORD });
    await page.getByRole('heading', { name: 'Locations' }).waitFor();
    await opened;
    await page.evaluate(() => fetch('/api/v1/auth/logout', { method: 'POST' }));
    await page.waitForURL('**/sign-in?redirect=%2Flocations');
    // What else the page requested before it knew was rejected, rightly.
    expect(consoleErrors.splice(0).filter((consoleError) => consoleError.includes('/api/v1/events'))).toEqual([]);
  });

  test('the browser reported no errors', () => {
    expect(consoleErrors).toEqual([]);
  });
});
