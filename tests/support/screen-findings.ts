/** What a page shows that somebody cannot see, reach or hit: measured in the browser, as it is drawn. */
import type { Page } from 'playwright-core';

/**
 * Targets smaller than 24 by 24 CSS pixels that are too near to others (WCAG 2.2, 2.5.8). Links in a sentence, and cells of data that
 * are necessarily dense, are exempt, as they are there.
 */
export const findSmallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const MIN = 24;
    const DENSE = '[data-place]';
    const targets = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role="slider"]'),
    ]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.matches(DENSE) && !one.matches(':disabled'))
      .map((element) => {
        const own = element.getBoundingClientRect();
        // A label is part of what can be hit.
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        const boxes = [own, ...labels.map((label) => label.getBoundingClientRect())].filter(({ width }) => width > 1);
        const left = Math.min(...boxes.map((box) => box.left));
        const top = Math.min(...boxes.map((box) => box.top));
        const right = Math.max(...boxes.map((box) => box.right));
        const bottom = Math.max(...boxes.map((box) => box.bottom));
        return { element, left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
      })
      .filter(({ left, right }) => right - left > 1);
    type Target = (typeof targets)[number];
    const isSmall = ({ left, top, right, bottom }: Target): boolean =>
      right - left < MIN - 0.5 || bottom - top < MIN - 0.5;
    const isInSentence = ({ element }: Target): boolean => {
      const around = element.parentElement?.textContent?.trim() ?? '';
      return getComputedStyle(element).display === 'inline' && around !== element.textContent?.trim();
    };
    const isNear = (one: Target, other: Target): boolean => {
      if (one === other || one.element.contains(other.element) || other.element.contains(one.element)) return false;
      const dx = Math.max(other.left - one.x, 0, one.x - other.right);
      const dy = Math.max(other.top - one.y, 0, one.y - other.bottom);
      if (Math.hypot(dx, dy) < MIN / 2) return true;
      return isSmall(other) && Math.hypot(one.x - other.x, one.y - other.y) < MIN;
    };
    return targets
      .filter((one) => isSmall(one) && !isInSentence(one) && targets.some((other) => isNear(one, other)))
      .map(({ element, left, top, right, bottom }) => {
        const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
        return `${element.tagName} ${element.className} "${name}": ${Math.round(right - left)} x ${Math.round(bottom - top)}`;
      });
  });

/** Sideways scrolling of the page, and text that is cut off by an edge of the window or of what it stands in. Wide tables may scroll. */
export const findCutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const MAY_SCROLL = '.scroll-x, [data-scrolls], .visually-hidden, svg, canvas';
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    const found = beyond > 0 ? [`the page scrolls sideways by ${beyond}`] : [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest(MAY_SCROLL) !== null || !element.checkVisibility({ visibilityProperty: true })) continue;
      const texts = [...element.childNodes].filter(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      );
      const style = getComputedStyle(element);
      if (texts.length === 0 || style.clipPath !== 'none' || element.clientWidth === 1) continue;
      const name = `${element.tagName} ${element.className} "${element.textContent?.trim().slice(0, 40)}"`;
      const isClipping = /hidden|clip/u.test(style.overflowX) && style.textOverflow !== 'ellipsis';
      if (isClipping && element.scrollWidth > element.clientWidth + 1) found.push(`cut off: ${name}`);
      // A few letters and an ellipsis say nothing.
      const isEllipsis = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
      if (isEllipsis && element.clientWidth < 40) found.push(`too narrow: ${name}`);
      for (const text of texts) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, width } = range.getBoundingClientRect();
        if (width > 0 && !isEllipsis && (right > window.innerWidth + 1 || left < -1))
          found.push(`beyond the edge: ${name}`);
      }
    }
    return [...new Set(found)];
  });

/**
 * In forced colors: controls without an edge, badges without one, and chosen ones that look like the others. Backgrounds and shadows are
 * gone there.
 */
export const findLostInForcedColors = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isShown = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const nameOf = (one: Element): string =>
      `${one.tagName} ${one.className} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}"`;
    const hasEdge = (one: Element): boolean => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one);
      const hasBorder = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
      return hasBorder || backgroundColor !== getComputedStyle(document.body).backgroundColor;
    };
    const framed = [
      ...document.querySelectorAll(
        'input[type="text"], input:not([type]), textarea, select, .mantine-Button-root, .sev',
      ),
    ];
    const edgeless = framed
      .filter(
        (one) =>
          isShown(one) &&
          !hasEdge(one) &&
          one.closest('[data-inline-field], .mantine-Input-wrapper, [data-palette]') === null,
      )
      .map((one) => `without an edge: ${nameOf(one)}`);
    const styleOf = (one: Element): string => {
      const { color, backgroundColor, borderTopColor, borderBottomColor, fontWeight } = getComputedStyle(one);
      return [color, backgroundColor, borderTopColor, borderBottomColor, fontWeight].join(' ');
    };
    const chosen = [
      ...document.querySelectorAll('[aria-pressed="true"], [aria-current="page"], [aria-selected="true"]'),
    ];
    const alike = chosen.filter(isShown).flatMap((one) => {
      const others = [...(one.parentElement?.children ?? [])].filter(
        (other) => other !== one && other.tagName === one.tagName && isShown(other),
      );
      return others.some((other) => styleOf(other) === styleOf(one)) ? [`looks as if not chosen: ${nameOf(one)}`] : [];
    });
    return [...edgeless, ...alike];
  });

/** Animations that run although less motion was asked for. */
export const findMotion = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => `moves: ${effect instanceof KeyframeEffect ? effect.target?.className : ''}`),
  );
