/**
 * The second factor of a sign-in: a code of an authenticator app, a recovery code, or a passkey. Each code works once; a
 * challenge allows five attempts.
 */
import { createHmac } from 'node:crypto';
import type { LoginOutcome } from '@picket/contracts';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { verifySync } from 'otplib';
import type { Prisma } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { consoleOrigin } from '../../../platform/http/browser-security.ts';
import { decryptText } from '../../../platform/keys/encryption.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import { bytes, consumeTotpStep, hasMfa, type UserRow } from '../../users/user-store.ts';
import type { Browser } from '../sessions/browser.ts';
import { clearMfaAttempts, countMfaAttempt } from '../throttling/rate-limits.ts';
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  insertChallenge,
  listPasskeys,
  updatePasskeyCounter,
} from './mfa-store.ts';

export const CHALLENGE_LIFETIME = 10 * 60_000;
export const MAX_CHALLENGE_ATTEMPTS = 5;
/** Allows clocks to differ by one step. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** The stored hash of a recovery code; dashes and case do not matter. */
export const hashRecoveryCode = (keys: Pick<Keys, 'password'>, user: string, code: string): Buffer =>
  createHmac('sha256', keys.password)
    .update(`${user}\0${code.toUpperCase().replace(/[^A-Z0-9]/gu, '')}`)
    .digest();

/** The host that passkeys are bound to; null for an IP address, where passkeys are not possible. */
export function passkeyHost(platform: Pick<Platform, 'config'>, { request }: Pick<Browser, 'request'>): string | null {
  const { hostname } = new URL(consoleOrigin(platform.config, request));
  return /^[\d.]+$/u.test(hostname) || hostname.startsWith('[') ? null : hostname;
}

/** Returns the 30-second step of a valid code, or null. */
export function matchTotpStep(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/gu, '');
  if (!/^\d{6}$/u.test(token)) return null;
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
  const step = secret === null ? null : matchTotpStep(secret, code, now);
  if (step !== null) return (await consumeTotpStep(prisma, user.guid, step)) ? 'TOTP' : null;
  const hash = hashRecoveryCode(platform.keys, user.guid, code);
  return (await consumeRecoveryCode(prisma, user.guid, hash, new Date(now))) ? 'RECOVERY_CODE' : null;
}

async function verifyPasskey(
  platform: Platform,
  prisma: Prisma,
  user: UserRow,
  response: { readonly id: string },
  expectedChallenge: string,
  browser: Browser,
): Promise<boolean> {
  const known = (await listPasskeys(prisma, user.guid)).find(({ credentialId }) => credentialId === response.id);
  const host = passkeyHost(platform, browser);
  if (known === undefined || host === null) return false;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // Guarantee: the library validates every part of the response, and throws if it is not valid.
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: consoleOrigin(platform.config, browser.request),
      expectedRPID: host,
      credential: { id: known.credentialId, publicKey: bytes(known.publicKey), counter: Number(known.counter) },
      requireUserVerification: false,
    });
    return (
      verified &&
      (await updatePasskeyCounter(prisma, known.guid, authenticationInfo.newCounter, new Date(platform.clock.now())))
    );
  } catch (error) {
    platform.log.info({ err: error }, 'passkey rejected');
    return false;
  }
}

/** Creates the challenge for the second factor. */
export async function createMfaChallenge(
  platform: Platform,
  user: UserRow,
  staySignedIn: boolean,
  browser: Browser,
): Promise<LoginOutcome> {
  const { prisma } = platform.db;
  const passkeys = await listPasskeys(prisma, user.guid);
  const host = passkeyHost(platform, browser);
  const options =
    passkeys.length === 0 || host === null
      ? null
      : await generateAuthenticationOptions({
          rpID: host,
          userVerification: 'preferred',
          allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        });
  const secret = newSecret();
  await insertChallenge(
    prisma,
    hashSecret(secret),
    { kind: 'MFA', userGuids: [user.guid], webauthn: options?.challenge ?? null, staySignedIn },
    new Date(platform.clock.now() + CHALLENGE_LIFETIME),
  );
  const left = await countRecoveryCodes(prisma, user.guid);
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

export { hasMfa };
