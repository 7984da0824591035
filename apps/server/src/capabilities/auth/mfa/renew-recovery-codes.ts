import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { currentUser, hasMfa, mailAccountChange, targetOf } from '../../users/index.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

/** Replaces the recovery codes; the earlier ones stop working. */
export async function renewRecoveryCodes(
  ctx: Ctx<UserActor>,
): Promise<ResponseOf<'POST /users/my-profile/mfa/recovery-codes'>> {
  const user = await currentUser(ctx);
  if (!hasMfa(user)) throw new AppError('conflict', { message: 'Set up a second factor first' });
  return ctx.db.inTx(async (tx) => {
    const recoveryCodes = await createRecoveryCodes(ctx, tx.prisma, user.guid);
    await mailAccountChange(ctx, tx, user, (t) => t('mails.recoveryCodesCreated'));
    await audit(ctx, tx, { action: 'RECOVERY_CODES_CREATED', target: targetOf(user) });
    return { recoveryCodes };
  });
}
