/** The state of the installation, and manual backups. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { BackupScheduler } from '../../platform/backup/backup-scheduler.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import type { Health } from './health.ts';
import { getDatabaseFacts } from './usage-store.ts';
import { readVersion } from './version.ts';

/** What this module needs from others. */
export interface OperationsPorts {
  readonly health: Health;
  readonly backups: BackupScheduler;
  /** Failing health checks, as sentences. */
  readonly failingHealthChecks: () => Promise<readonly string[]>;
  readonly disk: () => Promise<{ readonly free: number; readonly total: number } | null>;
}

export async function getOperations(
  ctx: Ctx<UserActor>,
  { backups, failingHealthChecks, disk }: OperationsPorts,
  startedAt: number,
): Promise<ResponseOf<'GET /operations'>> {
  const [{ bytes, version }, state, failing, freeSpace] = await Promise.all([
    getDatabaseFacts(ctx.db.console),
    backups.state(),
    failingHealthChecks(),
    disk(),
  ]);
  return {
    version: readVersion(ctx.config).version,
    postgres: version,
    startedAt: formatInstant(startedAt),
    databaseBytes: bytes,
    ...(freeSpace === null ? {} : { disk: freeSpace }),
    failingHealthChecks: [...failing],
    backups: {
      ...(state.everyHours === null ? {} : { everyHours: state.everyHours }),
      folder: state.folder,
      ...(state.problem === null ? {} : { problem: state.problem }),
      ...(state.running === null ? {} : { running: state.running }),
      fingerprint: state.fingerprint,
      items: [...state.backups],
    },
  };
}

/** Starts a backup; it continues after the response. */
export async function startBackup(ctx: Ctx<UserActor>, { backups }: OperationsPorts): Promise<void> {
  if (!backups.start()) throw new AppError('conflict', { message: 'A backup is already running' });
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'BACKUP_STARTED', target: { kind: 'backup', name: ctx.config.backup.folder } }),
  );
}
