/** The only file that reads and writes zones. */

import type { ZoneOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { CELLS, type ZoneGrid } from '@picket/domain/zones';
import { z } from 'zod';
import type { Prisma, Sql } from '../../platform/db/database.ts';

export interface ZoneRow {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly locationGuid: string;
  readonly sentryGuid: string | null;
  readonly name: string;
  readonly nameKey: string;
  readonly sensorMetricIds: string[];
  readonly rows: number;
  readonly columns: number;
  readonly exclusions: unknown;
  readonly revision: number;
  readonly parentGuid: string | null;
  readonly policyGuid: string | null;
  readonly createdAt: Date;
  readonly lastUpdateTs: Date;
}

/** One letter per cell, one string per row: readable in the database. */
const LETTERS = { included: '.', excluded: 'x', 'excluded-tagged': 't' } as const;
const StoredGrid = z.array(z.string());

export const storedCells = ({ exclusions }: Pick<ZoneGrid, 'exclusions'>): string[] =>
  exclusions.map((cells) => cells.map((cell) => LETTERS[cell]).join(''));

export const gridOf = ({ rows, columns, exclusions }: Pick<ZoneRow, 'rows' | 'columns' | 'exclusions'>): ZoneGrid => ({
  rows,
  columns,
  exclusions: StoredGrid.parse(exclusions).map((row) =>
    [...row].map((letter) => CELLS.find((cell) => LETTERS[cell] === letter) ?? 'excluded'),
  ),
});

export const zoneOf = (row: ZoneRow): ZoneOut => ({
  zoneId: row.guid,
  location: row.locationGuid,
  ...(row.sentryGuid === null ? {} : { sentry: row.sentryGuid }),
  name: row.name,
  sensorMetricIdList: row.sensorMetricIds,
  ...gridParts(gridOf(row)),
  ...(row.parentGuid === null ? {} : { parentId: row.parentGuid }),
  ...(row.policyGuid === null ? {} : { policy: row.policyGuid }),
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

const gridParts = ({ rows, columns, exclusions }: ZoneGrid) => ({
  rows,
  columns,
  exclusions: exclusions.map((cells) => [...cells]),
});

export const findZone = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  guid: string,
): Promise<ZoneRow | null> => prisma.zone.findFirst({ where: { tenantGuid, locationGuid, guid } });

/** In the order of their names. */
export const listZones = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  afterNameKey: string | null,
  limit: number,
): Promise<ZoneRow[]> =>
  prisma.zone.findMany({
    where: { tenantGuid, locationGuid, ...(afterNameKey === null ? {} : { nameKey: { gt: afterNameKey } }) },
    orderBy: { nameKey: 'asc' },
    take: limit,
  });

export const zonesAt = (prisma: Prisma, tenantGuid: string, locationGuid: string): Promise<ZoneRow[]> =>
  prisma.zone.findMany({ where: { tenantGuid, locationGuid } });

/** Throws if the location, the sentry, the policy or the parent is not one of this organization's. */
export async function insertZone(
  prisma: Prisma,
  tenantGuid: string,
  zone: Omit<ZoneRow, 'tenantGuid' | 'exclusions'> & { readonly exclusions: string[] },
): Promise<ZoneRow> {
  const { policyGuid: guid } = zone;
  // The zone of a policy outlives it, so no key of the database refers to it.
  if (guid !== null && (await prisma.policy.count({ where: { tenantGuid, guid } })) === 0)
    throw new Error(`policy ${guid} does not exist`);
  return prisma.zone.create({ data: { ...zone, tenantGuid } });
}

/** Writes the changes if the row is still as it was loaded; false when it was changed meanwhile. A new grid is a new revision. */
export async function updateZone(
  prisma: Prisma,
  tenantGuid: string,
  current: ZoneRow,
  changes: { readonly name?: string; readonly nameKey?: string; readonly grid?: ZoneGrid },
  at: Date,
): Promise<boolean> {
  const { grid, ...named } = changes;
  const { count } = await prisma.zone.updateMany({
    where: { tenantGuid, guid: current.guid, lastUpdateTs: current.lastUpdateTs },
    data: {
      ...named,
      ...(grid === undefined ? {} : { exclusions: storedCells(grid), revision: current.revision + 1 }),
      lastUpdateTs: at,
    },
  });
  return count === 1;
}

export async function deleteZoneRow(prisma: Prisma, tenantGuid: string, guid: string): Promise<void> {
  await prisma.zone.delete({ where: { tenantGuid_guid: { tenantGuid, guid } } });
}

/** A zone as evaluation needs it. */
export interface ZoneConfig {
  readonly guid: string;
  readonly location: string;
  readonly sentry: string | null;
  readonly sensorMetricIds: readonly string[];
  readonly policy: string | null;
  /** Part of the names of its series. */
  readonly name: string;
  readonly label: string;
  readonly grid: ZoneGrid;
}

/** All zones of an organization. */
export async function zonesOfTenant(sql: Sql, tenant: string): Promise<readonly ZoneConfig[]> {
  const { rows } = await sql.query<{
    guid: string;
    location: string;
    sentry: string | null;
    metrics: string[];
    policy: string | null;
    label: string;
    revision: number;
    rows: number;
    columns: number;
    exclusions: unknown;
  }>(
    `SELECT guid, location_guid AS location, sentry_guid AS sentry, sensor_metric_ids AS metrics, policy_guid AS policy,
            name AS label, revision, rows, columns, exclusions FROM zone WHERE tenant_guid = $1::uuid ORDER BY created_at, guid`,
    [tenant],
  );
  return rows.map(({ guid, location, sentry, metrics, policy, label, revision, ...grid }) => ({
    guid,
    location,
    sentry,
    sensorMetricIds: metrics,
    policy,
    label,
    name: `${guid}:${revision}`,
    grid: gridOf(grid),
  }));
}

/** The locations of these zones, each once. */
export async function locationsOfZones(sql: Sql, tenant: string, guids: readonly string[]): Promise<readonly string[]> {
  if (guids.length === 0) return [];
  const { rows } = await sql.query<{ location: string }>(
    `SELECT DISTINCT location_guid AS location FROM zone WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])`,
    [tenant, guids],
  );
  return rows.map(({ location }) => location);
}

/** The names of zones, by id; those that do not exist are left out. */
export async function namesOfZones(
  sql: Sql,
  tenant: string,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (guids.length === 0) return new Map();
  const { rows } = await sql.query<{ guid: string; name: string }>(
    'SELECT guid, name FROM zone WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])',
    [tenant, guids],
  );
  return new Map(rows.map(({ guid, name }) => [guid, name]));
}

/** Of these zone ids, those at none of the locations. */
export async function missingZones(
  sql: Sql,
  tenant: string,
  locations: 'all' | readonly string[],
  guids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (guids.length === 0) return new Set();
  const { rows } = await sql.query<{ guid: string }>(
    `SELECT asked.guid FROM unnest($3::uuid[]) AS asked(guid)
      WHERE NOT EXISTS (SELECT 1 FROM zone z WHERE z.guid = asked.guid AND z.tenant_guid = $1::uuid
                           AND ($2::uuid[] IS NULL OR z.location_guid = ANY($2::uuid[])))`,
    [tenant, locations === 'all' ? null : locations, guids],
  );
  return new Set(rows.map(({ guid }) => guid));
}
