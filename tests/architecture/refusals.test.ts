/** Every sentence that a refusal can carry has a translation in every language, with the same values (decision 57). */
import { ERRORS } from '@picket/contracts/errors';
import { SHARED_REFUSALS, type TranslatedLanguage } from '@picket/i18n/refusals';
import { describe, expect, test } from 'vitest';
import { OWN_REFUSALS } from '../../apps/server/src/locales/refusal-texts.ts';
import { refusalSentences } from './refusal-sentences.ts';
import { readRepository, type SourceFile } from './repository.ts';

const { found, computed } = refusalSentences(readRepository());
const ofPackages = new Set([
  ...Object.values(ERRORS).map(({ message }) => message),
  ...[...found].filter(([, path]) => path.startsWith('packages/')).map(([sentence]) => sentence),
]);
const ofServer = [...found.keys()].filter((sentence) => !ofPackages.has(sentence));

const valuesOf = (message: string): string[] => [
  ...new Set([...message.matchAll(/\{(\w+)(?=[,}])/gu)].map(([, name]) => String(name))),
];

/** Sentences without a translation, translations without a sentence, and those that say other values. */
function differences(sentences: Iterable<string>, translations: Readonly<Record<string, string>>): string[] {
  const wanted = new Set(sentences);
  return [
    ...[...wanted].filter((sentence) => !Object.hasOwn(translations, sentence)).map((one) => `no translation: ${one}`),
    ...Object.keys(translations).flatMap((sentence) =>
      wanted.has(sentence) ? [] : [`not said any more: ${sentence}`],
    ),
    ...Object.entries(translations).flatMap(([sentence, translation]) =>
      valuesOf(sentence).sort().join() === valuesOf(translation).sort().join() ? [] : [`other values: ${sentence}`],
    ),
  ];
}

const LANGUAGES = Object.keys(SHARED_REFUSALS) as TranslatedLanguage[];

describe.each(LANGUAGES)('%s', (language) => {
  test('has what packages/domain and packages/contracts say: packages/i18n/src/locales', () => {
    expect(differences(ofPackages, SHARED_REFUSALS[language])).toEqual([]);
  });

  test('has what the server says: apps/server/src/locales', () => {
    expect(differences(ofServer, OWN_REFUSALS[language])).toEqual([]);
  });
});

test('a sentence with values is a phrase', () => {
  expect(computed).toEqual([]);
});

describe('deliberate violations are caught', () => {
  const sentencesOf = (text: string, path = 'apps/server/src/capabilities/users/a.ts') =>
    refusalSentences([{ path, text } satisfies SourceFile]);

  test.each([
    ["throw invalid('name', 'is no name');", 'is no name'],
    ["throw new AppError('conflict', { message: isOne ? 'has one' : 'has many' });", 'has one,has many'],
    ["throw new AppError('name', { errors: [{ name: 'a', message: 'is no name' }] });", 'is no name'],
    ["throw invalid('days', phrase('is after {days} days', { days }));", 'is after {days} days'],
    ["function findProblem() { if (a) return 'is no name'; return b ? 'is none' : null; }", 'is no name,is none'],
    ["const NAME_MESSAGES = { empty: 'is no name' } as const;", 'is no name'],
  ])('%s', (text, sentences) => {
    expect([...sentencesOf(text).found.keys()].join()).toBe(sentences);
  });

  test('a schema, a text that is put together, a translation that is stale or says something else', () => {
    const schema = sentencesOf(
      "z.string().regex(/a/u, 'is no name').refine(b, { message: 'is none' });",
      'packages/contracts/src/a.ts',
    );
    expect([...schema.found.keys()]).toEqual(['is no name', 'is none']);
    expect(sentencesOf("throw invalid('a', `is after $" + '{days} days`);').computed).toHaveLength(1);
    expect(sentencesOf("throw invalid('a', reason);").computed).toHaveLength(1);
    expect(differences(['a {b}', 'c'], { 'a {b}': '{d}', e: 'f' })).toEqual([
      'no translation: c',
      'not said any more: e',
      'other values: a {b}',
    ]);
  });
});
