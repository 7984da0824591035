import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { auditOrQueue } from '../../audit/index.ts';
import { findUserAllTenants, mailAccountChange, targetOf, type UserRow } from '../../users/index.ts';
import { MAX_CHALLENGE_ATTEMPTS } from '../mfa/challenge-limits.ts';
import { consumeChallenge, countChallengeAttempt } from '../mfa/challenge-store.ts';
import { reportRecoveryCodeUse } from '../mfa/report-recovery-code-use.ts';
import { verifySecondFactor, withMfaRateLimit } from '../mfa/second-factor.ts';
import { addressOf, type Browser } from '../sessions/browser.ts';
import { anonymousActor } from '../system-actors.ts';
import { RateLimited } from '../throttling/rate-limits.ts';
import { issueSession } from './issue-session.ts';

/** Checks the second factor. Throws `wrongCode`, and `challengeExpired` after too many attempts or too long. */
export async function submitSecondFactor(
  platform: Platform,
  input: ParsedBody<'POST /auth/login/mfa'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const { prisma } = platform.db;
  const hash = hashSecret(input.challenge);
  const challenge = await countChallengeAttempt(
    platform.db.console,
    hash,
    'MFA',
    new Date(platform.clock.now()),
    MAX_CHALLENGE_ATTEMPTS,
  );
  const user = challenge === null ? null : await findUserAllTenants(prisma, challenge.userGuids[0] ?? '');
  if (challenge === null || user === null || user.tenant.suspended) throw new AppError('challengeExpired');
  const kind = await withMfaRateLimit(platform, user, () =>
    verifySecondFactor(platform, prisma, user, input, challenge.webauthn, browser),
  ).catch(async (error: unknown) => {
    if (error instanceof RateLimited && error.isFirst) await warnAccountOwner(platform, user, addressOf(browser));
    throw error;
  });
  if (!(await consumeChallenge(prisma, hash))) throw new AppError('challengeExpired');
  if (kind === 'RECOVERY_CODE') await reportRecoveryCodeUse(platform, user, addressOf(browser));
  return issueSession(platform, user, challenge.staySignedIn, browser, kind);
}

/** Repeated failures at the second factor mean that somebody knows the password: warns the owner. */
async function warnAccountOwner(platform: Platform, user: UserRow, address: string): Promise<void> {
  await platform.db.inTx(async (tx) => {
    await mailAccountChange(platform, tx, user, (t) => t('mails.secondFactorFailed', { address: address ?? '' }));
    await auditOrQueue(platform, tx, user.tenantGuid, anonymousActor(address), {
      action: 'SIGN_IN_BLOCKED',
      target: targetOf(user),
    });
  });
}
