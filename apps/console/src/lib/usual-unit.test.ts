import { expect, test } from 'vitest';
import { isCelsiusUsual } from './usual-unit.ts';

test.each([
  [['de-CH', 'en-US'], true],
  [['en-GB'], true],
  [['en-US', 'de-DE'], false],
  [['en', 'de-DE'], true],
  [['es-PR'], false],
  [['en'], false],
  [['not a language'], false],
  [[], false],
])('%j: %s', (languages, isUsual) => {
  expect(isCelsiusUsual(languages)).toBe(isUsual);
});
