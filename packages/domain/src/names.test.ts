import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName, nameKey, normalizeName, validateName } from './names.ts';

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

test.each([
  ['kitchen/leak', 'kitchen leak'],
  ['Heizung 50%', 'Heizung 50'],
  ['a=b?c\\d//%', 'a b c d'],
  ['  Server\u200B  room\n', 'Server room'],
  ['Wasser\u0000melder', 'Wasser melder'],
  ['half \uD800 a character', 'half a character'],
  ['Leak sensor', 'Leak sensor'],
  ['🏠'.repeat(200), '🏠'.repeat(128)],
  [`${'x'.repeat(127)} y`, 'x'.repeat(127)],
  ['/%?=', null],
  ['', null],
  ['\u200B', null],
])('the name %j of another program becomes %j', (announced, name) => {
  expect(cleanName(announced)).toBe(name);
});

test('whatever another program calls a thing, what becomes of it is a name, and a name stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = cleanName(text);
      if (name !== null) expect(validateName(name)).toEqual({ ok: true, name });
      const valid = validateName(text);
      if (valid.ok && !valid.name.includes('\uFFFD')) expect(name).toBe(valid.name);
    }),
  );
});
