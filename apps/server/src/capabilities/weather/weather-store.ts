/** The only file that reads and writes weather subscriptions and known warnings. */
import type { Millis } from '@picket/domain/time';
import type { KnownWarning, Warning, WeatherProvider } from '@picket/domain/weather';
import type { Sql } from '../../platform/db/database.ts';

export interface WeatherLocation {
  readonly location: string;
  readonly tenant: string;
  readonly provider: WeatherProvider;
  readonly latitude: number;
  readonly longitude: number;
}

/** Takes places whose turn it is, so that no other server asks about them too; they are due again at `nextCheckAt`. */
export async function claimDueLocations(
  sql: Sql,
  now: Millis,
  nextCheckAt: Millis,
  limit: number,
): Promise<readonly WeatherLocation[]> {
  const { rows } = await sql.query<WeatherLocation & { [name: string]: unknown }>(
    `WITH due AS (SELECT w.location_guid FROM location_weather w JOIN location l ON l.guid = w.location_guid
        WHERE w.next_check_at <= $1::timestamptz AND l.latitude IS NOT NULL AND l.longitude IS NOT NULL
        ORDER BY w.next_check_at LIMIT $3::int FOR UPDATE OF w SKIP LOCKED)
     UPDATE location_weather w SET next_check_at = $2::timestamptz FROM due, location l
      WHERE w.location_guid = due.location_guid AND l.guid = w.location_guid
     RETURNING w.location_guid AS location, w.tenant_guid AS tenant, w.provider, l.latitude, l.longitude`,
    [new Date(now), new Date(nextCheckAt), limit],
  );
  return rows;
}

export async function saveCheckResult(
  sql: Sql,
  location: string,
  outcome: { readonly at: Millis; readonly problem: string | null },
): Promise<void> {
  await sql.query(
    `UPDATE location_weather SET last_problem = $2, last_checked_at = CASE WHEN $2::text IS NULL THEN $3::timestamptz ELSE last_checked_at END
      WHERE location_guid = $1::uuid`,
    [location, outcome.problem, new Date(outcome.at)],
  );
}

interface WarningRow {
  key: string;
  messageId: string;
  alert: string;
  sentAt: Date;
  onsetAt: Date;
  endsAt: Date | null;
  event: string;
  headline: string;
  description: string;
  instruction: string;
  severity: number;
  isOpen: boolean;
  [name: string]: unknown;
}

const COLUMNS = `w.event_key AS key, w.message_id AS "messageId", w.alert_guid AS alert, w.sent_at AS "sentAt",
  w.onset_at AS "onsetAt", w.ends_at AS "endsAt", w.event, w.headline, w.description, w.instruction, w.severity,
  w.closed_at IS NULL AS "isOpen"`;

const toKnownWarning = (row: WarningRow): KnownWarning => ({
  ...row,
  sentAt: row.sentAt.getTime(),
  onsetAt: row.onsetAt.getTime(),
  endsAt: row.endsAt?.getTime() ?? null,
  isOver: !row.isOpen,
});

/** Everything known of a place, locked: warnings of one place are followed by one server at a time. */
export async function lockWarnings(
  sql: Sql,
  location: string,
  provider: WeatherProvider,
): Promise<readonly KnownWarning[]> {
  await sql.query(`SELECT 1 FROM location_weather WHERE location_guid = $1::uuid FOR UPDATE`, [location]);
  const { rows } = await sql.query<WarningRow>(
    `SELECT ${COLUMNS} FROM weather_warning w WHERE w.location_guid = $1::uuid AND w.provider = $2`,
    [location, provider],
  );
  return rows.map(toKnownWarning);
}

export async function openWarnings(sql: Sql, location: string): Promise<readonly KnownWarning[]> {
  const { rows } = await sql.query<WarningRow>(
    `SELECT ${COLUMNS} FROM weather_warning w JOIN alert a ON a.guid = w.alert_guid
      WHERE w.location_guid = $1::uuid AND w.closed_at IS NULL AND a.state = 'OPEN' ORDER BY w.severity DESC, w.onset_at`,
    [location],
  );
  return rows.map(toKnownWarning);
}

export async function saveWarning(
  sql: Sql,
  place: Pick<WeatherLocation, 'location' | 'provider'>,
  alert: string,
  warning: Warning,
): Promise<void> {
  await sql.query(
    `INSERT INTO weather_warning (location_guid, provider, event_key, alert_guid, message_id, sent_at, onset_at, ends_at, event,
                                  headline, description, instruction, severity, closed_at)
     VALUES ($1::uuid, $2, $3, $4::uuid, $5, $6::timestamptz, $7::timestamptz, $8::timestamptz, $9, $10, $11, $12, $13::int, NULL)
     ON CONFLICT (location_guid, provider, event_key) DO UPDATE SET alert_guid = excluded.alert_guid,
        message_id = excluded.message_id, sent_at = excluded.sent_at, onset_at = excluded.onset_at, ends_at = excluded.ends_at,
        event = excluded.event, headline = excluded.headline, description = excluded.description,
        instruction = excluded.instruction, severity = excluded.severity, closed_at = NULL`,
    [
      place.location,
      place.provider,
      warning.key,
      alert,
      warning.messageId,
      new Date(warning.sentAt),
      new Date(warning.onsetAt),
      warning.endsAt === null ? null : new Date(warning.endsAt),
      warning.event,
      warning.headline,
      warning.description,
      warning.instruction,
      warning.severity,
    ],
  );
}

export async function closeWarning(sql: Sql, alert: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE weather_warning SET closed_at = $2::timestamptz WHERE alert_guid = $1::uuid AND closed_at IS NULL`,
    [alert, new Date(at)],
  );
}

/** Open warnings whose time is over: they end whether the service can be asked or not. */
export async function findExpiredWarnings(
  sql: Sql,
  now: Millis,
): Promise<readonly { readonly alert: string; readonly provider: WeatherProvider; readonly endsAt: Date }[]> {
  const { rows } = await sql.query<{ alert: string; provider: WeatherProvider; endsAt: Date }>(
    `SELECT alert_guid AS alert, provider, ends_at AS "endsAt" FROM weather_warning
      WHERE closed_at IS NULL AND ends_at <= $1::timestamptz ORDER BY ends_at LIMIT 500 FOR UPDATE SKIP LOCKED`,
    [new Date(now)],
  );
  return rows;
}

export interface SubscriptionRow {
  readonly provider: WeatherProvider;
  readonly lastCheckedAt: Date | null;
  readonly lastProblem: string | null;
}

export async function findSubscription(sql: Sql, location: string): Promise<SubscriptionRow | null> {
  const { rows } = await sql.query<SubscriptionRow & { [name: string]: unknown }>(
    `SELECT provider, last_checked_at AS "lastCheckedAt", last_problem AS "lastProblem" FROM location_weather
      WHERE location_guid = $1::uuid`,
    [location],
  );
  return rows[0] ?? null;
}

export async function saveSubscription(
  sql: Sql,
  subscription: {
    readonly location: string;
    readonly tenant: string;
    readonly provider: WeatherProvider;
    readonly by: string;
  },
  now: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO location_weather (location_guid, tenant_guid, provider, next_check_at, changed_by, last_update_ts)
     VALUES ($1::uuid, $2::uuid, $3, $5::timestamptz, $4, $5::timestamptz)
     ON CONFLICT (location_guid) DO UPDATE SET provider = excluded.provider, next_check_at = excluded.next_check_at,
        last_checked_at = NULL, last_problem = NULL, changed_by = excluded.changed_by, last_update_ts = excluded.last_update_ts`,
    [subscription.location, subscription.tenant, subscription.provider, subscription.by, new Date(now)],
  );
}

export async function deleteSubscription(sql: Sql, location: string): Promise<void> {
  await sql.query('DELETE FROM location_weather WHERE location_guid = $1::uuid', [location]);
}
