/** Accessibility of a page by axe. One evaluation a page: the wrapper for Playwright loads axe again, and opens a page of its own, for each. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns what axe finds as `rule: element | element`; empty if the page is accessible. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Of the page's own documents only; style sheets of other origins are not used, and need not be loaded.
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'], preload: false })",
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
