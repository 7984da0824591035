import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey, normalizeName, validateName } from './names.ts';

test('a name that passes is stored clean and survives an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (input) => {
      const result = validateName(input);
      if (!result.ok) return;
      expect(result.name).toBe(normalizeName(result.name));
      expect(decodeURIComponent(encodeURIComponent(result.name))).toBe(result.name);
      expect(result.name).not.toMatch(/[\\/%?=]|\s{2}|^\s|\s$|[\u200B-\u200D\u2060\uFEFF]/u);
    }),
  );
});

test('128 is the most, counted as people count', () => {
  expect(validateName('é'.repeat(128)).ok).toBe(true);
  expect(validateName('🏠'.repeat(128)).ok).toBe(true);
  expect(validateName('x'.repeat(129))).toMatchObject({ problem: 'length' });
});

test('two names are the same without their case and spaces', () => {
  expect(nameKey(' Server  ROOM ')).toBe(nameKey('serverroom'));
  expect(validateName('Server room', ['SERVERROOM'])).toMatchObject({ message: 'duplicate name' });
});
