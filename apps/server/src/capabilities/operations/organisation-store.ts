/** Everything an organisation has, table by table: to hand out, and to delete. The only file that does either across rooms. */
import type { Database, Sql } from '../../platform/index.ts';

interface OwnedTable {
  readonly name: string;
  /** Which rows are the organisation's ($1), of the table called t. */
  readonly of: string;
  /** Secrets and what only stands for them: not handed out. */
  readonly without?: readonly string[];
  /** Handed out in another form, or nothing to anybody. */
  readonly isInner?: true;
}

const MINE = 't.tenant_guid = $1::uuid';
const BY = (key: string, table: string): string =>
  `t.${key} IN (SELECT guid FROM ${table} WHERE tenant_guid = $1::uuid)`;
const BY_SERIES = `t.series_id IN (SELECT x.id FROM series x JOIN sentry s ON s.guid = x.sentry_guid WHERE s.tenant_guid = $1::uuid)`;
const owned = (name: string, of: string, without: readonly string[] = []): OwnedTable => ({ name, of, without });
const inner = (name: string, of: string): OwnedTable => ({ name, of, isInner: true });

/** In an order in which they can be deleted: who refers to another goes first. */
export const OWNED_TABLES: readonly OwnedTable[] = [
  inner('reading', BY_SERIES),
  inner('reading_chunk', BY_SERIES),
  inner('reading_rollup', BY_SERIES),
  inner('frame', BY('sentry_guid', 'sentry')),
  inner('monitor_checkpoint', BY('sentry_guid', 'sentry')),
  inner('monitor_state', BY('sentry_guid', 'sentry')),
  owned('used_link', BY('message_guid', 'message')),
  owned('message_try', BY('message_guid', 'message')),
  owned('delivery', MINE),
  owned('message', MINE),
  inner('destination_health', MINE),
  inner('digest_run', `${BY('owner_guid', 'user_account')} OR ${BY('owner_guid', 'destination')}`),
  owned('notification_preference', MINE),
  owned('notification_rules', MINE),
  owned('destination', MINE, ['settings']),
  owned('outbound_destination', MINE),
  owned('weather_warning', BY('location_guid', 'location')),
  owned('location_weather', MINE),
  owned('alert_escalation', BY('alert_guid', 'alert')),
  owned('alert_reading', BY('alert_guid', 'alert')),
  owned('alert_comment', BY('alert_guid', 'alert')),
  owned('alert_step', BY('alert_guid', 'alert')),
  owned('alert', MINE),
  owned('policy_change', MINE),
  owned('policy_override', BY('policy_guid', 'policy')),
  owned('policy_version', BY('policy_guid', 'policy')),
  owned('policy', MINE),
  owned('asset', MINE),
  owned('zone', MINE),
  owned('maintenance_window', MINE),
  owned('demo_scenario', BY('sentry_guid', 'sentry')),
  owned('sentry_network', BY('sentry_guid', 'sentry'), ['wifi_password']),
  owned('fluid_sensor', BY('sentry_guid', 'sentry')),
  owned('sensor_offset', BY('sentry_guid', 'sentry')),
  owned('sensor_setting', BY('sentry_guid', 'sentry')),
  owned('series', BY('sentry_guid', 'sentry')),
  owned('installation', BY('sentry_guid', 'sentry')),
  owned('activation', BY('sentry_guid', 'sentry')),
  inner('activation_code', BY('sentry_guid', 'sentry')),
  inner('credential', BY('sentry_guid', 'sentry')),
  owned('sentry', MINE),
  owned('permission', BY('user_guid', 'user_account')),
  owned('location', MINE),
  owned('retention', MINE),
  owned('usage_record', MINE),
  owned('feedback', MINE),
  inner('live_event', MINE),
  inner('outgoing_mail', MINE),
  inner('one_time_token', MINE),
  owned('api_token', MINE, ['hash']),
  owned('session', BY('user_guid', 'user_account'), ['hash', 'next_hash']),
  inner('recovery_code', BY('user_guid', 'user_account')),
  inner('known_device', BY('user_guid', 'user_account')),
  owned('passkey', BY('user_guid', 'user_account'), ['credential_id', 'public_key']),
  owned('user_account', MINE, ['password_hash', 'totp_secret', 'totp_last_step', 'oidc_subject']),
  owned('tenant', 't.guid = $1::uuid'),
];

/** Nobody's in particular; or the audit log, which stays: that somebody deleted an organisation is on record. */
export const OTHER_TABLES: readonly string[] = [
  'announcement',
  'attempt_count',
  'audit_anchor_mark',
  'audit_entry',
  'audit_head',
  'downtime',
  'login_challenge',
  'mail_relay_health',
  'platform_uptime',
  'reset_request',
  'trouble_sighting',
  'watch_print',
];

const SELF = (key: string): string => `t.${key} = $1::uuid`;
const secretsOf = (name: string): readonly string[] => OWNED_TABLES.find((table) => table.name === name)?.without ?? [];

/** What there is about a person ($1), or by them. */
export const PERSON_TABLES: readonly OwnedTable[] = [
  owned('user_account', SELF('guid'), secretsOf('user_account')),
  owned('permission', SELF('user_guid')),
  owned('session', SELF('user_guid'), secretsOf('session')),
  owned('known_device', SELF('user_guid'), ['hash']),
  owned('passkey', SELF('user_guid'), secretsOf('passkey')),
  owned('api_token', SELF('user_guid'), secretsOf('api_token')),
  owned('destination', SELF('user_guid'), secretsOf('destination')),
  owned('notification_preference', SELF('owner_guid')),
  owned('message', SELF('owner_guid')),
  owned('alert_comment', SELF('by_guid')),
  owned('feedback', SELF('user_guid')),
  // What they did; what that changed may be about others.
  owned('audit_entry', SELF('actor_guid'), ['hash', 'before', 'after']),
];

const PAGE = 500;

/** The columns of a table's key, quoted, and what each is. */
async function keyOf(sql: Sql, table: string): Promise<readonly { readonly column: string; readonly type: string }[]> {
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
  { name, of, without = [] }: OwnedTable,
  owner: string,
): AsyncGenerator<readonly object[]> {
  const key = await keyOf(sql, name);
  const columns = key.map(({ column }) => `t.${column}`).join(', ');
  const texts = key.map(({ column }) => `t.${column}::text`).join(', ');
  const place = key.map(({ type }, at) => `($3::text[])[${at + 1}]::${type}`).join(', ');
  const page = (after: string): string =>
    `SELECT to_jsonb(t) - $2::text[] AS row, ARRAY[${texts}] AS key FROM "${name}" t
      WHERE (${of}) AND ${after} ORDER BY ${columns} LIMIT ${PAGE}`;
  const first = page('$3::text[] IS NULL');
  const next = page(`(${columns}) > (${place})`);
  for (let last: readonly string[] | null = null; ; ) {
    const { rows }: { rows: { row: object; key: string[] }[] } = await sql.query<{ row: object; key: string[] }>(
      last === null ? first : next,
      [owner, without, last],
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < PAGE) return;
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
       FROM series x JOIN sentry s ON s.guid = x.sentry_guid WHERE s.tenant_guid = $1::uuid ORDER BY x.id`,
    [tenant],
  );
  return rows;
}

const SERIES_AT_ONCE = 50;
const ROWS_AT_ONCE = 10_000;
/** Besides readings, what there may be millions of. */
const BULKY: readonly string[] = ['frame', 'used_link', 'message_try', 'delivery', 'alert_reading', 'alert_step'];

/** Deletes the bulk of what there is, in parts that hold nobody up: readings first. */
export async function deleteBulk(db: Database, tenant: string, series: readonly number[]): Promise<void> {
  for (let begin = 0; begin < series.length; begin += SERIES_AT_ONCE) {
    const part = series.slice(begin, begin + SERIES_AT_ONCE);
    for (const table of ['reading', 'reading_chunk', 'reading_rollup'])
      await db.inIngestTx((sql) => sql.query(`DELETE FROM ${table} WHERE series_id = ANY($1::int[])`, [part]));
  }
  for (const { name, of } of OWNED_TABLES.filter((table) => BULKY.includes(table.name)))
    for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
      const { rowCount } = await db.inIngestTx((sql) =>
        sql.query(
          `DELETE FROM "${name}" WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM "${name}" t WHERE ${of} LIMIT $2))`,
          [tenant, ROWS_AT_ONCE],
        ),
      );
      deleted = rowCount;
    }
}

/** Deletes all the rest in the caller's transaction. */
export async function deleteOwned(sql: Sql, tenant: string): Promise<void> {
  for (const { name, of } of OWNED_TABLES) await sql.query(`DELETE FROM "${name}" t WHERE ${of}`, [tenant]);
}
