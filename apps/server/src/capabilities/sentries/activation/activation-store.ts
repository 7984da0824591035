/** Reads and writes activation codes and activations. */
import type { Prisma, Sql } from '../../../platform/db/database.ts';
import { bytes } from '../../../platform/db/prisma-bytes.ts';

/** Stores a new code and deletes the unused ones; throws if the organization has no such sentry. */
export async function replaceActivationCode(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  code: { readonly hash: Buffer; readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await prisma.activationCode.deleteMany({ where: { tenantGuid, sentryGuid, usedAt: null } });
  await prisma.activationCode.create({
    data: { tenantGuid, sentryGuid, hash: bytes(code.hash), createdAt: code.at, expiresAt: code.expiresAt },
  });
}

/** Marks a code as used and returns its sentry; null if the code is unknown, used or expired. */
export async function redeemActivationCode(prisma: Prisma, hash: Buffer, now: Date): Promise<string | null> {
  const { count } = await prisma.activationCode.updateMany({
    where: { hash: bytes(hash), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count !== 1) return null;
  const code = await prisma.activationCode.findUnique({ where: { hash: bytes(hash) } });
  return code?.sentryGuid ?? null;
}

/** Ends a simulation. Throws if the organization has no such sentry. */
export async function insertActivation(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  activation: {
    readonly guid: string;
    readonly model: string;
    readonly serialNumber: string;
    readonly softwareVersion: string;
    readonly at: Date;
  },
): Promise<void> {
  const { guid, at, ...device } = activation;
  await prisma.sentry.update({
    where: { tenantGuid_guid: { tenantGuid, guid: sentryGuid } },
    data: { ...device, activatedAt: at, simulatedUntil: null, lastUpdateTs: at },
  });
  await prisma.activation.create({ data: { tenantGuid, guid, sentryGuid, ...device, activatedAt: at } });
}

/** The latest activation of a sentry; null: it has had none. */
export async function latestActivation(prisma: Prisma, tenantGuid: string, sentryGuid: string): Promise<string | null> {
  const row = await prisma.activation.findFirst({
    where: { tenantGuid, sentryGuid },
    orderBy: { guid: 'desc' },
    select: { guid: true },
  });
  return row?.guid ?? null;
}

/** The latest activation of each sentry that may send reports, by the sentry's guid. */
export async function latestActivationsAllTenants(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ sentry: string; activation: string }>(
    `SELECT s.guid AS sentry, a.guid AS activation
       FROM sentry s JOIN tenant t ON t.guid = s.tenant_guid
       CROSS JOIN LATERAL (SELECT guid FROM activation
          WHERE tenant_guid = s.tenant_guid AND sentry_guid = s.guid ORDER BY guid DESC LIMIT 1) a
      WHERE s.removed_at IS NULL AND NOT t.suspended`,
  );
  return new Map(rows.map(({ sentry, activation }) => [sentry, activation]));
}

export const listActivations = (
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  before: string | null,
  limit: number,
) =>
  prisma.activation.findMany({
    where: { tenantGuid, sentryGuid, ...(before === null ? {} : { guid: { lt: before } }) },
    orderBy: { guid: 'desc' },
    take: limit,
  });
