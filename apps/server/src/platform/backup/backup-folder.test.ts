import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BackupError, readSmallFile } from './backup-folder.ts';

test('a file of a backup that cannot be read is not taken for a missing one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-backup-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  expect(await readSmallFile(folder, 'manifest.json')).toEqual(Buffer.from('{}'));
  expect(await readSmallFile(folder, 'manifest.mac')).toBe(null);
  expect(await readSmallFile(join(folder, 'manifest.json'), 'manifest.mac')).toBe(null);
  // Permissions do not keep root from reading; a link to itself does.
  symlinkSync('loop', join(folder, 'loop'));
  const unreadable = readSmallFile(join(folder, 'loop'), 'manifest.json');
  await expect(unreadable).rejects.toThrow(BackupError);
  await expect(unreadable).rejects.toThrow(/loop\/manifest\.json cannot be read: ELOOP/u);
});
