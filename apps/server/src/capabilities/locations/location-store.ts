/** The only file that reads and writes locations. */
import type { LocationOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Prisma, Sql } from '../../platform/db/database.ts';
import { Attributes } from './attributes.ts';

export interface LocationRow {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly name: string;
  readonly timezone: string;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly attributes: unknown;
  readonly createdAt: Date;
  readonly lastUpdateTs: Date;
}

export const toLocation = (row: LocationRow): LocationOut => ({
  guid: row.guid,
  name: row.name,
  timezone: row.timezone,
  ...(row.address === null ? {} : { address: row.address }),
  ...(row.latitude === null || row.longitude === null
    ? {}
    : { coordinates: { latitude: row.latitude, longitude: row.longitude } }),
  attributes: Attributes.parse(row.attributes),
  createdAt: formatInstant(row.createdAt.getTime()),
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

/** Ordered by name. `visible`: the guids the user has access to, or all. */
export function listLocations(
  prisma: Prisma,
  tenantGuid: string,
  visible: 'all' | readonly string[],
  after: { readonly nameKey: string; readonly guid: string } | null,
  limit: number,
): Promise<(LocationRow & { readonly nameKey: string })[]> {
  return prisma.location.findMany({
    where: {
      tenantGuid,
      ...(visible === 'all' ? {} : { guid: { in: [...visible] } }),
      ...(after === null
        ? {}
        : { OR: [{ nameKey: { gt: after.nameKey } }, { nameKey: after.nameKey, guid: { gt: after.guid } }] }),
    },
    orderBy: [{ nameKey: 'asc' }, { guid: 'asc' }],
    take: limit,
  });
}

export const findLocation = (prisma: Prisma, tenantGuid: string, guid: string): Promise<LocationRow | null> =>
  prisma.location.findFirst({ where: { tenantGuid, guid } });

/** With the key that names are compared by. */
export const findStoredLocation = (
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
): Promise<(LocationRow & { readonly nameKey: string }) | null> =>
  prisma.location.findFirst({ where: { tenantGuid, guid } });

/** The location whose name has this key. */
export const findLocationNamed = (prisma: Prisma, tenantGuid: string, nameKey: string): Promise<LocationRow | null> =>
  prisma.location.findFirst({ where: { tenantGuid, nameKey } });

export interface LocationData {
  readonly name: string;
  readonly nameKey: string;
  readonly timezone: string;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly attributes: Readonly<Record<string, string>>;
}

export const insertLocation = (
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  data: LocationData,
  at: Date,
): Promise<LocationRow> =>
  prisma.location.create({ data: { ...data, guid, tenantGuid, createdAt: at, lastUpdateTs: at } });

/** Writes the changes if the row is still as it was loaded; false if another change came first. */
export async function updateLocation(
  prisma: Prisma,
  tenantGuid: string,
  current: LocationRow,
  changes: Partial<LocationData>,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.location.updateMany({
    where: { tenantGuid, guid: current.guid, lastUpdateTs: current.lastUpdateTs },
    data: { ...changes, lastUpdateTs: at },
  });
  return count === 1;
}

/** Until the transaction ends, nothing is added to the location; waits for what is being added. */
export async function lockLocation(sql: Sql, tenant: string, location: string): Promise<void> {
  await sql.query('SELECT 1 FROM location WHERE tenant_guid = $1::uuid AND guid = $2::uuid FOR UPDATE', [
    tenant,
    location,
  ]);
}

export const countSentriesAt = (prisma: Prisma, tenantGuid: string, locationGuid: string): Promise<number> =>
  prisma.sentry.count({ where: { tenantGuid, locationGuid, removedAt: null } });

export async function deleteLocationRow(prisma: Prisma, tenantGuid: string, guid: string): Promise<void> {
  await prisma.location.delete({ where: { tenantGuid_guid: { tenantGuid, guid } } });
}
