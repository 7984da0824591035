import { expect, test } from 'vitest';
import { estimateStrength, passwordProblemOf } from './password-strength.ts';

const CONTEXT = ['ada@acme.example', 'Ada'];
const scoreOf = async (password: string): Promise<number> => (await estimateStrength(password, CONTEXT)).score;

test('a password that the rules refuse is never called good', async () => {
  expect(passwordProblemOf('correct horse battery staple', CONTEXT)).toBe('common');
  expect(await scoreOf('correct horse battery staple')).toBe(0);
  expect(passwordProblemOf('Picket ada acme', ['ada@acme.example', 'acme'])).toBe('context');
  expect(await scoreOf('gT7#kQ gT7#kQ gT7#kQ')).toBe(0);
  // Hard to guess, and too short all the same.
  expect(passwordProblemOf('gT7#kQ2!vX9z', CONTEXT)).toBe('short');
  expect(await scoreOf('gT7#kQ2!vX9z')).toBe(1);
});

test('one that they accept has its own strength', async () => {
  expect(passwordProblemOf('gallop lantern mosaic pewter', CONTEXT)).toBe(null);
  expect(await scoreOf('gallop lantern mosaic pewter')).toBe(4);
});
