/** What the pages of a journey show when it fails: a time-out alone says where a test waited, and not what for. */
import type { Page } from 'playwright-core';
import { afterEach, type TestContext } from 'vitest';

const MAX_CONTENT = 2000;
const PATIENCE_MS = 3000;

const open = new Set<Page>();

/** Of a page that is open when a test fails, address and content, as a screen reader finds it, are printed. */
export function showWhenFailed(page: Page): void {
  open.add(page);
  page.on('close', () => open.delete(page));
}

async function printShown({ task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail') return;
  for (const page of open) {
    const content = await page
      .locator('body')
      .ariaSnapshot({ timeout: PATIENCE_MS })
      .catch((error: unknown) => `no content: ${String(error)}`);
    console.error(`${task.name}: the page at ${page.url()} shows\n${content.slice(0, MAX_CONTENT)}`);
  }
}

// npm run screenshots opens pages by the same functions, and is no test.
if (process.env.VITEST !== undefined) afterEach(printShown);
