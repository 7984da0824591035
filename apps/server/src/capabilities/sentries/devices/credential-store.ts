/** Reads and writes the credentials of devices. */
import type { Prisma, Sql } from '../../../platform/db/database.ts';
import { bytes } from '../../../platform/db/prisma-bytes.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';

export async function deleteCredentials(prisma: Prisma, tenantGuid: string, sentryGuid: string): Promise<void> {
  await prisma.credential.deleteMany({ where: { tenantGuid, sentryGuid } });
}

/** Throws if the organization has no such sentry. */
export async function insertCredential(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  hash: Buffer,
  at: Date,
): Promise<void> {
  await prisma.credential.create({ data: { tenantGuid, sentryGuid, hash: bytes(hash), createdAt: at } });
}

/** Deletes credentials that were issued but never used: a rotation whose response was lost. */
export async function deleteUnusedCredentials(prisma: Prisma, tenantGuid: string, sentryGuid: string): Promise<void> {
  await prisma.credential.deleteMany({ where: { tenantGuid, sentryGuid, provenAt: null } });
}

export interface CredentialRow extends Omit<SentryActor, 'kind' | 'credentialHash'> {
  readonly proven: boolean;
}

/** The sentries behind device tokens, with what ingest needs of them, by the hash in hexadecimal; unknown ones are missing. */
export async function findCredentials(
  sql: Sql,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, CredentialRow>> {
  const { rows } = await sql.query<{
    hash: Buffer;
    guid: string;
    tenant: string;
    location: string;
    interval: number;
    skewed: boolean;
    revision: number;
    proven: boolean;
  }>(
    `SELECT c.hash, s.guid, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
            s.clock_skewed AS skewed, t.monitor_revision AS revision, c.proven_at IS NOT NULL AS proven
       FROM credential c JOIN sentry s ON s.tenant_guid = c.tenant_guid AND s.guid = c.sentry_guid JOIN tenant t ON t.guid = s.tenant_guid
      WHERE c.hash = ANY($1::bytea[]) AND s.removed_at IS NULL AND NOT t.suspended`,
    [hashes],
    'prepared',
  );
  return new Map(
    rows.map(({ hash, guid, tenant, location, interval, skewed, revision, proven }) => {
      const watched = { reportIntervalSeconds: interval, clockSkewed: skewed, monitorRevision: revision };
      return [hash.toString('hex'), { guid, tenant, location, ...watched, proven }];
    }),
  );
}

/** Keeps a token from being revoked until the transaction ends. False if it was, or if its sentry was removed. */
export async function lockCredential(sql: Sql, tenant: string, sentry: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 AS one FROM credential c JOIN sentry s ON s.tenant_guid = c.tenant_guid AND s.guid = c.sentry_guid
      WHERE c.tenant_guid = $1::uuid AND c.sentry_guid = $2::uuid AND c.hash = $3 AND s.removed_at IS NULL FOR SHARE`,
    [tenant, sentry, hash],
  );
  return rows.length === 1;
}

/** First use of a token: from now on it is the only one. */
export async function confirmCredential(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  hash: Buffer,
  at: Date,
): Promise<void> {
  const { count } = await prisma.credential.updateMany({
    where: { tenantGuid, sentryGuid, hash: bytes(hash), provenAt: null },
    data: { provenAt: at },
  });
  if (count === 1)
    await prisma.credential.deleteMany({ where: { tenantGuid, sentryGuid, hash: { not: bytes(hash) } } });
}
