/** What is committed of pictures: those the documents show, small. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

test('what npm run screenshots shares with the journeys loads outside of a test', () => {
  const { VITEST: _, ...env } = process.env;
  const program = `import('${pathToFileURL(join(ROOT, 'tests/support/console-browser.ts')).href}')`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', program], { env, encoding: 'utf8' });
  expect({ status, stderr: stderr.includes('Error') ? stderr : '' }).toEqual({ status: 0, stderr: '' });
});
