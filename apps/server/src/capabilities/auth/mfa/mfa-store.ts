/** The only file that reads and writes passkeys and recovery codes. */

import { bytes } from '../../../platform/bytes.ts';
import type { Prisma } from '../../../platform/db/database.ts';

export interface PasskeyRow {
  readonly tenantGuid: string;
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

export const listPasskeys = (prisma: Prisma, tenantGuid: string, userGuid: string): Promise<PasskeyRow[]> =>
  prisma.passkey.findMany({ where: { tenantGuid, userGuid }, orderBy: { createdAt: 'asc' } });

export async function insertPasskey(
  prisma: Prisma,
  tenantGuid: string,
  passkey: Omit<PasskeyRow, 'tenantGuid' | 'lastUsedAt'>,
): Promise<void> {
  await prisma.passkey.create({ data: { tenantGuid, ...passkey, publicKey: bytes(passkey.publicKey) } });
}

/** Stores the counter of a used passkey; false if it did not increase, which means that a copy was used. */
export async function updatePasskeyCounter(
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  counter: number,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({
    where: { tenantGuid, guid, ...(counter === 0 ? { counter: 0 } : { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: at },
  });
  return count === 1;
}

export async function deletePasskey(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  guid: string,
): Promise<boolean> {
  const { count } = await prisma.passkey.deleteMany({ where: { tenantGuid, userGuid, guid } });
  return count === 1;
}

export async function deletePasskeysOfUser(prisma: Prisma, tenantGuid: string, userGuid: string): Promise<void> {
  await prisma.passkey.deleteMany({ where: { tenantGuid, userGuid } });
}

export async function replaceRecoveryCodes(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await prisma.recoveryCode.deleteMany({ where: { tenantGuid, userGuid } });
  await prisma.recoveryCode.createMany({ data: hashes.map((hash) => ({ tenantGuid, userGuid, hash: bytes(hash) })) });
}

/** Consumes a recovery code; false if it is unknown or was already used. */
export async function consumeRecoveryCode(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.recoveryCode.updateMany({
    where: { tenantGuid, userGuid, hash: bytes(hash), usedAt: null },
    data: { usedAt: at },
  });
  return count === 1;
}

export const countRecoveryCodes = (prisma: Prisma, tenantGuid: string, userGuid: string): Promise<number> =>
  prisma.recoveryCode.count({ where: { tenantGuid, userGuid, usedAt: null } });
