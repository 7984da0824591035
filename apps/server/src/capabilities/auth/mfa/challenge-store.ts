/** The only file that reads and writes open sign-in challenges. */
import { bytes } from '../../../platform/bytes.ts';
import type { Prisma, Sql } from '../../../platform/db/database.ts';

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
