/** The second factor of a sign-in: a code of an authenticator app, a recovery code, or a passkey. Each code works once. */

import type { Prisma } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { consumeTotpStep, type UserRow } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { clearMfaAttempts, countMfaAttempt } from '../throttling/rate-limits.ts';
import { consumeRecoveryCode } from './mfa-store.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { decryptTotpSecret, matchTotpStep } from './totp.ts';
import { verifyPasskey } from './verify-passkey.ts';

export interface SecondFactorInput {
  readonly code?: string | undefined;
  readonly passkey?: { readonly id: string } | undefined;
}

/** Verifies and consumes a second factor of the user; returns its kind, or null. */
export async function verifySecondFactor(
  platform: Platform,
  prisma: Prisma,
  user: UserRow,
  given: SecondFactorInput,
  webauthn: string | null,
  browser: Browser,
): Promise<'TOTP' | 'PASSKEY' | 'RECOVERY_CODE' | null> {
  const now = platform.clock.now();
  const { code, passkey } = given;
  if (passkey !== undefined)
    return webauthn !== null && (await verifyPasskey(platform, prisma, user, passkey, webauthn, browser))
      ? 'PASSKEY'
      : null;
  if (code === undefined) return null;
  const secret = user.totpSince === null ? null : decryptTotpSecret(platform, user);
  const step = secret === null ? null : await matchTotpStep(secret, code, now);
  if (step !== null) return (await consumeTotpStep(prisma, user.tenantGuid, user.guid, step)) ? 'TOTP' : null;
  const hash = hashRecoveryCode(platform.keys, user.guid, code);
  return (await consumeRecoveryCode(prisma, user.tenantGuid, user.guid, hash, new Date(now))) ? 'RECOVERY_CODE' : null;
}

/** Runs `take` under the user's rate limit for second factors, over all challenges. Throws `wrongCode`. */
export async function withMfaRateLimit<Result>(
  platform: Platform,
  user: UserRow,
  take: () => Promise<Result | null>,
): Promise<Result> {
  await countMfaAttempt(platform, user.guid);
  const taken = await take();
  if (taken === null) throw new AppError('wrongCode');
  await clearMfaAttempts(platform, user.guid);
  return taken;
}
