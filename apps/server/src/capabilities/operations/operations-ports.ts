import type { StatedProblem } from '../../locales/problem-in-english.ts';
import type { BackupScheduler } from '../../platform/backup/backup-scheduler.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { ArchiveKeeper } from '../../platform/wal-archive/archive-keeper.ts';
import type { RecoveryChecks } from '../../platform/wal-archive/recovery-checks.ts';
import type { Health } from './health.ts';

/** What this module needs from others. */
export interface OperationsPorts {
  readonly health: Health;
  /** Throws a 409 while a hold keeps clips of the organization as evidence. */
  readonly assertNotHeld: (sql: Sql, tenant: string) => Promise<void>;
  /** Notes outside of the database which clips the deleted organization had, and removes their objects; what fails is logged and repeated. */
  readonly eraseClips: (tenant: string) => Promise<void>;
  readonly backups: Pick<BackupScheduler, 'start' | 'state'>;
  readonly archive: Pick<ArchiveKeeper, 'state'>;
  readonly recoveryChecks: Pick<RecoveryChecks, 'start' | 'state'>;
  readonly failingHealthChecks: () => Promise<readonly StatedProblem[]>;
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
}
