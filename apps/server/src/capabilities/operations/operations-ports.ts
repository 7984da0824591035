import type { StatedProblem } from '../../locales/problem-in-english.ts';
import type { BackupScheduler } from '../../platform/backup/backup-scheduler.ts';
import type { Health } from './health.ts';

/** What this module needs from others. */
export interface OperationsPorts {
  readonly health: Health;
  readonly backups: Pick<BackupScheduler, 'start' | 'state'>;
  readonly failingHealthChecks: () => Promise<readonly StatedProblem[]>;
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
}
