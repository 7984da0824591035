import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { currentUser, updateUser } from '../../users/index.ts';
import { encryptTotpSecret } from './totp.ts';

/** Creates a secret for an authenticator app; it is active once the first code is confirmed. */
export async function beginTotp(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /users/my-profile/mfa/totp'>> {
  const user = await currentUser(ctx);
  if (user.totpSince !== null)
    throw new AppError('conflict', { message: 'An authenticator app is set up; remove it first' });
  const { generateSecret, generateURI } = await import('otplib');
  const secret = generateSecret();
  await updateUser(ctx.db.prisma, user.tenantGuid, user.guid, {
    totpSecret: encryptTotpSecret(ctx, user, secret),
    totpLastStep: null,
    lastUpdateTs: user.lastUpdateTs,
  });
  return { secret, uri: generateURI({ issuer: 'Picket', label: user.email, secret }) };
}
