/** Opens the console in a real browser, collects its errors, and checks its screens. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAccessibilityProblems } from './axe.ts';
import { IS_DEEP } from './deep.ts';
import { showWhenFailed } from './shown-pages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SCREENSHOTS_DIR = join(ROOT, 'test-results', 'screens');
const PHONE = { width: 360, height: 780 };
const LAPTOP = { width: 1366, height: 900 };

/** `hosts`: names that resolve to this machine in this browser only. */
export const launchBrowser = (hosts: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(hosts.length === 0
        ? []
        : [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')}`]),
    ],
  });

/** The browser of one user, with its console errors. */
export interface ConsoleBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and warnings, except the 401 of the session check while signed out and the 503 of a busy server. */
  readonly consoleErrors: string[];
  /** Asserts that nothing overflows on a phone and axe finds nothing; with PICKET_DEEP also dark on a phone, with screenshots. */
  checkScreen(name: string): Promise<void>;
}

/** What people do comes after the console has started: before that the page may show what the server has drawn. */
function untilStarted(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const started = (): Promise<void> => page.locator('#first-screen').waitFor({ state: 'detached' });
  page.goto = async (...given) => {
    const response = await goto(...given);
    await started();
    return response;
  };
  page.reload = async (...given) => {
    const response = await reload(...given);
    await started();
    return response;
  };
  return page;
}

/**
 * `worker`: with the worker of the console, which answers for the server; requests that it makes cannot be intercepted.
 * `locale`: of the browser, which decides the language where the profile names none.
 */
export async function openConsole(
  browser: Browser,
  baseURL: string,
  { worker = false, locale = 'en-GB' }: { readonly worker?: boolean; readonly locale?: string } = {},
): Promise<ConsoleBrowser> {
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  const context = await browser.newContext({
    serviceWorkers: worker ? 'allow' : 'block',
    viewport: LAPTOP,
    baseURL,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'Europe/Zurich',
  });
  context.setDefaultTimeout(60_000);
  const newPage = context.newPage.bind(context);
  context.newPage = async () => untilStarted(await newPage());
  const page = await context.newPage();
  showWhenFailed(page);
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const isSessionQuestion = message.location().url.endsWith('/users/my-profile') && message.text().includes('401');
    // A slow machine: the server answers 503 while it is busy, and the console asks again. That is no error of the console.
    const isBusyServer = message.location().url.includes('/api/v1/') && message.text().includes('503');
    const isBlockedWorker = message.text().startsWith('Service Worker registration blocked');
    if (!isSessionQuestion && !isBusyServer && !isBlockedWorker)
      consoleErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => consoleErrors.push(error.stack ?? error.message));
  return { context, page, consoleErrors, checkScreen: (name) => checkScreen(page, name) };
}

/** Signs in through the form and waits for the first screen. */
export async function signInAt(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await fillSignIn(page, { email, password });
  await page.waitForURL('**/locations');
}

/** Submits the sign-in form without waiting for the result. */
export async function fillSignIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const POLL_INTERVAL_MS = 150;
const MAX_POLLS = 400;

/** What changes while a page is still being drawn: its size, its elements, animations that end. */
const drawingOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight, outerHTML } = document.documentElement;
    const isEnding = ({ effect }: Animation): boolean =>
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    return [scrollWidth, scrollHeight, outerHTML.length, document.getAnimations().filter(isEnding).length].join(' ');
  });

/** Waits until the page is drawn: it is the same as 150 ms before. */
export async function waitUntilStill(page: Page): Promise<void> {
  let before = '';
  // Without expect: npm run screenshots is no test.
  for (let attempt = 0; attempt < MAX_POLLS; attempt++) {
    const last = before;
    before = await drawingOf(page);
    if (before === last) return;
    await page.waitForTimeout(POLL_INTERVAL_MS);
  }
  throw new Error('the page does not come to rest');
}

/**
 * A screenshot of the whole page. The window is resized to the page first: otherwise the browser lays the page out at
 * another width meanwhile, and graphs that measure themselves are captured half-drawn.
 */
export async function screenshotFullPage(
  page: Page,
  size: { readonly width: number; readonly height: number },
  path: string,
): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > size.height) {
    await page.setViewportSize({ width: size.width, height: Math.min(height, 8000) });
    await waitUntilStill(page);
  }
  await page.screenshot({ path });
  if (height > size.height) await page.setViewportSize(size);
}

/** Every screen in every variant is the subject of its own test (every-screen); a state of a journey is seen in two that share nothing. */
const VARIANTS = [
  { scheme: 'light', device: 'laptop', size: LAPTOP },
  { scheme: 'dark', device: 'phone', size: PHONE },
] as const;

/** Waits for the layout: graphs measure themselves after a resize. */
async function expectNoOverflow(page: Page, message: string): Promise<void> {
  const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, { message }).toBeLessThanOrEqual(0);
}

async function expectAccessible(page: Page, message: string): Promise<void> {
  expect(await findAccessibilityProblems(page), message).toEqual([]);
}

/** Once as it is, and once on a phone. With PICKET_DEEP: with screenshots, light on a laptop and dark on a phone. */
async function checkScreen(page: Page, name: string): Promise<void> {
  if (!IS_DEEP) {
    await expectAccessible(page, name);
    await page.setViewportSize(PHONE);
    await expectNoOverflow(page, `${name} on a phone scrolls sideways`);
  }
  for (const { scheme, device, size } of IS_DEEP ? VARIANTS : []) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await waitUntilStill(page);
    await screenshotFullPage(page, size, join(SCREENSHOTS_DIR, `${name}-${scheme}-${device}.png`));
    await expectNoOverflow(page, `${name} on a ${device} scrolls sideways`);
    await expectAccessible(page, `${name}, ${scheme}, ${device}`);
  }
  await page.setViewportSize(LAPTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Presses Tab until an element named `name` has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (name.test(focused)) return;
  }
  throw new Error(`no element named ${name} can be reached by keyboard`);
}
