/** Base backups as they are read: by this installation's keys, and their files into a new data folder. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { isMacValid, parseMacFile } from '../backup/authenticity.ts';
import { BackupError, MAC, MANIFEST, readSmallFile } from '../backup/backup-folder.ts';
import { decryptWith } from '../file-encryption/age-files.ts';
import { type BaseManifest, listBases, parseBaseManifest } from './archive-folder.ts';
import { readTar } from './tar-entries.ts';

export interface AuthenticBase extends BaseManifest {
  readonly name: string;
}

/**
 * The base backups of a cluster that were made with this key, oldest first. Others, and damaged ones, are left out. Throws a BackupError where
 * one cannot be read; with `onUnreadable` it is left out as well.
 */
export async function readBases(
  cluster: string,
  encryptionKey: Buffer,
  onUnreadable?: (error: BackupError) => void,
): Promise<readonly AuthenticBase[]> {
  const leaveOut = (error: unknown): null => {
    if (onUnreadable === undefined || !(error instanceof BackupError)) throw error;
    onUnreadable(error);
    return null;
  };
  const names = await listBases(cluster);
  const found = await Promise.all(names.map((name) => readBase(cluster, name, encryptionKey).catch(leaveOut)));
  return found.filter((base) => base !== null);
}

async function readBase(cluster: string, name: string, encryptionKey: Buffer): Promise<AuthenticBase | null> {
  const [text, macText] = await Promise.all([
    readSmallFile(join(cluster, name), MANIFEST),
    readSmallFile(join(cluster, name), MAC),
  ]);
  const mac = macText === null ? null : parseMacFile(macText.toString('utf8'));
  if (text === null || mac === null || !isMacValid(encryptionKey, text, mac)) return null;
  return { ...parseBaseManifest(name, text), name };
}

/**
 * Unpacks a base backup into a new folder, which only its owner may enter. `identities`: for an encrypted one. Throws a BackupError where
 * its file is not what was written, before anything of it is used.
 */
export async function unpackBase(
  cluster: string,
  { name, file, recipient }: AuthenticBase,
  folder: string,
  identities: readonly string[],
): Promise<void> {
  const path = join(cluster, name, file.name);
  const digest = createHash('sha256');
  for await (const piece of createReadStream(path)) digest.update(piece);
  if (digest.digest('hex') !== file.sha256) throw new BackupError(`${path} is damaged`);
  if (recipient !== null && identities.length === 0)
    throw new BackupError(`The archive is encrypted to ${recipient}: add --identity`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stored = createReadStream(path);
  const decompress = createZstdDecompress();
  const unpacking =
    recipient === null ? pipeline(stored, decompress) : pipeline(stored, decryptWith(identities), decompress);
  await Promise.all([unpacking, unpackEntries(decompress, folder)]);
}

async function unpackEntries(source: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  for await (const { entry, content } of readTar(source)) {
    if (entry.path.split('/').includes('..') || entry.path.startsWith('/'))
      throw new BackupError(`The archive has an entry outside of its folder: ${entry.path}`);
    const path = join(folder, entry.path);
    if (entry.type === 'folder') await mkdir(path, { recursive: true, mode: 0o700 });
    else await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  }
}
