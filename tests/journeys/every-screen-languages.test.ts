/**
 * Every screen in the pseudo-language and in German, on a 360 px phone, a laptop and a screen of 1920 px, light and dark: every text is in
 * a catalog and is there, none is cut off, nothing scrolls sideways, axe finds nothing. English is the subject of every-screen.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
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

const SIZES = {
  phone: { width: 360, height: 780 },
  laptop: { width: 1366, height: 900 },
  wide: { width: 1920, height: 1080 },
} as const;
const SCHEMES = ['light', 'dark'] as const;
const LANGUAGES = ['pseudo', 'de'] as const;

let open: OpenWorld;
let browser: Browser;
/** By language, signed in and not. */
let people: Readonly<Record<(typeof LANGUAGES)[number], { admin: ConsoleBrowser; anonymous: ConsoleBrowser }>>;

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

const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

describe.each(SCREENS)('$name', (screen: Screen) => {
  test.each(LANGUAGES)('in %s, at every size, light and dark', async (language) => {
    const { page, consoleErrors } = people[language][screen.who === 'anonymous' ? 'anonymous' : 'admin'];
    await reportNow(open.device);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(screen.path(open.world));
    await waitUntilShown(page);
    for (const [device, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      await waitUntilStill(page);
      expect
        .soft({
          device,
          stray: language === 'pseudo' ? await findStrayWords(page) : [],
          clipped: await findClippedTexts(page),
          sideways: await sidewaysOf(page),
          missing: consoleErrors.splice(0).filter((text) => !/40\d|410/u.test(text)),
        })
        .toEqual({ device, stray: [], clipped: [], sideways: 0, missing: [] });
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await waitUntilStill(page);
        await screenshotFullPage(
          page,
          size,
          join(SCREENSHOTS_DIR, `${language}-${screen.name}-${scheme}-${device}.png`),
        );
        // The pseudo-language changes names within a label, such as that of the product, and not where they stand alone.
        const problems = (await findAccessibilityProblems(page)).filter(
          (problem) => language !== 'pseudo' || !problem.startsWith('label-content-name-mismatch'),
        );
        expect.soft(problems, `${device}, ${scheme}`).toEqual([]);
      }
    }
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
