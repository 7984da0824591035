/** Rules for new passwords (NIST SP 800-63B-4): long enough, and not a common one. */
import { normalizePassword, passwordProblem } from '@picket/domain/passwords';
import { invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { passwordsByEmailAllTenants } from '../../users/index.ts';
import { decodePassword, hashPassword } from './password-hashing.ts';

const MIN_PART_LENGTH = 4;

/** A common password, or two of them in a row. The list is loaded with the first new password. */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));
  const plain = normalizePassword(password).toLowerCase();
  if (common.has(plain)) return true;
  for (let cut = MIN_PART_LENGTH; cut <= plain.length - MIN_PART_LENGTH; cut++)
    if (common.has(plain.slice(0, cut)) && common.has(plain.slice(cut))) return true;
  return false;
}

/** Throws a 400 that names `newPassword` if the password is not allowed; `context`: words it must not consist of. */
export async function assertPasswordAllowed(password: string, context: readonly (string | null)[]): Promise<void> {
  const problem = passwordProblem(password, [...context.filter((word) => word !== null), 'picket']);
  if (problem !== null) throw invalid('newPassword', problem);
  if (await isCommon(password)) throw invalid('newPassword', 'This one is on every list of common passwords.');
}

/** Decodes a new password from its `base64:` form and checks it. */
export async function parseNewPassword(encoded: string, context: readonly (string | null)[]): Promise<string> {
  const password = decodePassword(encoded, 'newPassword');
  await assertPasswordAllowed(password, context);
  return password;
}

/** Hashes a new password, with the salt of the same user's other accounts if there are any. */
export async function hashPasswordFor(
  platform: Pick<Platform, 'db' | 'keys' | 'config'>,
  email: string,
  password: string,
): Promise<string> {
  const others = await passwordsByEmailAllTenants(platform.db.acrossTenants.console, email);
  return hashPassword(
    platform,
    password,
    others.map(({ passwordHash }) => passwordHash),
  );
}
