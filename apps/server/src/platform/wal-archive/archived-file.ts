/**
 * A file of WAL as it is kept: compressed, encrypted if backups are, behind a MAC over its name and that content. It is copied while
 * Postgres waits, and imports little: the program that Postgres runs for each file starts with it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { writeFileDurably } from '@picket/files';

const MAC_BYTES = 32;
/** Names that Postgres gives to segments, histories of timelines and marks of base backups. */
const WAL_NAME = /^[0-9A-F]{8}(?:\.history|[0-9A-F]{16}(?:\.[0-9A-F]{8}\.backup|\.partial)?)$/u;
export const ARCHIVED_SUFFIX = '.wal';

export class ArchiveError extends Error {}

export interface ArchiveTarget {
  readonly folder: string;
  readonly macKey: Buffer;
  /** A public key of age; null: not encrypted. */
  readonly recipient: string | null;
}

const macOf = (key: Buffer, name: string, content: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${name}\0`).update(content).digest();

const pathOf = (folder: string, name: string): string => join(folder, `${name}${ARCHIVED_SUFFIX}`);

function assertName(name: string): void {
  if (!WAL_NAME.test(name)) throw new ArchiveError(`${name} is no name of a file of WAL`);
}

/**
 * Archives the file at `path` under `name`; durable when it returns. A file that is there already with the same content is left. Throws
 * an ArchiveError where it has another one, or the error of the file system.
 */
export async function archiveFile(target: ArchiveTarget, path: string, name: string): Promise<void> {
  assertName(name);
  const plain = readFileSync(path);
  const kept = pathOf(target.folder, name);
  if (existsSync(kept)) {
    // An encrypted one cannot be compared here; Postgres repeats a file only after a crash between two steps.
    const before = target.recipient === null ? readArchivedFile(target, name) : null;
    if (before?.equals(plain) === true) return;
    if (before !== null) throw new ArchiveError(`${kept} exists with another content`);
  }
  const compressed = zstdCompressSync(plain);
  const content = target.recipient === null ? compressed : await encrypt(target.recipient, compressed);
  writeFileDurably(kept, Buffer.concat([macOf(target.macKey, name, content), content]), 0o600);
}

async function encrypt(recipient: string, content: Buffer): Promise<Buffer> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(content));
}

/** The archived content, compressed, and as its recipient got it; null: there is no such file. Throws an ArchiveError where it was changed. */
function readAuthentic({ folder, macKey }: Pick<ArchiveTarget, 'folder' | 'macKey'>, name: string): Buffer | null {
  assertName(name);
  const path = pathOf(folder, name);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const content = bytes.subarray(MAC_BYTES);
  if (bytes.length < MAC_BYTES || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(macKey, name, content)))
    throw new ArchiveError(`${path} is damaged, or was not archived by this installation`);
  return content;
}

/** Of an archive that is not encrypted. null: there is no such file. Throws an ArchiveError where it was changed. */
export function readArchivedFile(source: Pick<ArchiveTarget, 'folder' | 'macKey'>, name: string): Buffer | null {
  const content = readAuthentic(source, name);
  return content === null ? null : zstdDecompressSync(content);
}

/** The same of an encrypted one. Throws the library's error where none of the identities matches. */
export async function readEncryptedFile(
  source: Pick<ArchiveTarget, 'folder' | 'macKey'>,
  name: string,
  identities: readonly string[],
): Promise<Buffer | null> {
  const content = readAuthentic(source, name);
  if (content === null) return null;
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return zstdDecompressSync(await decrypter.decrypt(content));
}
