/** One keys file for one database: a server with other keys does not start, a restored database comes with its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { ROOT, startServer } from '../../../tests/support/server-process.ts';
import { checkKeys } from '../src/app/check-keys.ts';
import { createBackup } from '../src/app/create-backup.ts';
import { openBackup } from '../src/platform/backup/open-backup.ts';
import { restoreBackup, restoreFiles } from '../src/platform/backup/restore-backup.ts';
import { loadKeys } from '../src/platform/keys/keys.ts';
import { openPicket, picketForTest } from './harness.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');
const OTHER =
  /^\S+\/keys\.json is not the keys file of this database \(fingerprint [0-9a-f-]{39}, not [0-9a-f-]{39}\)/u;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the first start decides which keys a database has, and settings are read as before', async () => {
  const picket = await picketForTest();
  await checkKeys(picket.platform);
  await checkKeys(picket.platform);
  await expect(checkKeys({ ...picket.platform, keys: loadKeys(newFolder()) })).rejects.toThrow(OTHER);
  await picket.platform.settings.load();
  expect(picket.platform.settings.current()).toMatchObject({ unreadable: [], changes: {} });
});

test('a restored database has the fingerprint of the keys that came with it', async () => {
  const picket = await picketForTest();
  await checkKeys(picket.platform);
  const { path } = await createBackup(picket.platform, newFolder());
  const backup = await openBackup({ path, trust: { kind: 'keys', encryptionKey: picket.platform.keys.encryption } });
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  await restoreBackup({ connectionString: database.url, backup, migrations: MIGRATIONS });
  const dataDir = newFolder();
  await restoreFiles(backup, dataDir);
  const restored = await openPicket({ databaseUrl: database.url, dataDir, withoutAdmin: true });
  onTestFinished(() => restored.close());
  await checkKeys(restored.platform);
  await expect(checkKeys({ ...restored.platform, keys: loadKeys(newFolder()) })).rejects.toThrow(OTHER);
});

test('a second server with a data folder of its own ends with one line', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const first = await startServer(database.url, { dataDir: newFolder() });
  onTestFinished(() => first.stop());
  await expect(startServer(database.url, { dataDir: newFolder() })).rejects.toThrow(
    /^the server ended with 1: Picket cannot start: \S+\/keys\.json is not the keys file of this database [^\n]+\n$/u,
  );
});

test('a command on the machine makes no keys beside a database that has some, and takes no others', async () => {
  const picket = await picketForTest();
  await checkKeys(picket.platform);
  const { databaseUrl } = picket.platform.config;
  const run = (dataDir: string) => {
    const program = join(ROOT, 'apps/cli/src/picket.ts');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, 'admin', 'remove-second-factor', 'nobody@picket.example'],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: databaseUrl, PICKET_DATA_DIR: dataDir },
      },
    );
    return { status, stderr };
  };
  const empty = newFolder();
  expect(run(empty)).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^There is no keys\.json of this database in \S+: set PICKET_DATA_DIR [^\n]+\n$/u),
  });
  expect(readdirSync(empty)).toEqual([]);
  const others = newFolder();
  loadKeys(others);
  expect(run(others)).toEqual({ status: 1, stderr: expect.stringMatching(OTHER) });
  expect(run(picket.platform.config.dataDir).stderr).toContain('Nobody signs in as nobody@picket.example.');
});
