import { LANGUAGES } from '@picket/domain/languages';
import { PROBLEMS, type ProblemValueKind, problemOf, STORAGE_STEPS } from '@picket/domain/problems';
import { expect, test } from 'vitest';
import { loadSharedTexts } from '../../../tests/support/translators.ts';
import problems from './locales/en/problems.ts';
import { problemText } from './problem-words.ts';

const FORMATS = {
  bytes: (bytes: number) => `${bytes / 1024 ** 3} GiB`,
  duration: (millis: number) => `${millis / 1000} s`,
  dateTime: (at: number) => new Date(at).toISOString(),
};

test('each problem has the values of its message', () => {
  const inMessage = (message: string): string[] =>
    [...new Set([...message.matchAll(/\{(\w+)(?=[,}])/gu)].map(([, name]) => name ?? ''))]
      // Options of a select, which stand in braces as well.
      .filter((name) => !/^[A-Z_]*$/u.test(name) && name !== 'missing')
      .sort();
  for (const [code, kinds] of Object.entries<Readonly<Record<string, ProblemValueKind>>>(PROBLEMS))
    expect([code, inMessage(problems[code as keyof typeof problems])]).toEqual([code, Object.keys(kinds).sort()]);
});

test.each(LANGUAGES)('every problem is a sentence in %s', (language) => {
  const t = loadSharedTexts(language);
  for (const [code, kinds] of Object.entries<Readonly<Record<string, ProblemValueKind>>>(PROBLEMS)) {
    const values = Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, kind === 'text' ? `<${name}>` : 3]),
    );
    const text = problemText(t, { code: code as keyof typeof PROBLEMS, values }, FORMATS);
    expect(text).toMatch(/^\p{L}|^3 /u);
    expect(text).not.toMatch(/[{}]|problems\./u);
  }
});

test('sizes, times and counts are those of the reader', () => {
  const disk = problemOf('DISK_FILLS', { free: 5 * 1024 ** 3, total: 100 * 1024 ** 3 });
  expect(problemText(loadSharedTexts('en'), disk, FORMATS)).toBe('The disk fills: 5 GiB of 100 GiB are free');
  const late = problemOf('EVALUATION_LATE', { sentries: 1 });
  expect(problemText(loadSharedTexts('de'), late, FORMATS)).toBe(
    'Die Auswertung ist im Rückstand: 1 Wächter wartet seit mehr als einer Minute',
  );
});

test('that the database does not answer is said in one language', () => {
  const stated = problemOf('STORAGE_FAILS', { cause: 'NO_ANSWER', message: '3 s', step: 'state' });
  expect(problemText(loadSharedTexts('en'), stated, FORMATS)).toBe(
    'Readings cannot be stored: the database gave no answer within 3 s (while the state of the evaluation was stored)',
  );
  expect(problemText(loadSharedTexts('de'), stated, FORMATS)).toBe(
    'Messwerte können nicht gespeichert werden: Die Datenbank antwortete nicht innerhalb von 3 s (beim Speichern des Auswertungsstands)',
  );
});

test.each(LANGUAGES)('every step of storing a report has words in %s', (language) => {
  const t = loadSharedTexts(language);
  for (const step of STORAGE_STEPS) {
    const text = problemText(t, problemOf('STORAGE_FAILS', { cause: 'TOO_SLOW', message: 'canceled', step }), FORMATS);
    expect(text).toMatch(/ canceled \(\p{L}+ [\p{L} ]+\)$/u);
  }
});
