/** Reads and writes sentries and their installations. */
import type { SentryOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Prisma, Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { Attributes } from '../locations/index.ts';
import { type SentryActorRow, toSentryActor } from './sentry-actor-row.ts';

export interface SentryRow {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly locationGuid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly softwareVersion: string | null;
  readonly reportIntervalSeconds: number;
  readonly attributes: unknown;
  readonly activatedAt: Date | null;
  readonly clockSkewed: boolean;
  /** When the server stops to simulate it; null: a device reports. */
  readonly simulatedUntil: Date | null;
  /** DEVICE, GATEWAY or ADOPTED. */
  readonly kind: string;
  /** Its device reads sources in its own network. */
  readonly isGateway: boolean;
  readonly createdAt: Date;
  readonly lastUpdateTs: Date;
  readonly state: { readonly lastReceivedAt: Date } | null;
}

const WITH_STATE = { state: { select: { lastReceivedAt: true } } } as const;

export const toSentry = (row: SentryRow): SentryOut => ({
  guid: row.guid,
  location: row.locationGuid,
  name: row.name,
  ...(row.serialNumber === null ? {} : { serialNumber: row.serialNumber }),
  ...(row.model === null ? {} : { model: row.model }),
  ...(row.softwareVersion === null ? {} : { softwareVersion: row.softwareVersion }),
  reportIntervalSeconds: row.reportIntervalSeconds,
  attributes: Attributes.parse(row.attributes),
  ...(row.activatedAt === null ? {} : { activatedAt: formatInstant(row.activatedAt.getTime()) }),
  ...(row.state === null ? {} : { lastReceivedAt: formatInstant(row.state.lastReceivedAt.getTime()) }),
  clockSkewed: row.clockSkewed,
  ...(row.simulatedUntil === null ? {} : { simulatedUntil: formatInstant(row.simulatedUntil.getTime()) }),
  ...(row.kind === 'GATEWAY' || row.kind === 'ADOPTED' ? { kind: row.kind } : {}),
  ...(row.isGateway ? { isGateway: true as const } : {}),
  createdAt: formatInstant(row.createdAt.getTime()),
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

export const findSentry = (prisma: Prisma, tenantGuid: string, guid: string): Promise<SentryRow | null> =>
  prisma.sentry.findFirst({ where: { tenantGuid, guid, removedAt: null }, include: WITH_STATE });

export const findSentryAllTenants = (prisma: Prisma, guid: string): Promise<SentryRow | null> =>
  prisma.sentry.findFirst({ where: { guid, removedAt: null }, include: WITH_STATE });

export function listSentries(
  prisma: Prisma,
  tenantGuid: string,
  locations: 'all' | readonly string[],
  after: { readonly nameKey: string; readonly guid: string } | null,
  limit: number,
): Promise<SentryRow[]> {
  return prisma.sentry.findMany({
    where: {
      tenantGuid,
      removedAt: null,
      ...(locations === 'all' ? {} : { locationGuid: { in: [...locations] } }),
      ...(after === null
        ? {}
        : { OR: [{ nameKey: { gt: after.nameKey } }, { nameKey: after.nameKey, guid: { gt: after.guid } }] }),
    },
    orderBy: [{ nameKey: 'asc' }, { guid: 'asc' }],
    take: limit,
    include: WITH_STATE,
  });
}

export interface SentryData {
  readonly name: string;
  readonly nameKey: string;
  readonly serialNumber: string | null;
  readonly reportIntervalSeconds: number;
  readonly attributes: Readonly<Record<string, string>>;
}

export const insertSentry = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
  guid: string,
  data: SentryData,
  at: Date,
): Promise<SentryRow> =>
  prisma.sentry.create({
    data: { ...data, tenantGuid, locationGuid, guid, createdAt: at, lastUpdateTs: at },
    include: WITH_STATE,
  });

export async function updateSentry(
  prisma: Prisma,
  tenantGuid: string,
  current: SentryRow,
  changes: Partial<SentryData>,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.sentry.updateMany({
    where: { tenantGuid, guid: current.guid, lastUpdateTs: current.lastUpdateTs },
    data: { ...changes, lastUpdateTs: at },
  });
  return count === 1;
}

/** The server reports for it from now on; throws if the organization has no such sentry. */
export async function markWithoutDevice(
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  {
    at,
    ...device
  }: {
    readonly kind: 'GATEWAY' | 'ADOPTED';
    readonly model: string | null;
    readonly softwareVersion: string | null;
    readonly serialNumber: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await prisma.sentry.update({
    where: { tenantGuid_guid: { tenantGuid, guid } },
    data: { ...device, activatedAt: at },
  });
}

/** Another device, of a sentry that has no token. */
export async function updateExchanged(
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  {
    intervalSeconds,
    ...device
  }: {
    readonly model: string | null;
    readonly softwareVersion: string | null;
    readonly serialNumber: string | null;
    /** null: it stays. */
    readonly intervalSeconds: number | null;
  },
  at: Date,
): Promise<void> {
  const interval = intervalSeconds === null ? {} : { reportIntervalSeconds: intervalSeconds };
  await prisma.sentry.update({
    where: { tenantGuid_guid: { tenantGuid, guid } },
    data: { ...device, ...interval, lastUpdateTs: at },
  });
}

/**
 * Sentries whose silence says nothing: adopted ones whose device is not announced as gone, since their contact is that of their gateway;
 * those that stand for integrations that are turned off; and for integrations that the device of another sentry reads, unless it says that
 * it cannot: the silence of that sentry is its own alert.
 */
export async function unwatchedSentries(sql: Sql, tenant: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `SELECT s.guid FROM sentry s LEFT JOIN discovered_device d ON d.tenant_guid = s.tenant_guid AND d.sentry_guid = s.guid
       LEFT JOIN integration i ON i.tenant_guid = s.tenant_guid AND (i.gateway_guid = s.guid OR i.guid = d.integration_guid)
      WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL
        AND ((s.kind = 'ADOPTED' AND (d.unavailable_since IS NULL OR NOT i.enabled)) 
             OR (s.kind = 'GATEWAY' AND (NOT i.enabled OR (i.reader_guid IS NOT NULL AND i.source_gone_since IS NULL))))`,
    [tenant],
  );
  return rows.map(({ guid }) => guid);
}

/** Whether the device of a sentry reads sources, as it says of itself when it is activated. */
export async function setGateway(sql: Sql, tenant: string, sentry: string, isGateway: boolean): Promise<void> {
  await sql.query('UPDATE sentry SET is_gateway = $3 WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [
    tenant,
    sentry,
    isGateway,
  ]);
}

/** Removes a sentry and what its device signs in with; throws if the organization has no such sentry. */
export async function markRemoved(prisma: Prisma, tenantGuid: string, guid: string, at: Date): Promise<void> {
  await prisma.sentry.update({
    where: { tenantGuid_guid: { tenantGuid, guid } },
    data: { removedAt: at, lastUpdateTs: at },
  });
  await prisma.credential.deleteMany({ where: { tenantGuid, sentryGuid: guid } });
  await prisma.activationCode.deleteMany({ where: { tenantGuid, sentryGuid: guid } });
  await prisma.installation.updateMany({
    where: { tenantGuid, sentryGuid: guid, removedAt: null },
    data: { removedAt: at },
  });
}

/** Throws if the sentry or the location is not one of this organization's. */
export async function insertInstallation(
  prisma: Prisma,
  tenantGuid: string,
  installation: {
    readonly guid: string;
    readonly sentryGuid: string;
    readonly locationGuid: string;
    readonly installedAt: Date;
  },
): Promise<void> {
  await prisma.installation.create({ data: { tenantGuid, ...installation } });
}

/** Sentries with a device, of any tenant, by guid or name: for command-line tools on the server. */
export async function findSentriesByName(sql: Sql, text: string): Promise<readonly SentryActor[]> {
  const { rows } = await sql.query<SentryActorRow>(
    `SELECT s.guid, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
            s.clock_skewed AS skewed, t.monitor_revision AS revision
       FROM sentry s JOIN tenant t ON t.guid = s.tenant_guid JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.removed_at IS NULL AND (s.guid::text = lower($1) OR s.name = $1) LIMIT 3`,
    [text],
  );
  return rows.map(toSentryActor);
}

export async function setClockSkewed(sql: Sql, tenant: string, sentryGuid: string, skewed: boolean): Promise<void> {
  await sql.query(
    'UPDATE sentry SET clock_skewed = $3 WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND clock_skewed <> $3',
    [tenant, sentryGuid, skewed],
  );
}

export async function setReportInterval(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  seconds: number,
  at: Date,
): Promise<void> {
  await sql.query(
    `UPDATE sentry SET report_interval_seconds = $3::int, last_update_ts = greatest($4::timestamptz, last_update_ts + interval '1 millisecond')
      WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])`,
    [tenant, sentries, seconds, at],
  );
}

export const listInstallations = (
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  before: string | null,
  limit: number,
) =>
  prisma.installation.findMany({
    where: { tenantGuid, sentryGuid, ...(before === null ? {} : { guid: { lt: before } }) },
    orderBy: { guid: 'desc' },
    take: limit,
  });

export interface SentryLocationRow {
  readonly guid: string;
  readonly tenant: string;
  readonly location: string;
  readonly timezone: string;
  readonly reportIntervalSeconds: number;
}

/** Sentries with their locations: one sentry, those of a location, or all visible ones. */
export async function listSentryLocations(
  sql: Sql,
  tenant: string,
  where: {
    readonly visible: 'all' | readonly string[];
    readonly location?: string | undefined;
    readonly sentry?: string | undefined;
  },
): Promise<readonly SentryLocationRow[]> {
  const { rows } = await sql.query<SentryLocationRow & { [name: string]: unknown }>(
    `SELECT s.guid, s.tenant_guid AS tenant, s.location_guid AS location, l.timezone,
            s.report_interval_seconds AS "reportIntervalSeconds"
       FROM sentry s JOIN location l ON l.tenant_guid = s.tenant_guid AND l.guid = s.location_guid
      WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL
        AND ($2::uuid[] IS NULL OR s.location_guid = ANY($2::uuid[]))
        AND ($3::uuid IS NULL OR s.location_guid = $3::uuid) AND ($4::uuid IS NULL OR s.guid = $4::uuid)
      ORDER BY s.guid`,
    [tenant, where.visible === 'all' ? null : where.visible, where.location ?? null, where.sentry ?? null],
  );
  return rows;
}

/** The guids of the sentries at a location, or at every location of a tenant. */
export async function sentriesAt(sql: Sql, tenant: string, location: string | null): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `SELECT guid FROM sentry WHERE tenant_guid = $1::uuid AND removed_at IS NULL
        AND ($2::uuid IS NULL OR location_guid = $2::uuid) ORDER BY guid`,
    [tenant, location],
  );
  return rows.map(({ guid }) => guid);
}

/** Keeps a sentry from being removed until the transaction ends. Returns whether it is installed. */
export async function lockInstalledSentry(sql: Sql, tenant: string, sentry: string): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 AS one FROM sentry WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND removed_at IS NULL FOR SHARE',
    [tenant, sentry],
  );
  return rows.length === 1;
}
