/** Loads a page as somebody on a phone network does, and measures it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export const LAUNCH_OPTIONS = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
};
export const LAPTOP = { width: 1366, height: 900 };

/** 150 ms there and back, 1.6 Mbit/s, a processor four times slower: a phone in the field. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOW_CPU = 4;

export interface PageLoad {
  /** From the start of the navigation until the first match is painted and the main thread is free. The server may have drawn it. */
  readonly shown: number;
  /** The same until the console has drawn one. */
  readonly started: number;
  /** The same from the first byte of the page. */
  readonly usable: number;
  readonly longestTask: number;
  /** Paths of what was loaded by then, the page first. */
  readonly paths: readonly string[];
}

type Measured = Window & { firstMatch?: number; started?: number; longestTask?: number };

/** Runs in the page before its own code. */
function observe(selector: string): void {
  const at = window as Measured;
  at.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) at.longestTask = Math.max(at.longestTask ?? 0, duration);
  }).observe({ type: 'longtask', buffered: true });
  const noteOnce = (name: 'firstMatch' | 'started', isThere: () => boolean): void =>
    new MutationObserver((_, observer) => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(at, { [name]: performance.now() }), 0));
    }).observe(document, { childList: true, subtree: true });
  noteOnce('firstMatch', () => document.querySelector(selector) !== null);
  noteOnce(
    'started',
    () => document.getElementById('first-screen') === null && document.querySelector(`#root ${selector}`) !== null,
  );
}

/** Opens a tab of its own in a context, on the slow line or as fast as the machine. */
async function openTab(context: BrowserContext, isSlow: boolean): Promise<Page> {
  const page = await context.newPage();
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  }
  return page;
}

/** Loads a page in a tab of its own until `selector` is painted. */
export async function loadPage(
  context: BrowserContext,
  address: string,
  selector: string,
  isSlow: boolean,
): Promise<PageLoad> {
  const page = await openTab(context, isSlow);
  await page.addInitScript(observe, selector);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as Measured).started !== undefined);
  const load = await page.evaluate(() => {
    const { firstMatch = Number.NaN, started = Number.NaN, longestTask = Number.NaN } = window as Measured;
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const paths = resources
      .filter(({ responseEnd }) => responseEnd <= started)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => !path.startsWith('/api/'));
    return {
      shown: firstMatch,
      started,
      usable: started - (entry?.responseStart ?? 0),
      longestTask,
      paths: [location.pathname, ...new Set(paths)],
    };
  });
  await page.close();
  return load;
}

/**
 * Loads the same files with nothing to do with them: first the page, then the others at once. No console can be faster on this line.
 * Returns the milliseconds.
 */
export async function loadFilesAlone(
  context: BrowserContext,
  base: string,
  [page = '/', ...files]: readonly string[],
): Promise<number> {
  const tab = await openTab(context, true);
  await tab.goto(`${base}/favicon.svg`);
  const took = await tab.evaluate(
    async ({ page, files }) => {
      const load = async (path: string): Promise<unknown> => (await fetch(path, { cache: 'no-store' })).arrayBuffer();
      const began = performance.now();
      await load(page);
      await Promise.all(files.map(load));
      return performance.now() - began;
    },
    { page, files },
  );
  await tab.close();
  return took;
}

/** A context that has loaded nothing yet, with the session of another. Workers would load past the slow line. */
export const freshContext = async (browser: Browser, session?: BrowserContext): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    ...(session === undefined ? {} : { storageState: await session.storageState() }),
  });

/**
 * Calls `use` with a browser as it is on a laptop: with the session of another one, and files that it keeps from visit to visit. Visits take
 * a third less time in it than in a private one.
 */
export async function inKeptBrowser(
  session: BrowserContext,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-browser-'));
  const context = await chromium.launchPersistentContext(folder, { ...LAUNCH_OPTIONS, viewport: LAPTOP });
  try {
    await context.addCookies(await session.cookies());
    await use(context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Weight {
  readonly files: number;
  /** Compressed with gzip, in KB. */
  readonly kilobytes: number;
}

/** The scripts that a first visit loads, also once it is drawn. */
export async function weighScripts(context: BrowserContext, address: string, selector: string): Promise<Weight> {
  const page = await context.newPage();
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) bodies.set(response.url(), response.body());
  });
  await page.goto(address);
  await page.locator(selector).first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const sizes = (await Promise.all(bodies.values())).map((body) => gzipSync(body).length / 1024);
  await page.close();
  return { files: sizes.length, kilobytes: sizes.reduce((sum, size) => sum + size, 0) };
}
