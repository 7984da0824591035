/** Makes a base backup of the embedded database while it runs: its files, from which recovery by WAL begins. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Millis } from '@picket/domain/time';
import type pg from 'pg';
import { formatMacFile } from '../backup/authenticity.ts';
import { BackupError, MAC, MANIFEST, publishBackup, syncPath } from '../backup/backup-folder.ts';
import { openClient } from '../db/database-connections.ts';
import { encryptTo } from '../file-encryption/age-files.ts';
import {
  BASE_FILE,
  type BaseManifest,
  baseName,
  clusterFolder,
  readSystemIdentifier,
  readTimeline,
  walFolder,
} from './archive-folder.ts';
import { ARCHIVED_SUFFIX } from './archived-file.ts';
import { deleteDrafts, draftName } from './base-backup-drafts.ts';
import { assertRoomForBase, createRoomGuard } from './base-backup-room.ts';
import { acquireBaseBackupLock, startBaseBackup, stopBaseBackup } from './base-backup-store.ts';
import { archiveCluster, clusterBytes, createPieceCompressor } from './cluster-files.ts';
import { readBases } from './open-base-backup.ts';

/** A base backup counts once the WAL it needs is archived. */
const ARCHIVED_WITHIN: Millis = 600_000;
const POLL_INTERVAL: Millis = 250;

export interface BaseBackupOptions {
  readonly connectionString: string;
  /** The data folder of Postgres. */
  readonly dataFolder: string;
  /** The folder of the backups. */
  readonly folder: string;
  readonly encryptionKey: Buffer;
  /** A public key of age; null: not encrypted. */
  readonly recipient: string | null;
  readonly version: string;
  readonly now: Millis;
  /** What is free on the disk of a folder. */
  readonly freeBytes: (folder: string) => Promise<number>;
}

/** Returns its folder; null while another process makes one. Throws what went wrong; nothing of it is left then. */
export async function writeBaseBackup(options: BaseBackupOptions): Promise<string | null> {
  const client = openClient(options.connectionString, 'backup');
  await client.connect();
  const systemIdentifier = readSystemIdentifier(options.dataFolder);
  const cluster = clusterFolder(options.folder, systemIdentifier);
  const name = baseName(options.now);
  const timeline = readTimeline(options.dataFolder);
  const draft = join(cluster, draftName(name, timeline));
  try {
    if (!(await acquireBaseBackupLock(client))) return null;
    await deleteDrafts(cluster, timeline, options.now);
    await assertRoom(cluster, options);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await copyCluster(client, draft, { ...options, systemIdentifier, cluster });
    await writeManifest(draft, manifest, options.encryptionKey);
    return await publishBackup(cluster, name, draft);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    // Ends a backup that was begun as well.
    await client.end().catch(() => {});
  }
}

/** Throws a BackupError where it would fill the disk: a database that cannot write stops. */
async function assertRoom(
  cluster: string,
  { dataFolder, folder, encryptionKey, freeBytes }: BaseBackupOptions,
): Promise<void> {
  // One that cannot be read keeps no other from being made.
  const before = (await readBases(cluster, encryptionKey, () => {})).at(-1)?.file.bytes ?? null;
  assertRoomForBase(await freeBytes(folder), await clusterBytes(dataFolder), before);
}

async function copyCluster(
  client: pg.Client,
  draft: string,
  options: BaseBackupOptions & { readonly systemIdentifier: string; readonly cluster: string },
): Promise<BaseManifest> {
  const { recipient, dataFolder, folder, cluster, freeBytes } = options;
  const start = await startBaseBackup(client);
  const stopped = Promise.withResolvers<Awaited<ReturnType<typeof stopBaseBackup>>>();
  const entries = archiveCluster(dataFolder, async () => {
    const stop = await stopBaseBackup(client);
    stopped.resolve(stop);
    return stop.label;
  });
  const digest = createHash('sha256');
  const meter = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      digest.update(piece);
      done(null, piece);
    },
  });
  const guard = createRoomGuard(() => freeBytes(folder));
  const path = join(draft, BASE_FILE);
  const file = createWriteStream(path, { mode: 0o600 });
  if (recipient === null) await pipeline(entries, createPieceCompressor(), meter, guard, file);
  else await pipeline(entries, createPieceCompressor(), encryptTo(recipient), meter, guard, file);
  await syncPath(path);
  const stop = await stopped.promise;
  await waitUntilArchived(cluster, stop.segment);
  return {
    format: 1,
    version: options.version,
    systemIdentifier: options.systemIdentifier,
    startSegment: start.segment,
    startedAt: new Date(start.at).toISOString(),
    stoppedAt: new Date(stop.at).toISOString(),
    file: { name: BASE_FILE, bytes: (await stat(path)).size, sha256: digest.digest('hex') },
    recipient,
  };
}

async function waitUntilArchived(cluster: string, segment: string): Promise<void> {
  const deadline = performance.now() + ARCHIVED_WITHIN;
  while (!existsSync(join(walFolder(cluster), `${segment}${ARCHIVED_SUFFIX}`))) {
    if (performance.now() > deadline) throw new BackupError('the WAL of the base backup was not archived');
    await setTimeout(POLL_INTERVAL);
  }
}

/** The manifest, then its MAC; both are on the disk when this resolves. */
async function writeManifest(draft: string, manifest: BaseManifest, encryptionKey: Buffer): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeFile(join(draft, MANIFEST), text, { mode: 0o600 });
  await syncPath(join(draft, MANIFEST));
  await writeFile(join(draft, MAC), formatMacFile(encryptionKey, text), { mode: 0o600 });
  await syncPath(join(draft, MAC));
}
