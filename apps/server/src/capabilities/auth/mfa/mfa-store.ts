/** The only file that reads and writes passkeys and recovery codes. */

import { bytes } from '../../../platform/bytes.ts';
import type { Prisma } from '../../../platform/db/database.ts';

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
