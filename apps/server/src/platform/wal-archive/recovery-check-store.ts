/** Reads and writes the last check that the archive of the database can be restored; one of pgBackRest is written by deploy/pgbackrest/check-restore.sh. */
import type { RecoveryCheckResult } from '@picket/domain/recovery-check-results';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../db/database.ts';

/** What keeps the archive. */
export type ArchiveSource = 'EMBEDDED' | 'PGBACKREST';

/** Held by the process that makes a check. */
export const RECOVERY_CHECK_LOCK = 'picket recovery check';

export interface RecoveryCheck {
  readonly startedAt: Millis;
  /** null: it runs, or was interrupted. */
  readonly finishedAt: Millis | null;
  /** Of the last one that was finished, which this one need not be: skipped ones after a failure do not count. null: none was. */
  readonly result: RecoveryCheckResult | null;
  /** The last change that was restored. */
  readonly reachedAt: Millis | null;
  /** Why that one failed or was skipped. */
  readonly why: string | null;
  /** When the last one that passed was finished. */
  readonly passedAt: Millis | null;
}

interface CheckRow {
  readonly [name: string]: unknown;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly result: RecoveryCheckResult | null;
  readonly reachedAt: Date | null;
  readonly why: string | null;
  readonly passedAt: Date | null;
}

const millisOf = (date: Date | null): Millis | null => date?.getTime() ?? null;

/** null: there was none yet. */
export async function findRecoveryCheck(sql: Sql, source: ArchiveSource): Promise<RecoveryCheck | null> {
  const { rows } = await sql.query<CheckRow>(
    `SELECT started_at AS "startedAt", finished_at AS "finishedAt", result, reached_at AS "reachedAt", why,
            passed_at AS "passedAt"
       FROM recovery_check WHERE source = $1`,
    [source],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    startedAt: row.startedAt.getTime(),
    finishedAt: millisOf(row.finishedAt),
    result: row.result,
    reachedAt: millisOf(row.reachedAt),
    why: row.why,
    passedAt: millisOf(row.passedAt),
  };
}

/** Whether some process makes a check. */
export async function isRecoveryCheckRunning(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ running: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 1
          AND (l.classid::bigint << 32 | l.objid::bigint) = hashtext($1)::bigint) AS running`,
    [RECOVERY_CHECK_LOCK],
  );
  return rows[0]?.running === true;
}

/** Notes that one has begun. What the last one found is kept until this one is finished: a failure is one until a check passes. */
export async function insertRecoveryCheck(sql: Sql, source: ArchiveSource, startedAt: Date): Promise<void> {
  await sql.query(
    `INSERT INTO recovery_check (source, started_at) VALUES ($1, $2::timestamptz)
     ON CONFLICT (source) DO UPDATE SET started_at = $2::timestamptz, finished_at = NULL, reached_at = NULL`,
    [source, startedAt],
  );
}

export interface FinishedCheck {
  readonly result: RecoveryCheckResult;
  readonly reachedAt: Date | null;
  readonly why: string | null;
  readonly finishedAt: Date;
}

/** Stores what the check that was begun has found. One that was skipped has found nothing: a failure before it stays, with its reason. */
export async function finishRecoveryCheck(sql: Sql, source: ArchiveSource, check: FinishedCheck): Promise<void> {
  const { result, reachedAt, why, finishedAt } = check;
  await sql.query(
    `UPDATE recovery_check
        SET result = CASE WHEN $2::text = 'SKIPPED' AND result = 'FAILED' THEN result ELSE $2::text END,
            why = CASE WHEN $2::text = 'SKIPPED' AND result = 'FAILED' THEN why ELSE $4::text END,
            reached_at = $3::timestamptz, finished_at = $5::timestamptz,
            passed_at = CASE WHEN $2::text = 'PASSED' THEN $5::timestamptz ELSE passed_at END
      WHERE source = $1`,
    [source, result, reachedAt, why, finishedAt],
  );
}
