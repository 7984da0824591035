/**
 * Guessing, slowed down per account and per source. Strangers who guess at an account are held off; its owner, at a browser
 * they have signed in from before, is counted apart and gets in.
 */
import { createHash } from 'node:crypto';
import { AppError, type Platform, sourceOf } from '../../platform/index.ts';
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
/** Wrong passwords from one source, whatever the accounts; browsers that are known do not count. */
const SOURCE: Limit = { most: 50, window: 10 * MINUTE };
const SECOND_FACTOR: Limit = { most: 20, window: 15 * MINUTE };
/** Mails somebody can cause to be sent to one address. */
const RESET_MAILS: Limit = { most: 3, window: 60 * MINUTE };
/** Mails one organisation can send out in an hour. */
const INVITATIONS: Limit = { most: 100, window: 60 * MINUTE };

const keyOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();

type Counting = Pick<Platform, 'db' | 'clock'>;

/** Too many attempts. `isFirst`: nobody was told yet. */
export class HeldOff extends AppError {
  readonly isFirst: boolean;
  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('rateLimited', { retryAfterSeconds });
    this.isFirst = isFirst;
  }
}

/** Counts an attempt; answers what holds it off beyond the limit, or null. */
async function counted({ db, clock }: Counting, key: Buffer, { most, window }: Limit): Promise<HeldOff | null> {
  const now = clock.now();
  const { count, until } = await countAttempt(db.console, key, new Date(now), new Date(now + window));
  if (count <= most) return null;
  return new HeldOff(Math.max(1, Math.ceil((until.getTime() - now) / 1000)), count === most + 1);
}

/** Counts an attempt; throws `rateLimited` beyond the limit. */
async function attempt(platform: Counting, key: Buffer, limit: Limit): Promise<void> {
  const heldOff = await counted(platform, key, limit);
  if (heldOff !== null) throw heldOff;
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
export async function countSignIn(
  platform: Counting,
  email: string,
  device: Buffer | null,
  hasOthers: boolean,
  address: string,
): Promise<SignInAttempt> {
  const known = device === null ? null : keyOf('device', email, device.toString('hex'));
  const strangers = [keyOf('account', email), keyOf('account-long', email)] as const;
  const source = keyOf('source', sourceOf(address));
  const knownHeld = known === null ? null : await counted(platform, known, DEVICE);
  const counts = hasOthers
    ? [
        await counted(platform, source, SOURCE),
        await counted(platform, strangers[0], ACCOUNT),
        await counted(platform, strangers[1], ACCOUNT_LONG),
      ]
    : [];
  const othersHeld = counts.find((one) => one !== null) ?? null;
  const mayTryKnown = known !== null && knownHeld === null;
  const mayTryOthers = hasOthers && othersHeld === null;
  const heldOff = othersHeld ?? knownHeld;
  if (!mayTryKnown && !mayTryOthers && heldOff !== null) throw heldOff;
  return {
    mayTryKnown,
    mayTryOthers,
    succeeded: async (matched) => {
      const { console } = platform.db;
      if (matched.known && known !== null) await forgetAttempts(console, [known]);
      if (hasOthers) await giveAttemptBack(console, [source, ...strangers]);
      if (matched.all) await forgetAttempts(console, strangers);
    },
  };
}

/** Counts an attempt of somebody signed in to prove again who they are; answers the call that forgets it. */
export async function countProof(platform: Counting, user: string): Promise<() => Promise<void>> {
  const key = keyOf('proof', user);
  await attempt(platform, key, DEVICE);
  return () => forgetAttempts(platform.db.console, [key]);
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
