/**
 * Signing in: password, then the tenant (if there are several), then the second factor (if there is one). Only the last step
 * issues a session; the steps in between use challenges that are valid for nothing else.
 */
import type { LoginOutcome, ParsedBody } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AuditActor, auditOrSpool } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { accountChangedMail, newDeviceMail } from '../../users/account-mails.ts';
import { toProfile } from '../../users/profile.ts';
import {
  findUser,
  findUsersByEmailAllTenants,
  nameOf,
  passwordsByEmailAllTenants,
  type UserRow,
} from '../../users/user-store.ts';
import { consumeChallenge, countChallengeAttempt, insertChallenge } from '../mfa/mfa-store.ts';
import {
  CHALLENGE_LIFETIME,
  createMfaChallenge,
  hasMfa,
  MAX_CHALLENGE_ATTEMPTS,
  verifySecondFactor,
  withMfaRateLimit,
} from '../mfa/second-factor.ts';
import { decodePassword, findMatchingHashes } from '../password/password-hashing.ts';
import { addressOf, type Browser, browserLabel, deviceHash, ensureDeviceHash } from '../sessions/browser.ts';
import { countDevices, listUsersOfDevice, rememberDevice } from '../sessions/session-store.ts';
import { startSession } from '../sessions/sessions.ts';
import { countSignInAttempt, RateLimited } from '../throttling/rate-limits.ts';

/** The audit actor of a user who signs in. */
export const toAuditActor = (user: UserRow, address: string): AuditActor => ({
  kind: 'USER',
  guid: user.guid,
  name: nameOf(user),
  address,
});

const NO_USERS: ReadonlySet<string> = new Set();

/** Checks e-mail and password. Throws `credentials` if either is wrong, and `rateLimited` after too many attempts. */
export async function logIn(
  platform: Platform,
  input: ParsedBody<'POST /auth/login'>,
  browser: Browser,
): Promise<LoginOutcome> {
  const password = decodePassword(input.password, 'password');
  const email = input.username.toLowerCase();
  const accounts = await passwordsByEmailAllTenants(platform.db.console, email);
  const device = deviceHash(platform, browser);
  const guids = accounts.map(({ guid }) => guid);
  const known = device === null ? NO_USERS : await listUsersOfDevice(platform.db.prisma, device, guids);
  const others = guids.filter((guid) => !known.has(guid));
  const address = addressOf(browser);
  // An address without an account is counted like one with an account.
  const hasOthers = others.length > 0 || guids.length === 0;
  const attempt = await countSignInAttempt(platform, email, known.size > 0 ? device : null, hasOthers, address).catch(
    (error: unknown) => {
      if (error instanceof RateLimited && error.isFirst) auditBlockedSignIn(platform, email, address);
      throw error;
    },
  );
  const tried = accounts.filter(({ guid }) => (known.has(guid) ? attempt.isKnownAllowed : attempt.isOtherAllowed));
  const hashes = tried.flatMap(({ passwordHash }) => passwordHash ?? []);
  const matching = await findMatchingHashes(platform, password, hashes);
  const found = tried.filter(({ passwordHash }) => passwordHash !== null && matching.has(passwordHash));
  if (found.length === 0) {
    platform.log.info({ address }, 'sign-in rejected');
    throw new AppError('credentials');
  }
  const right = new Set(found.map(({ guid }) => guid));
  await attempt.succeeded({
    known: [...known].some((guid) => right.has(guid)),
    all: guids.every((guid) => right.has(guid)),
  });
  const users = await Promise.all(found.map(({ guid }) => findUser(platform.db.prisma, guid)));
  const present = users.filter((user) => user !== null);
  return continueSignIn(platform, present, input.staySignedIn ?? false, browser);
}

/** Audits blocked attempts for each account of the address. In the background, so that the response time reveals nothing. */
function auditBlockedSignIn(platform: Platform, email: string, address: string): void {
  const work = async (): Promise<void> => {
    for (const user of await findUsersByEmailAllTenants(platform.db.prisma, email))
      await platform.db.inTx((tx) =>
        auditOrSpool(
          platform,
          tx,
          user.tenantGuid,
          { kind: 'SYSTEM', guid: null, name: 'Somebody', address },
          {
            action: 'SIGN_IN_BLOCKED',
            target: { kind: 'user', guid: user.guid, name: nameOf(user) },
          },
        ),
      );
  };
  work().catch((error: unknown) => platform.log.error({ err: error }, 'audit of a blocked sign-in failed'));
}

/** Continues after the first factor: with the tenant, the second factor, or a session. */
export async function continueSignIn(
  platform: Platform,
  users: readonly UserRow[],
  staySignedIn: boolean,
  browser: Browser,
): Promise<LoginOutcome> {
  const [user, ...others] = users;
  if (user === undefined) throw new AppError('credentials');
  if (others.length === 0)
    return hasMfa(user)
      ? createMfaChallenge(platform, user, staySignedIn, browser)
      : issueSession(platform, user, staySignedIn, browser);
  const secret = newSecret();
  await insertChallenge(
    platform.db.prisma,
    hashSecret(secret),
    { kind: 'TENANT', userGuids: users.map(({ guid }) => guid), webauthn: null, staySignedIn },
    new Date(platform.clock.now() + CHALLENGE_LIFETIME),
  );
  const tenants = users.map(({ tenant }) => ({ guid: tenant.guid, name: tenant.name }));
  return {
    kind: 'TENANT_CHALLENGE',
    challenge: secret,
    tenants: tenants.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

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
  const users = await Promise.all(challenge.userGuids.map((guid) => findUser(platform.db.prisma, guid)));
  const user = users.find((one) => one?.tenantGuid === input.tenant && !one.tenant.suspended) ?? null;
  if (user === null) throw new AppError('notFound');
  if (!(await consumeChallenge(platform.db.prisma, hash))) throw new AppError('challengeExpired');
  return continueSignIn(platform, [user], challenge.staySignedIn, browser);
}

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
  const user = challenge === null ? null : await findUser(prisma, challenge.userGuids[0] ?? '');
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
    await queueMail(
      platform,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      accountChangedMail({
        tenantName: user.tenant.name,
        what: `somebody at ${address} knows the password and has failed at the second factor too often`,
      }),
    );
    await auditOrSpool(
      platform,
      tx,
      user.tenantGuid,
      { kind: 'SYSTEM', guid: null, name: 'Somebody', address },
      {
        action: 'SIGN_IN_BLOCKED',
        target: { kind: 'user', guid: user.guid, name: nameOf(user) },
      },
    );
  });
}

export async function reportRecoveryCodeUse(platform: Platform, user: UserRow, address: string): Promise<void> {
  await platform.db.inTx(async (tx) => {
    await queueMail(
      platform,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      accountChangedMail({ tenantName: user.tenant.name, what: 'a recovery code was used to sign in' }),
    );
    await auditOrSpool(platform, tx, user.tenantGuid, toAuditActor(user, address), {
      action: 'RECOVERY_CODE_USED',
      target: { kind: 'user', guid: user.guid, name: nameOf(user) },
    });
  });
}

/** Issues the session; a sign-in from a new device is reported by mail. */
export async function issueSession(
  platform: Platform,
  user: UserRow,
  staySignedIn: boolean,
  browser: Browser,
  secondFactor?: string,
): Promise<LoginOutcome> {
  const device = ensureDeviceHash(platform, browser);
  const address = addressOf(browser);
  const now = platform.clock.now();
  await platform.db.inTx(async (tx) => {
    const isNew = !(await listUsersOfDevice(tx.prisma, device, [user.guid])).has(user.guid);
    const isFirst = isNew && (await countDevices(tx.prisma, user.guid)) === 0;
    await rememberDevice(tx.prisma, device, user.guid, new Date(now));
    await startSession(platform, tx.prisma, user, staySignedIn, browser);
    if (isNew && !isFirst)
      await queueMail(
        platform,
        tx,
        { tenant: user.tenantGuid, recipient: user.email },
        newDeviceMail({
          tenantName: user.tenant.name,
          browser: browserLabel(browser),
          address,
          at: formatInstant(now),
          url: `${platform.config.publicUrl ?? ''}/profile`,
        }),
      );
    await auditOrSpool(platform, tx, user.tenantGuid, toAuditActor(user, address), {
      action: 'SIGNED_IN',
      target: { kind: 'user', guid: user.guid, name: nameOf(user) },
      after: {
        browser: browserLabel(browser),
        newDevice: isNew,
        ...(secondFactor === undefined ? {} : { secondFactor }),
      },
    });
  });
  return { kind: 'LOGIN_SUCCESS', profile: toProfile(user) };
}
