/** docs/asvs.md is complete, and every test it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const upTo = (chapter: string, last: number): string[] => Array.from({ length: last }, (_, i) => `${chapter}.${i + 1}`);

/** Levels 1 and 2 of the chapters that apply. */
const REQUIRED = [
  ...upTo('6.1', 3),
  ...upTo('6.2', 12),
  ...upTo('6.3', 4),
  ...upTo('6.4', 4),
  ...upTo('6.5', 5),
  ...upTo('6.6', 3),
  ...upTo('6.8', 4),
  ...upTo('7.1', 3),
  ...upTo('7.2', 4),
  ...upTo('7.3', 2),
  ...upTo('7.4', 5),
  ...upTo('7.5', 2),
  ...upTo('7.6', 2),
  ...upTo('8.1', 2),
  ...upTo('8.2', 3),
  '8.3.1',
  '8.4.1',
  ...upTo('10.1', 2),
  ...upTo('10.2', 2),
  ...upTo('10.5', 5),
];

const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+)³? \| [^|]+ \| ([^|]+) \|$/gmu)].map(
  ([, id = '', how = '']) => ({ id, how }),
);

test('no requirement is missing, and none is there twice', () => {
  const ids = rows.map(({ id }) => id);
  expect(REQUIRED.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(rows)('$id: $how', ({ how }) => {
  if (how.startsWith('Reason: ')) {
    for (const [, path = ''] of how.matchAll(/`((?:apps|docs|packages|tests)\/[^`]+)`/gu))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    return;
  }
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/u.exec(how) ?? [];
  expect(read(path), path).toContain(title.trim());
});
