/** The checks of recovery, as configured. */
import { resolve } from 'node:path';
import { acquireAdvisoryLock } from '../platform/db/advisory-lock.ts';
import type { Platform } from '../platform/platform.ts';
import type { ArchiveKeeper } from '../platform/wal-archive/archive-keeper.ts';
import { hasCheckFolder, removeCheckFolder, runRecoveryCheck } from '../platform/wal-archive/recovery-check-program.ts';
import { RECOVERY_CHECK_LOCK } from '../platform/wal-archive/recovery-check-store.ts';
import { RecoveryChecks } from '../platform/wal-archive/recovery-checks.ts';

export function createRecoveryChecks({ config, db, clock, log }: Platform, archive: ArchiveKeeper): RecoveryChecks {
  const dataDir = resolve(config.dataDir);
  return new RecoveryChecks({
    sql: db.console,
    archive,
    everyDays: config.archive.checkEveryDays,
    isEncrypted: config.backup.recipient !== null,
    now: () => clock.now(),
    log,
    acquireLock: () => acquireAdvisoryLock(db, RECOVERY_CHECK_LOCK),
    hasLeftOver: () => hasCheckFolder(config.backup.folder),
    removeLeftOver: () => removeCheckFolder(dataDir, config.backup.folder),
    check: () => runRecoveryCheck(dataDir, config.backup.folder),
  });
}
