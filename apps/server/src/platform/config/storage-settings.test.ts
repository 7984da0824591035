import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';

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
