/** The only file that reads and writes weather subscriptions and known warnings. */
import type { Millis } from '@picket/domain/time';
import type { KnownWarning, Warning, WeatherProvider } from '@picket/domain/weather';
import type { Sql } from '../../platform/db/database.ts';

export interface WeatherLocation {
  readonly location: string;
  readonly tenant: string;
  readonly provider: WeatherProvider;
  /** null: it has lost its coordinates since. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const DUE = `location_weather w JOIN location l ON l.tenant_guid = w.tenant_guid AND l.guid = w.location_guid
        WHERE w.next_check_at <= $1::timestamptz AND w.provider IS NOT NULL`;

/** The organization of each place whose turn it is, the longest due first; nothing is claimed. */
export async function listDuePlaces(
  sql: Sql,
  now: Millis,
  limit: number,
): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT w.tenant_guid AS tenant FROM ${DUE} ORDER BY w.next_check_at LIMIT $2::int`,
    [new Date(now), limit],
  );
  return rows;
}

/** Takes places of these organizations whose turn it is, so that no other server asks about them too; they are due again at `nextCheckAt`. */
export async function claimDueLocations(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  nextCheckAt: Millis,
  limit: number,
): Promise<readonly WeatherLocation[]> {
  const { rows } = await sql.query<WeatherLocation & { [name: string]: unknown }>(
    `WITH due AS (SELECT w.tenant_guid, w.location_guid FROM ${DUE}
          AND w.tenant_guid = ANY($4::uuid[]) AND l.tenant_guid = ANY($4::uuid[])
        ORDER BY w.next_check_at LIMIT $3::int FOR UPDATE OF w SKIP LOCKED)
     UPDATE location_weather w SET next_check_at = $2::timestamptz FROM due, location l
      WHERE w.tenant_guid = ANY($4::uuid[]) AND l.tenant_guid = ANY($4::uuid[]) AND w.tenant_guid = due.tenant_guid AND w.location_guid = due.location_guid
        AND l.tenant_guid = w.tenant_guid AND l.guid = w.location_guid
     RETURNING w.location_guid AS location, w.tenant_guid AS tenant, w.provider, l.latitude, l.longitude`,
    [new Date(now), new Date(nextCheckAt), limit, tenants],
  );
  return rows;
}

/** The organization of each place that is asked about after `latest`; nothing is locked. */
export async function listPlacesAhead(sql: Sql, latest: Millis): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT DISTINCT tenant_guid AS tenant FROM location_weather
      WHERE next_check_at > $1::timestamptz AND next_check_at < 'infinity'`,
    [new Date(latest)],
  );
  return rows;
}

/** Places of these organizations that are asked about after `latest` are due at `now`. */
export async function rewindPlaces(sql: Sql, tenants: readonly string[], now: Millis, latest: Millis): Promise<void> {
  await sql.query(
    `UPDATE location_weather SET next_check_at = $2::timestamptz
      WHERE tenant_guid = ANY($1::uuid[]) AND next_check_at > $3::timestamptz AND next_check_at < 'infinity'`,
    [tenants, new Date(now), new Date(latest)],
  );
}

export async function saveCheckResult(
  sql: Sql,
  tenant: string,
  location: string,
  outcome: { readonly at: Millis; readonly problem: string | null },
): Promise<void> {
  await sql.query(
    `UPDATE location_weather SET last_problem = $3,
            last_checked_at = CASE WHEN $3::text IS NULL THEN $4::timestamptz ELSE last_checked_at END
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid`,
    [tenant, location, outcome.problem, new Date(outcome.at)],
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

/** Locks the subscription of a place, until the transaction ends. Returns its provider; null: there is none. */
export async function lockSubscription(sql: Sql, tenant: string, location: string): Promise<WeatherProvider | null> {
  const { rows } = await sql.query<{ provider: WeatherProvider | null }>(
    'SELECT provider FROM location_weather WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid FOR UPDATE',
    [tenant, location],
  );
  return rows[0]?.provider ?? null;
}

/**
 * Everything known of a place, locked: warnings of one place are followed by one server at a time. null: the place is no
 * longer subscribed to this provider.
 */
export async function lockWarnings(
  sql: Sql,
  tenant: string,
  location: string,
  provider: WeatherProvider,
): Promise<readonly KnownWarning[] | null> {
  if ((await lockSubscription(sql, tenant, location)) !== provider) return null;
  const { rows } = await sql.query<WarningRow>(
    `SELECT ${COLUMNS} FROM weather_warning w
      WHERE w.tenant_guid = $1::uuid AND w.location_guid = $2::uuid AND w.provider = $3`,
    [tenant, location, provider],
  );
  return rows.map(toKnownWarning);
}

export async function openWarnings(sql: Sql, tenant: string, location: string): Promise<readonly KnownWarning[]> {
  const { rows } = await sql.query<WarningRow>(
    `SELECT ${COLUMNS} FROM weather_warning w JOIN alert a ON a.tenant_guid = w.tenant_guid AND a.guid = w.alert_guid
      WHERE w.tenant_guid = $1::uuid AND w.location_guid = $2::uuid AND w.closed_at IS NULL AND a.state = 'OPEN'
      ORDER BY w.severity DESC, w.onset_at`,
    [tenant, location],
  );
  return rows.map(toKnownWarning);
}

/** @throws Error if the organization has no such location (any more): what was raised for it is undone with the transaction. */
export async function saveWarning(
  sql: Sql,
  tenant: string,
  place: Pick<WeatherLocation, 'location' | 'provider'>,
  alert: string,
  warning: Warning,
): Promise<void> {
  const { rows } = await sql.query(
    `INSERT INTO weather_warning (tenant_guid, location_guid, provider, event_key, alert_guid, message_id, sent_at, onset_at,
                                  ends_at, event, headline, description, instruction, severity, closed_at)
     SELECT tenant_guid, guid, $2, $3, $4::uuid, $5, $6::timestamptz, $7::timestamptz, $8::timestamptz, $9, $10, $11, $12, $13::int, NULL
       FROM location WHERE guid = $1::uuid AND tenant_guid = $14::uuid
     ON CONFLICT (tenant_guid, location_guid, provider, event_key) DO UPDATE SET alert_guid = excluded.alert_guid,
        message_id = excluded.message_id, sent_at = excluded.sent_at, onset_at = excluded.onset_at, ends_at = excluded.ends_at,
        event = excluded.event, headline = excluded.headline, description = excluded.description,
        instruction = excluded.instruction, severity = excluded.severity, closed_at = NULL
     RETURNING location_guid`,
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
      tenant,
    ],
  );
  if (rows.length === 0) throw new Error(`location ${place.location} does not exist`);
}

/** When a closed warning counts as sent that whichever message names it raises again. */
const BEFORE_ALL_MESSAGES = "'1900-01-01T00:00Z'::timestamptz";

/** `mayReturn`: the message that it was raised by raises it again. */
export async function closeWarning(
  sql: Sql,
  tenant: string,
  alert: string,
  at: Millis,
  mayReturn = false,
): Promise<void> {
  await sql.query(
    `UPDATE weather_warning SET closed_at = $3::timestamptz,
            sent_at = CASE WHEN $4::boolean THEN ${BEFORE_ALL_MESSAGES} ELSE sent_at END
      WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid AND closed_at IS NULL`,
    [tenant, alert, new Date(at), mayReturn],
  );
}

/** Nothing of a place is taken for known any more: its warnings are closed, and raised again by whichever message names them. */
export async function forgetWarnings(sql: Sql, tenant: string, location: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE weather_warning SET closed_at = coalesce(closed_at, $3::timestamptz), sent_at = ${BEFORE_ALL_MESSAGES}
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND (closed_at IS NULL OR sent_at > ${BEFORE_ALL_MESSAGES})`,
    [tenant, location, new Date(at)],
  );
}

export interface ExpiredWarning {
  readonly tenant: string;
  readonly alert: string;
  readonly provider: WeatherProvider;
  readonly endsAt: Date;
}

const IS_EXPIRED = 'w.closed_at IS NULL AND w.ends_at <= $1::timestamptz';
const EXPIRED_AT_ONCE = 500;

/** The organization of each open warning whose time is over; nothing is locked. */
export async function listExpiredWarnings(sql: Sql, now: Millis): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT w.tenant_guid AS tenant FROM weather_warning w WHERE ${IS_EXPIRED} ORDER BY w.ends_at LIMIT ${EXPIRED_AT_ONCE}`,
    [new Date(now)],
  );
  return rows;
}

/** Locks open warnings of these organizations whose time is over: they end whether the service can be asked or not. */
export async function lockExpiredWarnings(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
): Promise<readonly ExpiredWarning[]> {
  const { rows } = await sql.query<ExpiredWarning & { [name: string]: unknown }>(
    `SELECT w.tenant_guid AS tenant, w.alert_guid AS alert, w.provider, w.ends_at AS "endsAt" FROM weather_warning w
      WHERE w.tenant_guid = ANY($2::uuid[]) AND ${IS_EXPIRED}
      ORDER BY w.ends_at LIMIT ${EXPIRED_AT_ONCE} FOR UPDATE OF w SKIP LOCKED`,
    [new Date(now), tenants],
  );
  return rows;
}

export interface SubscriptionRow {
  /** null: none any more. */
  readonly provider: WeatherProvider | null;
  readonly lastCheckedAt: Date | null;
  readonly lastProblem: string | null;
  readonly lastUpdateTs: Date;
}

/** null: no provider was ever chosen. */
export async function findSubscription(sql: Sql, tenant: string, location: string): Promise<SubscriptionRow | null> {
  const { rows } = await sql.query<SubscriptionRow & { [name: string]: unknown }>(
    `SELECT provider, last_checked_at AS "lastCheckedAt", last_problem AS "lastProblem",
            last_update_ts AS "lastUpdateTs" FROM location_weather
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid`,
    [tenant, location],
  );
  return rows[0] ?? null;
}

/** `provider` null: none; the row stays, so that its version does not go back. It is never due. */
export async function saveSubscription(
  sql: Sql,
  tenant: string,
  subscription: {
    readonly location: string;
    readonly provider: WeatherProvider | null;
    readonly by: string;
  },
  now: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO location_weather (location_guid, tenant_guid, provider, next_check_at, changed_by, last_update_ts)
     SELECT guid, tenant_guid, $3, CASE WHEN $3::text IS NULL THEN 'infinity' ELSE $5::timestamptz END, $4, $5::timestamptz
       FROM location WHERE guid = $1::uuid AND tenant_guid = $2::uuid
     ON CONFLICT (tenant_guid, location_guid) DO UPDATE SET provider = excluded.provider, next_check_at = excluded.next_check_at,
        last_checked_at = NULL, last_problem = NULL, changed_by = excluded.changed_by, last_update_ts = excluded.last_update_ts`,
    [subscription.location, tenant, subscription.provider, subscription.by, new Date(now)],
  );
}
