import { expect, test } from 'vitest';
import { formatIntegrity } from './format-integrity.ts';

const NOT_CHECKED = { check: 'placed', rule: 'everything is in its place', why: 'the database is distributed' };

test('what was not checked is listed, and is not among the checks that passed', () => {
  expect(formatIntegrity({ violations: [], notChecked: [], count: 3 })).toBe('All 3 checks passed.');
  expect(formatIntegrity({ violations: [], notChecked: [NOT_CHECKED], count: 2 })).toBe(
    'All 2 checks passed.\nNot checked, as the database is distributed: placed: everything is in its place.',
  );
});

test('violations are listed with a few examples', () => {
  const violation = { check: 'once', rule: 'nothing is there twice', count: 7, examples: ['one', 'two'] };
  expect(formatIntegrity({ violations: [violation], notChecked: [NOT_CHECKED], count: 2 })).toBe(
    [
      'BROKEN once: nothing is there twice. Not so for 7:',
      '  one',
      '  two',
      '  … and 5 more',
      'Not checked, as the database is distributed: placed: everything is in its place.',
    ].join('\n'),
  );
});
