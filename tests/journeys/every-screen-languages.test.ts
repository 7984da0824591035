/**
 * Every screen in the pseudo-language, on a laptop and a 360 px phone, and in German on the phone: every text is in a catalog and is
 * there, none is cut off, nothing scrolls sideways.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConsoleBrowser,
  launchBrowser,
  openConsole,
  SCREENSHOTS_DIR,
  screenshotFullPage,
  signInAt,
  waitUntilStill,
} from '../support/console-browser.ts';
import { findClippedTexts, findStrayWords } from '../support/screen-texts.ts';
import { type OpenWorld, openWorld, PERSON, reportNow } from '../support/screen-world.ts';
import { SCREENS, type Screen } from '../support/screens.ts';

const SIZES = { laptop: { width: 1366, height: 900 }, phone: { width: 360, height: 780 } } as const;

const VIEWS = [
  { language: 'pseudo', device: 'laptop' },
  { language: 'pseudo', device: 'phone' },
  { language: 'de', device: 'phone' },
] as const;

let open: OpenWorld;
let browser: Browser;
/** By language, signed in and not. */
let people: Readonly<Record<(typeof VIEWS)[number]['language'], { admin: ConsoleBrowser; anonymous: ConsoleBrowser }>>;

/** Nothing is loading any more; the name of the heading depends on the language. */
async function waitUntilShown(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

beforeAll(async () => {
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  open = await openWorld({ demo: true });
  browser = await launchBrowser();
  const { base } = open.server;
  const inEnglish = await openConsole(browser, base);
  await signInAt(inEnglish.page, PERSON);
  const cookies = await inEnglish.context.cookies();
  const openIn = async (locale: string, pseudo: boolean, isSignedIn: boolean): Promise<ConsoleBrowser> => {
    const one = await openConsole(browser, base, { locale });
    if (isSignedIn) await one.context.addCookies(cookies);
    await one.page.goto(`${isSignedIn ? '/locations' : '/sign-in'}${pseudo ? '?pseudo' : ''}`);
    await waitUntilShown(one.page);
    return one;
  };
  const both = async (locale: string, pseudo: boolean) => ({
    admin: await openIn(locale, pseudo, true),
    anonymous: await openIn(locale, pseudo, false),
  });
  people = { pseudo: await both('en-GB', true), de: await both('de-DE', false) };
});

afterAll(async () => {
  await browser?.close();
  await open?.close();
});

describe.each(SCREENS)('$name', (screen: Screen) => {
  test.each(VIEWS)('in $language on a $device', async ({ language, device }) => {
    const { page, consoleErrors } = people[language][screen.who === 'anonymous' ? 'anonymous' : 'admin'];
    await page.setViewportSize(SIZES[device]);
    await reportNow(open.device);
    await page.goto(screen.path(open.world));
    await waitUntilShown(page);
    await waitUntilStill(page);
    const path = join(SCREENSHOTS_DIR, `${language}-${screen.name}-${device}.png`);
    await screenshotFullPage(page, SIZES[device], path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect
      .soft({
        stray: language === 'pseudo' ? await findStrayWords(page) : [],
        clipped: await findClippedTexts(page),
        sideways: Math.max(0, overflow),
        missing: consoleErrors.splice(0).filter((text) => !/40\d|410/u.test(text)),
      })
      .toEqual({ stray: [], clipped: [], sideways: 0, missing: [] });
  });
});

test('deliberate violations are found', async () => {
  const page = await browser.newPage();
  await page.setContent(
    '<p>[Ópéñ~~]</p><p>Open alerts</p><p style="width:20px;overflow:hidden;white-space:nowrap">[á véřý lóñg téxt]</p>',
  );
  expect(await findStrayWords(page)).toEqual(['Open: Open alerts', 'alerts: Open alerts']);
  expect(await findClippedTexts(page)).toEqual(['body > p: [á véřý lóñg téxt]']);
  await page.close();
});
