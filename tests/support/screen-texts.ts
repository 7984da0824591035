/** What is wrong with the texts of a page: in no catalog, or cut off. */
import type { Page } from 'playwright-core';

/**
 * Names, addresses and codes in the world of screens (screen-world.ts) and in the browser, and what is the same in every language. What
 * else has letters that the pseudo-language never leaves as they are is in no catalog.
 */
const DATA = [
  // The world: its organization, people, places, sentries, zones, assets and their attributes.
  /^(Acme|Cold|Stores|Ada|Zurich|Porto|archive|server|room|North|rack|Hardstrasse|Lisbon|Europe|Rack|Racks|Core|switch|[Vv]endor|simulated|sentry)$/u,
  // Names of products, services, protocols, formats and languages.
  /^(Picket|PostgreSQL|Slack|Teams|Apprise|Chrome|Chromium|Headless\w*|Linux|Safari|Firefox|Android|iOS|MET|CSV|PNG|JSON|MQTT|SMTP|STARTTLS|UTC|API|English|Deutsch)$/u,
  // Dates, times and units.
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(day|nesday|sday|rsday|urday)?$/u,
  /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)(uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$/u,
  /^(am|pm|AM|PM|CET|CEST|min|ms)$/u,
  // What the browser joins lists with (Intl.ListFormat).
  /^(and|or)$/u,
  // What a field that grows with its text is measured by, hidden from everybody.
  /^(autosize|measurement)$/u,
];
/** Texts of errors that the specification gives: the same in every language. */
const ERRORS: readonly string[] = ['Not found'];
/** Addresses, paths, versions, serial numbers and identifiers: parts of them are no words. */
const IDENTIFIER = /\S*(?:@|:\/\/|\/|\w\.\w|\d|\w-\w)\S*/gu;

/** Words of the page that are in no catalog, with the text around them. Only in the pseudo-language. */
export async function findStrayWords(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate((identifier) => {
    // The letters that the pseudo-language replaces (packages/i18n/src/pseudo.ts).
    const plain = /^[A-Za-z]*[aceinorsuyACEINORSUY][A-Za-z]*$/u;
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const around = node.parentElement;
      // Code, addresses and codes are data.
      if (around === null || around.closest('script, style, code, kbd, pre, textarea, [translate="no"]') !== null)
        continue;
      texts.push(node.textContent ?? '');
    }
    for (const one of document.querySelectorAll('[title], [aria-label], [placeholder], [alt]'))
      for (const name of ['title', 'aria-label', 'placeholder', 'alt']) texts.push(one.getAttribute(name) ?? '');
    return texts.flatMap((text) =>
      (text.replaceAll(new RegExp(identifier, 'gu'), ' ').match(/[\p{L}\p{M}]+/gu) ?? [])
        .filter((word) => word.length > 1 && plain.test(word))
        .map((word) => ({ word, text: text.trim().slice(0, 80) })),
    );
  }, IDENTIFIER.source);
  const stray = found.filter(({ word, text }) => !ERRORS.includes(text) && !DATA.some((one) => one.test(word)));
  return [...new Set(stray.map(({ word, text }) => `${word}: ${text}`))];
}

/** Texts that are cut off at the side, and whose whole text no tooltip has. */
export const findClippedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const hasOwnText = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    const isClipping = (element: Element): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return overflowX === 'hidden' || overflowX === 'clip' || textOverflow === 'ellipsis';
    };
    const nameOf = (element: Element | null): string =>
      element === null
        ? ''
        : `${element.tagName.toLowerCase()}${[...element.classList].map((one) => `.${one}`).join('')}`;
    const found: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!hasOwnText(element) || element.closest('[title], .visually-hidden, svg') !== null) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 2 || height <= 2) continue;
      const own = isClipping(element) && element.scrollWidth > element.clientWidth + 1;
      // The text runs out of the element around it that clips, such as the label of a button.
      const around = element.parentElement;
      const outer =
        around !== null &&
        isClipping(around) &&
        element.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
      if (own || outer)
        found.push(`${nameOf(around)} > ${nameOf(element)}: ${(element.textContent ?? '').trim().slice(0, 80)}`);
    }
    return found;
  });
