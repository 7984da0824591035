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
  const device = { tenantGuid, userGuid, hash: bytes(hash) };
  const { count } = await prisma.knownDevice.updateMany({ where: device, data: { lastUsedAt: at } });
  // No upsert: its statement names the key without the organization, which a distributed database does not have.
  if (count === 0)
    await prisma.knownDevice.createMany({ data: [{ ...device, createdAt: at, lastUsedAt: at }], skipDuplicates: true });
}

export async function forgetDevicesOfUser(prisma: Prisma, tenantGuid: string, userGuid: string): Promise<void> {
  await prisma.knownDevice.deleteMany({ where: { tenantGuid, userGuid } });
}
