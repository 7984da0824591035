import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

export interface PageWeight {
  /** Kilobytes, compressed. */
  readonly total: number;
  readonly files: number;
}

/** How much JavaScript a page loads on a first visit, also once it is drawn, and in how many files. */
export async function weightOf(page: Page, path: string, isThere: () => Promise<void>): Promise<PageWeight> {
  const weighings: Promise<readonly [string, number]>[] = [];
  const onResponse = (response: Response): void => {
    if (!response.url().endsWith('.js')) return;
    weighings.push(response.body().then((body) => [response.url(), gzipSync(body).length] as const));
  };
  // What the page before still loads is no part of this one, and its files cannot be read any more.
  await page.goto('about:blank');
  page.on('response', onResponse);
  await page.goto(path);
  await isThere();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  page.off('response', onResponse);
  const sizes = new Map(await Promise.all(weighings));
  const total = [...sizes.values()].reduce((sum, size) => sum + size / 1024, 0);
  console.log(`${path} loads ${total.toFixed(0)} KB of JavaScript, compressed, in ${sizes.size} files`);
  return { total, files: sizes.size };
}
