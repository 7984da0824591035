/**
 * Guessing, slowed down per account and per source. Strangers who guess at an account are held off; its owner, at a browser
 * they have signed in from before, is counted apart and gets in.
 */
import { createHash } from 'node:crypto';
import { AppError, type Platform, sourceOf } from '../../platform/index.ts';
import { clearAttempts, countAttempt, refundAttempts } from './rate-limit-store.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface RateLimit {
  readonly max: number;
  readonly window: number;
}

/** Wrong passwords for one account, from browsers it has never been used in. */
const ACCOUNT: RateLimit = { max: 10, window: 15 * MINUTE };
/** The same without a right one in between; a reset by mail ends it. */
const ACCOUNT_LONG: RateLimit = { max: 100, window: 30 * DAY };
/** Wrong passwords at a browser the account has been used in. */
const DEVICE: RateLimit = { max: 10, window: 15 * MINUTE };
/** Wrong passwords from one source, whatever the accounts; browsers that are known do not count. */
const SOURCE: RateLimit = { max: 50, window: 10 * MINUTE };
const SECOND_FACTOR: RateLimit = { max: 20, window: 15 * MINUTE };
/** Mails somebody can cause to be sent to one address. */
const RESET_MAILS: RateLimit = { max: 3, window: 60 * MINUTE };
/** Mails one organisation can send out in an hour. */
const INVITATIONS: RateLimit = { max: 100, window: 60 * MINUTE };

const keyOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();

type LimitPlatform = Pick<Platform, 'db' | 'clock'>;

/** Too many attempts. `isFirst`: nobody was told yet. */
export class RateLimited extends AppError {
  readonly isFirst: boolean;
  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('rateLimited', { retryAfterSeconds });
    this.isFirst = isFirst;
  }
}

/** Counts an attempt; answers what holds it off beyond the limit, or null. */
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

/** Which accounts of an address a password was right for. */
export interface Matched {
  /** One of those that know this browser. */
  readonly known: boolean;
  /** All of them. */
  readonly all: boolean;
}

export interface SignInAttempt {
  /** Whether the accounts that know this browser, and the others, may be tried. */
  readonly mayTryKnown: boolean;
  readonly mayTryOthers: boolean;
  /** Something was right: it was no guess, and what it was right for starts counting anew. */
  succeeded(matched: Matched): Promise<void>;
}

/**
 * Counts an attempt at a password before it is looked at. An address may have accounts in several organisations: those that
 * know this browser (`device`, null where there are none) are counted by it, whatever strangers do; the others by the address
 * and by where the attempt comes from. Being right for one account forgives no guesses at another. Throws `rateLimited`
 * when nothing is left to be tried.
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
  const counts = hasOthers
    ? [
        await checkLimit(platform, source, SOURCE),
        await checkLimit(platform, accountKeys[0], ACCOUNT),
        await checkLimit(platform, accountKeys[1], ACCOUNT_LONG),
      ]
    : [];
  const otherLimited = counts.find((one) => one !== null) ?? null;
  const mayTryKnown = known !== null && knownDeviceLimited === null;
  const mayTryOthers = hasOthers && otherLimited === null;
  const limited = otherLimited ?? knownDeviceLimited;
  if (!mayTryKnown && !mayTryOthers && limited !== null) throw limited;
  return {
    mayTryKnown,
    mayTryOthers,
    succeeded: async (matched) => {
      const { console } = platform.db;
      if (matched.known && known !== null) await clearAttempts(console, [known]);
      if (hasOthers) await refundAttempts(console, [source, ...accountKeys]);
      if (matched.all) await clearAttempts(console, accountKeys);
    },
  };
}

/** Counts an attempt of somebody signed in to prove again who they are; answers the call that forgets it. */
export async function countReauthentication(platform: LimitPlatform, user: string): Promise<() => Promise<void>> {
  const key = keyOf('proof', user);
  await assertWithinLimit(platform, key, DEVICE);
  return () => clearAttempts(platform.db.console, [key]);
}

/** The owner proved themselves otherwise (a reset by mail): strangers' guesses are forgotten. */
export const clearSignInAttempts = ({ db }: LimitPlatform, email: string): Promise<void> =>
  clearAttempts(db.console, [keyOf('account', email), keyOf('account-long', email)]);

export const countMfaAttempt = (platform: LimitPlatform, user: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('mfa', user), SECOND_FACTOR);

export const clearMfaAttempts = ({ db }: LimitPlatform, user: string): Promise<void> =>
  clearAttempts(db.console, [keyOf('mfa', user)]);

export const countInvitation = (platform: LimitPlatform, tenant: string): Promise<void> =>
  assertWithinLimit(platform, keyOf('invite', tenant), INVITATIONS);

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
