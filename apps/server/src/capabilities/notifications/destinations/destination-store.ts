/** Destinations of users and of the tenant. Their settings are encrypted for their row. */
import type { DestinationOut } from '@picket/contracts/types';
import type { ChannelKind } from '@picket/domain/channels';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

export interface DestinationRow {
  readonly guid: string;
  readonly tenant: string;
  readonly user: string | null;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly settings: Buffer;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Of its name or its preferences, whichever was changed later. */
  readonly lastUpdateTs: Date;
  readonly failures: number | null;
  readonly failingSince: Date | null;
  readonly problem: string | null;
  readonly deliveredAt: Date | null;
  readonly chosen: unknown;
}

const SELECT = `SELECT d.guid, d.tenant_guid AS tenant, d.user_guid AS "user", d.kind, d.name, d.settings,
  d.created_by_name AS "createdBy", d.created_at AS "createdAt",
  greatest(d.last_update_ts, n.last_update_ts) AS "lastUpdateTs", h.failures, h.failing_since AS "failingSince",
  h.last_problem AS problem, h.last_delivered_at AS "deliveredAt", n.preferences AS chosen
  FROM destination d LEFT JOIN destination_health h ON h.tenant_guid = d.tenant_guid AND h.destination_guid = d.guid
  LEFT JOIN notification_preference n ON n.tenant_guid = d.tenant_guid AND n.owner_guid = d.guid`;

type Row = DestinationRow & { [name: string]: unknown };

/** Those of a person, or (`user` null) of the organization, oldest first. */
export async function listDestinationRows(
  sql: Sql,
  tenant: string,
  user: string | null,
  after: { readonly at: string; readonly guid: string } | null = null,
  limit = 500,
): Promise<readonly DestinationRow[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE d.tenant_guid = $1::uuid AND d.user_guid IS NOT DISTINCT FROM $2::uuid AND d.removed_at IS NULL
        AND ($3::timestamptz IS NULL OR (d.created_at, d.guid) > ($3::timestamptz, $4::uuid))
      ORDER BY d.created_at, d.guid LIMIT $5::int`,
    [tenant, user, after?.at ?? null, after?.guid ?? null, limit],
  );
  return rows;
}

/** One of the organization's own (`user` null) or of a person. */
export async function findDestination(
  sql: Sql,
  tenant: string,
  user: string | null,
  guid: string,
): Promise<DestinationRow | null> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE d.tenant_guid = $1::uuid AND d.user_guid IS NOT DISTINCT FROM $2::uuid AND d.guid = $3::uuid
        AND d.removed_at IS NULL`,
    [tenant, user, guid],
  );
  return rows[0] ?? null;
}

/** Of any tenant: for sending. */
export async function destinationAllTenants(sql: Sql, guid: string): Promise<DestinationRow | null> {
  const { rows } = await sql.query<Row>(`${SELECT} WHERE d.guid = $1::uuid AND d.removed_at IS NULL`, [guid]);
  return rows[0] ?? null;
}

export interface HealthRow {
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly problem: string | null;
  readonly deliveredAt: Date | null;
}

export async function findHealth(sql: Sql, tenant: string, destination: string): Promise<HealthRow | null> {
  const { rows } = await sql.query<HealthRow & { [name: string]: unknown }>(
    `SELECT failures, failing_since AS "failingSince", last_problem AS problem, last_delivered_at AS "deliveredAt"
       FROM destination_health WHERE tenant_guid = $1::uuid AND destination_guid = $2::uuid`,
    [tenant, destination],
  );
  return rows[0] ?? null;
}

const instant = (value: Date): string => formatInstant(value.getTime());

/** The health of a destination, as the API returns it. */
export const toHealthOut = (
  row:
    | Partial<HealthRow>
    | {
        readonly failures: number | null;
        readonly failingSince: Date | null;
        readonly problem: string | null;
        readonly deliveredAt: Date | null;
      }
    | null,
): Pick<DestinationOut, 'health' | 'failingSince' | 'lastProblem' | 'lastDeliveredAt'> => {
  const { failures = 0, failingSince = null, problem = null, deliveredAt = null } = row ?? {};
  const isFailing = (failures ?? 0) > 0;
  return {
    health: isFailing ? 'FAILING' : deliveredAt === null ? 'NEVER_ATTEMPTED' : 'WORKS',
    ...(isFailing && failingSince !== null ? { failingSince: instant(failingSince) } : {}),
    ...(isFailing && problem !== null ? { lastProblem: problem } : {}),
    ...(deliveredAt === null ? {} : { lastDeliveredAt: instant(deliveredAt) }),
  };
};

export interface NewDestination {
  readonly guid: string;
  readonly user: string | null;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly settings: Buffer;
  readonly byName: string;
  readonly at: Date;
}

export async function insertDestination(sql: Sql, tenant: string, row: NewDestination): Promise<void> {
  await sql.query(
    `INSERT INTO destination (guid, tenant_guid, user_guid, kind, name, settings, created_by_name, created_at, last_update_ts)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bytea, $7, $8::timestamptz, $8::timestamptz)`,
    [row.guid, tenant, row.user, row.kind, row.name, row.settings, row.byName, row.at],
  );
}

export async function renameDestination(sql: Sql, tenant: string, guid: string, name: string, at: Date): Promise<void> {
  await sql.query(
    'UPDATE destination SET name = $3, last_update_ts = $4::timestamptz WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, guid, name, at],
  );
}

/** Removes the destinations of deleted users, with what is personal in them. What was sent to them stays on record. */
export async function removeDestinationsOfDeletedAllTenants(sql: Sql, at: Date): Promise<void> {
  await sql.query(
    `UPDATE destination SET removed_at = coalesce(removed_at, $1::timestamptz), last_update_ts = $1::timestamptz, settings = '',
            name = '', created_by_name = ''
      WHERE user_guid IS NOT NULL AND (removed_at IS NULL OR settings <> '' OR name <> '' OR created_by_name <> '')
        AND NOT EXISTS (SELECT FROM user_account u WHERE u.tenant_guid = destination.tenant_guid AND u.guid = user_guid)`,
    [at],
  );
}

/** Gone for everybody; what was sent to it stays on record. */
export async function removeDestination(sql: Sql, tenant: string, guid: string, at: Date): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE destination SET removed_at = $3::timestamptz, last_update_ts = $3::timestamptz, settings = ''
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND removed_at IS NULL RETURNING guid`,
    [tenant, guid, at],
  );
  return rows.length === 1;
}
