/** What is committed of pictures: those the documents show, small. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURES, readShownPictures } from './document-pictures.ts';

const ROOT = join(import.meta.dirname, '..');

test('docs/screenshots has the pictures that documents show, at most 4 MB together', () => {
  const files = readdirSync(join(ROOT, PICTURES));
  expect(files.sort()).toEqual([...readShownPictures(ROOT)].map((name) => `${name}.webp`).sort());
  expect(files.length).toBeGreaterThan(0);
  const bytes = files.reduce((sum, name) => sum + statSync(join(ROOT, PICTURES, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(4e6);
});
