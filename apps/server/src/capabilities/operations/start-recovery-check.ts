import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import type { OperationsPorts } from './operations-ports.ts';

/** Starts a check that the archive can be restored; it continues after the response. */
export async function startRecoveryCheck(ctx: Ctx<UserActor>, { recoveryChecks }: OperationsPorts): Promise<void> {
  const started = await recoveryChecks.start();
  if (started === 'RUNNING') throw new AppError('conflict', { message: 'A check is already running' });
  if (started === 'IMPOSSIBLE')
    throw new AppError('conflict', { message: 'Picket keeps no archive of the database that it can read' });
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'RECOVERY_CHECK_STARTED', target: { kind: 'backup', name: ctx.config.backup.folder } }),
  );
}
