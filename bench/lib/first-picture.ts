/**
 * From the click on "Live" to the first picture that Chromium presents, with the console and a camera that sends a key frame every two
 * seconds. Nobody has looked lately: the sentry has to be asked first.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { sleep, startBenchServer } from './bench-server.ts';
import { openDelayProxy } from './delay-proxy.ts';
import { endRooms, type FilmedRoom, filmRooms, inBrowser } from './filmed-rooms.ts';
import { percentile } from './report-load.ts';
import { VIDEO_ENV } from './video-place.ts';

/** Several take turns: a sentry goes on sending for ten seconds after the last viewer has left. */
const ROOMS = 4;
const FORMAT = '640x360@15';
const STOPPED_AFTER_MS = 11_500;
const DELAY_MS = 150;
/** The code of the page is in the cache after these. */
const WARM_UP = 2;
const TIMEOUT_MS = 20_000;

/** In the page: clicks, and resolves to the milliseconds until a picture is presented. */
const clickToPicture = (timeoutMs: number): Promise<number> =>
  new Promise((resolve) => {
    const link = [...document.querySelectorAll('a')].find(({ pathname }) => pathname.endsWith('/live'));
    if (link === undefined) throw new Error('there is no link to the live picture');
    const began = performance.now();
    setTimeout(() => resolve(Number.NaN), timeoutMs);
    const found = new MutationObserver(() => {
      const video = document.querySelector('video');
      if (video === null) return;
      found.disconnect();
      video.requestVideoFrameCallback(() => resolve(performance.now() - began));
    });
    found.observe(document.body, { childList: true, subtree: true });
    link.click();
  });

/** `leftAt`: when the picture of each room was last on the screen. */
async function oneRound(page: Page, base: string, room: FilmedRoom, leftAt: Map<string, number>): Promise<number> {
  await page.goto(`${base}/locations/${room.location}/calendar`);
  await page.locator('a[href$="/live"]').first().waitFor();
  const since = performance.now() - (leftAt.get(room.location) ?? Number.NEGATIVE_INFINITY);
  await sleep(Math.max(500, STOPPED_AFTER_MS - since));
  const time = await page.evaluate(clickToPicture, TIMEOUT_MS);
  await page.goto('about:blank');
  leftAt.set(room.location, performance.now());
  return time;
}

async function measure(
  context: BrowserContext,
  label: string,
  base: string,
  rooms: readonly FilmedRoom[],
  rounds: number,
): Promise<void> {
  const page = await context.newPage();
  const leftAt = new Map<string, number>();
  const times: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const room = rooms[(round + WARM_UP) % rooms.length];
    if (room === undefined) throw new Error('there is no room');
    const time = await oneRound(page, base, room, leftAt);
    if (round >= 0) times.push(time);
  }
  await page.close();
  const shown = times.filter((time) => !Number.isNaN(time));
  const words = [0.5, 0.95].map((share) => `p${share * 100} ${percentile(shown, share).toFixed(0)}`).join(', ');
  console.log(`${label.padEnd(40)}${words}, worst ${Math.max(...shown).toFixed(0)} ms of ${shown.length}`);
  if (shown.length < times.length)
    console.log(`  without a picture within ${TIMEOUT_MS / 1000} s: ${times.length - shown.length}`);
}

export async function benchFirstPicture(rounds: number): Promise<void> {
  const server = await startBenchServer(VIDEO_ENV);
  const proxy = await openDelayProxy(server.base, DELAY_MS);
  const names = (kind: string): readonly string[] => Array.from({ length: ROOMS }, (_, index) => `${kind} ${index}`);
  try {
    await inBrowser(server, async (context) => {
      const near = await filmRooms(server, names('Near'), FORMAT);
      try {
        await measure(context, 'first picture, loopback', server.base, near, rounds);
        await measure(context, `browser ${DELAY_MS} ms away`, proxy.base, near, rounds);
      } finally {
        endRooms(near);
      }
      const far = await filmRooms(server, names('Far'), FORMAT, proxy.base);
      try {
        await measure(context, `browser and sentry ${DELAY_MS} ms away`, proxy.base, far, rounds);
      } finally {
        endRooms(far);
      }
    });
  } finally {
    await proxy.close();
    await server.stop();
  }
}
