/** The only file that reads and writes sentries, their codes, credentials, activations and installations. */
import type { SentryOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Prisma, Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { Attributes } from '../locations/index.ts';

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
  owner: { readonly tenantGuid: string; readonly locationGuid: string },
  guid: string,
  data: SentryData,
  at: Date,
): Promise<SentryRow> =>
  prisma.sentry.create({
    data: { ...data, ...owner, guid, createdAt: at, lastUpdateTs: at },
    include: WITH_STATE,
  });

export async function updateSentry(
  prisma: Prisma,
  current: SentryRow,
  changes: Partial<SentryData>,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.sentry.updateMany({
    where: { guid: current.guid, lastUpdateTs: current.lastUpdateTs },
    data: { ...changes, lastUpdateTs: at },
  });
  return count === 1;
}

export async function markRemoved(prisma: Prisma, guid: string, at: Date): Promise<void> {
  await prisma.sentry.update({ where: { guid }, data: { removedAt: at, lastUpdateTs: at } });
  await prisma.credential.deleteMany({ where: { sentryGuid: guid } });
  await prisma.activationCode.deleteMany({ where: { sentryGuid: guid } });
  await prisma.installation.updateMany({ where: { sentryGuid: guid, removedAt: null }, data: { removedAt: at } });
}

export async function insertInstallation(
  prisma: Prisma,
  installation: {
    readonly guid: string;
    readonly sentryGuid: string;
    readonly locationGuid: string;
    readonly installedAt: Date;
  },
): Promise<void> {
  await prisma.installation.create({ data: installation });
}

/** Stores a new code and deletes the unused ones. */
export async function replaceCode(
  prisma: Prisma,
  sentryGuid: string,
  code: { readonly hash: Buffer; readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await prisma.activationCode.deleteMany({ where: { sentryGuid, usedAt: null } });
  await prisma.activationCode.create({
    data: { hash: bytes(code.hash), sentryGuid, createdAt: code.at, expiresAt: code.expiresAt },
  });
}

/** Marks a code as used and returns its sentry; null if the code is unknown, used or expired. */
export async function redeemCode(prisma: Prisma, hash: Buffer, now: Date): Promise<string | null> {
  const { count } = await prisma.activationCode.updateMany({
    where: { hash: bytes(hash), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count !== 1) return null;
  const code = await prisma.activationCode.findUnique({ where: { hash: bytes(hash) } });
  return code?.sentryGuid ?? null;
}

export async function insertActivation(
  prisma: Prisma,
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
  await prisma.activation.create({ data: { guid, sentryGuid, ...device, activatedAt: at } });
  await prisma.sentry.update({ where: { guid: sentryGuid }, data: { ...device, activatedAt: at, lastUpdateTs: at } });
}

export async function deleteCredentials(prisma: Prisma, sentryGuid: string): Promise<void> {
  await prisma.credential.deleteMany({ where: { sentryGuid } });
}

export async function insertCredential(prisma: Prisma, sentryGuid: string, hash: Buffer, at: Date): Promise<void> {
  await prisma.credential.create({ data: { hash: bytes(hash), sentryGuid, createdAt: at } });
}

/** The latest activation of a sentry; null: it has had none. */
export async function latestActivation(prisma: Prisma, sentryGuid: string): Promise<string | null> {
  const row = await prisma.activation.findFirst({
    where: { sentryGuid },
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
       CROSS JOIN LATERAL (SELECT guid FROM activation WHERE sentry_guid = s.guid ORDER BY guid DESC LIMIT 1) a
      WHERE s.removed_at IS NULL AND NOT t.suspended`,
  );
  return new Map(rows.map(({ sentry, activation }) => [sentry, activation]));
}

/** Deletes credentials that were issued but never used: a rotation whose response was lost. */
export async function deleteUnusedCredentials(prisma: Prisma, sentryGuid: string): Promise<void> {
  await prisma.credential.deleteMany({ where: { sentryGuid, provenAt: null } });
}

export interface CredentialRow extends Omit<SentryActor, 'kind' | 'credentialHash'> {
  readonly proven: boolean;
}

/** The sentry behind a device token, with what ingest needs of it. */
export async function findCredential(sql: Sql, hash: Buffer): Promise<CredentialRow | null> {
  const { rows } = await sql.query<{
    guid: string;
    tenant: string;
    location: string;
    interval: number;
    skewed: boolean;
    revision: number;
    proven: boolean;
  }>(
    `SELECT s.guid, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
            s.clock_skewed AS skewed, t.monitor_revision AS revision, c.proven_at IS NOT NULL AS proven
       FROM credential c JOIN sentry s ON s.guid = c.sentry_guid JOIN tenant t ON t.guid = s.tenant_guid
      WHERE c.hash = $1 AND s.removed_at IS NULL AND NOT t.suspended`,
    [hash],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { guid, tenant, location, interval, skewed, revision, proven } = row;
  const watched = { reportIntervalSeconds: interval, clockSkewed: skewed, monitorRevision: revision };
  return { guid, tenant, location, ...watched, proven };
}

/** Sentries with a device, of any tenant, by guid or name: for command-line tools on the server. */
export async function findSentriesByName(sql: Sql, text: string): Promise<readonly SentryActor[]> {
  const { rows } = await sql.query<{
    guid: string;
    tenant: string;
    location: string;
    interval: number;
    skewed: boolean;
    revision: number;
  }>(
    `SELECT s.guid, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
            s.clock_skewed AS skewed, t.monitor_revision AS revision
       FROM sentry s JOIN tenant t ON t.guid = s.tenant_guid JOIN monitor_state m ON m.sentry_guid = s.guid
      WHERE s.removed_at IS NULL AND (s.guid::text = lower($1) OR s.name = $1) LIMIT 3`,
    [text],
  );
  return rows.map(({ interval, skewed, revision, ...place }) => ({
    kind: 'sentry',
    ...place,
    reportIntervalSeconds: interval,
    clockSkewed: skewed,
    monitorRevision: revision,
    credentialHash: Buffer.alloc(0),
  }));
}

/** First use of a token: from now on it is the only one. */
export async function confirmCredential(prisma: Prisma, sentryGuid: string, hash: Buffer, at: Date): Promise<void> {
  const { count } = await prisma.credential.updateMany({
    where: { hash: bytes(hash), provenAt: null },
    data: { provenAt: at },
  });
  if (count === 1) await prisma.credential.deleteMany({ where: { sentryGuid, hash: { not: bytes(hash) } } });
}

export async function setClockSkewed(sql: Sql, sentryGuid: string, skewed: boolean): Promise<void> {
  await sql.query('UPDATE sentry SET clock_skewed = $2 WHERE guid = $1 AND clock_skewed <> $2', [sentryGuid, skewed]);
}

export const listActivations = (prisma: Prisma, sentryGuid: string, before: string | null, limit: number) =>
  prisma.activation.findMany({
    where: { sentryGuid, ...(before === null ? {} : { guid: { lt: before } }) },
    orderBy: { guid: 'desc' },
    take: limit,
  });

export const listInstallations = (prisma: Prisma, sentryGuid: string, before: string | null, limit: number) =>
  prisma.installation.findMany({
    where: { sentryGuid, ...(before === null ? {} : { guid: { lt: before } }) },
    orderBy: { guid: 'desc' },
    take: limit,
  });

/** Prisma wants bytes of their own buffer; a Node Buffer may share one. */
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

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
       FROM sentry s JOIN location l ON l.guid = s.location_guid
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
