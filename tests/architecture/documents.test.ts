/** Documents name what exists: paths, files, headings of other documents, addresses of the server. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';
import { ROOT, readRepository, type SourceFile } from './repository.ts';

const CODE_PATH = /`((?:apps|packages|prisma|scripts|bench|tools|tests|docs)\/[\w./-]+)`/gu;
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(#[^)]*)?\)/gu;
/** What a link of a document may open on the running server. */
const SERVED = ['/api/docs'];

const withoutCode = (markdown: string): string => markdown.replaceAll(/^\s*```[\s\S]*?^\s*```$/gmu, '');

/** As GitHub, the help and the website number them. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gmu);
  return new Set(Array.from(headings, ([, text = '']) => `#${slugger.slug(text.replaceAll(/[`_*]/gu, ''))}`));
}

function linkProblem({ path, text }: SourceFile, link: string, anchor: string | undefined): string | null {
  if (link.startsWith('/')) return SERVED.includes(link) ? null : link;
  const target = link === '' ? path : normalize(join(dirname(path), link));
  const file = join(ROOT, target);
  if (link !== '' && !existsSync(file)) return target;
  if (anchor === undefined || (link !== '' && statSync(file).isDirectory())) return null;
  return anchorsOf(link === '' ? text : readFileSync(file, 'utf8')).has(anchor) ? null : `${target}${anchor}`;
}

/** What a document names and does not exist, each with the document. */
function missingTargets(document: SourceFile): string[] {
  const { path, text } = document;
  const paths = [...text.matchAll(CODE_PATH)].flatMap(([, code = '']) => (existsSync(join(ROOT, code)) ? [] : [code]));
  const links = [...withoutCode(text).matchAll(LINK)].flatMap(
    ([, link = '', anchor]) => linkProblem(document, link, anchor) ?? [],
  );
  return [...paths, ...links].map((target) => `${path}: ${target}`);
}

test('every path, link and heading a document names exists', () => {
  const documents = readRepository().filter(({ path }) =>
    matchesGlob(path, '{*.md,{docs,apps,packages,bench,tools}/**/*.md}'),
  );
  expect(documents.flatMap(missingTargets)).toEqual([]);
});

test('a deliberate violation is caught', () => {
  const text =
    '## Here\nSee `apps/server/src/nowhere.ts`, [this](nowhere.md), [that](#nowhere), [here](#here), [there](/nowhere), [it](glossary.md#nowhere).';
  expect(missingTargets({ path: 'docs/page.md', text })).toEqual([
    'docs/page.md: apps/server/src/nowhere.ts',
    'docs/page.md: docs/nowhere.md',
    'docs/page.md: docs/page.md#nowhere',
    'docs/page.md: /nowhere',
    'docs/page.md: docs/glossary.md#nowhere',
  ]);
});
