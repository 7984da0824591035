/** Documents name what exists. */
import { existsSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readRepository, type SourceFile } from './repository.ts';

const CODE_PATH = /`((?:apps|packages|prisma|scripts|bench|tools|tests|docs)\/[\w./-]+)`/gu;
const LINK = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/gu;

/** Paths a document names that do not exist, each with the document. */
function missingPaths({ path, text }: SourceFile): string[] {
  const cited = [
    ...[...text.matchAll(CODE_PATH)].map(([, code = '']) => code),
    ...[...text.matchAll(LINK)].map(([, link = '']) => normalize(join(dirname(path), link))),
  ];
  return cited.filter((one) => !existsSync(join(ROOT, one))).map((one) => `${path}: ${one}`);
}

test('every path a document names exists', () => {
  const documents = readRepository().filter(({ path }) =>
    matchesGlob(path, '{*.md,{docs,apps,packages,bench,tools}/**/*.md}'),
  );
  expect(documents.flatMap(missingPaths)).toEqual([]);
});

test('a deliberate violation is caught', () => {
  const text = 'See `apps/server/src/nowhere.ts`, [this](nowhere.md) and [that](#nowhere).';
  expect(missingPaths({ path: 'docs/page.md', text })).toEqual([
    'docs/page.md: apps/server/src/nowhere.ts',
    'docs/page.md: docs/nowhere.md',
  ]);
});
