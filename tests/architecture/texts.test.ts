/** The catalogs of every language: the same texts with the same arguments, each a valid message. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@picket/domain/languages';
import { compileCatalog } from '@picket/i18n/compile';
import type { Catalog } from '@picket/i18n/messages';
import { describe, expect, test } from 'vitest';
import { TEXT_GROUPS } from '../../apps/console/src/locales/groups.ts';
import { ROOT } from './repository.ts';

/** Folders with a folder of catalogs for each language. */
const LOCALES = ['apps/console/src/locales', 'apps/server/src/locales', 'packages/i18n/src/locales'];

/** The key of a refusal is the English sentence, so that English has no such catalog (refusals.test.ts). */
const WITHOUT_ENGLISH = 'refusals.ts';

const listNames = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.ts') && name !== WITHOUT_ENGLISH);
const read = async (path: string): Promise<Catalog> => (await import(join(ROOT, path))).default;

/** Arguments and tags of a compiled message, each once. */
function argumentsOf(node: unknown): string[] {
  const found = new Set<string>();
  const visit = (one: unknown): void => {
    if (!Array.isArray(one)) return;
    const [name, type, ...rest] = one;
    if (typeof name === 'string' && one.length === 1) found.add(name);
    else if (typeof name === 'string' && typeof type === 'number' && type > 0) found.add(`${name} (${type})`);
    for (const part of [name, type, ...rest])
      if (Array.isArray(part)) visit(part);
      else if (typeof part === 'object' && part !== null) for (const option of Object.values(part)) visitOption(option);
  };
  const visitOption = (option: unknown): void => {
    if (Array.isArray(option)) for (const part of option) visit(part);
  };
  visitOption(node);
  return [...found].sort();
}

const tagsOf = (message: string): string[] => [...new Set(message.match(/<\/\w+>/gu) ?? [])].sort();

/** What each message takes. */
const shapeOf = (catalog: Catalog): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(compileCatalog(catalog)).map(([name, message]) => [
      name,
      [...argumentsOf(message), ...tagsOf(catalog[name] ?? '')],
    ]),
  );

describe.each(LOCALES)('%s', (folder) => {
  const names = listNames(`${folder}/en`);

  test('has a folder for each language, and the languages are those of packages/domain', () => {
    const folders = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES].sort());
  });

  test.each(LANGUAGES)('%s has the English texts, with the same arguments', async (language) => {
    expect(listNames(`${folder}/${language}`)).toEqual(names);
    for (const name of names)
      expect(shapeOf(await read(`${folder}/${language}/${name}`)), name).toEqual(
        shapeOf(await read(`${folder}/en/${name}`)),
      );
  });
});

test('every catalog of the console is loaded, and in one group alone', () => {
  const listed = Object.values(TEXT_GROUPS).flat();
  expect(listed.toSorted()).toEqual(
    [...listNames('apps/console/src/locales/en'), ...listNames('packages/i18n/src/locales/en')]
      .map((name) => name.replace('.ts', ''))
      .toSorted(),
  );
});

test('deliberate violations are caught', () => {
  expect(shapeOf({ a: '{count, number} of {name}' })).not.toEqual(shapeOf({ a: '{count} of {name}' }));
  expect(shapeOf({ a: '{n, plural, one {<b>x</b>} other {{m}}}' })).not.toEqual(
    shapeOf({ a: '{n, plural, one {x} other {{m}}}' }),
  );
  expect(() => shapeOf({ a: '{n, plural, one {x}' })).toThrow('a: ');
});
