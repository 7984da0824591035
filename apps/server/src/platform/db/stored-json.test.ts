import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedJson } from './stored-json.ts';

test.each([
  ['a\0b', '"a\\ufffdb"'],
  ['half \ud83d', '"half \\ufffd"'],
  ['\udc00 half', '"\\ufffd half"'],
  ['whole 😀', '"whole 😀"'],
  ['\\u0000', '"\\\\u0000"'],
  ['\\\0', '"\\\\\\ufffd"'],
  ['tab\tquote"', '"tab\\tquote\\""'],
])('%j is stored as %s', (text, json) => {
  expect(storedJson(text)).toBe(json);
});

test('whatever is stored is well formed, and the same where it was well formed before', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
      const text = storedJson(value);
      const broken = /\0|\p{Cs}/u;
      expect(JSON.stringify(JSON.parse(text))).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/u);
      if (!broken.test(Object.entries(value).flat().join(' '))) expect(text).toBe(JSON.stringify(value));
    }),
  );
});
