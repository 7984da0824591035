/**
 * Guessing, slowed down per account and per source. Strangers who guess at an account are held off; its owner, at a browser
 * they have signed in from before, is counted apart and gets in.
 */
import { createHash } from 'node:crypto';
import { AppError, type Platform } from '../../platform/index.ts';
import { countAttempt, forgetAttempts, giveAttemptBack } from './attempt-store.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Limit {
  readonly most: number;
  readonly window: number;
}

/** Wrong passwords for one account, from browsers it has never been used in. */
const ACCOUNT: Limit = { most: 10, window: 15 * MINUTE };
/** The same without a right one in between; a reset by mail ends it. */
const ACCOUNT_LONG: Limit = { most: 100, window: 30 * DAY };
/** Wrong passwords at a browser the account has been used in. */
const DEVICE: Limit = { most: 10, window: 15 * MINUTE };
/** Wrong passwords from one address, whatever the accounts. */
const SOURCE: Limit = { most: 50, window: 10 * MINUTE };
const SECOND_FACTOR: Limit = { most: 20, window: 15 * MINUTE };
/** Mails somebody can cause to be sent to one address. */
const RESET_MAILS: Limit = { most: 3, window: 60 * MINUTE };
/** Mails one organisation can send out in an hour. */
const INVITATIONS: Limit = { most: 100, window: 60 * MINUTE };

const keyOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();

type Counting = Pick<Platform, 'db' | 'clock'>;

/** Counts an attempt; throws `tooMany` beyond the limit. Answers whether this is the first one beyond it. */
async function attempt({ db, clock }: Counting, key: Buffer, { most, window }: Limit): Promise<void> {
  const now = clock.now();
  const { count, until } = await countAttempt(db.console, key, new Date(now), new Date(now + window));
  if (count <= most) return;
  throw new HeldOff(Math.max(1, Math.ceil((until.getTime() - now) / 1000)), count === most + 1);
}

/** Too many attempts. `isFirst`: nobody was told yet. */
export class HeldOff extends AppError {
  readonly isFirst: boolean;
  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('tooMany', { retryAfterSeconds });
    this.isFirst = isFirst;
  }
}

export interface SignInAttempt {
  /** It was right: what was counted against the account is forgotten. */
  succeeded(): Promise<void>;
}

/** Counts an attempt at a password before it is looked at. `device`: hash of a browser known to the account, or null. */
export async function countSignIn(
  platform: Counting,
  email: string,
  device: Buffer | null,
  address: string,
): Promise<SignInAttempt> {
  const source = keyOf('source', address);
  const account = keyOf('account', email);
  const long = keyOf('account-long', email);
  await attempt(platform, source, SOURCE);
  if (device !== null) {
    const known = keyOf('device', email, device.toString('hex'));
    await attempt(platform, known, DEVICE);
    return { succeeded: () => settle(platform, source, [known, account, long]) };
  }
  await attempt(platform, account, ACCOUNT);
  await attempt(platform, long, ACCOUNT_LONG);
  return { succeeded: () => settle(platform, source, [account, long]) };
}

async function settle({ db }: Counting, source: Buffer, keys: readonly Buffer[]): Promise<void> {
  await giveAttemptBack(db.console, [source]);
  await forgetAttempts(db.console, keys);
}

/** The owner proved themselves otherwise (a reset by mail): strangers' guesses are forgotten. */
export const forgetGuesses = ({ db }: Counting, email: string): Promise<void> =>
  forgetAttempts(db.console, [keyOf('account', email), keyOf('account-long', email)]);

export const countSecondFactor = (platform: Counting, user: string): Promise<void> =>
  attempt(platform, keyOf('mfa', user), SECOND_FACTOR);

export const forgetSecondFactor = ({ db }: Counting, user: string): Promise<void> =>
  forgetAttempts(db.console, [keyOf('mfa', user)]);

export const countInvitation = (platform: Counting, tenant: string): Promise<void> =>
  attempt(platform, keyOf('invite', tenant), INVITATIONS);

/** Whether another reset mail may go to this address. */
export async function mayMailReset(platform: Counting, email: string): Promise<boolean> {
  try {
    await attempt(platform, keyOf('reset', email), RESET_MAILS);
    return true;
  } catch (error) {
    if (error instanceof HeldOff) return false;
    throw error;
  }
}
