/**
 * Rate limits for sign-in attempts, per account and per source. Attempts from unknown browsers are limited together; a browser
 * the account was used in before has its own counter, so that attackers cannot lock out the owner.
 */
import { createHash } from 'node:crypto';
import { MAX_CLOCK_LEAD } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clearAttempts, countAttempts, deleteAttemptsOutside, refundAttempt } from './rate-limit-store.ts';

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

/** Counts an attempt for each key; returns the errors of those beyond the limit, null for the others. */
async function checkLimits(
  { db, clock }: LimitPlatform,
  keys: readonly Buffer[],
  { max, window }: RateLimit,
): Promise<readonly (RateLimited | null)[]> {
  if (keys.length === 0) return [];
  const now = clock.now();
  const states = await countAttempts(db.console, keys, new Date(now), new Date(now + window));
  return states.map(({ count, windowEndsAt }) =>
    count <= max
      ? null
      : new RateLimited(Math.max(1, Math.ceil((windowEndsAt.getTime() - now) / 1000)), count === max + 1),
  );
}

/** Counts an attempt; returns the error if it exceeds the limit, or null. */
const checkLimit = async (platform: LimitPlatform, key: Buffer, limit: RateLimit): Promise<RateLimited | null> =>
  (await checkLimits(platform, [key], limit))[0] ?? null;

/** Counts an attempt; throws `rateLimited` beyond the limit. */
async function assertWithinLimit(platform: LimitPlatform, key: Buffer, limit: RateLimit): Promise<void> {
  const limited = await checkLimit(platform, key, limit);
  if (limited !== null) throw limited;
}

/** Errors of accounts whose password must not be checked. */
type Refused = ReadonlyMap<string, RateLimited>;

/** Counts an attempt at each account; returns the errors of those beyond the limit. */
async function checkAccounts(
  platform: LimitPlatform,
  accounts: readonly string[],
  keyOfAccount: (account: string) => Buffer,
  limit: RateLimit,
): Promise<Refused> {
  const limited = await checkLimits(platform, accounts.map(keyOfAccount), limit);
  return new Map(
    accounts.flatMap((account, index) => {
      const error = limited[index] ?? null;
      return error === null ? [] : [[account, error]];
    }),
  );
}

const accountKey = (account: string): Buffer => keyOf('account', account);
const longAccountKey = (account: string): Buffer => keyOf('account-long', account);
const deviceKey = (device: Buffer, account: string): Buffer => keyOf('device', account, device.toString('hex'));

/**
 * An attempt from a browser that these accounts do not know. What one limit refuses the next does not count: no password is
 * checked.
 */
async function checkUnknown(platform: LimitPlatform, accounts: readonly string[], source: Buffer): Promise<Refused> {
  if (accounts.length === 0) return new Map();
  const limited = await checkLimit(platform, source, SOURCE);
  if (limited !== null) return new Map(accounts.map((account) => [account, limited]));
  const short = await checkAccounts(platform, accounts, accountKey, ACCOUNT);
  const left = accounts.filter((account) => !short.has(account));
  return new Map([...short, ...(await checkAccounts(platform, left, longAccountKey, ACCOUNT_LONG))]);
}

/** Who signs in where. */
interface SignIn {
  /** Accounts of the address that know this browser, and the others; of an address without an account itself. */
  readonly known: readonly string[];
  readonly others: readonly string[];
  /** Of this browser; null if it has none yet. */
  readonly device: Buffer | null;
  readonly address: string;
}

export interface SignInAttempt {
  /** Of the accounts that must not be checked. */
  readonly refused: Refused;
  /** Clears the counters of the accounts that the password matched, and of them alone. */
  succeeded(matched: ReadonlySet<string>): Promise<void>;
}

/**
 * Counts a sign-in attempt before the password is checked. An address may have accounts in several tenants, each with counters of its
 * own: an administrator of a tenant can make an account with any address, and be right about its password at will.
 */
export async function countSignInAttempt(
  platform: LimitPlatform,
  { known, others, device, address }: SignIn,
): Promise<SignInAttempt> {
  const source = keyOf('source', sourceOf(address));
  const ofKnown =
    device === null ? null : await checkAccounts(platform, known, (account) => deviceKey(device, account), DEVICE);
  const refused = new Map([...(await checkUnknown(platform, others, source)), ...(ofKnown ?? [])]);
  return {
    refused,
    succeeded: async (matched) => {
      const keys = [...matched].flatMap((account) => [
        accountKey(account),
        longAccountKey(account),
        ...(device === null ? [] : [deviceKey(device, account)]),
      ]);
      await clearAttempts(platform.db.console, keys);
      // Otherwise it was a wrong password for one of them.
      if (others.length > 0 && others.every((account) => matched.has(account) || refused.has(account)))
        await refundAttempt(platform.db.console, source);
    },
  };
}

/** Counts a reauthentication attempt of a signed-in user; returns a function that clears the counter. */
export async function countReauthentication(platform: LimitPlatform, user: string): Promise<() => Promise<void>> {
  const key = keyOf('proof', user);
  await assertWithinLimit(platform, key, DEVICE);
  return () => clearAttempts(platform.db.console, [key]);
}

/** Deletes counters whose window is over; ACCOUNT_LONG has the longest. */
export async function deleteEndedWindows({ db, clock }: LimitPlatform): Promise<void> {
  const now = clock.now();
  await deleteAttemptsOutside(db.console, new Date(now), new Date(now + ACCOUNT_LONG.window + MAX_CLOCK_LEAD));
}

/** Clears the attempts at accounts whose owner reset the password with a link that the owner asked for (decision 10). */
export const clearSignInAttempts = ({ db }: LimitPlatform, accounts: readonly string[]): Promise<void> =>
  clearAttempts(db.console, [...accounts.map(accountKey), ...accounts.map(longAccountKey)]);

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
