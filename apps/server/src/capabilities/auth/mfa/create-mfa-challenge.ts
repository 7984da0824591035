import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserRow } from '../../users/index.ts';
import { assertPasswordUnchanged } from '../sessions/assert-password-unchanged.ts';
import type { Browser } from '../sessions/browser.ts';
import { CHALLENGE_LIFETIME } from './challenge-limits.ts';
import { insertChallenge } from './challenge-store.ts';
import { countRecoveryCodes, listPasskeys } from './mfa-store.ts';
import { passkeyHost } from './verify-passkey.ts';

/** Creates the challenge for the second factor. */
export async function createMfaChallenge(
  platform: Platform,
  user: UserRow,
  staySignedIn: boolean,
  browser: Browser,
): Promise<LoginOutcome> {
  const { prisma } = platform.db;
  const passkeys = await listPasskeys(prisma, user.tenantGuid, user.guid);
  const host = passkeyHost(platform, browser);
  const options =
    passkeys.length === 0 || host === null
      ? null
      : await (await import('@simplewebauthn/server')).generateAuthenticationOptions({
          rpID: host,
          userVerification: 'preferred',
          allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        });
  const secret = newSecret();
  await platform.db.inTx(async (tx) => {
    await assertPasswordUnchanged(tx, user);
    await insertChallenge(
      tx.prisma,
      hashSecret(secret),
      { kind: 'MFA', userGuids: [user.guid], webauthn: options?.challenge ?? null, staySignedIn },
      new Date(platform.clock.now() + CHALLENGE_LIFETIME),
    );
  });
  const left = await countRecoveryCodes(prisma, user.tenantGuid, user.guid);
  return {
    kind: 'MFA_CHALLENGE',
    challenge: secret,
    methods: [
      ...(options === null ? [] : (['PASSKEY'] as const)),
      ...(user.totpSince === null ? [] : (['TOTP'] as const)),
      ...(left === 0 ? [] : (['RECOVERY_CODE'] as const)),
    ],
    ...(options === null ? {} : { passkey: { ...options } }),
  };
}
