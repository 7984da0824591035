/** Codes of an authenticator app. */
import { bytes } from '../../../platform/bytes.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decryptText, encryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserRow } from '../../users/index.ts';

/** Allows clocks to differ by one step. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Returns the 30-second step of a valid code, or null. */
export async function matchTotpStep(secret: string, code: string, now: number): Promise<number | null> {
  const token = code.replace(/\s/gu, '');
  if (!/^\d{6}$/u.test(token)) return null;
  const { verifySync } = await import('otplib');
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: CLOCK_TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The decrypted secret of the authenticator app. */
export function decryptTotpSecret(
  platform: Pick<Platform, 'keys'>,
  user: Pick<UserRow, 'guid' | 'totpSecret'>,
): string | null {
  return user.totpSecret === null ? null : decryptText(platform.keys, `totp ${user.guid}`, user.totpSecret);
}

/** The secret of the authenticator app, as it is stored. */
export const encryptTotpSecret = (ctx: Ctx<UserActor>, user: UserRow, secret: string) =>
  bytes(encryptText(ctx.keys, `totp ${user.guid}`, secret));
