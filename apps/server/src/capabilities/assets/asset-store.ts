/** The only file that reads and writes assets. */
import type { AssetOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Prisma, Tx } from '../../platform/db/database.ts';
import { Attributes } from '../locations/index.ts';

export interface AssetRow {
  readonly guid: string;
  readonly locationGuid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly kind: string;
  readonly zoneGuid: string | null;
  readonly sentryGuid: string | null;
  readonly gridRow: number | null;
  readonly gridColumn: number | null;
  readonly attributes: unknown;
  readonly createdAt: Date;
  readonly lastUpdateTs: Date;
}

export const toAsset = (row: AssetRow): AssetOut => ({
  guid: row.guid,
  location: row.locationGuid,
  name: row.name,
  kind: row.kind,
  ...(row.zoneGuid === null ? {} : { zoneId: row.zoneGuid }),
  ...(row.sentryGuid === null || row.gridRow === null || row.gridColumn === null
    ? {}
    : { place: { sentry: row.sentryGuid, row: row.gridRow, column: row.gridColumn } }),
  attributes: Attributes.parse(row.attributes),
  createdAt: formatInstant(row.createdAt.getTime()),
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

export const findAsset = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  guid: string,
): Promise<AssetRow | null> => prisma.asset.findFirst({ where: { tenantGuid, locationGuid, guid } });

/** In the order of their names. */
export const listAssets = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  afterNameKey: string | null,
  limit: number,
): Promise<AssetRow[]> =>
  prisma.asset.findMany({
    where: { tenantGuid, locationGuid, ...(afterNameKey === null ? {} : { nameKey: { gt: afterNameKey } }) },
    orderBy: { nameKey: 'asc' },
    take: limit,
  });

export const assetsAt = (prisma: Prisma, tenantGuid: string, locationGuid: string): Promise<AssetRow[]> =>
  prisma.asset.findMany({ where: { tenantGuid, locationGuid }, orderBy: { nameKey: 'asc' } });

export interface AssetData {
  readonly name: string;
  readonly nameKey: string;
  readonly kind: string;
  readonly zoneGuid: string | null;
  readonly sentryGuid: string | null;
  readonly gridRow: number | null;
  readonly gridColumn: number | null;
  readonly attributes: Readonly<Record<string, string>>;
}

export const insertAsset = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  guid: string,
  data: AssetData,
  at: Date,
): Promise<AssetRow> =>
  prisma.asset.create({ data: { ...data, tenantGuid, locationGuid, guid, createdAt: at, lastUpdateTs: at } });

/** Writes the changes if the row is still as it was loaded; false if another change came first. */
export async function updateAsset(
  prisma: Prisma,
  tenantGuid: string,
  current: AssetRow,
  changes: Partial<AssetData>,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.asset.updateMany({
    where: { tenantGuid, guid: current.guid, lastUpdateTs: current.lastUpdateTs },
    data: { ...changes, lastUpdateTs: at },
  });
  return count === 1;
}

export async function deleteAssetRow(prisma: Prisma, tenantGuid: string, guid: string): Promise<void> {
  await prisma.asset.delete({ where: { tenantGuid_guid: { tenantGuid, guid } } });
}

/** Assets in a zone stay without one, when it is deleted. */
export async function forgetZone({ prisma }: Tx, tenantGuid: string, zoneGuid: string): Promise<void> {
  await prisma.asset.updateMany({ where: { tenantGuid, zoneGuid }, data: { zoneGuid: null } });
}

export const zoneExists = async (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  guid: string,
): Promise<boolean> => (await prisma.zone.count({ where: { tenantGuid, locationGuid, guid } })) === 1;
