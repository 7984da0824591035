/** Lists in running text: "a, b and c". */
import type { Translator } from './texts.ts';

export const listText = (t: Translator, items: readonly string[]): string =>
  new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(items);
