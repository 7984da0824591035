/**
 * A tab that is opened without network shows the last known state: of this user alone, and only while the session lasts. An upgrade of
 * the server never leaves a tab behind.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, encodePassword } from '@picket/contracts/client';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, fillSignIn, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { freePort } from '../support/free-port.ts';
import { type OpenWorld, openWorld, PERSON, reportNow } from '../support/screen-world.ts';
import { ROOT, type RunningServer, startServer } from '../support/server-process.ts';

const VERA = { email: 'vera@acme.example', password: 'a viewer looks at everything' };
const FILE_NAME = /(assets\/|\.\/)([\w.-]+\.(?:js|css|woff2))/gu;

let open: OpenWorld;
let browser: Browser;
let port = 0;
let folder = '';
let upgraded: RunningServer | null = null;
const opened: ConsoleBrowser[] = [];

const consoleAt = (version: string): string => join(folder, version);

/** Writes the console twice, the second time as another build: every file has another name. */
function buildTwice(): void {
  for (const version of ['first', 'second'])
    cpSync(join(ROOT, 'apps/console/dist'), consoleAt(version), { recursive: true });
  const assets = join(consoleAt('second'), 'assets');
  const named = (text: string): string => text.replace(FILE_NAME, '$1new-$2');
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    // Compressed with the build, under the names before.
    if (/\.(?:br|gz)$/u.test(name)) {
      rmSync(file);
      continue;
    }
    if (/\.(?:js|css)$/u.test(name)) writeFileSync(file, named(readFileSync(file, 'utf8')));
    renameSync(file, join(assets, `new-${name}`));
  }
  for (const name of ['index.html', 'first-page.json']) {
    const file = join(consoleAt('second'), name);
    writeFileSync(file, named(readFileSync(file, 'utf8')));
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'picket-two-consoles-'));
  buildTwice();
  port = await freePort();
  open = await openWorld({ demo: true, env: { PORT: String(port), PICKET_CONSOLE_DIR: consoleAt('first') } });
  browser = await launchBrowser();
  const location = (await open.api('GET /locations', { query: { limit: 10 } })).items.find(
    ({ name }) => name === 'Porto archive',
  );
  const { invitation } = await open.api('POST /users', {
    body: { email: VERA.email, permissions: [{ role: 'VIEWER', location: location?.guid ?? '' }] },
  });
  await createClient({ base: `${open.server.base}/api/v1`, credentials: 'omit' })('POST /auth/finish-signup/{token}', {
    params: { token: invitation.path?.split('/').at(-1) ?? '' },
    body: { newPassword: encodePassword(VERA.password) },
  });
});
afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await upgraded?.stop();
  await open?.close();
  rmSync(folder, { recursive: true, force: true });
});

const cachesIn = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

const keptResponses = async (page: Page): Promise<string[]> =>
  (await cachesIn(page)).filter((name) => name.startsWith('picket-answers'));

/** The newest build that is kept whole; '' until then. */
const keptBuild = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    for (const name of (await caches.keys()).reverse())
      if (name.startsWith('picket-shell') && (await (await caches.open(name)).match('/'))) return name;
    return '';
  });

const cards = (page: Page) => page.locator('[data-card]');

/** A browser of its own with the worker, signed in, in which everything is kept. */
async function openKept(person = PERSON): Promise<ConsoleBrowser> {
  const made = await openConsole(browser, open.server.base, { worker: true });
  opened.push(made);
  await signInAt(made.page, person);
  await cards(made.page).first().waitFor();
  await expect.poll(() => keptBuild(made.page)).not.toBe('');
  await expect.poll(() => keptPaths(made.page)).toContain('/views/locations');
  return made;
}

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('picket-answers'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

test('a tab opened without network shows the last values and their age, and continues by itself', async () => {
  await reportNow(open.device);
  const { context, page } = await openKept();
  await page.goto(`/locations/${open.world.location}`);
  await page.locator('[data-metric="environment_temperature.value"] .value').first().waitFor();
  await expect.poll(() => keptPaths(page)).toContain(`/views/locations/${open.world.location}`);
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/locations');
  await cards(tab).filter({ hasText: 'Zurich, server room 2' }).locator('.value').first().waitFor();
  await tab.locator('[data-offline-banner]').getByText('You are offline').waitFor();
  await tab
    .locator('[data-offline-banner]')
    .getByText(/^Last answer at .+(ago|just now)$/u)
    .waitFor();
  await tab.goto(`/locations/${open.world.location}`);
  await tab.locator('[data-metric="environment_temperature.value"] .value').first().waitFor();
  // Never opened before: its code is not here.
  await tab.goto('/admin/users');
  await tab.locator('[data-offline-banner]').waitFor();
  await context.setOffline(false);
  await tab.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await tab.locator('[data-offline-banner]').waitFor({ state: 'detached' });
  const asked = tab.waitForResponse((answer) => answer.url().endsWith('/views/locations') && answer.ok());
  await tab.getByRole('link', { name: 'Locations' }).first().click();
  await asked;
});

test('the worker passes nothing of a user on, and keeps nothing of one', async () => {
  const { page } = await openKept();
  const pages = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('picket-shell'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()));
    return Promise.all(
      kept.flat().map(async (answer) => `${new URL(answer.url || location.href).pathname} ${await answer.text()}`),
    );
  });
  expect(pages.length).toBeGreaterThan(5);
  for (const text of pages) expect(text).not.toMatch(/id="preloaded-responses"|ada@acme|Hardstrasse/u);
});

test('a sign-out erases what was kept', async () => {
  const { context, page } = await openKept();
  const other = await context.newPage();
  await other.goto('/locations');
  await cards(other).first().waitFor();
  for (const one of [page, other]) await one.evaluate(() => sessionStorage.setItem('draft ada form', 'typed'));
  await page.getByRole('banner').getByRole('button', { name: /Ada/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/goodbye');
  await expect.poll(() => keptResponses(page)).toEqual([]);
  for (const one of [page, other])
    await expect.poll(() => one.evaluate(() => sessionStorage.getItem('draft ada form'))).toBe(null);
  // Pushes go on: they need the worker.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)).toBe(true);
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/locations');
  await tab.locator('[data-offline-banner]').waitFor();
  expect(await cards(tab).count()).toBe(0);
});

test('a sign-out does not wait until it is erased', async () => {
  const { context, page } = await openKept();
  const other = await context.newPage();
  await other.goto('/help/index.html');
  // As a tab that stores something on a disk that does not respond.
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('picket-answers ', { mode: 'shared' }, () => {
          resolve();
          return new Promise(() => {});
        });
      }),
  );
  await page.getByRole('banner').getByRole('button', { name: /Ada/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/goodbye');
  await other.close();
  await expect.poll(() => keptResponses(page)).toEqual([]);
});

test('where the session has ended, what was kept is erased', async () => {
  const { context, page } = await openKept();
  await context.clearCookies({ name: 'picket_session' });
  await page.goto('/locations');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => keptResponses(page)).toEqual([]);
});

test('without the cookie that lasts as long as the session nothing kept is shown', async () => {
  const { context } = await openKept();
  // As after the end of a browser in which nobody wanted to stay signed in.
  await context.clearCookies();
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/locations');
  await tab.locator('[data-offline-banner]').waitFor();
  expect(await cards(tab).count()).toBe(0);
});

test('another user of this browser sees nothing of the first', async () => {
  const { context, page } = await openKept();
  const [ofAda] = await keptResponses(page);
  // Nobody has signed out: the sign-in replaces the session.
  await context.clearCookies();
  await fillSignIn(page, VERA);
  await page.waitForURL(/locations|welcome/u);
  await page.goto('/locations');
  await cards(page).filter({ hasText: 'Porto archive' }).waitFor();
  await expect.poll(() => keptPaths(page)).toContain('/views/locations');
  const [ofVera, ...others] = await keptResponses(page);
  expect(others).toEqual([]);
  expect(ofVera).not.toBe(ofAda);
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/locations');
  await cards(tab).filter({ hasText: 'Porto archive' }).waitFor();
  expect(await cards(tab).filter({ hasText: 'Zurich' }).count()).toBe(0);
});

test('a page that is open when another user signs in beside it shows them nothing of the first', async () => {
  const { context, page } = await openKept();
  await page.goto('/profile');
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.waitFor();
  const { guid } = await open.api('POST /alerts', {
    body: { location: open.world.location, severity: 320, message: 'Water in the aisle' },
  });
  const toast = page.getByRole('link', { name: 'Water in the aisle' });
  await toast.waitFor();
  await name.fill('Ada of Zurich');
  // The sign-in of another tab replaces the session.
  const signedIn = await context.request.post('/api/v1/auth/login', {
    data: { username: VERA.email, password: encodePassword(VERA.password) },
  });
  expect(signedIn.ok()).toBe(true);
  await page.getByRole('banner').getByRole('button', { name: /vera/iu }).waitFor();
  await expect.poll(() => toast.count()).toBe(0);
  expect(await name.inputValue()).not.toBe('Ada of Zurich');
  await open.api('POST /alerts/{guid}/resolve', { params: { guid } });
});

/** The last proof of identity of every session was a while ago. */
async function letTimePass(): Promise<void> {
  const client = new pg.Client({ connectionString: open.database.url });
  await client.connect();
  await client.query(`UPDATE session SET confirmed_at = now() - interval '20 minutes'`);
  await client.end();
}

test('what waits for a user to confirm their identity is not asked of the next one, who sees no page of theirs', async () => {
  const { context, page } = await openKept();
  await cards(page).filter({ hasText: 'Zurich, server room 2' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Zurich, server room 2' }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: /Ada/u }).click();
  await page.getByRole('menuitem', { name: 'Edit my profile' }).click();
  const back = page.locator('[data-back]');
  await back.getByText('Zurich, server room 2').waitFor();
  await letTimePass();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('textbox', { name: `Type ${PERSON.email} to confirm` }).fill(PERSON.email);
  await page.getByRole('button', { name: `Delete the account of ${PERSON.email}` }).click();
  const question = page.getByRole('heading', { name: 'Confirm that it is you' });
  await question.waitFor();
  await context.clearCookies();
  // The page finds out within half a minute, and is not loaded again.
  await page.getByRole('textbox', { name: 'E-mail' }).fill(VERA.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(VERA.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: /vera/iu }).waitFor();
  await back.getByText('Locations').waitFor();
  expect(await question.count()).toBe(0);
});

test('a wall display keeps nothing', async () => {
  const { page } = await openKept();
  await page.evaluate(() =>
    fetch('/api/v1/users/my-profile/display', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  );
  await page.goto('/_/locations');
  await page.locator('[data-tile]').first().waitFor();
  await expect.poll(() => cachesIn(page)).toEqual([]);
});

test('after an upgrade a running tab reloads once where a part is missing, and the new console is kept', async () => {
  const { context, page } = await openKept();
  const before = await keptBuild(page);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { name: 'Administration' }).waitFor();
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await open.server.stop();
  const { dataDir } = open.server;
  const env = { PICKET_CONSOLE_DIR: consoleAt('second') };
  upgraded = await startServer(open.database.url, { port, dataDir, env });
  await page.getByRole('link', { name: /^Audit log/u }).click();
  // The page is replaced while it is asked.
  await expect.poll(() => page.evaluate(() => 'notReloaded' in window).catch(() => true)).toBe(false);
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/logs');
  await expect.poll(() => keptBuild(page)).not.toBe(before);
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/locations');
  await cards(tab).first().waitFor();
  const scripts = await tab.evaluate(() => [...document.querySelectorAll('script')].map(({ src }) => src));
  expect(scripts.filter((src) => src.includes('/assets/')).every((src) => src.includes('/new-'))).toBe(true);
});
