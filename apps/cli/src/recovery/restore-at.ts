/**
 * picket restore --at <instant>: the embedded database as it was then, from the archive, in a new data folder. The present one is not
 * changed; Picket may run from it meanwhile.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseInstant } from '@picket/domain/time';
import {
  archiveTimelines,
  countDataInventory,
  parseEncryptionKey,
  planRecovery,
  type RecoveryPlan,
  readConfig,
  withSnapshot,
} from '@picket/server/commands';
import { stopUnlessServing } from '../launcher/serving-process.ts';
import { startArchivedPostgres } from '../postgres/archived-postgres.ts';
import type { EmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { stopPostgres } from '../postgres/stop-postgres.ts';
import { archivePresent } from './archive-present.ts';
import { bytesToRestore, findLateShortage, findShortage, placeOfRestore, whileThereIsRoom } from './check-room.ts';
import { eraseAgainIn } from './erase-again-in.ts';
import { INTERRUPTED_CODE, onInterruption } from './interruption.ts';
import { recoverCluster } from './recover-cluster.ts';

export interface RestoreAt {
  readonly dataDir: string;
  /** The keys that the archive was written with. */
  readonly keysFile: string;
  /** As it was given on the command line. */
  readonly at: string;
  /** The new data folder; undefined: one beside the present one, named after the instant. */
  readonly into: string | undefined;
  readonly identities: readonly string[];
  readonly print: (line: string) => void;
}

/** Throws an Error with a sentence for the operator. Interrupted, it leaves nothing, and ends the process. */
export async function restoreAt({ dataDir, keysFile, at, into, identities, print }: RestoreAt): Promise<void> {
  const instant = parseTime(at);
  const stamp = new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');
  const folder = into === undefined ? `${dataDir}-at-${stamp}Z` : resolve(into);
  if (existsSync(folder)) throw new Error(`${folder} exists: name a new folder with --into`);
  const encryptionKey = readEncryptionKey(dataDir, keysFile);
  const started: { present: EmbeddedPostgres | null } = { present: null };
  const endPresent = (): void => {
    if (started.present !== null) stopUnlessServing(started.present);
  };
  const interruption = onInterruption(async () => {
    await removeRestored(folder);
    endPresent();
    print('Not restored: it was interrupted');
    process.exit(INTERRUPTED_CODE);
  });
  await interruption.whole(async () => {
    started.present = await startPresent(dataDir, print);
  });
  const live = started.present;
  try {
    if (live !== null && !(await archivePresent(live.adminUrl)))
      print('What was written last is not archived: it is read from pg_wal.');
    const config = readConfig({
      ...process.env,
      DATABASE_URL: live?.url ?? 'postgres://none',
      PICKET_DATA_DIR: dataDir,
    });
    const data = join(dataDir, 'postgres');
    const plan = await planRecovery({
      data,
      backups: config.backup.folder,
      encryptionKey,
      instant,
      liveWal: existsSync(join(data, 'pg_wal')) ? join(data, 'pg_wal') : null,
      onUnreadable: ({ message }) => print(`A base backup is left out: ${message}`),
    });
    print(`From the base backup ${plan.base.name} and the WAL after it, to ${new Date(instant).toISOString()} …`);
    await requireRoom(plan, data, folder);
    const recovering = recoverInto(
      { plan, instant, dataDir, keysFile, into: folder, identities },
      config.backup.folder,
      print,
    );
    await whileThereIsRoom(recovering, {
      shortage: () => findLateShortage(placeOfRestore(folder)),
      onShort: refuseShortage,
    });
  } catch (error) {
    if (interruption.isLeaving()) await new Promise<never>(() => {});
    await removeRestored(folder);
    throw error;
  } finally {
    endPresent();
  }
}

async function requireRoom({ base }: RecoveryPlan, data: string, folder: string): Promise<void> {
  const shortage = await findShortage(await bytesToRestore(base.file.bytes, data), placeOfRestore(folder));
  if (shortage !== null) refuseShortage(shortage);
}

function refuseShortage(why: string): never {
  throw new Error(`${why}. --into names a folder on another disk`);
}

/** The new folder, with the Postgres that may run there: half recovered it is of no use, and would go on by itself. */
async function removeRestored(folder: string): Promise<void> {
  await stopPostgres(folder, 'immediate');
  // A file may still be unpacked meanwhile.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function parseTime(text: string): number {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`${text} is no instant such as 2026-03-02T10:00:00Z`);
  if (instant > Date.now()) throw new Error(`${text} lies ahead`);
  return instant;
}

/** Keys are not made here: with new ones nothing in the archive is genuine. */
function readEncryptionKey(dataDir: string, keysFile: string): Buffer {
  for (const file of [keysFile, join(dataDir, 'postgres.json')])
    if (!existsSync(file)) throw new Error(`${file} is missing: put the copy there that was kept beside the archive`);
  const key = parseEncryptionKey(readFileSync(keysFile, 'utf8'));
  if (key === null) throw new Error(`${keysFile} holds no keys`);
  return key;
}

/** The present database; null: it is lost or cannot be started, and what its archive has is restored. */
async function startPresent(dataDir: string, print: (line: string) => void): Promise<EmbeddedPostgres | null> {
  // A start would make a new one.
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return null;
  try {
    return await startArchivedPostgres(dataDir);
  } catch (error) {
    print(`The present database cannot be started: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

async function recoverInto(
  recovery: Parameters<typeof recoverCluster>[0],
  backups: string,
  print: (line: string) => void,
): Promise<void> {
  const { into, dataDir } = recovery;
  const recovered = await recoverCluster(recovery);
  try {
    await archiveTimelines(recovery.plan, join(into, 'postgres')).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : error;
      print(`The archive does not know of this restore: go on with this one or another, not with both. ${why}`);
    });
    for (const line of await eraseAgainIn(recovered.url, { into, dataDir, backups })) print(line);
    const inventory = await withSnapshot(recovered.url, countDataInventory);
    const { tenants, locations, sentries, readings, newestReading } = inventory;
    print(
      `${tenants} organizations, ${locations} locations, ${sentries} sentries, ${readings.toLocaleString('en')} readings${newestReading === null ? '' : `, the newest of ${newestReading.toISOString()}`}.`,
    );
    print(`The data folder as it was then: ${into}. What runs now was not changed.`);
  } finally {
    recovered.stop();
  }
}
