/**
 * npm run bench:console: how long people wait. On a phone network the first card of /locations, on a first visit and on later ones, and when the console has started,
 * compared with loading the same files with nothing to do with them; the same with 200 locations. The scripts of /sign-in and /locations. With 200 and with
 * 1,000 locations: when /locations can be used, compared with the response that has all its cards, and the longest task of the
 * main thread. How long five hundred alerts at once hold the page of 1,000 locations, compared with one. How long a live reading takes from its event to the screen. A year of one series, a reading a minute (525,600): how
 * long /history takes from the click to the drawing, compared with the response.
 *
 *   npm run bench:console -- --only weights,slow
 */

import { loadavg } from 'node:os';
import type { DeviceClient } from '@picket/sentry';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type HeldPage, keepStream, receiveAlerts } from './lib/alert-bursts.ts';
import { OWNER, printTimes, sleep, startBenchServer } from './lib/bench-server.ts';
import { addFirstLocation, addYear, FIRST_LOCATION, fillLocations, MINUTES, SENTRIES } from './lib/console-store.ts';
import {
  freshContext,
  inKeptBrowser,
  LAPTOP,
  LAUNCH_OPTIONS,
  loadFilesAlone,
  loadPage,
  type PageLoad,
  weighScripts,
} from './lib/page-loads.ts';
import { runBenches } from './lib/run-benches.ts';

/** Of an organization as most are. */
const FEW = 12;
const MANY = 200;
const MOST = 1000;
/** Alerts of an outage. */
const BURST = 500;
const LOADS = 5;
const ROUNDS = 7;
const FIRST_LOADS = 3;
const CARD = '[data-card]';

const server = await startBenchServer();
const { api, base, databaseUrl, stop } = server;

async function signIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${base}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/locations');
  await page.locator(CARD).first().waitFor();
  return page;
}

async function printWeights(session: BrowserContext): Promise<void> {
  for (const { path, selector, of } of [
    { path: '/sign-in', selector: 'input[type=password]', of: undefined },
    { path: '/locations', selector: CARD, of: session },
  ]) {
    const context = await freshContext(browser, of);
    const { files, kilobytes } = await weighScripts(context, `${base}${path}`, selector);
    await context.close();
    console.log(`${path}: ${kilobytes.toFixed(1)} KB of scripts with gzip, in ${files} files`);
  }
}

/** First visits and two later ones each, on the slow line: for the third the browser has compiled the scripts before. */
async function printSlowLoads(session: BrowserContext): Promise<void> {
  const cold: PageLoad[] = [];
  const warm: PageLoad[] = [];
  const third: PageLoad[] = [];
  const alone: number[] = [];
  for (let round = 0; round < LOADS; round++) {
    const context = await freshContext(browser, session);
    for (const loads of [cold, warm, third]) loads.push(await loadPage(context, `${base}/locations`, CARD, true));
    alone.push(await loadFilesAlone(context, base, cold.at(-1)?.paths ?? []));
    await context.close();
  }
  const first = printTimes('/locations on a phone network, first card of a first visit', timesOf(cold, 'shown'));
  printTimes('  of a later visit', timesOf(warm, 'shown'));
  printTimes('  of a visit after that', timesOf(third, 'shown'));
  const started = printTimes('  the console has started, on a first visit', timesOf(cold, 'started'));
  printTimes('  on a later visit', timesOf(warm, 'started'));
  printTimes('  on a visit after that', timesOf(third, 'started'));
  const files = printTimes('  its files alone, with nothing to do with them', alone);
  printTimes('  longest task of a first visit', timesOf(cold, 'longestTask'));
  console.log(
    `  first card in ${(first / files).toFixed(2)} times its files alone, started in ${(started / files).toFixed(2)}`,
  );
}

const timesOf = (loads: readonly PageLoad[], name: 'shown' | 'started' | 'usable' | 'longestTask'): number[] =>
  loads.map((load) => load[name]);

/** Repeated visits to as many locations as the store has. */
async function printManyLocations(session: BrowserContext, count: number): Promise<void> {
  const loads: PageLoad[] = [];
  const answers: number[] = [];
  await inKeptBrowser(session, async (context) => {
    // They fill its caches.
    for (let round = 0; round < FIRST_LOADS; round++) await loadPage(context, `${base}/locations`, CARD, false);
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(await loadPage(context, `${base}/locations`, CARD, false));
      const began = performance.now();
      await api('GET /views/locations', {});
      answers.push(performance.now() - began);
    }
  });
  const shown = printTimes(`/locations with ${count} locations: first card after the click`, timesOf(loads, 'shown'));
  const started = printTimes('  the console has started', timesOf(loads, 'started'));
  printTimes('  after the first byte of the page', timesOf(loads, 'usable'));
  const answered = printTimes('  its cards from the server alone', answers);
  printTimes('  longest task', timesOf(loads, 'longestTask'));
  console.log(
    `  first card in ${(shown / answered).toFixed(2)} times its cards alone, started in ${(started / answered).toFixed(2)}`,
  );
}

/** Measures from the event in the page until the number is painted. */
async function liveUpdate(page: Page, device: DeviceClient, value: number): Promise<number> {
  const painted = page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const card = [...document.querySelectorAll('[data-card]')].find((one) => one.textContent?.includes(name));
        const number = card?.querySelector('[data-metric="environment_temperature.value"] .value');
        if (!number) throw new Error('the card is not there');
        const arrived = (window as unknown as { arrived: number[] }).arrived;
        arrived.length = 0;
        new MutationObserver((_, observer) => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - (arrived[0] ?? Number.NaN)), 0));
        }).observe(number, { characterData: true, subtree: true, childList: true });
      }),
    FIRST_LOCATION,
  );
  await sleep(100);
  await device.report([{ sensorMetricId: 'environment_temperature', at: Date.now(), values: { value } }], false);
  return painted;
}

/** Measures from the click on "1 y" until the graph of the year is drawn. */
async function yearDrawn(page: Page, location: string): Promise<{ drawn: number; answered: number }> {
  await page.goto(`${base}/locations/${location}/history?range=24h&series=environment_temperature.value`);
  await page.locator('[data-time-graph] canvas').first().waitFor();
  await sleep(400);
  return page.evaluate(
    () =>
      new Promise<{ drawn: number; answered: number }>((resolve) => {
        const button = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
          ({ value }) => value === '1y',
        );
        const began = performance.now();
        const note = document.querySelector('[data-note]');
        if (!button || !note) throw new Error('the page is not there');
        new MutationObserver((_, observer) => {
          if (!note.textContent?.startsWith('Thinned')) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            setTimeout(() => {
              const [asked] = performance
                .getEntriesByType('resource')
                .filter(
                  ({ name, startTime }) => name.includes('/telemetry?') && startTime >= began,
                ) as PerformanceResourceTiming[];
              resolve({ drawn: performance.now() - began, answered: asked?.duration ?? Number.NaN });
            }, 0),
          );
        }).observe(note, { characterData: true, subtree: true, childList: true });
        button.click();
      }),
  );
}

/** Keeps when readings arrive in the page. */
const watchReadings = (): void => {
  const arrived: number[] = [];
  Object.assign(window, { arrived });
  const Original = window.EventSource;
  class Watched extends Original {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init);
      this.addEventListener('reading', () => arrived.push(performance.now()));
    }
  }
  window.EventSource = Watched;
};

async function printLiveReadings(context: BrowserContext, device: DeviceClient): Promise<void> {
  // A card shows its hottest sentry: from here on that is the one that reports.
  await device.report([{ sensorMetricId: 'environment_temperature', at: Date.now(), values: { value: 60 } }], false);
  const page = await context.newPage();
  await page.addInitScript(watchReadings);
  await page.goto(`${base}/locations`);
  await page.locator(CARD).first().waitFor();
  await sleep(1500);
  const lives: number[] = [];
  for (let round = 0; round < ROUNDS; round++) lives.push(await liveUpdate(page, device, 61 + round / 2));
  printTimes('a live reading painted after its event', lives);
  await page.close();
}

async function printYears(context: BrowserContext, location: string): Promise<void> {
  const page = await context.newPage();
  const years: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { drawn, answered } = await yearDrawn(page, location);
    years.push(drawn);
    answers.push(answered);
  }
  const drawnIn = printTimes('a year of one-minute readings drawn after the click', years);
  const answeredIn = printTimes('  of which its answer from the server', answers);
  console.log(`  drawn in ${(drawnIn / answeredIn).toFixed(2)} times its answer`);
}

/** One alert, and hundreds at once, on a page with all locations. */
async function printBursts(context: BrowserContext, location: string): Promise<void> {
  await api('POST /alerts', { body: { location, severity: 320, message: 'No power' } });
  const page = await context.newPage();
  await page.addInitScript(keepStream);
  await page.goto(`${base}/locations`);
  await page.locator(CARD).first().waitFor();
  await sleep(1500);
  const held = async (count: number): Promise<number> => {
    const rounds: HeldPage[] = [];
    for (let round = 0; round < LOADS; round++) rounds.push(await receiveAlerts(page, api, count));
    const label = `${count} alerts at once hold the page of ${MOST} locations for`;
    const time = printTimes(
      label,
      rounds.map((one) => one.held),
    );
    printTimes(
      '  longest task',
      rounds.map((one) => one.longestTask),
    );
    return time;
  };
  const one = await held(1);
  const burst = await held(BURST);
  console.log(`  ${(burst / one).toFixed(1)} times one alert`);
  await page.close();
}

const browser = await chromium.launch(LAUNCH_OPTIONS);
const close = async (): Promise<void> => {
  await browser.close();
  await stop();
};
try {
  const { location, sentry, device } = await addFirstLocation(server);
  await fillLocations(databaseUrl, location, FEW);
  await api('POST /get-started/close', {});
  const context = await browser.newContext({ viewport: LAPTOP });
  await (await signIn(context)).close();
  console.log(`${FEW} locations with ${SENTRIES} sentries each; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const printMany = async (count: number): Promise<void> => {
    await fillLocations(databaseUrl, location, count);
    await printManyLocations(context, count);
  };
  const benches = {
    weights: () => printWeights(context),
    slow: () => printSlowLoads(context),
    many: () => printMany(MANY),
    slowMany: async () => {
      await fillLocations(databaseUrl, location, MANY);
      await printSlowLoads(context);
    },
    live: async () => {
      await fillLocations(databaseUrl, location, MANY);
      await printLiveReadings(context, device);
    },
    most: () => printMany(MOST),
    bursts: async () => {
      await fillLocations(databaseUrl, location, MOST);
      await printBursts(context, location);
    },
    year: async () => {
      await addYear(databaseUrl, sentry);
      console.log(`${MINUTES} readings in one series`);
      await printYears(context, location);
    },
  };
  await runBenches({}, () => benches, close);
} catch (error) {
  await close();
  throw error;
}
