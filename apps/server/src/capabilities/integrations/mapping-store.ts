/** Reads and writes how the values of adopted devices become series. */
import type { AnnouncedEntity, AvailabilityRule } from '@picket/devices/announced';
import type { Conversion } from '@picket/devices/metric-offer';
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { type SentryActorRow, toSentryActor } from '../sentries/index.ts';

/** An entity as it was announced when it was accepted, and its series. */
export interface MappedEntity {
  readonly entity: AnnouncedEntity;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly conversion: Conversion;
}

export interface Mapping {
  readonly entities: readonly MappedEntity[];
  readonly bridge: AvailabilityRule | null;
  /** The device that took the place of another with this version; left out: the device is the same. */
  readonly replaced?: { readonly model: string | null; readonly serialNumber: string | null };
}

export interface AcceptedMapping extends Mapping {
  readonly acceptedAt: Date;
}

const SELECT_ACTORS = `SELECT s.guid, s.tenant_guid AS tenant, s.location_guid AS location,
  s.report_interval_seconds AS interval, s.clock_skewed AS skewed, t.monitor_revision AS revision
  FROM sentry s JOIN tenant t ON t.guid = s.tenant_guid`;

/** A version more. */
export async function insertMapping(
  sql: Sql,
  tenant: string,
  sentry: string,
  mapping: Mapping,
  accepted: { readonly by: string; readonly at: Date },
): Promise<void> {
  await sql.query(
    `INSERT INTO adopted_mapping (tenant_guid, sentry_guid, version, entities, accepted_by, accepted_at)
     SELECT $1::uuid, $2::uuid, coalesce(max(version), 0) + 1, $3::jsonb, $4, $5::timestamptz FROM adopted_mapping
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid`,
    [tenant, sentry, JSON.stringify(mapping), accepted.by, accepted.at],
  );
}

/** The mappings in force, by sentry. */
export async function mappingsOf(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
): Promise<ReadonlyMap<string, AcceptedMapping>> {
  const { rows } = await sql.query<{ sentry: string; mapping: Mapping; acceptedAt: Date }>(
    `SELECT DISTINCT ON (sentry_guid) sentry_guid AS sentry, entities AS mapping, accepted_at AS "acceptedAt" FROM adopted_mapping
      WHERE tenant_guid = $1::uuid AND sentry_guid = ANY($2::uuid[]) ORDER BY sentry_guid, version DESC`,
    [tenant, sentries],
  );
  return new Map(rows.map(({ sentry, mapping, acceptedAt }) => [sentry, { ...mapping, acceptedAt }]));
}

/** Of these sentries those that are not removed, as ingest needs them. */
export async function actorsOf(sql: Sql, tenant: string, sentries: readonly string[]): Promise<readonly SentryActor[]> {
  const { rows } = await sql.query<SentryActorRow>(
    `${SELECT_ACTORS} WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL AND s.guid = ANY($2::uuid[])`,
    [tenant, sentries],
  );
  return rows.map(toSentryActor);
}

/** The sentries of an integration as ingest needs them: those adopted through it, and its gateway. */
export async function sentriesOf(sql: Sql, tenant: string, integration: string): Promise<readonly SentryActor[]> {
  const { rows } = await sql.query<SentryActorRow>(
    `${SELECT_ACTORS} WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL AND (
        s.guid IN (SELECT d.sentry_guid FROM discovered_device d WHERE d.tenant_guid = $1::uuid AND d.integration_guid = $2::uuid)
        OR s.guid IN (SELECT i.gateway_guid FROM integration i WHERE i.tenant_guid = $1::uuid AND i.guid = $2::uuid))`,
    [tenant, integration],
  );
  return rows.map(toSentryActor);
}
