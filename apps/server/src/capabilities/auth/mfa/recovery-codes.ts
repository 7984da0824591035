/** Recovery codes: ten of them, shown once, each works once. */
import { createHmac, randomInt } from 'node:crypto';
import type { Prisma } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { replaceRecoveryCodes } from './mfa-store.ts';

/** The stored hash of a recovery code; dashes and case do not matter. */
export const hashRecoveryCode = (keys: Pick<Keys, 'password'>, user: string, code: string): Buffer =>
  createHmac('sha256', keys.password)
    .update(`${user}\0${code.toUpperCase().replace(/[^A-Z0-9]/gu, '')}`)
    .digest();

const RECOVERY_CODES = 10;

/** Without 0/O and 1/I/L, which are easily confused in handwriting. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Twelve characters: 59 bits, out of reach at twenty attempts per quarter of an hour. */
function generateRecoveryCode(): string {
  const characters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}

/** Replaces the recovery codes of a user and returns the new ones, which are stored hashed. */
export async function createRecoveryCodes(ctx: Ctx<UserActor>, prisma: Prisma, user: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode);
  await replaceRecoveryCodes(
    prisma,
    ctx.actor.tenant,
    user,
    codes.map((code) => hashRecoveryCode(ctx.keys, user, code)),
  );
  return codes;
}
