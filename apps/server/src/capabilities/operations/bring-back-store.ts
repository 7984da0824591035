/** Copies the rows of an organization from a restored database into the running one. Both are connections of their own. */
import { pipeline } from 'node:stream/promises';
import type { Millis } from '@picket/domain/time';
import pg from 'pg';
import type { LedgerEntry } from '../../platform/wal-archive/erasure-ledger.ts';
import { OWNED_TABLES } from './tenant-data-store.ts';

/** Of a moment only, or opened again by it. */
const LEFT_OUT: readonly string[] = [
  ...['session', 'one_time_token', 'known_device', 'live_event', 'outgoing_mail'],
  ...['live_uplink', 'sentry_signal', 'sentry_channel', 'destination_health'],
];

/** Every server reads the configuration of the organization again, whatever it remembers of it. */
const NEXT_REVISION = 't.monitor_revision + 1000000';

/** In the order in which they are filled: what a row refers to is there before it. */
const TABLES = OWNED_TABLES.filter(({ name }) => !LEFT_OUT.includes(name)).toReversed();

export interface FoundTenant {
  readonly guid: string;
  readonly name: string;
}

interface PastTenant extends FoundTenant {
  readonly suspended: boolean;
}

/** By guid, or by name; null: there is none. */
export async function findTenantToBringBack(client: pg.ClientBase, nameOrGuid: string): Promise<PastTenant | null> {
  const { rows } = await client.query<PastTenant>(
    'SELECT guid, name, suspended FROM tenant WHERE guid::text = lower($1) OR lower(name) = lower($1)',
    [nameOrGuid],
  );
  return rows[0] ?? null;
}

/** An organization of that guid or name; it stays as it is until the transaction ends. */
export async function lockSameTenant(client: pg.ClientBase, { guid, name }: FoundTenant): Promise<FoundTenant | null> {
  const { rows } = await client.query<FoundTenant>(
    'SELECT guid, name FROM tenant WHERE guid = $1::uuid OR lower(name) = lower($2) FOR UPDATE',
    [guid, name],
  );
  return rows[0] ?? null;
}

export interface PackedDay {
  readonly table: 'reading_chunk' | 'reading_rollup';
  readonly keepDays: number;
  readonly day: Millis;
}

/** Months of packed readings that need a partition. */
export async function listPackedMonths(client: pg.ClientBase, tenant: string): Promise<readonly PackedDay[]> {
  const months: PackedDay[] = [];
  for (const table of ['reading_chunk', 'reading_rollup'] as const) {
    const { rows } = await client.query<{ keepDays: number; day: Date }>(
      `SELECT DISTINCT p.keep_days AS "keepDays", date_trunc('month', p.day)::timestamptz AS day FROM ${table} p
        WHERE p.tenant_guid = $1::uuid`,
      [tenant],
    );
    months.push(...rows.map(({ keepDays, day }) => ({ table, keepDays, day: day.getTime() })));
  }
  return months;
}

/** Names of the columns of a table, quoted. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = ('public.' || quote_ident($1))::regclass AND attnum > 0
        AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

interface CopiedTable {
  readonly name: string;
  /** Quoted, and in the same order what is selected for each. */
  readonly columns: readonly string[];
  readonly selected: readonly string[];
  /** Of the rows of the table, called t. */
  readonly condition: string;
}

/** Copies rows of a table, within the caller's transactions. Returns their number. */
export async function copyRows(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { name, columns, selected, condition }: CopiedTable,
): Promise<number> {
  const { from: copyFrom, to: copyTo } = await import('pg-copy-streams');
  const list = columns.join(', ');
  const { rows } = await target.query<{ isLimited: boolean }>(`SELECT row_security_active($1::text) AS "isLimited"`, [
    name,
  ]);
  // Postgres refuses COPY into a table whose policies apply, whatever they say.
  const isStaged = rows[0]?.isLimited === true;
  if (isStaged) await target.query(`CREATE TEMP TABLE copied_rows AS SELECT ${list} FROM "${name}" WITH NO DATA`);
  const into = target.query(copyFrom(`COPY ${isStaged ? 'copied_rows' : `"${name}"`} (${list}) FROM STDIN`));
  await pipeline(
    source.query(copyTo(`COPY (SELECT ${selected.join(', ')} FROM "${name}" t WHERE ${condition}) TO STDOUT`)),
    into,
  );
  if (isStaged)
    await target.query(`INSERT INTO "${name}" (${list}) SELECT ${list} FROM copied_rows; DROP TABLE copied_rows`);
  return into.rowCount;
}

/** Copies all tables, within the caller's transactions; `onTable` is called before each. Returns the number of rows of each. */
export async function copyTenant(
  source: pg.ClientBase,
  tenant: string,
  target: pg.ClientBase,
  onTable: (name: string, share: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const literal = pg.escapeLiteral(tenant);
  const rows: Record<string, number> = {};
  for (const [place, { name, where }] of TABLES.entries()) {
    onTable(name, place / TABLES.length);
    const columns = await columnsOf(source, name);
    rows[name] = await copyRows(source, target, {
      name,
      columns,
      selected: columns.map((column) => (column === 'monitor_revision' ? NEXT_REVISION : `t.${column}`)),
      condition: where.replaceAll('$1', literal),
    });
  }
  return rows;
}

/** The organization is active again, as it was copied. */
export async function reactivateCopied(client: pg.ClientBase, tenant: string): Promise<void> {
  await client.query('UPDATE tenant SET suspended = false WHERE guid = $1::uuid', [tenant]);
}

/** How many rows of each table would be copied. */
export async function countTenant(source: pg.ClientBase, tenant: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { name, where } of TABLES) {
    const { rows } = await source.query<{ count: number }>(`SELECT count(*) AS count FROM "${name}" t WHERE ${where}`, [
      tenant,
    ]);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Erases what was erased or revoked on purpose since, of what was copied: a guid or, for all tokens of a user, those made until then. */
export async function eraseCopied(
  client: pg.ClientBase,
  tenant: string,
  erasures: readonly LedgerEntry[],
): Promise<void> {
  const ours = erasures.filter((entry) => entry.tenant === tenant);
  const guidsOf = (kind: LedgerEntry['kind']): readonly string[] =>
    ours.filter((entry) => entry.kind === kind).map(({ guid }) => guid);
  await client.query('DELETE FROM user_account WHERE tenant_guid = $1::uuid AND guid = ANY ($2::uuid[])', [
    tenant,
    guidsOf('USER'),
  ]);
  await client.query('DELETE FROM api_token WHERE tenant_guid = $1::uuid AND guid = ANY ($2::uuid[])', [
    tenant,
    guidsOf('API_TOKEN'),
  ]);
  await client.query(
    `DELETE FROM api_token t USING unnest($2::uuid[], $3::timestamptz[]) AS e (user_guid, at)
      WHERE t.tenant_guid = $1::uuid AND t.user_guid = e.user_guid AND t.created_at <= e.at`,
    [
      tenant,
      guidsOf('API_TOKENS_OF_USER'),
      ours.filter(({ kind }) => kind === 'API_TOKENS_OF_USER').map(({ at }) => at),
    ],
  );
}
