/**
 * Passwords at rest: bcrypt over a keyed SHA-384 (bcrypt alone reads 72 bytes), the key outside the database. Hashing takes
 * a third of a second, so it runs in a few slots with a bounded queue and rejects further load.
 *
 * Accounts of one address in several tenants share a salt, so that a check takes one hash, whether the address has no
 * account, one or several: its duration does not reveal which.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { normalizePassword } from '@picket/domain/passwords';
import bcrypt from 'bcrypt';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';

const WORKERS = 2;
const MAX_WAITING = 40;
/** `$2b$12$` and 22 characters of salt. */
const SALT_LENGTH = 29;

/** The key and the cost of hashing. */
type HashingPlatform = Pick<Platform, 'keys' | 'config'>;

/** By cost: a salt for unknown accounts, so that they take as much time as known ones. */
const dummySalts = new Map<number, string>();

function dummySalt(cost: number): string {
  const salt = dummySalts.get(cost) ?? bcrypt.genSaltSync(cost);
  dummySalts.set(cost, salt);
  return salt;
}

let running = 0;
const waiting: (() => void)[] = [];

async function withHashingSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= WORKERS) {
    if (waiting.length >= MAX_WAITING) throw new AppError('rateLimited', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

const prehash = (keys: Keys, password: string): string =>
  createHmac('sha384', keys.password).update(normalizePassword(password)).digest('base64');

/** Decodes a password from its `base64:` form. Throws a 400 that names `field` if it is not UTF-8. */
export function decodePassword(encoded: string, field: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(encoded.slice('base64:'.length), 'base64'),
    );
  } catch {
    throw invalid(field, 'is not UTF-8 text');
  }
}

const saltOf = (hash: string): string => hash.slice(0, SALT_LENGTH);

/** Hashes a password; `others`: hashes of the same user's other accounts, whose salt is reused. */
export const hashPassword = (
  { keys, config }: HashingPlatform,
  password: string,
  others: readonly (string | null)[] = [],
): Promise<string> => {
  const known = others.find((hash) => hash !== null) ?? null;
  return withHashingSlot(() =>
    bcrypt.hash(prehash(keys, password), known === null ? config.passwordCost : saltOf(known)),
  );
};

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The hashes that match the password. Takes the same time if there are none. */
export async function findMatchingHashes(
  { keys, config }: HashingPlatform,
  password: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = prehash(keys, password);
  const salts = new Set(hashes.map(saltOf));
  if (salts.size === 0) salts.add(dummySalt(config.passwordCost));
  const matching = new Set<string>();
  for (const salt of salts) {
    const made = await withHashingSlot(() => bcrypt.hash(text, salt));
    for (const hash of hashes) if (isSame(made, hash)) matching.add(hash);
  }
  return matching;
}

/** Whether the password matches the hash. */
export const verifyPassword = async (hashing: HashingPlatform, password: string, hash: string): Promise<boolean> =>
  (await findMatchingHashes(hashing, password, [hash])).size > 0;
