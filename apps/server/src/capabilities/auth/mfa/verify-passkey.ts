/** Verifies what a passkey signed. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { bytes } from '../../../platform/bytes.ts';
import type { Prisma } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { consoleOrigin } from '../../../platform/http/browser-security.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserRow } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { listPasskeys, updatePasskeyCounter } from './mfa-store.ts';

/** The host that passkeys are bound to; null for an IP address, where passkeys are not possible. */
export function passkeyHost(platform: Pick<Platform, 'config'>, { request }: Pick<Browser, 'request'>): string | null {
  const { hostname } = new URL(consoleOrigin(platform.config, request));
  return /^[\d.]+$/u.test(hostname) || hostname.startsWith('[') ? null : hostname;
}

/** Verifies the response of one of the user's passkeys, and stores its counter. */
export async function verifyPasskey(
  platform: Platform,
  prisma: Prisma,
  user: UserRow,
  response: { readonly id: string },
  expectedChallenge: string,
  browser: Browser,
): Promise<boolean> {
  const known = (await listPasskeys(prisma, user.tenantGuid, user.guid)).find(
    ({ credentialId }) => credentialId === response.id,
  );
  const host = passkeyHost(platform, browser);
  if (known === undefined || host === null) return false;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // Guarantee: the library validates every part of the response, and throws if it is not valid.
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: consoleOrigin(platform.config, browser.request),
      expectedRPID: host,
      credential: { id: known.credentialId, publicKey: bytes(known.publicKey), counter: Number(known.counter) },
      requireUserVerification: false,
    });
    return (
      verified &&
      (await updatePasskeyCounter(
        prisma,
        user.tenantGuid,
        known.guid,
        authenticationInfo.newCounter,
        new Date(platform.clock.now()),
      ))
    );
  } catch (error) {
    platform.log.info({ err: error }, 'passkey rejected');
    return false;
  }
}

/** The credential of a new passkey. Throws a 400 that names `response`. */
export async function verifyRegistration(
  ctx: Ctx<UserActor>,
  response: { readonly id: string },
  expectedChallenge: string,
  browser: Browser,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const result = await verifyRegistrationResponse({
      // Guarantee: the library validates every part of the response, and throws if it is not valid.
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: consoleOrigin(ctx.config, browser.request),
      expectedRPID: passkeyHost(ctx, browser) ?? '',
      requireUserVerification: false,
    });
    if (result.verified) return result.registrationInfo.credential;
  } catch (error) {
    ctx.log.info({ err: error }, 'passkey registration rejected');
  }
  throw invalid('response', 'does not match the challenge');
}
