import type { ParsedBody } from '@picket/contracts/endpoints';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { BrowserSession, UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { noteErasure } from '../../../platform/wal-archive/erasure-ledger.ts';
import { deleteApiTokensOfUser } from '../../api-tokens/index.ts';
import { audit } from '../../audit/index.ts';
import {
  currentUser,
  lockUserWithPassword,
  mailAccountChange,
  targetOf,
  type UserRow,
  updateUser,
} from '../../users/index.ts';
import { revokeLinks } from '../links/link-store.ts';
import { deleteChallengesOfUser } from '../mfa/challenge-store.ts';
import type { Browser } from '../sessions/browser.ts';
import { renewSession, requireSession } from '../sessions/renew-session.ts';
import { deleteSessionsOfUser, hasSession } from '../sessions/session-store.ts';
import { hashPasswordFor, parseNewPassword } from './new-passwords.ts';
import { notYourPassword, verifyCurrentPassword } from './verify-current-password.ts';

/** Ends all other sessions and open reset links of the user and, unless they are kept, revokes their API tokens. This session gets a new cookie. */
export async function changePassword(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /auth/change-password'>,
  browser: Browser,
): Promise<void> {
  const session = requireSession(ctx.actor);
  const user = await currentUser(ctx);
  await verifyCurrentPassword(ctx, user, input.oldPassword, 'oldPassword');
  if (input.newPassword === input.oldPassword) throw invalid('newPassword', 'This is the password you have.');
  const password = await parseNewPassword(input.newPassword, [user.email, user.displayName, user.tenant.name]);
  const passwordHash = await hashPasswordFor(ctx, user.email, password);
  const at = new Date(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await assertNothingChanged(tx, user, session);
    await updateUser(tx.prisma, user.tenantGuid, user.guid, { passwordHash, lastUpdateTs: at });
    await deleteSessionsOfUser(tx.prisma, user.tenantGuid, user.guid, session.guid);
    await deleteChallengesOfUser(tx.sql, user.guid);
    await revokeLinks(tx.prisma, user.tenantGuid, user.guid, ['FORGOT_PASSWORD']);
    if (input.revokeApiTokens) await noteErasure(ctx, 'API_TOKENS_OF_USER', user.tenantGuid, user.guid);
    const revokedApiTokens = input.revokeApiTokens
      ? await deleteApiTokensOfUser(tx.prisma, user.tenantGuid, user.guid, at)
      : 0;
    await mailAccountChange(ctx, tx, user, (t) =>
      revokedApiTokens === 0
        ? t('mails.passwordChanged')
        : t('mails.passwordChangedTokens', { count: revokedApiTokens }),
    );
    await audit(ctx, tx, { action: 'PASSWORD_CHANGED', target: targetOf(user), after: { revokedApiTokens } });
  });
  await renewSession(ctx, session, browser);
}

/**
 * Locks the user. Throws where the session has ended since the password was checked, or it is another one by now: who reset it must not
 * find it changed by somebody who knew the old one.
 */
async function assertNothingChanged({ sql, prisma }: Tx, user: UserRow, session: BrowserSession): Promise<void> {
  const isSame = await lockUserWithPassword(sql, user.tenantGuid, user.guid, user.passwordHash);
  if (!(await hasSession(prisma, user.tenantGuid, user.guid, session.guid))) throw new AppError('unauthenticated');
  if (!isSame) throw notYourPassword('oldPassword');
}
