import { expect, test } from 'vitest';
import { policiesOfFile } from './policy-file.ts';

test.each(['picket-policies', 'Picket policies'])('a file of the format “%s” is an export', (format) => {
  expect(policiesOfFile(JSON.stringify({ format, version: 1, policies: [{ name: 'Too hot' }] }))).toEqual([
    { name: 'Too hot' },
  ]);
});

test.each([
  ['{', 'NO_JSON'],
  ['null', 'NO_POLICIES'],
  ['{"policies": []}', 'NO_POLICIES'],
  ['{"format": 1, "policies": []}', 'NO_POLICIES'],
  ['{"format": "picket-policies", "policies": {}}', 'NO_POLICIES'],
  ['{"format": "picket-policies", "policies": [1]}', 'UNREADABLE_POLICY'],
])('%s is none', (text, problem) => expect(policiesOfFile(text)).toBe(problem));
