/** Links that lead out of the console; an installation has those that are set. */
import { LINKS } from '../lib/links.ts';
import type { Translator } from '../lib/texts.ts';

export const externalLinks = (t: Translator): readonly { readonly label: string; readonly href: string }[] =>
  [
    { label: t('shell.updates'), href: LINKS.blog },
    { label: t('shell.help'), href: LINKS.help },
  ].flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]));
