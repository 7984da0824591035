/**
 * Every screen as those see it who zoom in (200 % on a laptop, 400 % on any), who asked for less motion, whose browser forces their
 * colors, and who cannot hit what is small. What axe does not measure.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { findCutOff, findLostInForcedColors, findMotion, findSmallTargets } from '../support/screen-findings.ts';
import { PERSON, reportNow } from '../support/screen-world.ts';
import { SCREENS } from '../support/screens.ts';

const LAPTOP = { width: 1366, height: 768 };
/** In CSS pixels. */
const ZOOMED = { '200 %': { width: 683, height: 384 }, '400 %': { width: 320, height: 640 } } as const;

let person: PersonInWorld;
let page: Page;

beforeAll(async () => {
  person = await openPersonInWorld({ demo: true });
  ({ page } = person);
  await signInAt(page, PERSON);
});
afterAll(() => person?.close());

/** Graphs measure themselves after a resize: what is found must stay. */
const expectNothing = (find: () => Promise<readonly string[]>): Promise<void> => expect.poll(find).toEqual([]);

describe.each(SCREENS.filter(({ who }) => who !== 'anonymous'))('$name', ({ path, ready }) => {
  test('is seen, reached and hit by everybody', async () => {
    await page.setViewportSize(LAPTOP);
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' });
    await reportNow(person.open.device);
    await page.goto(path(person.open.world));
    await ready(page);
    await expectNothing(() => findMotion(page));
    await expectNothing(() => findSmallTargets(page));
    for (const size of Object.values(ZOOMED)) {
      await page.setViewportSize(size);
      await expectNothing(() => findCutOff(page));
    }
    await page.setViewportSize(LAPTOP);
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await expectNothing(() => findLostInForcedColors(page));
    person.ada.consoleErrors.splice(0);
  });
});

describe('what a screen reader finds', () => {
  /** The page's main parts, or one of them, as names and roles. */
  const treeOf = (selector: string): Promise<string> => page.locator(selector).first().ariaSnapshot();

  test('in the frame of every page', async () => {
    await page.goto('/locations');
    await page.locator('[data-card]').first().waitFor();
    const tree = await treeOf('[data-shell]');
    for (const part of [
      'link "Skip to content"',
      'banner:',
      'navigation "Main":',
      'link "Locations"',
      'button "Search Ctrl K"',
      'main:',
      'heading "Locations" [level=1]',
      'region "Open alerts":',
      'contentinfo:',
    ])
      expect(tree).toContain(part);
  });

  test('on the card of a location: its name, its state, each value with its unit and its age', async () => {
    await page.goto('/locations');
    const card = page.locator('[data-card]').filter({ hasText: 'Zurich, server room 2' });
    await card.locator('.value').first().waitFor();
    const tree = await card.ariaSnapshot();
    expect(tree).toMatch(/heading "Zurich, server room 2" \[level=\d\]/u);
    expect(tree).toMatch(/link "Zurich, server room 2"/u);
    expect(tree).toContain('Critical');
    expect(tree).toMatch(/\d+\.\d °F/u);
    expect(tree).toMatch(/ago|just now/u);
  });

  test('on the page of an alert: what it is, what can be done, the graph and its table', async () => {
    const { location, alert } = person.open.world;
    await page.goto(`/locations/${location}/alert/${alert}`);
    await page.getByRole('button', { name: /^Acknowledge/u }).waitFor();
    await page.locator('svg[data-graph]').first().waitFor();
    const tree = await treeOf('main');
    expect(tree).toMatch(/heading ".+" \[level=1\]/u);
    for (const part of [
      'button "Acknowledge',
      'button "Snooze"',
      'button "Resolve"',
      'region "Readings around the alert":',
    ])
      expect(tree).toContain(part);
    expect(tree).toMatch(/img "Readings around the alert/u);
    expect(tree).toContain('Show table');
  });

  test('in the form of a policy: every field by what it is for', async () => {
    await page.goto(`/admin/policies/${person.open.world.policy}`);
    await page.locator('[data-backtest] svg').first().waitFor();
    const tree = await treeOf('main form');
    expect(tree).toMatch(/textbox "Name of the policy/u);
    expect(tree).toContain('textbox "Limit of temperature"');
    expect(tree).toMatch(/textbox "How long before .+ is raised/u);
    // No field and no button without a name.
    expect(tree).not.toMatch(/^\s*- (?:textbox|combobox|button|checkbox|slider|spinbutton)(?: \[|:|$)/mu);
  });

  test('of a graph: the same in words, and as a table', async () => {
    await page.goto(`/locations/${person.open.world.location}/history?range=24h`);
    await page.locator('[data-time-graph] canvas').first().waitFor();
    const graph = page.locator('[data-graph]').first();
    const described = await graph.locator('[data-plot]').evaluate((plot) =>
      (plot.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
    const [, highest = ''] = /highest (\S+) °F on/u.exec(described) ?? [];
    expect(described).toMatch(/lowest .+ on .+, highest .+ on .+, last .+ on .+\./u);
    await graph.getByText('Show as a table').click();
    const table = graph.getByRole('table');
    // It is made when it is opened.
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('(°F)')]),
    );
    expect(await table.getByRole('cell', { name: highest, exact: true }).count()).toBeGreaterThan(0);
  });
});

test('a new alert is announced once: at once if it is critical, politely else', async () => {
  await page.goto('/locations');
  await page.locator('[data-card]').first().waitFor();
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const around = target instanceof Element ? target : target.parentElement;
        const region = around?.closest('[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"]');
        const urgency = region?.getAttribute('aria-live') ?? region?.getAttribute('role');
        if (urgency != null) for (const node of addedNodes) announced.push(`${urgency}: ${node.textContent}`);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const { location } = person.open.world;
  for (const [message, severity] of [
    ['Water in the aisle', 320],
    ['Door left open', 230],
  ] as const) {
    await person.open.api('POST /alerts', { body: { location, severity, message } });
    await page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: message }).waitFor();
  }
  const of = (message: string): Promise<readonly string[]> =>
    page.evaluate(
      (text) => (window as unknown as { announced: string[] }).announced.filter((one) => one.includes(text)),
      message,
    );
  await expect.poll(() => of('Door left open')).toEqual([expect.stringMatching(/^polite: /u)]);
  expect(await of('Water in the aisle')).toEqual([expect.stringMatching(/^assertive: /u)]);
});
