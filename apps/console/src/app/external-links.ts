/** Links that lead out of the console: the pages served with it, or those that an installation sets. */
import { LINKS } from '../lib/links.ts';
import type { Translator } from '../lib/texts.ts';

export const externalLinks = (t: Translator): readonly { readonly label: string; readonly href: string }[] =>
  [
    { label: t('shell.updates'), href: LINKS.blog },
    { label: t('shell.help'), href: LINKS.help },
  ].flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]));
