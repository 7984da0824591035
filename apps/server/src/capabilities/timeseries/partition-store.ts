/**
 * Partitions: days of `reading`, and of packed days first how long they are kept, then months (years of what is kept for
 * ever). Retention is a dropped partition. Their names say what they hold. The server's database role may not create or
 * drop tables: functions of the tables' owner do it (migration audit_protection).
 */
import type { Millis } from '@picket/domain/time';
import type { Database, Sql } from '../../platform/db/database.ts';
import { closedBefore, DAY, floorTo } from './roll-ups.ts';

const DAYS_AHEAD = 3;
/** Gives up quickly, so that waiting for the table lock blocks no other statement; the job tries again. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '300ms'`;
const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtext('picket partitions'))`;

const dateOf = (at: Millis): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').toPlainDate();
const millisOf = (date: Temporal.PlainDate): Millis => date.toZonedDateTime('UTC').epochMilliseconds;
const nameOf = (text: string): string => text.replaceAll('-', '_');

async function partitionsOf(sql: Sql, table: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function isThere(sql: Sql, table: string): Promise<boolean> {
  const { rows } = await sql.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [table]);
  return rows[0]?.isThere === true;
}

interface Span {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** What a partition called `…_2026`, `…_2026_11` or `…_2026_11_21` holds; null: its name names no time. */
function spanOf(name: string): Span | null {
  const [, year, month, day] = /_(\d{4})(?:_(\d{2}))?(?:_(\d{2}))?$/u.exec(name) ?? [];
  if (year === undefined) return null;
  const from = Temporal.PlainDate.from(`${year}-${month ?? '01'}-${day ?? '01'}`);
  const length = month === undefined ? { years: 1 } : day === undefined ? { months: 1 } : { days: 1 };
  return { from, to: from.add(length) };
}

/** Makes the partitions of readings from the first day still open to a few days ahead, so that no insert ever waits for one. */
export async function createReadingPartitions(db: Database, now: Millis): Promise<void> {
  const [first, today] = [dateOf(closedBefore(now)), dateOf(now)];
  const known = (await partitionsOf(db.console, 'reading')).flatMap((name) => spanOf(name) ?? []);
  const last = today.add({ days: DAYS_AHEAD });
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const isThere = known.some(
      ({ from, to }) => Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day, to) < 0,
    );
    if (!isThere) await createDay(db, day);
  }
}

async function createDay(db: Database, day: Temporal.PlainDate): Promise<void> {
  await db.inIngestTx(async (sql) => {
    await sql.query(LOCK_TIMEOUT);
    await sql.query(ONE_AT_A_TIME);
    await sql.query('SELECT picket_make_reading_day($1::date)', [day.toString()]);
  });
}

/** Drops partitions of readings that are over by `before` and empty, since everything in them is packed. Returns how many. */
export async function dropPackedPartitions(db: Database, before: Millis): Promise<number> {
  let dropped = 0;
  for (const name of await partitionsOf(db.console, 'reading')) {
    const span = spanOf(name);
    if (span === null || millisOf(span.to) > before) continue;
    await db.inIngestTx(async (sql) => {
      await sql.query(LOCK_TIMEOUT);
      await sql.query(ONE_AT_A_TIME);
      // Also false if another server process dropped it first.
      const { rows } = await sql.query<{ dropped: boolean }>(
        'SELECT picket_drop_empty_reading_partition($1) AS dropped',
        [name],
      );
      if (rows[0]?.dropped === true) dropped += 1;
    });
  }
  return dropped;
}

export type PackedTable = 'reading_chunk' | 'reading_rollup';
const PACKED_TABLES: readonly PackedTable[] = ['reading_chunk', 'reading_rollup'];

/** Makes sure that there are partitions for these days, kept so long. `known` remembers what was seen. */
export async function ensurePackedPartitions(
  db: Database,
  wanted: readonly { readonly table: PackedTable; readonly keepDays: number; readonly day: Millis }[],
  known: Set<string>,
): Promise<void> {
  for (const { table, keepDays, day } of wanted) {
    const list = `${table}_keep_${keepDays}`;
    const date = dateOf(day);
    const first = keepDays === 0 ? date.with({ month: 1, day: 1 }) : date.with({ day: 1 });
    const name = `${list}_${nameOf(first.toString().slice(0, keepDays === 0 ? 4 : 7))}`;
    if (known.has(name)) continue;
    if (!(await isThere(db.console, name)))
      await db.inIngestTx(async (sql) => {
        await sql.query(LOCK_TIMEOUT);
        await sql.query(ONE_AT_A_TIME);
        await sql.query('SELECT picket_make_packed_partition($1, $2::int, $3::date)', [
          table,
          keepDays,
          first.toString(),
        ]);
      });
    known.add(name);
  }
}

/** Partitions of partitions; a distributed table has only one level of them. */
async function packedPartitionsOf(sql: Sql, table: PackedTable): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_partition_tree(to_regclass($1)) JOIN pg_class c ON c.oid = relid WHERE isleaf`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Drops partitions of packed days whose retention has ended. Returns their names. */
export async function dropExpiredPartitions(db: Database, now: Millis): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const table of PACKED_TABLES)
    for (const name of await packedPartitionsOf(db.console, table)) {
      const keepDays = Number(/_keep_(\d+)_/u.exec(name)?.[1] ?? 0);
      const span = spanOf(name);
      if (keepDays === 0 || span === null || millisOf(span.to) + keepDays * DAY > floorTo(now, DAY)) continue;
      await db.inIngestTx(async (sql) => {
        await sql.query(LOCK_TIMEOUT);
        await sql.query('SELECT picket_drop_packed_partition($1, $2::int, $3)', [table, keepDays, name]);
      });
      dropped.push(name);
    }
  return dropped;
}
