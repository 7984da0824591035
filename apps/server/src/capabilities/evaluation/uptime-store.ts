/** When the platform was up, by its heartbeat. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export interface Uptime {
  readonly startedAt: Millis;
  readonly lastHeartbeatAt: Millis;
}

/** Records that the platform is up at `now`; after a gap longer than `gap` a new period of uptime starts. */
export async function recordHeartbeat(sql: Sql, now: Millis, gap: Millis): Promise<void> {
  const { rowCount } = await sql.query(
    `UPDATE platform_uptime SET last_heartbeat_at = greatest(last_heartbeat_at, $1)
      WHERE id = (SELECT id FROM platform_uptime ORDER BY last_heartbeat_at DESC, id DESC LIMIT 1) AND last_heartbeat_at >= $2`,
    [new Date(now), new Date(now - gap)],
  );
  if (rowCount === 0)
    await sql.query('INSERT INTO platform_uptime (started_at, last_heartbeat_at) VALUES ($1, $1)', [new Date(now)]);
}

/** The newest heartbeat of any server; null: none. */
export async function newestHeartbeat(sql: Sql): Promise<Millis | null> {
  const { rows } = await sql.query<{ at: Date | null }>('SELECT max(last_heartbeat_at) AS at FROM platform_uptime');
  return rows[0]?.at?.getTime() ?? null;
}

/** The clock went back to `now`: later periods are deleted, later heartbeats reset to it, and a new period of uptime starts. */
export async function rewindUptimes(sql: Sql, now: Millis): Promise<void> {
  const at = [new Date(now)];
  await sql.query('DELETE FROM platform_uptime WHERE started_at > $1::timestamptz', at);
  await sql.query(
    'UPDATE platform_uptime SET last_heartbeat_at = $1::timestamptz WHERE last_heartbeat_at > $1::timestamptz',
    at,
  );
  await sql.query(
    'INSERT INTO platform_uptime (started_at, last_heartbeat_at) VALUES ($1::timestamptz, $1::timestamptz)',
    at,
  );
}

/** All periods of uptime, oldest first. There is one for each downtime: few. */
export async function listUptimes(sql: Sql): Promise<readonly Uptime[]> {
  const { rows } = await sql.query<{ started: Date; last: Date }>(
    'SELECT started_at AS started, last_heartbeat_at AS last FROM platform_uptime ORDER BY started_at, last_heartbeat_at, id',
  );
  return rows.map(({ started, last }) => ({ startedAt: started.getTime(), lastHeartbeatAt: last.getTime() }));
}
