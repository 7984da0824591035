/**
 * Every link by a click, from the list of locations on: it leads to a screen that is there, and whose title is in sight. On a laptop and
 * on a phone. Of links that differ by an id the first is followed.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';

const SIZES = { laptop: { width: 1366, height: 900 }, phone: { width: 360, height: 780 } } as const;
const MIN_SCREENS = 25;
/** Every step has a limit of its own; how long all of them take is the machine's affair. */
const ALL_LINKS_MS = 45 * 60_000;
/** A guid, or the id of a series, a sensor or a document. */
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}\w*/gu;
const DEAD = /not found|access denied|something went wrong/iu;

let person: PersonInWorld;
let page: Page;

beforeAll(async () => {
  person = await openPersonInWorld({ demo: true });
  ({ page } = person);
  await signInAt(page, PERSON);
});
afterAll(() => person?.close());

interface FoundLink {
  /** The screen it is on. */
  readonly from: string;
  readonly href: string;
}

/** What a link leads to, without ids and without what is chosen there. */
const routeOf = (href: string): string => (href.split(/[?#]/u)[0] ?? '').replaceAll(ID, ':id');

/** An alert of the installation itself, which comes and goes with the load of the machine. */
const isPassing = (href: string): boolean => href.startsWith('/locations/all/alert/');

/** Links that are seen, to screens of the console. */
const linksOf = (on: Page): Promise<readonly string[]> =>
  on.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not([download], [target])')]
      .filter((link) => link.checkVisibility() && !link.matches('.visually-hidden, [href^="/api/"]'))
      .map((link) => link.getAttribute('href') ?? ''),
  );

async function waitUntilShown(): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.waitForFunction(() => document.querySelector('main .skeleton, main [aria-busy="true"]') === null);
}

/** Times in the query change while the page is open. */
function linkTo(href: string): Locator {
  const [path = ''] = href.split(/[?#]/u);
  return page.locator(`a[href="${path}"]:visible, a[href^="${path}?"]:visible, a[href^="${path}#"]:visible`).first();
}

/** Follows a link by a click; says what is wrong with where it leads. */
async function follow({ from, href }: FoundLink): Promise<readonly string[]> {
  await page.goto(from);
  await waitUntilShown();
  await reportNow(person.open.device);
  const link = linkTo(href);
  await link.waitFor();
  await link.click();
  await page.waitForURL((url) => routeOf(url.pathname) === routeOf(href) || url.pathname !== routeOf(from));
  await waitUntilShown();
  // The address changes before the screen does.
  let wrong: readonly string[] = [];
  await expect
    .poll(
      async () => {
        wrong = await findWrong();
        return wrong;
      },
      { timeout: 15_000 },
    )
    .toEqual([])
    .catch(() => {});
  return wrong;
}

/** What is wrong with the screen that is shown. */
async function findWrong(): Promise<readonly string[]> {
  const heading = page.locator('main').getByRole('heading').first();
  const text = (await heading.textContent()) ?? '';
  const box = await heading.boundingBox();
  const isInSight = box !== null && box.y >= 0 && box.y < (page.viewportSize()?.height ?? 0);
  return [
    ...(DEAD.test(text) ? [`leads to "${text}"`] : []),
    ...(isInSight ? [] : [`its title "${text}" is out of sight`]),
    ...((await page.title()) === '' ? ['has no title'] : []),
  ];
}

test.each(Object.entries(SIZES))('on a %s', { timeout: ALL_LINKS_MS }, async (_, size) => {
  await page.setViewportSize(size);
  const seen = new Map<string, FoundLink>();
  const open: FoundLink[] = [];
  const collect = async (): Promise<void> => {
    const from = await page.evaluate(() => location.pathname + location.search);
    for (const href of await linksOf(page)) {
      if (seen.has(routeOf(href)) || isPassing(href)) continue;
      seen.set(routeOf(href), { from, href });
      open.push({ from, href });
    }
  };
  await page.goto('/locations');
  await waitUntilShown();
  await collect();
  const wrong: string[] = [];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const found = await follow(next);
    wrong.push(...found.map((one) => `${next?.from}: ${next?.href} ${one}`));
    await collect();
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(MIN_SCREENS);
  console.info(`${seen.size} links followed`);
  expect(person.ada.consoleErrors.splice(0)).toEqual([]);
});
