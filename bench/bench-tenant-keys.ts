/**
 * npm run bench:tenant-keys: what the organization costs in the key of the hot tables, as a uuid of 16 bytes and as a number of 4:
 * bytes on disk and in the log, and the processor time of the connection, of reading, reading_chunk, reading_rollup and monitor_state,
 * inserted as ingest and packing insert them; and what it costs to ask for a conflict before a reading is inserted. The variants take
 * turns in every round, so that a slow moment meets all of them.
 *
 *   npm run bench:tenant-keys -- --rounds 5 --table reading
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@picket/cli/postgres';
import { openClient } from '@picket/server/database-connections';
import { cpuSeconds } from './lib/cpu-time.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, table: { type: 'string', default: '' } },
});
const ROUNDS = Number(values.rounds);
const TENANTS = 50;
const SERIES = 20_000;
/** Readings of one ingest transaction. */
const BATCH = 4000;
const MINUTES_PER_ROUND = 15;
const DAYS_PER_ROUND = 1;
const CHUNK_BYTES = 1700;
const ROLLUP_BYTES = [250, 1100] as const;
const STATE = JSON.stringify({ text: randomBytes(1100).toString('base64') });

interface Variant {
  readonly name: string;
  /** Of the column that the key begins with; null: none. */
  readonly type: 'uuid' | 'int' | null;
  /** Inserts without ON CONFLICT, as what is known to be new. */
  readonly isPlain: boolean;
}

const ASKING: readonly Variant[] = [
  { name: 'none', type: null, isPlain: false },
  { name: 'uuid', type: 'uuid', isPlain: false },
  { name: 'int4', type: 'int', isPlain: false },
];
const PLAIN: readonly Variant[] = [
  { name: 'none_plain', type: null, isPlain: true },
  { name: 'uuid_plain', type: 'uuid', isPlain: true },
];

const GUIDS = Array.from({ length: TENANTS }, () => randomUUID());
const SERIES_OF_SENTRY = 20;
const tenantOf = ({ type }: Variant, series: number): string | number => {
  const tenant = Math.floor(series / SERIES_OF_SENTRY) % TENANTS;
  return type === 'uuid' ? (GUIDS[tenant] ?? '') : tenant;
};
const SENTRIES = Array.from({ length: SERIES / SERIES_OF_SENTRY }, () => randomUUID());

interface BenchTable {
  readonly name: string;
  readonly columns: string;
  readonly key: string;
  /** Types of the arrays that its rows are inserted from. */
  readonly types: readonly string[];
  /** The rows of a round: the series of each, and its values. */
  rowsOf(round: number): Generator<readonly [series: number, ...values: readonly unknown[]]>;
  readonly rowsPerBatch: number;
}

const START = Date.UTC(2026, 0, 1);
const instant = (minute: number): string => new Date(START + minute * 60_000).toISOString();
const day = (number: number): string => new Date(START + number * 86_400_000).toISOString().slice(0, 10);

const TABLES: readonly BenchTable[] = [
  {
    name: 'reading',
    columns: 'series_id int NOT NULL, at timestamptz(3) NOT NULL, value float8, raw float8',
    key: 'series_id, at',
    types: ['int', 'timestamptz', 'float8', 'float8'],
    *rowsOf(round) {
      for (let minute = round * MINUTES_PER_ROUND; minute < (round + 1) * MINUTES_PER_ROUND; minute++)
        for (let series = 0; series < SERIES; series++)
          yield [series, series, instant(minute), 20 + (series % 97) / 10, null];
    },
    rowsPerBatch: BATCH,
  },
  {
    name: 'reading_chunk',
    columns:
      'series_id int NOT NULL, day date NOT NULL, keep_days int NOT NULL, count int NOT NULL, first_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL, last_value float8, data bytea NOT NULL',
    key: 'series_id, day, keep_days',
    types: ['int', 'date', 'int', 'int', 'timestamptz', 'timestamptz', 'float8', 'bytea'],
    *rowsOf(round) {
      for (let number = round * DAYS_PER_ROUND; number < (round + 1) * DAYS_PER_ROUND; number++)
        for (let series = 0; series < SERIES; series++)
          yield [
            series,
            series,
            day(number),
            0,
            1440,
            instant(number * 1440),
            instant(number * 1440 + 1439),
            20,
            randomBytes(CHUNK_BYTES),
          ];
    },
    rowsPerBatch: 500,
  },
  {
    name: 'reading_rollup',
    columns:
      'series_id int NOT NULL, day date NOT NULL, keep_days int NOT NULL, min float8 NOT NULL, max float8 NOT NULL, sum float8 NOT NULL, count int NOT NULL, last float8 NOT NULL, hours bytea NOT NULL, five_minutes bytea NOT NULL',
    key: 'series_id, day, keep_days',
    types: ['int', 'date', 'int', 'float8', 'float8', 'float8', 'int', 'float8', 'bytea', 'bytea'],
    *rowsOf(round) {
      for (let number = round * DAYS_PER_ROUND; number < (round + 1) * DAYS_PER_ROUND; number++)
        for (let series = 0; series < SERIES; series++)
          yield [
            series,
            series,
            day(number),
            0,
            19,
            23,
            30_240,
            1440,
            21,
            randomBytes(ROLLUP_BYTES[0]),
            randomBytes(ROLLUP_BYTES[1]),
          ];
    },
    rowsPerBatch: 500,
  },
  {
    name: 'monitor_state',
    columns: 'sentry_guid uuid NOT NULL, state json NOT NULL, last_received_at timestamptz(3) NOT NULL',
    key: 'sentry_guid',
    types: ['uuid', 'json', 'timestamptz'],
    *rowsOf(round) {
      for (const [index, sentry] of SENTRIES.entries()) yield [index, sentry, STATE, instant(round)];
    },
    rowsPerBatch: 200,
  },
];

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const client = openClient(postgres.ownerUrl, 'script');
await client.connect();
const { rows: own } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
const backend = own[0]?.pid ?? 0;
const processorSeconds = (): number => cpuSeconds(backend) ?? 0;

const tableOf = ({ name }: BenchTable, variant: Variant): string => `${name}_${variant.name}`;

/** Inserts one batch, or rewrites it where the rows exist (states). */
async function insertBatch(
  table: BenchTable,
  variant: Variant,
  rows: readonly (readonly [number, ...(readonly unknown[])])[],
): Promise<void> {
  const types = [...(variant.type === null ? [] : [variant.type]), ...table.types];
  const columns = types.map((_, at) =>
    rows.map(([series, ...rest]) => (variant.type === null ? rest : [tenantOf(variant, series), ...rest])[at]),
  );
  const sent = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ');
  const key = variant.type === null ? table.key : `tenant, ${table.key}`;
  const conflict =
    table.name === 'monitor_state'
      ? `(${key}) DO UPDATE SET last_received_at = excluded.last_received_at`
      : 'DO NOTHING';
  await client.query({
    name: tableOf(table, variant),
    text: `INSERT INTO ${tableOf(table, variant)} SELECT * FROM unnest(${sent})${variant.isPlain ? '' : ` ON CONFLICT ${conflict}`}`,
    values: columns,
  });
}

/** Bytes of the write-ahead log so far. */
async function logBytes(): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`);
  return Number(rows[0]?.bytes);
}

interface Round {
  readonly rows: number;
  /** Of processor time, of the process of the connection. */
  readonly seconds: number;
  readonly logged: number;
}

async function insertRound(table: BenchTable, variant: Variant, round: number): Promise<Round> {
  const [logBefore, cpuBefore] = [await logBytes(), processorSeconds()];
  let rows = 0;
  let batch: (readonly [number, ...(readonly unknown[])])[] = [];
  const flush = async (): Promise<void> => {
    await insertBatch(table, variant, batch);
    rows += batch.length;
    batch = [];
  };
  for (const row of table.rowsOf(round)) {
    batch.push(row);
    if (batch.length === table.rowsPerBatch) await flush();
  }
  if (batch.length > 0) await flush();
  return { rows, seconds: processorSeconds() - cpuBefore, logged: (await logBytes()) - logBefore };
}

async function measure(table: BenchTable): Promise<void> {
  const variants = table.name === 'reading' ? [...ASKING, ...PLAIN] : ASKING;
  const rounds = new Map<Variant, Round[]>(variants.map((variant) => [variant, []]));
  for (const variant of variants) {
    const [column, key] = variant.type === null ? ['', ''] : [`tenant ${variant.type} NOT NULL, `, 'tenant, '];
    await client.query(
      `CREATE TABLE ${tableOf(table, variant)} (${column}${table.columns}, PRIMARY KEY (${key}${table.key}))`,
    );
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const turn of variants.keys()) {
      const variant = variants[(round + turn) % variants.length];
      if (variant !== undefined) rounds.get(variant)?.push(await insertRound(table, variant, round));
    }
  for (const variant of variants) await report(table, variant, rounds.get(variant) ?? []);
}

async function report(table: BenchTable, variant: Variant, rounds: readonly Round[]): Promise<void> {
  const { rows } = await client.query<{ heap: string; key: string; rows: string }>(
    `SELECT pg_table_size($1::regclass) AS heap, pg_indexes_size($1::regclass) AS key, count(*) AS rows FROM ${tableOf(table, variant)}`,
    [tableOf(table, variant)],
  );
  const [found] = rows;
  const perRow = (bytes: string | undefined): string => (Number(bytes) / Number(found?.rows)).toFixed(1);
  const logged = rounds.reduce((sum, one) => sum + one.logged, 0) / rounds.reduce((sum, one) => sum + one.rows, 0);
  // What else runs on the machine only adds to it.
  const least = Math.min(...rounds.map((one) => (one.seconds / one.rows) * 1e6));
  console.log(
    `${table.name.padEnd(15)} ${variant.name.padEnd(10)}  ${perRow(found?.heap)} + ${perRow(found?.key)} bytes a row, ${logged.toFixed(0)} bytes of log, ${least.toFixed(1)} s of processor a million rows`,
  );
}

try {
  for (const table of TABLES) if (values.table === '' || values.table === table.name) await measure(table);
} finally {
  await client.end();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
