/** Lists in running text: "a, b and c". */
import type { Translator } from './texts.ts';

/** "a or b". */
export const alternativesText = (t: Translator, items: readonly string[]): string =>
  new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(items);

export const listText = (t: Translator, items: readonly string[]): string =>
  new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(items);
