/** Setting up and removing the second factors of the signed-in user. */
import { randomInt } from 'node:crypto';
import type { MfaOut, ParsedBody, ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { generateSecret, generateURI } from 'otplib';
import { isDuplicate, type Prisma, type Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { consoleOrigin } from '../../../platform/http/browser-security.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { encryptText } from '../../../platform/keys/encryption.ts';
import { hashSecret, newGuid, newSecret } from '../../../platform/keys/ids.ts';
import { parseResourceName } from '../../../platform/resource-names.ts';
import { audit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { accountChangedMail } from '../../users/account-mails.ts';
import { bytes, consumeTotpStep, findUser, type UserRow, updateUser } from '../../users/user-store.ts';
import { currentUser, targetOf } from '../password/change-password.ts';
import type { Browser } from '../sessions/browser.ts';
import { renewSession, requireSession } from '../sessions/sessions.ts';
import {
  consumeChallenge,
  countChallengeAttempt,
  countRecoveryCodes,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
} from './mfa-store.ts';
import {
  CHALLENGE_LIFETIME,
  decryptTotpSecret,
  hashRecoveryCode,
  hasMfa,
  MAX_CHALLENGE_ATTEMPTS,
  matchTotpStep,
  passkeyHost,
  withMfaRateLimit,
} from './second-factor.ts';

const RECOVERY_CODES = 10;
/** Without 0/O and 1/I/L, which are easily confused in handwriting. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const MAX_PASSKEYS = 20;
/** The transports of WebAuthn; other values are not stored. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Twelve characters: 59 bits, out of reach at twenty attempts per quarter of an hour. */
function generateRecoveryCode(): string {
  const characters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}

async function createRecoveryCodes(ctx: Ctx<UserActor>, prisma: Prisma, user: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode);
  await replaceRecoveryCodes(
    prisma,
    user,
    codes.map((code) => hashRecoveryCode(ctx.keys, user, code)),
  );
  return codes;
}

async function toMfa(ctx: Ctx<UserActor>, prisma: Prisma, user: UserRow, browser: Browser): Promise<MfaOut> {
  const passkeys = await listPasskeys(prisma, user.guid);
  return {
    ...(user.totpSince === null ? {} : { totp: { since: formatInstant(user.totpSince.getTime()) } }),
    passkeys: passkeys.map(({ guid, name, createdAt, lastUsedAt }) => ({
      guid,
      name,
      createdAt: formatInstant(createdAt.getTime()),
      ...(lastUsedAt === null ? {} : { lastUsedAt: formatInstant(lastUsedAt.getTime()) }),
    })),
    recoveryCodesLeft: await countRecoveryCodes(prisma, user.guid),
    required: user.tenant.requireMfa,
    passkeysSupported: passkeyHost(ctx, browser) !== null,
  };
}

export const getOwnMfa = async (ctx: Ctx<UserActor>, browser: Browser): Promise<MfaOut> =>
  toMfa(ctx, ctx.db.prisma, await currentUser(ctx), browser);

const encryptTotpSecret = (ctx: Ctx<UserActor>, user: UserRow, secret: string) =>
  bytes(encryptText(ctx.keys, `totp ${user.guid}`, secret));

/** Creates a secret for an authenticator app; it is active once the first code is confirmed. */
export async function beginTotp(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /users/my-profile/mfa/totp'>> {
  const user = await currentUser(ctx);
  if (user.totpSince !== null)
    throw new AppError('conflict', { message: 'An authenticator app is set up; remove it first' });
  const secret = generateSecret();
  await updateUser(ctx.db.prisma, user.guid, {
    totpSecret: encryptTotpSecret(ctx, user, secret),
    totpLastStep: null,
    lastUpdateTs: user.lastUpdateTs,
  });
  return { secret, uri: generateURI({ issuer: 'Picket', label: user.email, secret }) };
}

/** Completes a new factor: recovery codes if it is the first, a mail and an audit entry. */
async function finishEnrollment(
  ctx: Ctx<UserActor>,
  tx: Tx,
  before: UserRow,
  what: string,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/totp/confirm'>> {
  const recoveryCodes = hasMfa(before) ? undefined : await createRecoveryCodes(ctx, tx.prisma, before.guid);
  const after = await findUser(tx.prisma, before.guid);
  if (after === null) throw new AppError('unauthenticated');
  const mfa = await toMfa(ctx, tx.prisma, after, browser);
  await mailMfaChange(ctx, tx, before, `${what} was added as a second factor`);
  await audit(ctx, tx, { action: 'MFA_ADDED', target: targetOf(before), after: { factor: what } });
  return { mfa, ...(recoveryCodes === undefined ? {} : { recoveryCodes }) };
}

const mailMfaChange = (ctx: Ctx<UserActor>, tx: Tx, user: UserRow, what: string): Promise<void> =>
  queueMail(
    ctx,
    tx,
    { tenant: user.tenantGuid, recipient: user.email },
    accountChangedMail({ tenantName: user.tenant.name, what }),
  );

/** Confirms the authenticator app with its first code. Throws a 400 that names `code`. */
export async function confirmTotp(
  ctx: Ctx<UserActor>,
  code: string,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/totp/confirm'>> {
  const session = requireSession(ctx.actor);
  const user = await currentUser(ctx);
  const secret = user.totpSince === null ? decryptTotpSecret(ctx, user) : null;
  if (secret === null) throw new AppError('conflict', { message: 'Start setting up the authenticator app first' });
  const step = await withMfaRateLimit(ctx, user, async () => matchTotpStep(secret, code, ctx.clock.now())).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'wrongCode'
        ? invalid('code', 'is not the code of the app')
        : error;
    },
  );
  const at = new Date(ctx.clock.now());
  const answer = await ctx.db.inTx(async (tx) => {
    if (!(await consumeTotpStep(tx.prisma, user.guid, step)))
      throw invalid('code', 'was already used; wait for the next one');
    await updateUser(tx.prisma, user.guid, { totpSince: at, lastUpdateTs: at });
    return finishEnrollment(ctx, tx, user, 'an authenticator app', browser);
  });
  await renewSession(ctx, session, browser);
  return answer;
}

/** If the tenant requires a second factor, the last one cannot be removed. */
function assertNotLastFactor(user: UserRow, left: number): void {
  if (user.tenant.requireMfa && left === 0)
    throw new AppError('conflict', { message: 'Your organization requires a second factor; add another one first' });
}

/** Without a second factor, recovery codes have no use. */
async function deleteCodesWithLastFactor(prisma: Prisma, user: UserRow, left: number): Promise<void> {
  if (left === 0) await replaceRecoveryCodes(prisma, user.guid, []);
}

async function finishRemoval(ctx: Ctx<UserActor>, tx: Tx, user: UserRow, what: string): Promise<void> {
  await mailMfaChange(ctx, tx, user, `${what} was removed as a second factor`);
  await audit(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: what } });
}

export async function removeTotp(ctx: Ctx<UserActor>): Promise<void> {
  const user = await currentUser(ctx);
  if (user.totpSince === null) throw new AppError('notFound');
  assertNotLastFactor(user, user.passkeys.length);
  await ctx.db.inTx(async (tx) => {
    const at = new Date(ctx.clock.now());
    await updateUser(tx.prisma, user.guid, { totpSecret: null, totpSince: null, totpLastStep: null, lastUpdateTs: at });
    await deleteCodesWithLastFactor(tx.prisma, user, user.passkeys.length);
    await finishRemoval(ctx, tx, user, 'an authenticator app');
  });
}

export async function renewRecoveryCodes(
  ctx: Ctx<UserActor>,
): Promise<ResponseOf<'POST /users/my-profile/mfa/recovery-codes'>> {
  const user = await currentUser(ctx);
  if (!hasMfa(user)) throw new AppError('conflict', { message: 'Set up a second factor first' });
  return ctx.db.inTx(async (tx) => {
    const recoveryCodes = await createRecoveryCodes(ctx, tx.prisma, user.guid);
    await mailMfaChange(ctx, tx, user, 'new recovery codes were made');
    await audit(ctx, tx, { action: 'RECOVERY_CODES_CREATED', target: targetOf(user) });
    return { recoveryCodes };
  });
}

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
  const known = await listPasskeys(ctx.db.prisma, user.guid);
  if (known.length >= MAX_PASSKEYS)
    throw new AppError('conflict', { message: 'You have 20 passkeys; remove one first' });
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

export async function addPasskey(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /users/my-profile/mfa/passkeys'>,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/passkeys'>> {
  const session = requireSession(ctx.actor);
  const { name } = parseResourceName(input.name);
  const user = await currentUser(ctx);
  const hash = hashSecret(input.challenge);
  const now = new Date(ctx.clock.now());
  const challenge = await countChallengeAttempt(ctx.db.console, hash, 'PASSKEY', now, MAX_CHALLENGE_ATTEMPTS);
  const expected = challenge?.userGuids[0] === user.guid ? challenge.webauthn : null;
  if (expected == null) throw invalid('challenge', 'has expired; start again');
  const credential = await verifyRegistration(ctx, input.response, expected, browser);
  const answer = await ctx.db
    .inTx(async (tx) => {
      if (!(await consumeChallenge(tx.prisma, hash))) throw invalid('challenge', 'has expired; start again');
      await insertPasskey(tx.prisma, {
        guid: newGuid(),
        userGuid: user.guid,
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: BigInt(credential.counter),
        transports: (credential.transports ?? []).filter((transport) => TRANSPORTS.includes(transport)),
        name,
        createdAt: now,
      });
      return finishEnrollment(ctx, tx, user, `the passkey “${name}”`, browser);
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new AppError('conflict', { message: 'This passkey is already registered' }) : error;
    });
  await renewSession(ctx, session, browser);
  return answer;
}

async function verifyRegistration(
  ctx: Ctx<UserActor>,
  response: { readonly id: string },
  expectedChallenge: string,
  browser: Browser,
) {
  try {
    const result = await verifyRegistrationResponse({
      // Guarantee: the library validates every part of the response, and throws if it is not valid.
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
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

export async function removePasskey(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const user = await currentUser(ctx);
  const passkey = (await listPasskeys(ctx.db.prisma, user.guid)).find((one) => one.guid === guid);
  if (passkey === undefined) throw new AppError('notFound');
  const left = user.passkeys.length - 1 + (user.totpSince === null ? 0 : 1);
  assertNotLastFactor(user, left);
  await ctx.db.inTx(async (tx) => {
    if (!(await deletePasskey(tx.prisma, user.guid, guid))) throw new AppError('notFound');
    await deleteCodesWithLastFactor(tx.prisma, user, left);
    await finishRemoval(ctx, tx, user, `the passkey “${passkey.name}”`);
  });
}
