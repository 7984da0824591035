/** Reads and writes the direct connections of views: which one a page has offered, and how many signals it sends. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { Period } from './uplink-store.ts';

const MINUTE: Millis = 60_000;

/** Counts a signal of a view; returns how many there were in its minute, and the direct connection it offered last. */
export async function countSignal(
  sql: Sql,
  tenant: string,
  view: string,
  now: Millis,
): Promise<{ readonly count: number; readonly peer: string | null }> {
  const { rows } = await sql.query<{ count: number; peer: string | null }>(
    `UPDATE live_view
        SET signals = CASE WHEN signals_since > $4::timestamptz THEN signals + 1 ELSE 1 END,
            signals_since = CASE WHEN signals_since > $4::timestamptz THEN signals_since
                                 ELSE $3::timestamptz END
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND ended_at IS NULL
     RETURNING signals AS count, peer_guid AS peer`,
    [tenant, view, new Date(now), new Date(now - MINUTE)],
  );
  return rows[0] ?? { count: 0, peer: null };
}

/** From now on it is the direct connection of the view; null: the view has none. False: it is that of another view. */
export async function setPeer(sql: Sql, tenant: string, view: string, peer: string | null): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE live_view v SET peer_guid = $3::uuid
      WHERE v.tenant_guid = $1::uuid AND v.guid = $2::uuid AND v.ended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM live_view o WHERE o.tenant_guid = $1::uuid AND o.sentry_guid = v.sentry_guid
                           AND o.peer_guid = $3::uuid AND o.guid <> v.guid)
     RETURNING 1 AS one`,
    [tenant, view, peer],
  );
  return rows.length === 1;
}

/** The open view that has a direct connection; null: none. */
export async function findViewOfPeer(sql: Sql, tenant: string, sentry: string, peer: string): Promise<string | null> {
  const { rows } = await sql.query<{ guid: string }>(
    `SELECT guid FROM live_view
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND peer_guid = $3::uuid AND ended_at IS NULL`,
    [tenant, sentry, peer],
  );
  return rows[0]?.guid ?? null;
}

/** The direct connections of a sentry whose views are open, at processes that were seen during `fresh`. */
export async function listPeers(sql: Sql, tenant: string, sentry: string, fresh: Period): Promise<readonly string[]> {
  const { rows } = await sql.query<{ peer: string }>(
    `SELECT peer_guid AS peer FROM live_view
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND peer_guid IS NOT NULL AND ended_at IS NULL
        AND seen_at BETWEEN $3::timestamptz AND $4::timestamptz`,
    [tenant, sentry, new Date(fresh.from), new Date(fresh.to)],
  );
  return rows.map(({ peer }) => peer);
}
