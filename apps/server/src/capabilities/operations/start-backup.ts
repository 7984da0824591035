import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import type { OperationsPorts } from './operations-ports.ts';

/** Starts a backup; it continues after the response. */
export async function startBackup(ctx: Ctx<UserActor>, { backups }: OperationsPorts): Promise<void> {
  if (!backups.start()) throw new AppError('conflict', { message: 'A backup is already running' });
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'BACKUP_STARTED', target: { kind: 'backup', name: ctx.config.backup.folder } }),
  );
}
