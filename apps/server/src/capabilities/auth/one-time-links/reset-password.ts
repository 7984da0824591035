import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { noteErasure } from '../../../platform/wal-archive/erasure-ledger.ts';
import { countApiTokens, deleteApiTokensOfUser } from '../../api-tokens/index.ts';
import { auditAs } from '../../audit/index.ts';
import { lockUser, mailAccountChange, targetOf, toAuditActor, updateUser } from '../../users/index.ts';
import { consumeOneTimeLink, type LinkKind } from '../links/link-store.ts';
import { deleteChallengesOfUser } from '../mfa/challenge-store.ts';
import { hashPasswordFor, parseNewPassword } from '../password/new-passwords.ts';
import { addressOf, type Browser } from '../sessions/browser.ts';
import { forgetDevicesOfUser } from '../sessions/known-device-store.ts';
import { deleteSessionsOfUser } from '../sessions/session-store.ts';
import { continueSignIn } from '../sign-in/continue-sign-in.ts';
import { clearSignInAttempts } from '../throttling/rate-limits.ts';
import { requireValidLink, toLinkInfo } from './one-time-links.ts';

const RESETS: readonly LinkKind[] = ['FORGOT_PASSWORD'];

/** What the page of a reset link shows. Throws a 404 or a 410. */
export async function getResetLink(
  platform: Platform,
  token: string,
): Promise<ResponseOf<'GET /auth/reset-password/{token}'>> {
  const found = await requireValidLink(platform, token, RESETS);
  const linkInfo = toLinkInfo(found);
  if (linkInfo.email === undefined) throw new AppError('notFound');
  const now = new Date(platform.clock.now());
  const apiTokens =
    found.userGuid === null ? 0 : await countApiTokens(platform.db.prisma, found.tenantGuid, found.userGuid, now);
  return { kind: 'FORGOT_PASSWORD', ...linkInfo, email: linkInfo.email, apiTokens };
}

/**
 * Consumes a reset link: sets the password, ends all sessions, and revokes API tokens unless kept. One that its user asked for clears
 * failed attempts (decision 10).
 */
export async function resetPassword(
  platform: Platform,
  token: string,
  { newPassword, revokeApiTokens }: ParsedBody<'POST /auth/reset-password/{token}'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const found = await requireValidLink(platform, token, RESETS);
  const { userGuid, user: owner } = found;
  if (userGuid === null || owner === null) throw new AppError('notFound');
  const password = await parseNewPassword(newPassword, [owner.email, owner.displayName]);
  const passwordHash = await hashPasswordFor(platform, owner.email, password);
  const at = new Date(platform.clock.now());
  const user = await platform.db.inTx(async (tx) => {
    // Before the link, as all do that delete the links of a user: none waits for another that waits for it.
    await lockUser(tx.sql, found.tenantGuid, userGuid);
    if (!(await consumeOneTimeLink(tx.prisma, hashSecret(token), at))) throw new AppError('tokenUsed');
    const changed = await updateUser(tx.prisma, found.tenantGuid, userGuid, { passwordHash, lastUpdateTs: at });
    await deleteSessionsOfUser(tx.prisma, found.tenantGuid, userGuid);
    await forgetDevicesOfUser(tx.prisma, found.tenantGuid, userGuid);
    await deleteChallengesOfUser(tx.sql, userGuid);
    if (revokeApiTokens) await noteErasure(platform, 'API_TOKENS_OF_USER', found.tenantGuid, userGuid);
    const revokedApiTokens = revokeApiTokens
      ? await deleteApiTokensOfUser(tx.prisma, found.tenantGuid, userGuid, at)
      : 0;
    await mailAccountChange(platform, tx, changed, (t) =>
      revokedApiTokens === 0 ? t('mails.passwordReset') : t('mails.passwordResetTokens', { count: revokedApiTokens }),
    );
    await auditAs(platform, tx, found.tenantGuid, toAuditActor(changed, addressOf(browser)), {
      action: 'PASSWORD_RESET',
      target: targetOf(changed),
      after: { revokedApiTokens },
    });
    return changed;
  });
  if (found.byOwner) await clearSignInAttempts(platform, [userGuid]);
  return continueSignIn(platform, [user], false, browser);
}
