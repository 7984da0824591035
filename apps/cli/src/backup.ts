/**
 * picket backup [<folder>]: a backup of everything at one instant, into a folder of its own, whether Picket runs or
 * not. It contains the keys: unless it is encrypted (PICKET_BACKUP_RECIPIENT), protect it like the server itself.
 */

import { resolve } from 'node:path';
import { BackupError, createBackup, fingerprintOf } from '@picket/server/commands';
import { openLocalPlatform } from './local-platform.ts';
import { createProgress, formatSize } from './terminal/progress-bar.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [folder] = process.argv.slice(2);

const { platform, close } = await openLocalPlatform('error').catch((error: Error) => fail(error.message));
const progress = createProgress();
try {
  const { path, manifest, bytes, clipsError } = await createBackup(
    platform,
    folder === undefined ? null : resolve(folder),
    (at) => progress.show(at.rows / Math.max(1, at.ofRows), `${at.rows.toLocaleString('en')} rows, ${at.table}`),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  progress.end(
    `${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables, ${formatSize(bytes)}, in ${manifest.tookSeconds.toFixed(1)} s: ${path}`,
  );
  process.stderr.write(
    `${manifest.encryption === null ? 'It contains the keys and is not encrypted: keep it as safe as the server itself.' : `Encrypted to ${manifest.encryption.recipient}.`}\nFingerprint of its key, to keep elsewhere: ${fingerprintOf(platform.keys.encryption)}\n`,
  );
  if (clipsError !== null) {
    process.stderr.write(`The backup is complete, but ${clipsError.message}.\n`);
    process.exitCode = 1;
  }
} catch (error) {
  progress.end(error instanceof BackupError ? `No backup was made: ${error.message}.` : String(error));
  process.exitCode = 1;
} finally {
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
