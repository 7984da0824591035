import type { BackupScheduler } from '../../platform/backup/backup-scheduler.ts';
import type { Health } from './health.ts';

/** What this module needs from others. */
export interface OperationsPorts {
  readonly health: Health;
  readonly backups: Pick<BackupScheduler, 'start' | 'state'>;
  /** Failing health checks, as sentences. */
  readonly failingHealthChecks: () => Promise<readonly string[]>;
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
}
