/** The only file that reads and writes passkeys, recovery codes and open sign-in challenges. */
import type { Prisma, Sql } from '../../../platform/db/database.ts';
import { bytes } from '../../users/user-store.ts';

export interface PasskeyRow {
  readonly guid: string;
  readonly userGuid: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: bigint;
  readonly transports: string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const listPasskeys = (prisma: Prisma, userGuid: string): Promise<PasskeyRow[]> =>
  prisma.passkey.findMany({ where: { userGuid }, orderBy: { createdAt: 'asc' } });

export async function insertPasskey(prisma: Prisma, passkey: Omit<PasskeyRow, 'lastUsedAt'>): Promise<void> {
  await prisma.passkey.create({ data: { ...passkey, publicKey: bytes(passkey.publicKey) } });
}

/** Stores the counter of a used passkey; false if it did not increase, which means that a copy was used. */
export async function updatePasskeyCounter(prisma: Prisma, guid: string, counter: number, at: Date): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({
    where: { guid, ...(counter === 0 ? { counter: 0 } : { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: at },
  });
  return count === 1;
}

export async function deletePasskey(prisma: Prisma, userGuid: string, guid: string): Promise<boolean> {
  const { count } = await prisma.passkey.deleteMany({ where: { userGuid, guid } });
  return count === 1;
}

export async function deletePasskeysOfUser(prisma: Prisma, userGuid: string): Promise<void> {
  await prisma.passkey.deleteMany({ where: { userGuid } });
}

export async function replaceRecoveryCodes(prisma: Prisma, userGuid: string, hashes: readonly Buffer[]): Promise<void> {
  await prisma.recoveryCode.deleteMany({ where: { userGuid } });
  await prisma.recoveryCode.createMany({ data: hashes.map((hash) => ({ hash: bytes(hash), userGuid })) });
}

/** Consumes a recovery code; false if it is unknown or was already used. */
export async function consumeRecoveryCode(prisma: Prisma, userGuid: string, hash: Buffer, at: Date): Promise<boolean> {
  const { count } = await prisma.recoveryCode.updateMany({
    where: { hash: bytes(hash), userGuid, usedAt: null },
    data: { usedAt: at },
  });
  return count === 1;
}

export const countRecoveryCodes = (prisma: Prisma, userGuid: string): Promise<number> =>
  prisma.recoveryCode.count({ where: { userGuid, usedAt: null } });

export interface ChallengeRow {
  readonly kind: 'TENANT' | 'MFA' | 'PASSKEY';
  readonly userGuids: string[];
  readonly webauthn: string | null;
  readonly staySignedIn: boolean;
}

export async function insertChallenge(
  prisma: Prisma,
  hash: Buffer,
  challenge: ChallengeRow,
  expiresAt: Date,
): Promise<void> {
  await prisma.loginChallenge.create({ data: { ...challenge, hash: bytes(hash), expiresAt } });
}

/** Counts an attempt and returns the challenge; null if it is unknown, expired or has no attempts left. */
export async function countChallengeAttempt(
  sql: Sql,
  hash: Buffer,
  kind: ChallengeRow['kind'],
  now: Date,
  maxAttempts: number,
): Promise<ChallengeRow | null> {
  const { rows } = await sql.query<ChallengeRow>(
    `UPDATE login_challenge SET attempts = attempts + 1
     WHERE hash = $1 AND kind = $2::"ChallengeKind" AND expires_at > $3 AND attempts < $4
     RETURNING kind, user_guids AS "userGuids", webauthn, stay_signed_in AS "staySignedIn"`,
    [hash, kind, now, maxAttempts],
  );
  return rows[0] ?? null;
}

/** Consumes a challenge; false if another request consumed it first. */
export async function consumeChallenge(prisma: Prisma, hash: Buffer): Promise<boolean> {
  const { count } = await prisma.loginChallenge.deleteMany({ where: { hash: bytes(hash) } });
  return count === 1;
}

/** Deletes open challenges that started with an earlier password. */
export async function deleteChallengesOfUser(sql: Sql, userGuid: string): Promise<void> {
  await sql.query('DELETE FROM login_challenge WHERE $1::uuid = ANY(user_guids)', [userGuid]);
}

export async function deleteChallengesBefore(prisma: Prisma, now: Date): Promise<void> {
  await prisma.loginChallenge.deleteMany({ where: { expiresAt: { lte: now } } });
}
