import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, normalizeText, TEXT_MESSAGES, type TextForm, textProblem } from './text.ts';

/** Any code units at all: halves of characters, controls, accents that stand alone. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        'e',
        '\u0301',
        '\u0323',
        '\ud83d',
        '\ude00',
        '\0',
        '\n',
        '\t',
        '\u2028',
        '\ufffe',
        '\u1100',
        '\u1161',
      ),
    )
    .map((parts) => parts.join('')),
);
const form = fc.constantFrom<TextForm>('line', 'lines');
const max = fc.integer({ min: 0, max: 50 });

describe('clean text', () => {
  test('is well formed, in NFC, bounded and free of what would be refused, and stays what it is when cleaned again', () => {
    fc.assert(
      fc.property(anyText, max, form, (text, most, how) => {
        const clean = cleanText(text, most, how);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(clean.length).toBeLessThanOrEqual(most);
        expect(textProblem(clean, how)).toBeNull();
        expect(cleanText(clean, most, how)).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });

  test('what nothing is wrong with is only normalized', () => {
    fc.assert(
      fc.property(anyText, form, (text, how) => {
        fc.pre(textProblem(text, how) === null);
        expect(cleanText(text, 10_000, how)).toBe(text.normalize('NFC'));
      }),
    );
  });

  test('a million marks on one character cost no more than a million letters', () => {
    // Their order is not the one of NFC: sorting them takes time by the square of their number.
    const accents = `a${'\u0301\u0316'.repeat(500_000)}`;
    const before = performance.now();
    expect(cleanText(accents, 100).length).toBe(30);
    expect(textProblem(accents, 'line')).toBe(TEXT_MESSAGES.diacritics);
    expect(normalizeText(accents)).toBe(accents);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(textProblem(`a${'\u0301'.repeat(30)}`, 'line')).toBeNull();
  });

  test.each<[string, string, TextForm]>([
    ['x\ud800', 'x\ufffd', 'line'],
    ['a\0b\u0007c\u009fd', 'a\ufffdb\ufffdc\ufffdd', 'line'],
    ['two\r\nlines\tand a tab', 'two lines and a tab', 'line'],
    ['two\r\nlines\tand a tab', 'two\r\nlines\tand a tab', 'lines'],
    ['Cafe\u0301', 'Caf\u00e9', 'line'],
    ['\ufdd0', '\ufffd', 'lines'],
  ])('%j becomes %j', (text, clean, how) => {
    expect(cleanText(text, 100, how)).toBe(clean);
  });

  test('a character is never cut in half', () => {
    expect(cleanText('ab😀', 3)).toBe('ab');
    expect(cleanText('ab😀', 4)).toBe('ab😀');
  });
});

test.each<[string, TextForm, string | null]>([
  ['Pump room 2, 😀, Ünïcode, שלום', 'line', null],
  ['x\ud800', 'line', TEXT_MESSAGES.surrogate],
  ['\udc00x', 'lines', TEXT_MESSAGES.surrogate],
  ['a\0', 'line', TEXT_MESSAGES.control],
  ['a\u0007', 'lines', TEXT_MESSAGES.control],
  ['a\u007f', 'lines', TEXT_MESSAGES.control],
  ['a\u009f', 'lines', TEXT_MESSAGES.control],
  ['a\nb', 'line', TEXT_MESSAGES.lineBreak],
  ['a\u2028b', 'line', TEXT_MESSAGES.lineBreak],
  ['a\nb\tc\r\n', 'lines', null],
  ['\u{1ffff}', 'lines', TEXT_MESSAGES.noncharacter],
])('of %j as %s: %j', (text, form, problem) => {
  expect(textProblem(text, form)).toBe(problem);
});
