/** What a new password must be (NIST SP 800-63B-4): long enough, and not among those that are tried first. */
import { normalizePassword, passwordProblem } from '@picket/domain';
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid, type Platform } from '../../platform/index.ts';
import { decodePassword, hashPassword } from './password-hashing.ts';
import { passwordsByEmailAllTenants } from './user-store.ts';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));
const MIN_PART_LENGTH = 4;

/** One of the passwords found in every leak, or two of them one after the other. */
function isCommon(password: string): boolean {
  const plain = normalizePassword(password).toLowerCase();
  if (COMMON.has(plain)) return true;
  for (let cut = MIN_PART_LENGTH; cut <= plain.length - MIN_PART_LENGTH; cut++)
    if (COMMON.has(plain.slice(0, cut)) && COMMON.has(plain.slice(cut))) return true;
  return false;
}

/** Throws a 400 naming `newPassword` when this one may not be chosen; `context` is what it must not be. */
export function assertPasswordAllowed(password: string, context: readonly (string | null)[]): void {
  const problem = passwordProblem(password, [...context.filter((word) => word !== null), 'picket']);
  if (problem !== null) throw invalid('newPassword', problem);
  if (isCommon(password)) throw invalid('newPassword', 'This one is on every list of common passwords.');
}

/** The password behind its `base64:` form, if it may be chosen. */
export function parseNewPassword(encoded: string, context: readonly (string | null)[]): string {
  const password = decodePassword(encoded, 'newPassword');
  assertPasswordAllowed(password, context);
  return password;
}

/** The hash of a new password; the salt is that of the same person's other accounts, where there are any. */
export async function hashPasswordFor(
  platform: Pick<Platform, 'db' | 'keys' | 'config'>,
  email: string,
  password: string,
): Promise<string> {
  const others = await passwordsByEmailAllTenants(platform.db.console, email);
  return hashPassword(
    platform,
    password,
    others.map(({ passwordHash }) => passwordHash),
  );
}
