import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { readStorageConfig } from './storage-settings.ts';

const backupFolder = (settings: Record<string, string>): string =>
  readConfig({ DATABASE_URL: 'postgres://picket@localhost/picket', ...settings }).backup.folder;

test('backups are beside the data, not inside, unless an earlier version put them there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = join(folder, 'data');
  expect(backupFolder({ PICKET_DATA_DIR: data })).toBe(join(folder, 'data-backups'));
  expect(backupFolder({ PICKET_DATA_DIR: `${data}/` })).toBe(join(folder, 'data-backups'));
  mkdirSync(join(data, 'backups'), { recursive: true });
  expect(backupFolder({ PICKET_DATA_DIR: data })).toBe(join(data, 'backups'));
  expect(backupFolder({ PICKET_DATA_DIR: data, PICKET_BACKUP_DIR: '/elsewhere' })).toBe('/elsewhere');
});

test('a relative folder of the backups lies beside the code, whatever the current folder is', () => {
  const expected = fileURLToPath(new URL('../../../../../kept/backups', import.meta.url));
  const settings = { PICKET_DATA_DIR: '/somewhere/data', PICKET_BACKUP_DIR: 'kept/backups' };
  expect(backupFolder(settings)).toBe(expected);
  expect(readStorageConfig(settings).backup.folder).toBe(expected);
});
