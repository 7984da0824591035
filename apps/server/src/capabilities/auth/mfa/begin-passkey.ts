import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import { currentUser } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { CHALLENGE_LIFETIME } from './challenge-limits.ts';
import { insertChallenge } from './challenge-store.ts';
import { listPasskeys } from './mfa-store.ts';
import { passkeyHost } from './verify-passkey.ts';

const MAX_PASSKEYS = 20;

/** Creates the challenge that a new passkey signs. Throws a 409 without a host name, or with too many passkeys. */
export async function beginPasskey(
  ctx: Ctx<UserActor>,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/passkeys/options'>> {
  const user = await currentUser(ctx);
  const host = passkeyHost(ctx, browser);
  if (host === null)
    throw new AppError('conflict', {
      message: 'Passkeys need a host name; open Picket with a host name instead of an address',
    });
  const known = await listPasskeys(ctx.db.prisma, user.tenantGuid, user.guid);
  if (known.length >= MAX_PASSKEYS)
    throw new AppError('conflict', { message: 'You have 20 passkeys; remove one first' });
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Picket',
    rpID: host,
    userName: user.email,
    userDisplayName: user.displayName ?? user.email,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const secret = newSecret();
  await insertChallenge(
    ctx.db.prisma,
    hashSecret(secret),
    { kind: 'PASSKEY', userGuids: [user.guid], webauthn: options.challenge, staySignedIn: false },
    new Date(ctx.clock.now() + CHALLENGE_LIFETIME),
  );
  return { challenge: secret, options: { ...options } };
}
