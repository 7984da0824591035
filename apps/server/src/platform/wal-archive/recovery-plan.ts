/** Which base backup leads to an instant, and what recovery from it is given. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millis } from '@picket/domain/time';
import { BackupError } from '../backup/backup-folder.ts';
import {
  archiveFolder,
  basesOn,
  clusterFolder,
  listArchivedFiles,
  type RecoverableSpan,
  readSystemIdentifier,
  readTimeline,
  recoverableSpans,
  timelineOf,
  walFolder,
} from './archive-folder.ts';
import type { FetchSettings } from './archiver-program.ts';
import { archiveMacKey } from './archiver-settings.ts';
import { type AuthenticBase, readBases, unpackBase } from './open-base-backup.ts';

export interface RecoveryPlan {
  readonly cluster: string;
  readonly base: AuthenticBase;
  /** For the program that fetches WAL, but for the identities. */
  readonly fetch: Omit<FetchSettings, 'identities'>;
}

export interface RecoveryRequest {
  /** The data folder of Postgres whose archive it is. Where it is lost, the archive has to be of one database. */
  readonly data: string;
  /** The folder of the backups. */
  readonly backups: string;
  readonly encryptionKey: Buffer;
  readonly instant: Millis;
  /** pg_wal of the present database, for what is not archived yet; null: it is lost. */
  readonly liveWal: string | null;
  /** Called for each base backup that is left out since it cannot be read: another may lead to the instant. */
  readonly onUnreadable: (error: BackupError) => void;
}

/**
 * Throws a BackupError that says which instants there are, where this one cannot be restored. Of several timelines that have it, the one that
 * the database in the data folder writes, or the last where it is lost: what a restored copy wrote beside it is not its past.
 */
export async function planRecovery(request: RecoveryRequest): Promise<RecoveryPlan> {
  const { instant, encryptionKey, liveWal, onUnreadable } = request;
  const cluster = await findCluster(request);
  const bases = await readBases(cluster, encryptionKey, onUnreadable);
  const spans = recoverableSpans(bases, await listArchivedFiles(cluster));
  const timeline = hasControlFile(request.data) ? readTimeline(request.data) : null;
  const isPresent = ({ lastFile }: RecoverableSpan): boolean => timelineOf(lastFile) === timeline;
  const isCovered = (span: RecoverableSpan): boolean =>
    span.from <= instant && (instant <= span.to || (liveWal !== null && !span.isInterrupted && isPresent(span)));
  const covering = spans.filter(isCovered);
  const span = covering.findLast(isPresent) ?? covering.at(-1);
  const base = bases.find(({ name }) => name === span?.base);
  if (base === undefined) {
    const there = spans.map(({ from, to }) => `${formatTime(from)} to ${formatTime(to)}`).join('; ');
    throw new BackupError(
      `there is no archive of ${formatTime(instant)}; it has ${there === '' ? 'no base backup' : there}`,
    );
  }
  return planOf(cluster, base, encryptionKey, liveWal);
}

/** Not where the data folder is lost. */
const hasControlFile = (data: string): boolean => existsSync(join(data, 'global', 'pg_control'));

/** Throws a BackupError where the data folder is lost, and the archive is of no database with these keys, or of several. */
async function findCluster({ data, backups, encryptionKey }: RecoveryRequest): Promise<string> {
  if (hasControlFile(data)) return clusterFolder(backups, readSystemIdentifier(data));
  const names = await readdir(archiveFolder(backups)).catch(() => []);
  const found: string[] = [];
  for (const name of names.sort())
    if ((await readBases(clusterFolder(backups, name), encryptionKey)).length > 0) found.push(name);
  const [only, ...others] = found;
  if (only === undefined)
    throw new BackupError(`${archiveFolder(backups)} has no base backup that was made with these keys`);
  if (others.length > 0)
    throw new BackupError(
      `${archiveFolder(backups)} is of several databases: leave only one of ${found.join(', ')} there`,
    );
  return clusterFolder(backups, only);
}

/**
 * From the newest base backup of what the database writes, as far as the archive reaches, without what is not archived. Throws a BackupError
 * where there is none.
 */
export async function planCheck({
  data,
  backups,
  encryptionKey,
}: Pick<RecoveryRequest, 'data' | 'backups' | 'encryptionKey'>): Promise<RecoveryPlan> {
  const cluster = clusterFolder(backups, readSystemIdentifier(data));
  const base = basesOn(await readBases(cluster, encryptionKey), readTimeline(data)).at(-1);
  if (base === undefined)
    throw new BackupError('the archive has no base backup that this installation made of the present timeline');
  return planOf(cluster, base, encryptionKey, null);
}

function planOf(cluster: string, base: AuthenticBase, encryptionKey: Buffer, liveWal: string | null): RecoveryPlan {
  const macKey = archiveMacKey(encryptionKey).toString('base64url');
  const fetch = { folder: walFolder(cluster), macKey, isEncrypted: base.recipient !== null, liveWal };
  return { cluster, base, fetch };
}

const formatTime = (at: Millis): string => new Date(at).toISOString();

/** Unpacks the base backup of the plan into a new folder. Throws a BackupError. */
export const unpackPlan = (
  { cluster, base }: RecoveryPlan,
  folder: string,
  identities: readonly string[],
): Promise<void> => unpackBase(cluster, base, folder, identities);
