/** Reads and writes who views, and viewed, the live picture of a sentry. */
import type { LIVE_END_REASONS, LIVE_TRANSPORTS } from '@picket/contracts/live';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export type LiveEndReason = (typeof LIVE_END_REASONS)[number];
export type LiveTransport = (typeof LIVE_TRANSPORTS)[number];

export interface NewLiveView {
  readonly guid: string;
  readonly location: string;
  readonly sentry: string;
  readonly user: string;
  readonly userName: string;
  readonly session: string;
  readonly isDisplay: boolean;
  readonly ticketHash: Buffer;
  readonly ticketExpiresAt: Millis;
  readonly at: Millis;
}

export async function insertLiveView(sql: Sql, tenant: string, view: NewLiveView): Promise<void> {
  await sql.query(
    `INSERT INTO live_view (tenant_guid, guid, location_guid, sentry_guid, user_guid, user_name, session_guid, is_display,
                            ticket_hash, ticket_expires_at, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6, $7::uuid, $8, $9::bytea, $10::timestamptz, $11::timestamptz)`,
    [
      tenant,
      view.guid,
      view.location,
      view.sentry,
      view.user,
      view.userName,
      view.session,
      view.isDisplay,
      view.ticketHash,
      new Date(view.ticketExpiresAt),
      new Date(view.at),
    ],
  );
}

/**
 * Views that are open, or may still be opened: of a person or a wall display, and of a sentry. Until the transaction ends there are no more
 * of them.
 */
export async function lockOpenViews(
  sql: Sql,
  tenant: string,
  { session, user, isDisplay, sentry }: Pick<NewLiveView, 'session' | 'user' | 'isDisplay' | 'sentry'>,
  now: Millis,
): Promise<{ readonly ofPerson: number; readonly ofSentry: number }> {
  for (const key of [user, sentry].sort())
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 25))::text', [`${tenant} ${key}`]);
  const { rows } = await sql.query<{ ofPerson: number; ofSentry: number }>(
    `SELECT (count(*) FILTER (WHERE CASE WHEN $4 THEN session_guid = $2::uuid ELSE user_guid = $3::uuid AND NOT is_display END))::int
              AS "ofPerson",
            (count(*) FILTER (WHERE sentry_guid = $5::uuid))::int AS "ofSentry"
       FROM live_view WHERE tenant_guid = $1::uuid AND ended_at IS NULL AND created_at > $6::timestamptz - interval '1 day'
        AND (started_at IS NOT NULL OR ticket_expires_at > $6::timestamptz)`,
    [tenant, session, user, isDisplay, sentry, new Date(now)],
  );
  return rows[0] ?? { ofPerson: 0, ofSentry: 0 };
}

export interface LiveViewRow {
  readonly tenant: string;
  readonly guid: string;
  readonly location: string;
  readonly sentry: string;
  readonly sentryName: string;
  readonly user: string;
  readonly userName: string;
  readonly isDisplay: boolean;
}

const COLUMNS = `v.tenant_guid AS tenant, v.guid, v.location_guid AS location, v.sentry_guid AS sentry,
  (SELECT s.name FROM sentry s WHERE s.tenant_guid = v.tenant_guid AND s.guid = v.sentry_guid) AS "sentryName",
  v.user_guid AS user, v.user_name AS "userName", v.is_display AS "isDisplay"`;

/** Uses a ticket, once; null: it is unknown, used or expired, or the view has ended. */
export async function redeemTicket(
  sql: Sql,
  guid: string,
  ticketHash: Buffer,
  now: Millis,
): Promise<LiveViewRow | null> {
  const { rows } = await sql.query<LiveViewRow & { [name: string]: unknown }>(
    `UPDATE live_view v SET started_at = $3::timestamptz, seen_at = $3::timestamptz, transport = 'MSE'
      WHERE v.guid = $1::uuid AND v.ticket_hash = $2::bytea AND v.ticket_expires_at > $3::timestamptz
        AND v.started_at IS NULL AND v.ended_at IS NULL
     RETURNING ${COLUMNS}`,
    [guid, ticketHash, new Date(now)],
  );
  return rows[0] ?? null;
}

/** A view of the tenant; null: there is none. */
export async function findLiveView(
  sql: Sql,
  tenant: string,
  guid: string,
): Promise<(LiveViewRow & { readonly isOpen: boolean }) | null> {
  const { rows } = await sql.query<LiveViewRow & { isOpen: boolean; [name: string]: unknown }>(
    `SELECT ${COLUMNS}, v.started_at IS NOT NULL AND v.ended_at IS NULL AS "isOpen"
       FROM live_view v WHERE v.tenant_guid = $1::uuid AND v.guid = $2::uuid`,
    [tenant, guid],
  );
  return rows[0] ?? null;
}

export interface EndedView extends LiveViewRow {
  /** null: it was never opened. */
  readonly seconds: number | null;
  /** Of its direct connection; null: it has none. */
  readonly peer: string | null;
}

/** null: it had ended before. */
export async function endLiveView(
  sql: Sql,
  tenant: string,
  guid: string,
  reason: LiveEndReason,
  now: Millis,
): Promise<EndedView | null> {
  const { rows } = await sql.query<EndedView & { [name: string]: unknown }>(
    `UPDATE live_view v SET ended_at = greatest($4::timestamptz, v.started_at), end_reason = $3
      WHERE v.tenant_guid = $1::uuid AND v.guid = $2::uuid AND v.ended_at IS NULL
     RETURNING ${COLUMNS}, extract(epoch FROM v.ended_at - v.started_at)::float8 AS seconds, v.peer_guid AS peer`,
    [tenant, guid, reason, new Date(now)],
  );
  return rows[0] ?? null;
}

export async function setTransport(sql: Sql, tenant: string, guid: string, transport: LiveTransport): Promise<void> {
  await sql.query('UPDATE live_view SET transport = $3 WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [
    tenant,
    guid,
    transport,
  ]);
}

/** Stores that views are held by a process that lives, and what was sent so far. */
export async function touchLiveViewsAllTenants(
  sql: Sql,
  views: readonly { readonly guid: string; readonly bytes: number }[],
  now: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE live_view v SET seen_at = $3::timestamptz, bytes = x.bytes
       FROM unnest($1::uuid[], $2::bigint[]) AS x(guid, bytes) WHERE v.guid = x.guid AND v.ended_at IS NULL`,
    [views.map(({ guid }) => guid), views.map(({ bytes }) => bytes), new Date(now)],
  );
}

/**
 * What a clock stored that was ahead, and was set back since, was now: a view that is held is seen again soon, another one ends as if it had
 * been seen last now. A ticket is valid for less than two minutes.
 */
export async function rewindLiveViewsAllTenants(sql: Sql, now: Millis): Promise<void> {
  await sql.query(
    `UPDATE live_view SET seen_at = CASE WHEN seen_at > $1::timestamptz THEN $1::timestamptz ELSE seen_at END,
            ticket_expires_at = least(ticket_expires_at, $1::timestamptz)
      WHERE ended_at IS NULL
        AND (seen_at > $1::timestamptz + interval '1 minute'
             OR (started_at IS NULL AND ticket_expires_at > $1::timestamptz + interval '2 minutes'))`,
    [new Date(now)],
  );
}

/** Views whose process does not live any more, and those that were never opened. */
export async function listAbandonedViewsAllTenants(
  sql: Sql,
  seenBefore: Millis,
  now: Millis,
): Promise<readonly { readonly tenant: string; readonly guid: string }[]> {
  const { rows } = await sql.query<{ tenant: string; guid: string }>(
    `SELECT tenant_guid AS tenant, guid FROM live_view
      WHERE ended_at IS NULL AND (seen_at < $1::timestamptz OR (started_at IS NULL AND ticket_expires_at < $2::timestamptz))
      LIMIT 500`,
    [new Date(seenBefore), new Date(now)],
  );
  return rows;
}

/** The views of a sentry that have not ended. */
export async function listOpenViews(sql: Sql, tenant: string, sentry: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    'SELECT guid FROM live_view WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND ended_at IS NULL',
    [tenant, sentry],
  );
  return rows.map(({ guid }) => guid);
}

export interface WatcherRow {
  readonly sentry: string;
  readonly name: string;
  readonly since: Date;
  readonly isDisplay: boolean;
}

/** Who views these sentries now, longest first. */
export async function listWatchersAllTenants(sql: Sql, sentries: readonly string[]): Promise<readonly WatcherRow[]> {
  const { rows } = await sql.query<WatcherRow & { [name: string]: unknown }>(
    `SELECT sentry_guid AS sentry, user_name AS name, started_at AS since, is_display AS "isDisplay" FROM live_view
      WHERE sentry_guid = ANY($1::uuid[]) AND started_at IS NOT NULL AND ended_at IS NULL ORDER BY started_at, guid`,
    [sentries],
  );
  return rows;
}

/** Viewers of a sentry now. */
export async function countWatching(sql: Sql, tenant: string, sentry: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM live_view
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND started_at IS NOT NULL AND ended_at IS NULL`,
    [tenant, sentry],
  );
  return rows[0]?.count ?? 0;
}

export interface PastView extends LiveViewRow {
  readonly transport: LiveTransport | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: LiveEndReason | null;
}

/** Views of a location that were opened, newest first. */
export async function listLocationViews(
  sql: Sql,
  tenant: string,
  location: string,
  limit: number,
): Promise<readonly PastView[]> {
  const { rows } = await sql.query<PastView & { [name: string]: unknown }>(
    `SELECT ${COLUMNS}, v.transport, v.started_at AS "startedAt", v.ended_at AS "endedAt", v.end_reason AS "endReason"
       FROM live_view v WHERE v.tenant_guid = $1::uuid AND v.location_guid = $2::uuid AND v.started_at IS NOT NULL
      ORDER BY v.created_at DESC, v.guid DESC LIMIT $3::int`,
    [tenant, location, limit],
  );
  return rows;
}

/** What is older is in the audit log alone. */
export async function deleteLiveViewsBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query('DELETE FROM live_view WHERE created_at < $1::timestamptz AND ended_at IS NOT NULL', [before]);
}
