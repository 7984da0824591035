/** The database of a Picket as it is now, kept beside it, as a restore to this instant makes it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createBackup } from '../src/app/create-backup.ts';
import { openBackup } from '../src/platform/backup/open-backup.ts';
import { restoreBackup } from '../src/platform/backup/restore-backup.ts';
import type { Platform } from '../src/platform/platform.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

export async function keepPast(platform: Platform): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-past-'));
  try {
    const { path } = await createBackup(platform, folder);
    const trust = { kind: 'keys', encryptionKey: platform.keys.encryption } as const;
    const copy = await createTestDatabase('template0');
    await restoreBackup({
      connectionString: copy.url,
      backup: await openBackup({ path, trust }),
      migrations: MIGRATIONS,
    });
    return copy;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
