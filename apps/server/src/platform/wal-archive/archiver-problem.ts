/** Whether the archive of the database's WAL is in order, by what Postgres says of it. */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import type { ArchiverStatus } from './archiver-store.ts';

/** Postgres retries at once and then each minute: a failure counts once a file has waited this long. */
const FAILURE_TOLERANCE: Millis = 60_000;
/** Without a failure: what archives a file has this long for it. */
const MAX_WAIT: Millis = 900_000;

/** The last attempt of the archiver failed. */
export const isArchiverFailing = ({ lastArchivedAt, lastFailedAt, waitingFiles }: ArchiverStatus): boolean =>
  lastFailedAt !== null && lastFailedAt > (lastArchivedAt ?? Number.NEGATIVE_INFINITY) && waitingFiles !== 0;

/** What is wrong with archiving; null: nothing, or Postgres archives nothing. */
export function findArchiverProblem(status: ArchiverStatus): Problem | null {
  if (!status.isOn) return null;
  const { now, lastArchivedAt, lastFailedAt, waitingFiles, waitingSince, droppedAt } = status;
  const waiting = waitingFiles ?? 0;
  if (isArchiverFailing(status) && (waitingSince === null || now - waitingSince > FAILURE_TOLERANCE))
    return problemOf('ARCHIVE_FAILS', { since: waitingSince ?? lastFailedAt ?? now, waiting });
  const quietSince = waitingSince ?? (waiting >= 2 ? lastArchivedAt : null);
  if (quietSince !== null && now - quietSince > MAX_WAIT)
    return problemOf('ARCHIVE_LATE', { since: quietSince, waiting });
  return droppedAt === null ? null : problemOf('ARCHIVE_INCOMPLETE', { since: droppedAt });
}
