/** All data of an organization, table by table: to export, and to delete. The only file that does either across modules. */
import type { Database, Sql } from '../../platform/db/database.ts';

interface OwnedTable {
  readonly name: string;
  /** Condition for the rows of the organization ($1), of the table called t. */
  readonly where: string;
  /** Columns with secrets: not exported. */
  readonly secretColumns?: readonly string[];
  /** Exported in another form, or not at all. */
  readonly isInternal?: true;
}

const BY_TENANT = 't.tenant_guid = $1::uuid';
const owned = (name: string, where: string, secretColumns: readonly string[] = []): OwnedTable => ({
  name,
  where,
  secretColumns,
});
const internal = (name: string, where: string): OwnedTable => ({ name, where, isInternal: true });

/** In an order in which they can be deleted: who refers to another goes first. */
export const OWNED_TABLES: readonly OwnedTable[] = [
  internal('reading', BY_TENANT),
  internal('reading_chunk', BY_TENANT),
  internal('reading_rollup', BY_TENANT),
  internal('frame', BY_TENANT),
  internal('monitor_checkpoint', BY_TENANT),
  internal('monitor_state', BY_TENANT),
  owned('consumed_action_link', BY_TENANT),
  owned('delivery_attempt', BY_TENANT),
  owned('delivery', BY_TENANT),
  owned('message', BY_TENANT),
  internal('destination_health', BY_TENANT),
  internal('digest_delivery', BY_TENANT),
  owned('notification_preference', BY_TENANT),
  owned('notification_rules', BY_TENANT),
  owned('destination', BY_TENANT, ['settings']),
  owned('outbound_destination', BY_TENANT),
  owned('weather_warning', BY_TENANT),
  owned('location_weather', BY_TENANT),
  owned('clip_hold', BY_TENANT),
  owned('alert_clip', BY_TENANT),
  owned('alert_video', BY_TENANT),
  owned('clip_part', BY_TENANT),
  owned('clip', BY_TENANT, ['key']),
  owned('video_retention', BY_TENANT),
  owned('alert_escalation', BY_TENANT),
  owned('alert_reading', BY_TENANT),
  owned('alert_comment', BY_TENANT),
  owned('alert_step', BY_TENANT),
  owned('alert', BY_TENANT),
  owned('policy_change', BY_TENANT),
  owned('policy_override', BY_TENANT),
  owned('policy_version', BY_TENANT),
  owned('policy', BY_TENANT),
  internal('sentry_signal', BY_TENANT),
  internal('sentry_channel', BY_TENANT),
  internal('live_uplink', BY_TENANT),
  owned('live_view', BY_TENANT, ['ticket_hash']),
  owned('sentry_camera', BY_TENANT),
  owned('camera_mask_revision', BY_TENANT),
  owned('camera_mask', BY_TENANT),
  owned('camera_off_period', BY_TENANT),
  owned('camera_setting', BY_TENANT),
  owned('asset', BY_TENANT),
  owned('zone', BY_TENANT),
  owned('maintenance_window', BY_TENANT),
  owned('simulated_sentry', BY_TENANT),
  owned('demo_scenario', BY_TENANT),
  owned('adopted_mapping', BY_TENANT),
  owned('discovered_entity', BY_TENANT),
  owned('discovered_device', BY_TENANT),
  owned('observation_batch', BY_TENANT),
  internal('source_test', BY_TENANT),
  owned('retained_message', BY_TENANT),
  owned('hosted_broker', BY_TENANT, ['password_hash']),
  owned('integration', BY_TENANT, ['settings', 'hook_token_hash']),
  owned('sentry_network', BY_TENANT, ['wifi_password']),
  owned('fluid_sensor', BY_TENANT),
  owned('sensor_offset', BY_TENANT),
  owned('sensor_setting', BY_TENANT),
  owned('series', BY_TENANT),
  owned('installation', BY_TENANT),
  owned('activation', BY_TENANT),
  internal('activation_code', BY_TENANT),
  internal('credential', BY_TENANT),
  owned('sentry', BY_TENANT),
  owned('permission', BY_TENANT),
  owned('location', BY_TENANT),
  owned('get_started', BY_TENANT),
  owned('retention', BY_TENANT),
  owned('usage_record', BY_TENANT),
  owned('feedback', BY_TENANT),
  internal('live_event', BY_TENANT),
  internal('outgoing_mail', BY_TENANT),
  internal('one_time_token', BY_TENANT),
  owned('api_token', BY_TENANT, ['hash']),
  owned('session', BY_TENANT, ['hash', 'next_hash']),
  internal('recovery_code', BY_TENANT),
  internal('known_device', BY_TENANT),
  owned('passkey', BY_TENANT, ['credential_id', 'public_key']),
  owned('user_account', BY_TENANT, ['password_hash', 'totp_secret', 'totp_last_step', 'oidc_subject']),
  owned('tenant', 't.guid = $1::uuid'),
];

/** Tables of no organization; or the audit log, which stays as the record of the deletion. */
export const UNOWNED_TABLES: readonly string[] = [
  'announcement',
  'attempt_count',
  'audit_anchor_mark',
  'audit_entry',
  'audit_head',
  'downtime',
  'installation_setting',
  'login_challenge',
  'mail_relay_health',
  'platform_uptime',
  'policy_fingerprint',
  'recovery_check',
  'reset_request',
  'health_observation',
];

const byPerson = (key: string): string => `t.${key} = $1::uuid`;
const secretsOf = (name: string): readonly string[] =>
  OWNED_TABLES.find((table) => table.name === name)?.secretColumns ?? [];

/** Data about a user ($1), or by them. */
export const PERSON_TABLES: readonly OwnedTable[] = [
  owned('user_account', byPerson('guid'), secretsOf('user_account')),
  owned('permission', byPerson('user_guid')),
  owned('session', byPerson('user_guid'), secretsOf('session')),
  owned('known_device', byPerson('user_guid'), ['hash']),
  owned('passkey', byPerson('user_guid'), secretsOf('passkey')),
  owned('api_token', byPerson('user_guid'), secretsOf('api_token')),
  owned('destination', byPerson('user_guid'), secretsOf('destination')),
  owned('notification_preference', byPerson('owner_guid')),
  owned('message', byPerson('owner_guid')),
  owned('alert_comment', byPerson('by_guid')),
  owned('feedback', byPerson('user_guid')),
  // Their actions, without the changes, which may be about others.
  owned('audit_entry', byPerson('actor_guid'), ['hash', 'before', 'after']),
];

const PAGE_SIZE = 500;

/** The columns of a table's key, quoted, and what each is. */
async function primaryKeyOf(
  sql: Sql,
  table: string,
): Promise<readonly { readonly column: string; readonly type: string }[]> {
  const { rows } = await sql.query<{ column: string; type: string }>(
    `SELECT quote_ident(a.attname) AS "column", format_type(a.atttypid, NULL) AS type
       FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY AS k(attnum, place)
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
      WHERE i.indrelid = ('public.' || quote_ident($1))::regclass AND i.indisprimary ORDER BY k.place`,
    [table],
  );
  return rows;
}

/** Rows of one table of `owner`, without their secrets, a page a statement, in the order of the table's key. */
export async function* rowsOf(
  sql: Sql,
  { name, where, secretColumns = [] }: OwnedTable,
  owner: string,
): AsyncGenerator<readonly object[]> {
  const key = await primaryKeyOf(sql, name);
  const columns = key.map(({ column }) => `t.${column}`).join(', ');
  const texts = key.map(({ column }) => `t.${column}::text`).join(', ');
  const place = key.map(({ type }, at) => `($3::text[])[${at + 1}]::${type}`).join(', ');
  const page = (after: string): string =>
    `SELECT to_jsonb(t) - $2::text[] AS row, ARRAY[${texts}] AS key FROM "${name}" t
      WHERE (${where}) AND ${after} ORDER BY ${columns} LIMIT ${PAGE_SIZE}`;
  const first = page('$3::text[] IS NULL');
  const next = page(`(${columns}) > (${place})`);
  for (let last: readonly string[] | null = null; ; ) {
    const { rows }: { rows: { row: object; key: string[] }[] } = await sql.query<{ row: object; key: string[] }>(
      last === null ? first : next,
      [owner, secretColumns, last],
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1)?.key ?? null;
  }
}

export interface OwnSeries {
  readonly id: number;
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly column: string;
}

export async function seriesOf(sql: Sql, tenant: string): Promise<readonly OwnSeries[]> {
  const { rows } = await sql.query<OwnSeries & { [name: string]: unknown }>(
    `SELECT x.id, x.sentry_guid AS sentry, x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column"
       FROM series x WHERE x.tenant_guid = $1::uuid ORDER BY x.id`,
    [tenant],
  );
  return rows;
}

const SERIES_PER_BATCH = 50;
const ROWS_PER_BATCH = 10_000;
/** Rows of these are searched for in many tables before they are deleted: series in each partition of packed days. */
const WIDELY_REFERRED: readonly string[] = ['alert', 'clip', 'sentry', 'series'];
const WIDELY_REFERRED_PER_BATCH = 500;
/** Its rows refer to each other, and the one that is divided may not go before its parts. */
const SELF_REFERRING = 'zone';
/**
 * As many as there are people, places and what they set up: deleted in one transaction at the end. An organization that is reactivated until then is
 * watched as before: its policies, receivers, masks and holds are in force, though it has lost history.
 */
const DELETED_LAST: readonly string[] = [
  'notification_preference',
  'notification_rules',
  'destination',
  'outbound_destination',
  'clip_hold',
  'video_retention',
  'policy_override',
  'policy_version',
  'policy',
  'camera_mask_revision',
  'camera_mask',
  'camera_off_period',
  'camera_setting',
  'permission',
  'location',
  'get_started',
  'retention',
  'one_time_token',
  'api_token',
  'session',
  'recovery_code',
  'known_device',
  'passkey',
  'user_account',
  'tenant',
];

/** How many rows of a table are deleted at once; null: all. */
function batchSize(table: string): number | null {
  if (table === SELF_REFERRING) return null;
  return WIDELY_REFERRED.includes(table) ? WIDELY_REFERRED_PER_BATCH : ROWS_PER_BATCH;
}

/**
 * Whether the organization is suspended, which stays so until the caller's transaction ends; null: there is none. Changes of
 * the organization wait, what refers to it does not.
 */
export async function lockTenant(sql: Sql, tenant: string): Promise<{ readonly suspended: boolean } | null> {
  const { rows } = await sql.query<{ suspended: boolean }>(
    'SELECT suspended FROM tenant WHERE guid = $1::uuid FOR NO KEY UPDATE',
    [tenant],
  );
  return rows[0] ?? null;
}

/**
 * Deletes in batches what grows with time and devices, so that nothing else is blocked and no transaction has to take it all: readings
 * first. `check` begins the transaction of each batch; what it throws ends the deletion, and the rest stays.
 */
export async function deleteBulk(
  db: Database,
  tenant: string,
  series: readonly number[],
  check: (sql: Sql) => Promise<void>,
): Promise<void> {
  const deleteBatch = (statement: string, values: readonly unknown[]): Promise<number> =>
    db.inIngestTx(async (sql) => {
      await check(sql);
      return (await sql.query(statement, values)).rowCount;
    });
  for (let begin = 0; begin < series.length; begin += SERIES_PER_BATCH) {
    const part = series.slice(begin, begin + SERIES_PER_BATCH);
    for (const table of ['reading', 'reading_chunk', 'reading_rollup'])
      await deleteBatch(`DELETE FROM ${table} WHERE tenant_guid = $1::uuid AND series_id = ANY($2::int[])`, [
        tenant,
        part,
      ]);
  }
  for (const { name, where } of OWNED_TABLES.filter((table) => !DELETED_LAST.includes(table.name))) {
    const size = batchSize(name);
    const statement = `DELETE FROM "${name}" t WHERE ${where} AND ctid = ANY(ARRAY(SELECT t.ctid FROM "${name}" t WHERE ${where} LIMIT $2))`;
    // In a table with partitions more rows may have one of these places.
    while ((await deleteBatch(statement, [tenant, size])) >= (size ?? Number.POSITIVE_INFINITY));
  }
}

/** Deletes the rest in the caller's transaction. */
export async function deleteOwned(sql: Sql, tenant: string): Promise<void> {
  for (const { name, where } of OWNED_TABLES) await sql.query(`DELETE FROM "${name}" t WHERE ${where}`, [tenant]);
}
