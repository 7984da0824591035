/** The only file that reads and writes the browsers a user has signed in from. */
import { bytes } from '../../../platform/bytes.ts';
import type { Prisma } from '../../../platform/db/database.ts';

/** The users among these who have signed in from this device before; they may be of several organizations. */
export async function listUsersOfDevice(
  prisma: Prisma,
  hash: Buffer,
  userGuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await prisma.knownDevice.findMany({
    where: { hash: bytes(hash), userGuid: { in: [...userGuids] } },
    select: { userGuid: true },
  });
  return new Set(rows.map(({ userGuid }) => userGuid));
}

export const countDevices = (prisma: Prisma, tenantGuid: string, userGuid: string): Promise<number> =>
  prisma.knownDevice.count({ where: { tenantGuid, userGuid } });

export async function rememberDevice(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  hash: Buffer,
  at: Date,
): Promise<void> {
  await prisma.knownDevice.upsert({
    where: { tenantGuid_userGuid_hash: { tenantGuid, userGuid, hash: bytes(hash) } },
    create: { tenantGuid, userGuid, hash: bytes(hash), createdAt: at, lastUsedAt: at },
    update: { lastUsedAt: at },
  });
}

export async function forgetDevicesOfUser(prisma: Prisma, tenantGuid: string, userGuid: string): Promise<void> {
  await prisma.knownDevice.deleteMany({ where: { tenantGuid, userGuid } });
}
