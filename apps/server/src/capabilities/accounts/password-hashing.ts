/**
 * Passwords at rest: bcrypt over a keyed SHA-384 (bcrypt alone reads 72 bytes), the key outside the database. Hashing takes
 * a third of a second, so it queues behind few workers and sheds load before it starts.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { normalizePassword } from '@picket/domain';
import bcrypt from 'bcrypt';
import { AppError, invalid, type Keys } from '../../platform/index.ts';

const COST = 12;
const WORKERS = 2;
const MAX_WAITING = 40;
/** A hash nobody's password has: unknown accounts cost as much time as known ones. */
const DUMMY = bcrypt.hashSync(randomBytes(32).toString('base64'), COST);

let running = 0;
const waiting: (() => void)[] = [];

async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= WORKERS) {
    if (waiting.length >= MAX_WAITING) throw new AppError('tooMany', { retryAfterSeconds: 5 });
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

const prepared = (keys: Keys, password: string): string =>
  createHmac('sha384', keys.password).update(normalizePassword(password)).digest('base64');

/** The password behind its `base64:` form. Throws a 400 naming `field` when it is no UTF-8 text. */
export function decodePassword(encoded: string, field: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(encoded.slice('base64:'.length), 'base64'),
    );
  } catch {
    throw invalid(field, 'is not UTF-8 text');
  }
}

export const hashPassword = (keys: Keys, password: string): Promise<string> =>
  inQueue(() => bcrypt.hash(prepared(keys, password), COST));

/** Whether the password is the one; takes as long when there is no account at all (`hash` null). */
export async function verifyPassword(keys: Keys, password: string, hash: string | null): Promise<boolean> {
  const equal = await inQueue(() => bcrypt.compare(prepared(keys, password), hash ?? DUMMY));
  return equal && hash !== null;
}
