/** Clips and cameras: from the alert that expects a clip to the one that says who deleted it, the settings of cameras, the retention of video. */
import type { AlertOut } from '@picket/contracts/types';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAtAnyHour } from '../../apps/cli/src/demo/seed-demo-data.ts';
import { verifyExport } from '../../apps/server/src/capabilities/clips/export/verify-archive.ts';
import { type PendingUpload, recordVideo, reportCamera, reportMotion, uploadHalf } from '../support/clip-device.ts';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';
import { testWithFfmpeg } from '../support/ffmpeg.ts';
import type { OpenWorld } from '../support/screen-world.ts';

let demo: DemoConsole;
let open: OpenWorld;
let ada: ConsoleBrowser;
let alert: AlertOut;

beforeAll(async () => {
  demo = await openDemoConsole();
  ({ open, ada } = demo);
  await reportCamera(open.device);
  const { location, sentry } = open.world;
  await open.api('PUT /locations/{guid}/camera', { params: { guid: location }, body: { mode: 'ON' } });
  await recordAtAnyHour(open.api, sentry);
});
afterAll(() => demo?.close());

const at = (path: string): string => `/locations/${open.world.location}${path}`;

async function raiseMotion(): Promise<AlertOut> {
  await reportMotion(open.device, 0.4);
  const { items } = await open.api('GET /alerts', { query: { sentry: open.world.sentry, state: 'OPEN' } });
  const found = items.find(({ violation }) => violation === 'Motion');
  if (found === undefined) throw new Error('motion raised no alert');
  return found;
}

describe('the clip of an alert', () => {
  let upload: PendingUpload;
  let section: Locator;
  const link = async (): Promise<string> => (await ada.page.getByTestId('copy-text').textContent()) ?? '';

  testWithFfmpeg('is expected, arrives, and plays, while the page stays open', async () => {
    const { page } = ada;
    alert = await raiseMotion();
    await page.goto(at(`/alert/${alert.guid}`));
    section = page.getByRole('region', { name: 'Video', exact: true });
    await section.getByText('Clip expected').waitFor();
    await section.getByText('The sentry records until the alert ends, then sends the clip.').waitFor();
    await ada.checkScreen('clip-expected');

    upload = await uploadHalf(open.device, alert, recordVideo());
    await section.getByText(/^Uploading (49|50) %$/u).waitFor();
    await upload.finish();
    await section.getByText('Ready', { exact: true }).waitFor();
    await section.getByText(/complete and verified$/u).waitFor();
    await page.getByRole('region', { name: 'What happened' }).getByText('Video added: 10 s.').waitFor();
    const keeping = page.getByRole('region', { name: 'How long it is kept' });
    await keeping.getByText(/, by its age$/u).waitFor();
    await ada.checkScreen('clip-ready');
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  testWithFfmpeg('is played and searched by keyboard, and the timeline leads to its instants', async () => {
    const { page } = ada;
    const video = section.locator('video');
    const time = (): Promise<number> => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
    const isPaused = (): Promise<boolean> => video.evaluate((element) => (element as HTMLVideoElement).paused);
    await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).readyState)).toBeGreaterThan(0);
    const strip = section.getByRole('slider', { name: 'Position in the clip' });
    await strip.focus();
    await page.keyboard.press('Home');
    await expect.poll(time).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(time).toBe(1);
    expect(await strip.getAttribute('aria-valuetext')).toMatch(/^0:01, \d\d:\d\d:\d\d$/u);
    await video.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(time).toBeGreaterThan(1);
    await page.keyboard.press(' ');
    await expect.poll(isPaused).toBe(false);
    await page.keyboard.press('l');
    expect(await video.evaluate((element) => (element as HTMLVideoElement).playbackRate)).toBe(2);
    await page.keyboard.press('k');
    await expect.poll(isPaused).toBe(true);

    const happened = page.getByRole('region', { name: 'What happened' });
    await strip.focus();
    await page.keyboard.press('Home');
    await happened
      .getByRole('listitem')
      .filter({ hasText: 'Alert raised.' })
      .getByRole('button', { name: /^\d\d:/u })
      .click();
    await expect.poll(time).toBeGreaterThan(3.9);
    await happened.locator('li[data-current]').waitFor();
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  testWithFfmpeg('is kept by a hold until it is lifted', async () => {
    const { page } = ada;
    await section.getByRole('button', { name: 'Add hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep this clip' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Insurance claim 2026-118');
    await ada.checkScreen('clip-hold');
    await dialog.getByRole('button', { name: 'Add hold' }).click();
    const keeping = page.getByRole('region', { name: 'How long it is kept' });
    await keeping.getByText('Insurance claim 2026-118').waitFor();
    await keeping.getByText('Not while it is on hold').waitFor();
    expect(await section.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await keeping.getByRole('button', { name: 'Lift hold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift hold' }).click();
    await keeping.getByText('no hold').waitFor();
    await section.getByRole('button', { name: 'Delete' }).waitFor();
  });

  testWithFfmpeg('is shared by a link that is revoked', async () => {
    const { page } = ada;
    await section.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this clip' });
    await dialog.getByRole('combobox', { name: 'Valid for' }).selectOption({ label: '1 hour' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText(/^Valid until /u).waitFor();
    await ada.checkScreen('clip-share');
    const url = await link();
    expect((await fetch(url)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Revoke all links' }).click();
    await expect.poll(async () => (await fetch(url)).status).toBe(403);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  testWithFfmpeg('is exported with its alert, as evidence that is verified without a server', async () => {
    const { page } = ada;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Export' }).click(),
    ]);
    await page.getByText('Evidence exported').waitFor();
    expect(await verifyExport(await download.path())).toMatchObject({ isGenuine: true, manifest: { clips: [{}] } });
  });

  testWithFfmpeg('stands on the calendar, in the last day, and on the page of the location', async () => {
    const { page } = ada;
    await page.goto(at('/calendar'));
    await page.getByRole('link', { name: /, 1 clip$/u }).waitFor();
    await page.goto(at(''));
    const camera = page.getByRole('region', { name: 'Camera of North rack' });
    await camera.getByText(/Still, /u).waitFor();
    await camera.getByText('Nobody is watching.').waitFor();
    await ada.checkScreen('location-with-camera');
    await page.goto(at('/today'));
    const clips = page.getByRole('region', { name: 'Clips' });
    await clips.getByText('1 clip', { exact: true }).waitFor();
    await ada.checkScreen('today-with-clips');
    await clips.getByRole('link').click();
    await page.waitForURL(`**/alert/${alert.guid}?clip=${upload.clip}`);
    await section.getByText('Ready', { exact: true }).waitFor();
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  testWithFfmpeg('is deleted, and its alert says by whom', async () => {
    const { page } = ada;
    await page.goto(at(`/alert/${alert.guid}`));
    await section.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete clip' }).click();
    await section.getByText('Clip deleted').waitFor();
    await section.getByText(/, by Ada\. A backup made before that may still contain its key\.$/u).waitFor();
    expect(await section.locator('video').count()).toBe(0);
    await ada.checkScreen('clip-deleted');
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });
});

test('the live page shows the sentry with a camera, whichever comes first', async () => {
  const { page } = ada;
  const { location } = open.world;
  await open.api('POST /locations/{guid}/sentries', {
    params: { guid: location },
    body: { name: 'Aisle without a camera', reportIntervalSeconds: 60 },
  });
  await page.goto(at('/live'));
  await page.getByRole('region', { name: 'North rack', exact: true }).first().waitFor();
  expect(await page.getByText('Aisle without a camera').count()).toBe(0);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

describe('the settings of the cameras', () => {
  test('a mask is painted by keyboard and saved', async () => {
    const { page } = ada;
    await page.goto(at('/settings'));
    await page.getByRole('link', { name: /^Cameras/u }).click();
    const camera = page.getByRole('region', { name: 'North rack' });
    await camera.getByRole('button', { name: /^Privacy mask/u }).click();
    const grid = camera.getByRole('application', { name: /^Privacy mask/u });
    await grid.focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Shift+ArrowRight');
    await camera.getByText(/row 13, column 18: masked/u).waitFor();
    // Drawn where the device will paint it, over a picture that is wider than the grid: the 17th and 18th of 32 columns.
    const [picture, drawn] = [await grid.boundingBox(), await grid.locator('[data-shape="excluded"]').boundingBox()];
    const column = (picture?.width ?? 0) / 32;
    expect(((drawn?.x ?? 0) - (picture?.x ?? 0)) / column).toBeCloseTo(16, 0);
    expect((drawn?.width ?? 0) / column).toBeCloseTo(2, 0);
    await ada.checkScreen('camera-mask');
    await camera.getByRole('button', { name: 'Save' }).click();
    await camera.getByText('partly masked').waitFor();
    const { cells } = await open.api('GET /sentries/{guid}/camera-mask', { params: { guid: open.world.sentry } });
    expect(cells[12]).toEqual([16, 17]);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('the thermal picture is fitted by its corners', async () => {
    const { page } = ada;
    const camera = page.getByRole('region', { name: 'North rack' });
    await camera.getByRole('button', { name: /^Fit thermal picture/u }).click();
    await camera.getByRole('button', { name: /^Upper left corner/u }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await camera.getByRole('button', { name: 'Upper left corner: 5.0 % from the left, 5.0 % from the top' }).waitFor();
    await ada.checkScreen('camera-fit');
    await camera.getByRole('button', { name: 'Save' }).click();
    const { location } = open.world;
    const fit = async () =>
      (await open.api('GET /locations/{guid}/camera', { params: { guid: location } })).cameras.find(
        ({ sentry }) => sentry === open.world.sentry,
      )?.calibration?.topLeft;
    await expect.poll(fit).toEqual({ x: 0.05, y: 0.05 });
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('cameras are turned off, which the location shows', async () => {
    const { page } = ada;
    const form = page.getByRole('form', { name: 'Recording and live pictures' });
    await form.getByRole('radio', { name: 'Off by a schedule' }).check();
    await form.getByText('Paint at least one hour.').waitFor();
    await form.getByRole('button', { name: 'Working hours' }).click();
    await ada.checkScreen('camera-schedule');
    await form.getByRole('radio', { name: 'Off', exact: true }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.goto(at(''));
    await page.getByRole('region', { name: 'Camera of North rack' }).getByText('Camera: Off').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(at('/live'));
    const stage = page.getByRole('region', { name: 'Live picture of North rack' });
    await stage.getByText('Camera off', { exact: true }).waitFor();
    await ada.checkScreen('live-off');
    // Still off: the settings are read again, and nothing is asked for that would be refused.
    const reread = page.waitForResponse((response) => response.url().endsWith('/camera'));
    await stage.getByRole('button', { name: 'Try again' }).click();
    await reread;
    expect(asked.filter((request) => request.startsWith('POST') && request.endsWith('/live'))).toEqual([]);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
    await page.goto(at('/settings/devices'));
    await page
      .getByRole('region', { name: 'North rack' })
      .getByText(/partly masked$/u)
      .waitFor();
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });
});

describe('the retention of video', () => {
  test('shows what is used, and what a change deletes', async () => {
    const { page } = ada;
    await page.goto('/admin');
    await page.getByRole('link', { name: /^Video retention/u }).click();
    const rules = page.getByRole('region', { name: 'Rules' });
    await rules.getByText(/^Keep clips for 30 days, at most 50 GB in all\./u).waitFor();
    await rules.getByText('No clip is due to be deleted now.').waitFor();
    await ada.checkScreen('video-retention');
    await rules.getByRole('textbox', { name: 'Keep clips for' }).fill('14');
    await expect.poll(() => rules.textContent()).toContain('Saving deletes nothing.');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText(/^Keep clips for 14 days/u).waitFor();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { keepDays } = await open.api('GET /video-retention', { query: {} });
    expect(keepDays).toBe(14);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('what is typed while a change is being saved stays in the field', async () => {
    const { page } = ada;
    const rules = page.getByRole('region', { name: 'Rules' });
    const days = rules.getByRole('textbox', { name: 'Keep clips for' });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const isChange = '**/api/v1/video-retention?*';
    await page.route(isChange, async (route) => {
      if (route.request().method() === 'PUT') await released;
      await route.continue();
    });
    await days.fill('20');
    const save = rules.getByRole('button', { name: 'Save' });
    const requested = page.waitForRequest((request) => request.method() === 'PUT');
    await save.click();
    await requested;
    await days.fill('21');
    const reread = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().includes('/video-retention?'),
    );
    release();
    await reread;
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await expect.poll(() => save.isEnabled()).toBe(true);
    expect(await days.inputValue()).toMatch(/^21\b/u);
    await page.unroute(isChange);
    const { keepDays } = await open.api('GET /video-retention', { query: {} });
    expect(keepDays).toBe(20);
    await save.click();
    await expect.poll(async () => (await open.api('GET /video-retention', { query: {} })).keepDays).toBe(21);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('where it is not known what a change deletes it cannot be saved, and is asked again', async () => {
    const { page } = ada;
    const isPreview = '**/video-retention/preview*';
    await page.route(isPreview, (route) => route.fulfill({ status: 503, json: {} }));
    const rules = page.getByRole('region', { name: 'Rules' });
    const save = rules.getByRole('button', { name: 'Save' });
    await rules.getByRole('textbox', { name: 'Keep clips for' }).fill('19');
    await rules.getByText('What this would delete could not be computed').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.unroute(isPreview);
    await rules.getByRole('button', { name: 'Try again' }).click();
    await rules.getByText('Saving deletes nothing.').waitFor();
    expect(await save.isEnabled()).toBe(true);
    expect(ada.consoleErrors.splice(0).filter((error) => !error.includes('503'))).toEqual([]);
  });

  test('a change that deletes clips asks for the name of the organization', async () => {
    const { page } = ada;
    await page.route('**/video-retention/preview*', (route) =>
      route.fulfill({ json: { clips: 12, bytes: 60_000_000 } }),
    );
    const rules = page.getByRole('region', { name: 'Rules' });
    await rules.getByRole('textbox', { name: 'Keep clips for' }).fill('1');
    await rules.getByText('Saving deletes 12 clips, 60 MB, within the hour.').waitFor();
    await rules.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete clips?' });
    expect(await dialog.getByRole('button', { name: 'Delete and save' }).isDisabled()).toBe(true);
    await ada.checkScreen('video-retention-confirm');
    await dialog.getByRole('textbox').fill('Acme Cold Stores');
    await dialog.getByRole('button', { name: 'Delete and save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rules.getByText(/^Keep clips for 1 day,/u).waitFor();
    await page.unroute('**/video-retention/preview*');
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });
});
