/** The live picture directly from the sentry: a real camera, a real browser, one network; and what a page says when there is no way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { parsePictureFormat, SentryCamera } from '../../apps/sentry/src/index.ts';
import { openConsole, signInAt } from '../support/console-browser.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';
import { testWithFfmpeg } from '../support/ffmpeg.ts';
import { PERSON } from '../support/screen-world.ts';

let demo: DemoConsole;
let filming: Promise<void>;
const over = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'picket-direct-'));

beforeAll(async () => {
  demo = await openDemoConsole();
  const { api, world, device } = demo.open;
  await api('PUT /locations/{guid}/camera', { params: { guid: world.location }, body: { mode: 'ON' } });
  const format = parsePictureFormat('320x180@8');
  if (format === null) throw new Error('the format is one');
  const settings = { input: { kind: 'test' }, format, measuresMotion: false } as const;
  filming = new SentryCamera(device, folder, settings, { message: () => {} }).run(over.signal);
});
afterAll(async () => {
  over.abort();
  await filming;
  await demo?.close();
  rmSync(folder, { recursive: true, force: true });
});

const livePath = (): string => `/locations/${demo.open.world.location}/live`;
/** The element that is shown. */
const picture = (page: Page) => page.locator('video[aria-hidden="false"]');
const framesOf = (page: Page): Promise<number> =>
  picture(page).evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

async function expectMoving(page: Page): Promise<void> {
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 3);
}

async function watching(): Promise<readonly (string | undefined)[]> {
  const { location } = demo.open.world;
  const { watching: views } = await demo.open.api('GET /locations/{guid}/views', { params: { guid: location } });
  return views.map(({ transport }) => transport);
}

testWithFfmpeg('a picture that runs through the server becomes a direct one, and the page says so', async () => {
  const { page } = demo.ada;
  await page.goto(livePath());
  await page.getByText('Direct', { exact: true }).waitFor();
  expect(await picture(page).evaluate((video) => (video as HTMLVideoElement).srcObject !== null)).toBe(true);
  await expectMoving(page);
  await page.getByText(/Live · \d+\.\d s behind/u).waitFor();
  await page.getByRole('region', { name: 'Watching now' }).getByText('1 person').waitFor();
  await expect.poll(watching).toEqual(['WEBRTC']);
  await demo.ada.checkScreen('live-direct');
  expect(demo.ada.consoleErrors.splice(0)).toEqual([]);
});

testWithFfmpeg('a mask ends it, and the picture goes on through the server, as the page says', async () => {
  const { page } = demo.ada;
  const { sentry } = demo.open.world;
  const cells = Array.from({ length: 24 }, () => [0, 1, 2]);
  await demo.open.api('PUT /sentries/{guid}/camera-mask', { params: { guid: sentry }, body: { cells } });
  await page.getByText('Through Picket, because the direct connection was lost').waitFor();
  await expectMoving(page);
  expect(await picture(page).evaluate((video) => (video as HTMLVideoElement).srcObject)).toBeNull();
  await page.getByText('partly masked by the sentry').waitFor();
  await expect.poll(watching).toEqual(['MSE']);
  expect(demo.ada.consoleErrors.splice(0)).toEqual([]);
});

testWithFfmpeg('where no way is found the picture stays as it is', async () => {
  const blocked = await openConsole(demo.browser, demo.open.server.base);
  const { page } = blocked;
  const kinds: string[] = [];
  await page.addInitScript(() => {
    RTCPeerConnection.prototype.addIceCandidate = async () => {};
  });
  await page.route('**/live/*/signal', async (route) => {
    const { kind } = route.request().postDataJSON() as { kind: string };
    kinds.push(kind);
    await (kind === 'CANDIDATE' ? route.fulfill({ status: 204 }) : route.continue());
  });
  await signInAt(page, PERSON);
  await page.goto(livePath());
  await expect.poll(() => kinds.at(-1)).toBe('BYE');
  expect(kinds[0]).toBe('OFFER');
  await page.getByText('Through Picket', { exact: true }).waitFor();
  await expectMoving(page);
  await page.close();
  await blocked.context.close();
});

testWithFfmpeg('a connection that does not come about at first is attempted again', async () => {
  const { page } = demo.ada;
  let offers = 0;
  await page.route('**/live/*/signal', async (route) => {
    const { kind } = route.request().postDataJSON() as { kind: string };
    if (kind === 'OFFER') offers += 1;
    await (offers === 1 ? route.fulfill({ status: 204 }) : route.continue());
  });
  await page.goto(livePath());
  await page.getByText('Direct', { exact: true }).waitFor();
  expect(offers).toBeGreaterThan(1);
  await page.unroute('**/live/*/signal');
  expect(demo.ada.consoleErrors.splice(0)).toEqual([]);
});

testWithFfmpeg('a page that is closed is not counted, and one whose camera is turned off shows nothing', async () => {
  const { page } = demo.ada;
  await page.reload();
  await page.getByText('Direct', { exact: true }).waitFor();
  await expect.poll(watching).toEqual(['WEBRTC']);
  await page.goto(`/locations/${demo.open.world.location}`);
  await expect.poll(watching).toEqual([]);
  await page.goto(livePath());
  await page.getByText('Direct', { exact: true }).waitFor();
  const { location } = demo.open.world;
  await demo.open.api('PUT /locations/{guid}/camera', { params: { guid: location }, body: { mode: 'OFF' } });
  await page.getByText('Camera off', { exact: true }).waitFor();
  expect(await page.locator('video').evaluateAll((all) => all.some((one) => (one as HTMLVideoElement).srcObject))).toBe(
    false,
  );
  await expect.poll(watching).toEqual([]);
});
