import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { theme } from './src/ui/theme.ts';

/** Palettes that no component asks for. */
const UNUSED = /^--mantine-color-(?:dark|red|pink|grape|violet|indigo|blue|cyan|green|lime|yellow|orange)-/u;

/** Returns `selector name` -> value. */
function declarationsOf(css: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const [, selectors = '', body = ''] of css.replaceAll(/\/\*.*?\*\//gsu, '').matchAll(/([^{}]*)\{([^{}]*)\}/gu)) {
    const selector = selectors.split(',')[0]?.trim().replaceAll('&quot;', '"');
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):([^;]*);/gu))
      if (!UNUSED.test(name)) declared.set(`${selector} ${name}`, value.replaceAll('&quot;', '"').trim());
  }
  return declared;
}

test('mantine-variables.css has what Mantine would write for this theme', () => {
  const [, written = ''] =
    /<style[^>]*>(.*?)<\/style>/su.exec(
      renderToStaticMarkup(createElement(MantineProvider, { theme, withGlobalClasses: false })),
    ) ?? [];
  const held = declarationsOf(readFileSync(new URL('src/ui/mantine-variables.css', import.meta.url), 'utf8'));
  const isReplaced = (declaration: string): boolean =>
    held.has(`:root[data-mantine-color-scheme] ${declaration.split(' ').at(-1)}`);
  const wanted = [...declarationsOf(written)].filter(([declaration]) => !isReplaced(declaration));
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter(([declaration, value]) => held.get(declaration) !== value)).toEqual([]);
});
