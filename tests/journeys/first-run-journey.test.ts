/**
 * The first minutes with Picket, by clicking alone: from the link in the terminal to a test message that arrived, on a machine without
 * sensors, with a real mail server. After every click the heading of the page and its first button are in view.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountsWorld, ADA, PASSWORD } from '../support/accounts-world.ts';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { IS_DEEP } from '../support/deep.ts';

const TOP_BAR = 52;

let world: AccountsWorld;
let ada: ConsoleBrowser;
let page: Page;

beforeAll(async () => {
  world = await AccountsWorld.open();
  ada = await world.openBrowser();
  page = ada.page;
});
afterAll(() => world?.close());

/** It lies below the top bar and above the fold. */
async function expectInView(what: Locator): Promise<void> {
  await what.waitFor();
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const box = await what.boundingBox();
      return box !== null && box.y >= TOP_BAR && box.y + box.height <= height;
    })
    .toBe(true);
}

/** The three of them begin at the same height, and none is broken. */
async function expectOneLine(three: Locator): Promise<void> {
  await expect.poll(() => three.count()).toBe(3);
  const boxes = await Promise.all((await three.all()).map((one) => one.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1);
  for (const box of boxes) expect(box?.height).toBeLessThan(30);
}

const leftOf = async (what: Locator): Promise<number> => Math.round((await what.boundingBox())?.x ?? Number.NaN);

/** The only location stands to the right of the list, above what is watched already; on a phone what can be left out is in line. */
async function expectBeside(): Promise<void> {
  const [steps, card, watched] = await Promise.all(
    [list(), page.locator('[data-card]'), page.getByRole('region', { name: 'Watched already' })].map((one) =>
      one.boundingBox(),
    ),
  );
  if (!steps || !card || !watched) throw new Error('not all of them are shown');
  expect(card.x).toBeGreaterThanOrEqual(steps.x + steps.width);
  expect(card.y).toBe(steps.y);
  expect([watched.x, watched.width]).toEqual([card.x, card.width]);
  expect(watched.y).toBeGreaterThanOrEqual(card.y + card.height);
  await page.setViewportSize({ width: 390, height: 844 });
  const notNeeded = list().getByRole('button', { name: 'Not needed: Somebody is notified' });
  const above = list().getByRole('link', { name: 'Choose what you are notified of' });
  await expect.poll(async () => (await leftOf(notNeeded)) - (await leftOf(above))).toBe(0);
  await page.setViewportSize({ width: 1366, height: 900 });
}

/** The page one arrives at: its heading and its first button. */
async function expectArrival(heading: string | RegExp, button: Locator): Promise<void> {
  await expectInView(page.getByRole('heading', { level: 1, name: heading }));
  await expectInView(button);
}

const list = () => page.getByRole('region', { name: 'Get started' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });

const DEVICES = [
  { device: 'laptop', size: { width: 1366, height: 900 } },
  { device: 'phone', size: { width: 360, height: 780 } },
];

describe.each(IS_DEEP ? DEVICES : DEVICES.slice(0, 1))('on a $device', ({ device, size }) => {
  const isFirst = device === 'laptop';

  beforeAll(async () => {
    await page.setViewportSize(size);
  });

  if (isFirst) {
    test('signs up and sees what there is to do', async () => {
      await page.goto(world.server.signup ?? '');
      await page.getByRole('textbox', { name: 'Organization' }).fill('Acme Cold Stores');
      await page.getByRole('textbox', { name: 'E-mail' }).fill(ADA);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await button('Create account').click();
      await page.waitForURL('**/locations');
      await expectArrival('Locations', link('Add your first location'));
      await list().getByText('1 of 7 done').waitFor();
      await list().getByText('Nobody is notified yet').waitFor();
      await ada.checkScreen('get-started-empty');
    });
  }

  test('adds a location, and is offered what comes next', async () => {
    await link(isFirst ? 'Add your first location' : 'Add location').click();
    await expectArrival('Add location', page.getByRole('textbox', { name: 'Name' }));
    await page.getByRole('textbox', { name: 'Name' }).fill(`Basel, ${device}`);
    await button('Add location').click();
    await expectArrival(`Add sentry to Basel, ${device}`, page.getByRole('textbox', { name: 'Name', exact: true }));
    await ada.checkScreen(`setup-choice-${device}`);
    await page.setViewportSize(size);
  });

  test('simulates a sentry, whose readings arrive', async () => {
    await button('Simulate a sentry').click();
    await page.getByRole('heading', { name: /Its readings arrive/u }).waitFor();
    await page.getByText('Simulated', { exact: true }).waitFor();
    await ada.checkScreen(`setup-simulated-${device}`);
    await page.setViewportSize(size);
    await link('View location').click();
    await expectArrival(`Basel, ${device}`, link(/^Now$/u));
    await page.getByText('Simulated', { exact: true }).first().waitFor();
  });

  if (isFirst) {
    test('proves a channel with a test mail', async () => {
      await link('Locations').first().click();
      await expectArrival('Locations', list().getByRole('button', { name: 'Send a test mail' }));
      await list().getByText('3 of 7 done').waitFor();
      // The channels lie beside each other, and the foot of the card is one line.
      await expectOneLine(list().getByRole('heading', { level: 4 }));
      await expectOneLine(page.locator('[data-card-foot] > span'));
      await expectBeside();
      await ada.checkScreen('get-started-channels');
      await page.setViewportSize(size);
      await list().getByRole('button', { name: 'Send a test mail' }).click();
      const mail = await world.mailbox.next(ADA);
      expect(mail.subject).toMatch(/test/iu);
      // Accepted is not arrived: the step is done when the user says so.
      await list().getByText('Did it arrive at').waitFor();
      await list().getByText('Connected to the mail server').waitFor();
      expect(await list().getByText('3 of 7 done').count()).toBe(1);
      await list().getByRole('button', { name: 'Yes, it arrived' }).click();
      await list().getByText('4 of 7 done').waitFor();
    });
  }

  test('plays a scenario on it', async () => {
    await link('Locations').first().click();
    await expectInView(page.getByRole('heading', { level: 1, name: 'Locations' }));
    await page
      .getByText(/simulated/u)
      .first()
      .waitFor();
    if (!isFirst) return;
    await list().getByRole('button', { name: 'Show all steps' }).click();
    await ada.checkScreen('get-started-expanded');
    await list().getByRole('link', { name: 'Try a scenario' }).click();
    await expectArrival(/Demo/u, page.getByRole('button', { name: /^Leak/u }));
    await button(/^Leak/u).click();
    await page.getByText(/Leak, .* left/u).waitFor();
    await ada.checkScreen('demo-simulated');
    await link('Locations').first().click();
    // It comes above the list: what is pressed just then has gone from below the pointer.
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: 'Fluid leak' }).waitFor();
  });
});

test('leads to the heartbeat, where it is set in the browser', async () => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto('/locations');
  await list().getByRole('button', { name: 'Show all steps' }).click();
  await list().getByRole('link', { name: 'Set up heartbeat' }).click();
  await expectInView(page.getByRole('heading', { name: 'Heartbeat', exact: true }));
  expect(new URL(page.url()).pathname).toBe('/admin/operations');
  await page.goto('/locations');
  await list().getByRole('button', { name: 'Show all steps' }).click();
});

test('puts the other steps aside, takes one up again, and closes the list', async () => {
  await page.setViewportSize({ width: 1366, height: 900 });
  const decide = (name: string) => list().getByRole('button', { name }).click();
  await decide('Not needed: A second person');
  await decide('Resume: A second person');
  for (const step of ['A second person', 'A backup elsewhere', 'Somebody watches Picket'])
    await decide(`Not needed: ${step}`);
  await list()
    .getByRole('heading', { name: 'Everything is set up' })
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`still shown: ${await page.locator('body').textContent()}`, { cause: error });
    });
  await ada.checkScreen('get-started-done');
  await list().getByRole('button', { name: 'Close' }).click();
  await list().waitFor({ state: 'detached' });
});

test('removes a simulated sentry with one press', async () => {
  await link('Basel, laptop').click();
  await link('Settings').click();
  await link(/^Devices/u).click();
  await expectArrival(/Devices/u, link('Add sentry'));
  await ada.checkScreen('devices-simulated');
  await button('Remove Simulated sentry').click();
  await page.getByText('No sentries here yet').waitFor();
  expect(ada.consoleErrors).toEqual([]);
});
