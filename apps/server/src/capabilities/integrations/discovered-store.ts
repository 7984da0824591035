/** Reads and writes discovered devices with their entities. */
import type { AnnouncedDevice, AnnouncedEntity } from '@picket/devices/announced';
import type { Observation } from '@picket/devices/read-state';
import type { Sql } from '../../platform/db/database.ts';
import { storedJson } from '../../platform/db/stored-json.ts';
import type { Pace } from './overdue/report-pace.ts';

export interface DiscoveredEntityRow {
  readonly guid: string;
  readonly entityId: string;
  readonly topic: string;
  readonly announced: AnnouncedEntity;
  readonly observation: Observation | null;
  /** null with an observation: the broker had kept it. */
  readonly observedAt: string | null;
}

export interface DiscoveredRow {
  readonly guid: string;
  readonly integration: string;
  readonly identity: string;
  readonly announced: AnnouncedDevice;
  readonly ignoredBy: string | null;
  /** The sentry it is adopted as; null where that was removed since. */
  readonly sentry: string | null;
  /** Since when it is announced as gone; null: it is not. */
  readonly unavailableSince: Date | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** The interval that its sentry was given without a choice; null: a person chose it, or it is not adopted. */
  readonly usualIntervalSeconds: number | null;
  /** Of its sentry; null: it is not adopted. */
  readonly intervalSeconds: number | null;
  readonly pace: Pace | null;
  readonly entities: readonly DiscoveredEntityRow[];
}

type Row = DiscoveredRow & { [name: string]: unknown };

/** More than a screen shows; the search narrows it. */
const MAX_LISTED = 2000;

const SELECT = `SELECT d.guid, d.integration_guid AS integration, d.identity, d.announced, d.ignored_by AS "ignoredBy",
  s.guid AS sentry, d.unavailable_since AS "unavailableSince",
  d.first_seen_at AS "firstSeenAt", d.last_seen_at AS "lastSeenAt", d.usual_interval_seconds AS "usualIntervalSeconds",
  s.report_interval_seconds AS "intervalSeconds", d.pace,
  coalesce((SELECT jsonb_agg(jsonb_build_object('guid', e.guid, 'entityId', e.entity_id, 'topic', e.topic, 'announced', e.announced,
       'observation', e.observation, 'observedAt', to_char(e.observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY e.entity_id)
     FROM discovered_entity e WHERE e.tenant_guid = $1::uuid AND e.device_guid = d.guid), '[]') AS entities
  FROM discovered_device d LEFT JOIN sentry s ON s.tenant_guid = d.tenant_guid AND s.guid = d.sentry_guid AND s.removed_at IS NULL`;

/** Those whose name, maker or model match `like`, at most 2000. */
export async function listDiscoveredRows(
  sql: Sql,
  tenant: string,
  { source, like }: { readonly source: string | null; readonly like: string | null },
): Promise<readonly DiscoveredRow[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE d.tenant_guid = $1::uuid AND ($2::uuid IS NULL OR d.integration_guid = $2::uuid)
        AND ($3::text IS NULL OR d.name ILIKE $3 OR d.identity ILIKE $3
             OR concat_ws(' ', d.announced->>'maker', d.announced->>'model') ILIKE $3)
      ORDER BY lower(d.name), d.guid LIMIT ${MAX_LISTED}`,
    [tenant, source, like],
  );
  return rows;
}

/** Every device of an integration. */
export async function devicesOf(sql: Sql, tenant: string, integration: string): Promise<readonly DiscoveredRow[]> {
  const { rows } = await sql.query<Row>(`${SELECT} WHERE d.tenant_guid = $1::uuid AND d.integration_guid = $2::uuid`, [
    tenant,
    integration,
  ]);
  return rows;
}

/** Those of an integration that are announced at one of these topics, or have one of these identities. */
export async function devicesAbout(
  sql: Sql,
  tenant: string,
  integration: string,
  { topics, identities }: { readonly topics: readonly string[]; readonly identities: readonly string[] },
): Promise<readonly DiscoveredRow[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE d.tenant_guid = $1::uuid AND d.integration_guid = $2::uuid
        AND (d.identity = ANY($4::text[]) OR EXISTS (SELECT 1 FROM discovered_entity e
              WHERE e.tenant_guid = $1::uuid AND e.device_guid = d.guid AND e.topic = ANY($3::text[])))`,
    [tenant, integration, topics, identities],
  );
  return rows;
}

export async function findDiscovered(sql: Sql, tenant: string, guid: string): Promise<DiscoveredRow | null> {
  const { rows } = await sql.query<Row>(`${SELECT} WHERE d.tenant_guid = $1::uuid AND d.guid = $2::uuid`, [
    tenant,
    guid,
  ]);
  return rows[0] ?? null;
}

/** The device that a sentry is adopted from. */
export async function findDiscoveredOf(sql: Sql, tenant: string, sentry: string): Promise<DiscoveredRow | null> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE d.tenant_guid = $1::uuid AND d.sentry_guid = $2::uuid AND s.guid IS NOT NULL`,
    [tenant, sentry],
  );
  return rows[0] ?? null;
}

/** Locks the device until the transaction ends. */
export async function lockDiscovered(sql: Sql, tenant: string, guid: string): Promise<void> {
  await sql.query('SELECT 1 FROM discovered_device WHERE tenant_guid = $1::uuid AND guid = $2::uuid FOR UPDATE', [
    tenant,
    guid,
  ]);
}

export async function setIgnored(sql: Sql, tenant: string, guid: string, by: string | null): Promise<void> {
  await sql.query('UPDATE discovered_device SET ignored_by = $3 WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [
    tenant,
    guid,
    by,
  ]);
}

/** `usualIntervalSeconds`: the interval of the sentry where nobody chose it; null: a person did. What is known of its pace is of the past. */
export async function setAdopted(
  sql: Sql,
  tenant: string,
  guid: string,
  sentry: string | null,
  usualIntervalSeconds: number | null,
): Promise<void> {
  await sql.query(
    `UPDATE discovered_device SET sentry_guid = $3::uuid, ignored_by = NULL, usual_interval_seconds = $4::int, pace = NULL
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, guid, sentry, usualIntervalSeconds],
  );
}

/**
 * What is usual for the sentries of an integration whose interval nobody chose; what is known of their pace is of the past. Returns those
 * for which another one was usual.
 */
export async function setUsualInterval(
  sql: Sql,
  tenant: string,
  integration: string,
  seconds: number,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE discovered_device d SET usual_interval_seconds = $3::int, pace = NULL FROM sentry s
      WHERE d.tenant_guid = $1::uuid AND d.integration_guid = $2::uuid AND s.tenant_guid = d.tenant_guid AND s.guid = d.sentry_guid
        AND s.removed_at IS NULL AND s.report_interval_seconds = d.usual_interval_seconds AND d.usual_interval_seconds <> $3::int
      RETURNING s.guid`,
    [tenant, integration, seconds],
  );
  return rows.map(({ guid }) => guid);
}

export interface SeenDevice {
  readonly guid: string;
  readonly announced: AnnouncedDevice;
  readonly unavailableSince: string | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly entities: readonly DiscoveredEntityRow[];
}

/** Stores devices as they are announced and seen; entities that are announced no more go. */
export async function saveSeen(
  sql: Sql,
  tenant: string,
  integration: string,
  devices: readonly SeenDevice[],
): Promise<void> {
  await sql.query(
    `INSERT INTO discovered_device (tenant_guid, guid, integration_guid, identity, name, announced, unavailable_since,
            first_seen_at, last_seen_at)
     SELECT $1::uuid, x.guid, $2::uuid, x.announced->>'identity', x.announced->>'name', x.announced, x."unavailableSince",
            x."firstSeenAt", x."lastSeenAt"
       FROM jsonb_to_recordset($3::jsonb) AS x(guid uuid, announced jsonb, "unavailableSince" timestamptz, "firstSeenAt" timestamptz, "lastSeenAt" timestamptz)
     ON CONFLICT (tenant_guid, guid) DO UPDATE
        SET name = excluded.name, announced = excluded.announced, unavailable_since = excluded.unavailable_since, last_seen_at = excluded.last_seen_at`,
    [tenant, integration, storedJson(devices.map(({ entities: _, ...device }) => device))],
  );
  const entities = devices.flatMap((device) => device.entities.map((entity) => ({ ...entity, device: device.guid })));
  await sql.query(
    `DELETE FROM discovered_entity WHERE tenant_guid = $1::uuid AND device_guid = ANY($2::uuid[]) AND guid <> ALL($3::uuid[])`,
    [tenant, devices.map(({ guid }) => guid), entities.map(({ guid }) => guid)],
  );
  await sql.query(
    `INSERT INTO discovered_entity (tenant_guid, guid, device_guid, entity_id, topic, announced, observation, observed_at)
     SELECT $1::uuid, x.guid, x.device, x."entityId", x.topic, x.announced, x.observation, x."observedAt"
       FROM jsonb_to_recordset($2::jsonb) AS x(guid uuid, device uuid, "entityId" text, topic text, announced jsonb,
            observation jsonb, "observedAt" timestamptz)
     ON CONFLICT (tenant_guid, guid) DO UPDATE
        SET topic = excluded.topic, announced = excluded.announced, observation = excluded.observation,
            observed_at = excluded.observed_at`,
    [tenant, storedJson(entities)],
  );
}

/** Devices that are announced no more and are neither adopted nor ignored, by what is stored now. */
export async function deleteDevices(sql: Sql, tenant: string, guids: readonly string[]): Promise<void> {
  await sql.query(
    `DELETE FROM discovered_device d WHERE d.tenant_guid = $1::uuid AND d.guid = ANY($2::uuid[]) AND d.ignored_by IS NULL AND NOT EXISTS (
       SELECT 1 FROM sentry s WHERE s.tenant_guid = d.tenant_guid AND s.guid = d.sentry_guid AND s.removed_at IS NULL)`,
    [tenant, guids],
  );
}
