import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder, writeFileDurably } from './durable-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'picket-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('replaces the content and the mode, and leaves no draft', () => {
  const path = join(folder, 'keys.json');
  writeFileSync(path, 'old', { mode: 0o644 });
  writeFileSync(`${path}.new`, 'what a crash left behind, longer than the new content', { mode: 0o644 });
  writeFileDurably(path, 'new', 0o600);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('keeps the old content when the new one cannot be written', () => {
  const path = join(folder, 'keys.json');
  writeFileDurably(path, 'old', 0o600);
  // A folder in the draft's place: it cannot be opened for writing, even by root.
  createFolder(`${path}.new`);
  expect(() => writeFileDurably(path, 'new', 0o600)).toThrow();
  expect(readFileSync(path, 'utf8')).toBe('old');
});

test('creates the folders that are missing', () => {
  chmodSync(folder, 0o755);
  createFolder(join(folder, 'a', 'b', 'c'), 0o700);
  expect(existsSync(join(folder, 'a', 'b', 'c'))).toBe(true);
  expect(statSync(join(folder, 'a', 'b', 'c')).mode & 0o777).toBe(0o700);
  createFolder(join(folder, 'a', 'b', 'c'));
});
