/**
 * Writes the help beside the console: pages without scripts, each with the list of all pages. They share nothing with the console, whose
 * files stay as large as they are, and obey its content security policy.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';
import { HELP_GROUPS, type HelpPage, readHelpPages } from './help-sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STYLES = fileURLToPath(new URL('./help.css', import.meta.url));

/** Documents are our own, and have no HTML. */
const markdownIt = new MarkdownIt({ html: false, linkify: false, typographer: false });

function renderBody({ markdown }: HelpPage): string {
  const slugger = new GithubSlugger();
  const tokens = markdownIt.parse(markdown, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugger.slug(tokens[index + 1]?.content ?? ''));
    // Wide tables and code are scrolled by themselves, also by keyboard.
    if (token.type === 'fence') token.attrSet('tabindex', '0');
  }
  return markdownIt.renderer
    .render(tokens, markdownIt.options, {})
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

const escapeText = markdownIt.utils.escapeHtml;

function renderPage(page: HelpPage, pages: readonly HelpPage[]): string {
  const up = '../'.repeat(page.name.split('/').length - 1);
  const linkTo = (other: HelpPage): string => {
    const current = other === page ? ' aria-current="page"' : '';
    return `<li><a href="${up}${other.name}.html"${current}>${escapeText(other.title)}</a></li>`;
  };
  const groups = HELP_GROUPS.map((group) => [group, pages.filter((one) => one.group === group)] as const);
  const lists = groups.flatMap(([group, members]) =>
    members.length === 0 ? [] : [`<h2>${group}</h2>\n<ul>\n${members.map(linkTo).join('\n')}\n</ul>`],
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeText(page.title)} · Picket Help</title>
<link rel="icon" href="${up}../favicon.svg" />
<link rel="stylesheet" href="${up}help.css" />
</head>
<body>
<header><a class="brand" href="${up}index.html">Picket Help</a><a class="to-pages" href="#pages">All pages</a><a href="/">Open the console</a></header>
<main>
${renderBody(page)}</main>
<nav id="pages" aria-label="All pages">
${lists.join('\n')}
</nav>
</body>
</html>
`;
}

export function helpPages(): Plugin {
  return {
    name: 'picket-help-pages',
    apply: 'build',
    generateBundle() {
      const pages = readHelpPages(ROOT, '.html');
      for (const page of pages)
        this.emitFile({ type: 'asset', fileName: `help/${page.name}.html`, source: renderPage(page, pages) });
      this.emitFile({ type: 'asset', fileName: 'help/help.css', source: readFileSync(STYLES, 'utf8') });
    },
  };
}
