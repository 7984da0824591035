/**
 * Rate limits for sign-in attempts, per account and per source. Attempts from unknown browsers are limited together; a browser
 * the account was used in before has its own counter, so that attackers cannot lock out the owner.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clearAttempts, countAttempt, refundAttempts } from './rate-limit-store.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface RateLimit {
  readonly max: number;
  readonly window: number;
}

/** Wrong passwords for one account, from unknown browsers. */
const ACCOUNT: RateLimit = { max: 10, window: 15 * MINUTE };
/** The same over a long time, without a correct password in between; a reset by mail clears it. */
const ACCOUNT_LONG: RateLimit = { max: 100, window: 30 * DAY };
/** Wrong passwords in a browser known to the account. */
const DEVICE: RateLimit = { max: 10, window: 15 * MINUTE };
/** Wrong passwords from one source, over all accounts; known browsers do not count. */
const SOURCE: RateLimit = { max: 50, window: 10 * MINUTE };
const SECOND_FACTOR: RateLimit = { max: 20, window: 15 * MINUTE };
/** Reset mails to one address. */
const RESET_MAILS: RateLimit = { max: 3, window: 60 * MINUTE };
/** Invitations of one tenant, and as many reset links that its administrators make. */
const INVITATIONS: RateLimit = { max: 100, window: 60 * MINUTE };

const keyOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();

type LimitPlatform = Pick<Platform, 'db' | 'clock'>;

/** Too many attempts. `isFirst`: the first rejected attempt of this window. */
export class RateLimited extends AppError {
  readonly isFirst: boolean;
  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('rateLimited', { retryAfterSeconds });
    this.isFirst = isFirst;
  }
}

/** Counts an attempt; returns the error if it exceeds the limit, or null. */
async function checkLimit(
  { db, clock }: LimitPlatform,
  key: Buffer,
  { max, window }: RateLimit,
): Promise<RateLimited | null> {
  const now = clock.now();
  const { count, windowEndsAt } = await countAttempt(db.console, key, new Date(now), new Date(now + window));
  if (count <= max) return null;
  return new RateLimited(Math.max(1, Math.ceil((windowEndsAt.getTime() - now) / 1000)), count === max + 1);
}

/** Counts an attempt; throws `rateLimited` beyond the limit. */
async function assertWithinLimit(platform: LimitPlatform, key: Buffer, limit: RateLimit): Promise<void> {
  const limited = await checkLimit(platform, key, limit);
  if (limited !== null) throw limited;
}

/** The accounts of an address that a password matched. */
export interface Matched {
  /** At least one account that knows this browser. */
  readonly known: boolean;
  /** All accounts. */
  readonly all: boolean;
}

export interface SignInAttempt {
  /** Whether the accounts that know this browser, and the others, may be checked. */
  readonly isKnownAllowed: boolean;
  readonly isOtherAllowed: boolean;
  /** Refunds the attempt and clears the counters of the matched accounts. */
  succeeded(matched: Matched): Promise<void>;
}

/**
 * Counts a sign-in attempt before the password is checked. An address may have accounts in several tenants: those that know this
 * browser (`device`, null if there are none) are counted per browser; the others per address and per source. Success at one
 * account does not clear the attempts at another. Throws `rateLimited` if no account may be checked.
 */
export async function countSignInAttempt(
  platform: LimitPlatform,
  email: string,
  device: Buffer | null,
  hasOthers: boolean,
  address: string,
): Promise<SignInAttempt> {
  const known = device === null ? null : keyOf('device', email, device.toString('hex'));
  const accountKeys = [keyOf('account', email), keyOf('account-long', email)] as const;
  const source = keyOf('source', sourceOf(address));
  const knownDeviceLimited = known === null ? null : await checkLimit(platform, known, DEVICE);
  // A refused attempt checks no password, so the limits after the one that refuses it do not count it.
  const otherLimited = hasOthers
    ? ((await checkLimit(platform, source, SOURCE)) ??
      (await checkLimit(platform, accountKeys[0], ACCOUNT)) ??
      (await checkLimit(platform, accountKeys[1], ACCOUNT_LONG)))
    : null;
  const isKnownAllowed = known !== null && knownDeviceLimited === null;
  const isOtherAllowed = hasOthers && otherLimited === null;
  const limited = otherLimited ?? knownDeviceLimited;
  if (!isKnownAllowed && !isOtherAllowed && limited !== null) throw limited;
  return {
    isKnownAllowed,
    isOtherAllowed,
    succeeded: async (matched) => {
      const { console } = platform.db;
      if (matched.known && known !== null) await clearAttempts(console, [known]);
      if (hasOthers) await refundAttempts(console, [source, ...accountKeys]);
      if (matched.all) await clearAttempts(console, accountKeys);
    },
  };
}

/** Counts a reauthentication attempt of a signed-in user; returns a function that clears the counter. */
export async function countReauthentication(platform: LimitPlatform, user: string): Promise<() => Promise<void>> {
  const key = keyOf('proof', user);
  await assertWithinLimit(platform, key, DEVICE);
  return () => clearAttempts(platform.db.console, [key]);
}

/** Clears the attempts at an account after its owner reset the password with a link that the owner asked for (decision 10). */
export const clearSignInAttempts = ({ db }: LimitPlatform, email: string): Promise<void> =>
  clearAttempts(db.console, [keyOf('account', email), keyOf('account-long', email)]);

export const countMfaAttempt = (platform: LimitPlatform, user: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('mfa', user), SECOND_FACTOR);

export const clearMfaAttempts = ({ db }: LimitPlatform, user: string): Promise<void> =>
  clearAttempts(db.console, [keyOf('mfa', user)]);

export const countInvitation = (platform: LimitPlatform, tenant: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('invite', tenant), INVITATIONS);

export const countResetLink = (platform: LimitPlatform, tenant: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('reset-link', tenant), INVITATIONS);

/** Counts a request with a token of a webhook that is not known: more of them than wrong passwords from one source are refused. */
export const countUnknownHook = (platform: LimitPlatform, address: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('hook', sourceOf(address)), SOURCE);

/** Counts a wrong user or password of a client of the broker in Picket, in the same way. */
export const countUnknownClient = (platform: LimitPlatform, address: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('mqtt', sourceOf(address)), SOURCE);

/** Whether another reset mail may go to this address. */
export async function isResetMailAllowed(platform: LimitPlatform, email: string): Promise<boolean> {
  try {
    await assertWithinLimit(platform, keyOf('reset', email), RESET_MAILS);
    return true;
  } catch (error) {
    if (error instanceof RateLimited) return false;
    throw error;
  }
}
