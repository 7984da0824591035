/** The only file that reads and writes device networks. */
import { NetworkReport, NetworkSettings } from '@picket/contracts/network';
import type { z } from 'zod';
import type { Prisma, Sql } from '../../../platform/db/database.ts';

export interface NetworkRow {
  readonly revision: number;
  readonly settings: z.output<typeof NetworkSettings>;
  readonly wifiPassword: Uint8Array | null;
  readonly changedBy: string | null;
  readonly lastUpdateTs: Date;
  readonly report: (z.output<typeof NetworkReport> & { readonly at: Date }) | null;
}

export async function findNetwork(prisma: Prisma, tenantGuid: string, sentryGuid: string): Promise<NetworkRow | null> {
  const row = await prisma.sentryNetwork.findFirst({ where: { tenantGuid, sentryGuid } });
  if (row === null) return null;
  return {
    revision: row.revision,
    settings: NetworkSettings.parse(row.settings),
    wifiPassword: row.wifiPassword,
    changedBy: row.changedBy,
    lastUpdateTs: row.lastUpdateTs,
    report:
      row.report === null || row.reportedAt === null
        ? null
        : { ...NetworkReport.parse(row.report), at: row.reportedAt },
  };
}

export interface NewNetwork {
  readonly settings: z.output<typeof NetworkSettings>;
  readonly wifiPassword: Buffer | null;
  readonly changedBy: string;
  readonly at: Date;
}

/** Writes the settings as the next revision if they are still as they were loaded; false if another change came first. */
export async function saveNetwork(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  current: number | null,
  { settings, wifiPassword, changedBy, at }: NewNetwork,
): Promise<boolean> {
  const data = {
    revision: (current ?? 0) + 1,
    settings: structuredClone(settings) as object,
    wifiPassword: wifiPassword === null ? null : new Uint8Array(wifiPassword),
    changedBy,
    lastUpdateTs: at,
  };
  if (current === null) {
    if ((await prisma.sentry.count({ where: { tenantGuid, guid: sentryGuid } })) === 0) return false;
    const { count } = await prisma.sentryNetwork.createMany({
      data: [{ tenantGuid, sentryGuid, ...data }],
      skipDuplicates: true,
    });
    return count === 1;
  }
  const { count } = await prisma.sentryNetwork.updateMany({
    where: { tenantGuid, sentryGuid, revision: current },
    data,
  });
  return count === 1;
}

/** Stores the report of a device, also where no settings exist. */
export async function saveNetworkReport(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  report: z.output<typeof NetworkReport>,
  at: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO sentry_network (tenant_guid, sentry_guid, report, reported_at, last_update_ts)
     SELECT tenant_guid, guid, $3::jsonb, $4::timestamptz, $4::timestamptz FROM sentry WHERE tenant_guid = $1::uuid AND guid = $2::uuid
     ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE SET report = excluded.report, reported_at = excluded.reported_at`,
    [tenant, sentryGuid, JSON.stringify(report), at],
  );
}
