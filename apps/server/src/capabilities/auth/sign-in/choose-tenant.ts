import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findUserAllTenants } from '../../users/index.ts';
import { MAX_CHALLENGE_ATTEMPTS } from '../mfa/challenge-limits.ts';
import { consumeChallenge, countChallengeAttempt } from '../mfa/challenge-store.ts';
import type { Browser } from '../sessions/browser.ts';
import { continueSignIn } from './continue-sign-in.ts';

/** Continues with the chosen tenant. Throws `challengeExpired`. */
export async function chooseTenant(
  platform: Platform,
  input: ParsedBody<'POST /auth/login/tenant'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const hash = hashSecret(input.challenge);
  const now = new Date(platform.clock.now());
  const challenge = await countChallengeAttempt(platform.db.console, hash, 'TENANT', now, MAX_CHALLENGE_ATTEMPTS);
  if (challenge === null) throw new AppError('challengeExpired');
  const users = await Promise.all(challenge.userGuids.map((guid) => findUserAllTenants(platform.db.prisma, guid)));
  const user = users.find((one) => one?.tenantGuid === input.tenant && !one.tenant.suspended) ?? null;
  if (user === null) throw new AppError('notFound');
  if (!(await consumeChallenge(platform.db.prisma, hash))) throw new AppError('challengeExpired');
  return continueSignIn(platform, [user], challenge.staySignedIn, browser);
}
