/** A base backup does not begin where it would fill the disk that Postgres writes to. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { writeBaseBackup } from '../src/platform/wal-archive/write-base-backup.ts';

const GIB = 1024 ** 3;

test('a disk without room for the cluster and the WAL meanwhile gets no base backup, and Postgres begins none', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'picket-room-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });
  const [dataFolder, backups] = [join(folder, 'postgres'), join(folder, 'backups')];
  mkdirSync(join(dataFolder, 'global'), { recursive: true });
  mkdirSync(backups);
  writeFileSync(join(dataFolder, 'global', 'pg_control'), Buffer.alloc(65_536));
  const make = (free: number) =>
    writeBaseBackup({
      connectionString: database.url,
      dataFolder,
      folder: backups,
      encryptionKey: Buffer.alloc(32),
      recipient: null,
      version: '1',
      now: Date.UTC(2026, 5, 30),
      freeBytes: async () => free,
    });
  await expect(make(2 * GIB + 32_767)).rejects.toThrow('GiB have to be free where backups are kept');
  expect(readdirSync(backups, { recursive: true })).toEqual([]);
  // The Postgres of tests archives nothing, and refuses what was begun.
  await expect(make(2 * GIB + 32_768)).rejects.toThrow('WAL level not sufficient');
});
