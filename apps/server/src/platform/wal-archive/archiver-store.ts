/** Reads what Postgres says of its own archiving: its counters, what waits in pg_wal, and whether something was dropped. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../db/database.ts';

/** Created in the data folder by what drops WAL without archiving it (deploy/pgbackrest/archive-push.sh), removed by the next backup. */
const DROPPED_MARKER = 'picket_wal_dropped';

export interface ArchiverStatus {
  /** Whether Postgres archives at all (archive_mode). */
  readonly isOn: boolean;
  /** Of the cluster: two with the same are copies of one. */
  readonly systemIdentifier: string;
  /** As the names of its files of WAL begin: a restore begins another. null: the database is in recovery. */
  readonly timeline: string | null;
  /** The name of the file that was archived last. */
  readonly lastArchivedFile: string | null;
  /** The database's clock when this was read. */
  readonly now: Millis;
  readonly lastArchivedAt: Millis | null;
  readonly lastFailedAt: Millis | null;
  /** Since the counters were last reset. */
  readonly archived: number;
  readonly failures: number;
  /** Files that are complete and not archived; null: the role may not list them, and Postgres has archived none yet. */
  readonly waitingFiles: number | null;
  /** Since when the oldest of them waits; null: none does, or the role may not list them. */
  readonly waitingSince: Millis | null;
  /** Size of pg_wal; null: the role may not list it. */
  readonly walBytes: number | null;
  /** When WAL was dropped without being archived; null: that did not happen since the last backup, or is not known. */
  readonly droppedAt: Millis | null;
}

interface CounterRow {
  readonly [name: string]: unknown;
  readonly mode: string;
  readonly systemIdentifier: string;
  readonly timeline: string | null;
  readonly lastArchivedFile: string | null;
  readonly now: Date;
  readonly lastArchivedAt: Date | null;
  readonly lastFailedAt: Date | null;
  readonly archived: number;
  readonly failures: number;
  /** Segments between the last archived one and the present one; null: none was archived yet. */
  readonly behind: number | null;
  readonly mayListFiles: boolean;
  readonly maySeeMarker: boolean;
}

/** A segment's name is its timeline, then its number in two halves of eight hexadecimal digits. */
const segmentNumber = (name: string): string =>
  `(('x' || substr(${name}, 9, 8))::bit(32)::bigint * (4294967296 / segment.bytes) + ('x' || substr(${name}, 17, 8))::bit(32)::bigint)`;

export async function readArchiverStatus(sql: Sql): Promise<ArchiverStatus> {
  const { rows } = await sql.query<CounterRow>(
    `WITH segment AS (SELECT setting::bigint AS bytes FROM pg_settings WHERE name = 'wal_segment_size')
     SELECT current_setting('archive_mode') AS mode, (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier",
            CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline,
            a.last_archived_wal AS "lastArchivedFile", clock_timestamp() AS now, a.last_archived_time AS "lastArchivedAt",
            a.last_failed_time AS "lastFailedAt", a.archived_count::float8 AS archived, a.failed_count::float8 AS failures,
            CASE WHEN a.last_archived_wal ~ '^[0-9A-F]{24}' AND NOT pg_is_in_recovery()
                 THEN greatest(0, ${segmentNumber('pg_walfile_name(pg_current_wal_lsn())')}
                                  - ${segmentNumber('a.last_archived_wal')} - 1)::float8 END AS behind,
            has_function_privilege('pg_ls_waldir()', 'EXECUTE')
              AND has_function_privilege('pg_ls_archive_statusdir()', 'EXECUTE') AS "mayListFiles",
            has_function_privilege('pg_stat_file(text, boolean)', 'EXECUTE') AS "maySeeMarker"
       FROM pg_stat_archiver a, segment`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no state of its archiver');
  const isOn = row.mode !== 'off';
  const files = row.mayListFiles ? await listWaitingFiles(sql) : null;
  return {
    isOn,
    systemIdentifier: row.systemIdentifier,
    timeline: row.timeline,
    lastArchivedFile: row.lastArchivedFile,
    now: row.now.getTime(),
    lastArchivedAt: row.lastArchivedAt?.getTime() ?? null,
    lastFailedAt: row.lastFailedAt?.getTime() ?? null,
    archived: row.archived,
    failures: row.failures,
    waitingFiles: files?.count ?? row.behind,
    waitingSince: files?.since?.getTime() ?? null,
    walBytes: files?.walBytes ?? null,
    droppedAt: isOn && row.maySeeMarker ? await readMarker(sql) : null,
  };
}

interface WaitingFiles {
  readonly [name: string]: unknown;
  readonly count: number;
  readonly since: Date | null;
  readonly walBytes: number;
}

async function listWaitingFiles(sql: Sql): Promise<WaitingFiles | undefined> {
  const { rows } = await sql.query<WaitingFiles>(
    `SELECT count(*)::float8 AS count, min(modification) AS since,
            (SELECT coalesce(sum(size), 0) FROM pg_ls_waldir())::float8 AS "walBytes"
       FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'`,
  );
  return rows[0];
}

async function readMarker(sql: Sql): Promise<Millis | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    'SELECT modification AS at FROM pg_stat_file($1, true) WHERE modification IS NOT NULL',
    [DROPPED_MARKER],
  );
  return rows[0]?.at?.getTime() ?? null;
}
