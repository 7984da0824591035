/** Opens and verifies a backup before anything of it is used: authentic, complete, and decryptable. */
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AGE_SUFFIX, decryptWith } from '../file-encryption/age-files.ts';
import { parseEncryptionKey } from '../keys/keys.ts';
import { fingerprintOf, isMacValid, isSameFingerprint, type MacFile, parseMacFile } from './authenticity.ts';
import { BackupError, MAC, MANIFEST, parseManifest, readSmallFile, sha256Of, tableFile } from './backup-folder.ts';
import type { Manifest } from './manifest.ts';

/**
 * What proves that a backup is genuine: the installation's keys, kept elsewhere; the fingerprint of their backup key, which
 * proves those in the backup; or nothing, when the operator vouches for it.
 */
export type Trust =
  | { readonly kind: 'keys'; readonly encryptionKey: Buffer }
  | { readonly kind: 'fingerprint'; readonly fingerprint: string }
  | { readonly kind: 'unchecked' };

export interface OpenOptions {
  /** The folder of one backup. */
  readonly path: string;
  readonly trust: Trust;
  /** age identities, for one that is encrypted. */
  readonly identities?: readonly string[];
}

export interface OpenedBackup {
  readonly path: string;
  readonly manifest: Manifest;
  /** The key of the row digests; null: they have none. */
  readonly rowsKey: Buffer | null;
  /** A table's rows, compressed, or a file, as they were before they were encrypted. */
  read(name: string): Readable;
}

const KEYS = 'keys.json';
const MAX_KEYS_BYTES = 65_536;

/** Throws a BackupError where it is not authentic, incomplete, or encrypted to another recipient. Nothing is written. */
export async function openBackup({ path, trust, identities = [] }: OpenOptions): Promise<OpenedBackup> {
  const bytes = await readSmallFile(path, MANIFEST);
  if (bytes === null) throw new BackupError(`${path} is no backup: it has no ${MANIFEST}`);
  const mac = parseMacFile((await readSmallFile(path, MAC))?.toString() ?? '');
  if (trust.kind === 'keys') verifyMac(trust.encryptionKey, bytes, mac);
  if (trust.kind === 'fingerprint') verifyMac(await readProvenKey(path, trust.fingerprint, identities), bytes, mac);
  const manifest = parseManifest(path, bytes);
  const isEncrypted = manifest.encryption !== null;
  if (isEncrypted && identities.length === 0)
    throw new BackupError('The backup is encrypted: name the file with your age identity (--identity)');
  await verifyDigests(path, manifest);
  const read = (name: string): Readable => readStored(path, name, isEncrypted ? identities : null);
  if (!isEncrypted) return { path, manifest, rowsKey: null, read };
  return {
    path,
    manifest,
    rowsKey: trust.kind === 'keys' ? trust.encryptionKey : await readEncryptionKey(path, identities),
    read,
  };
}

const NO_PROOF =
  'The backup does not say who made it: it is of an earlier version, or its manifest.mac was taken away. ' +
  'If you know where it comes from, add --trust-this-backup';

function verifyMac(encryptionKey: Buffer, manifest: Buffer, mac: MacFile | null): void {
  if (mac === null) throw new BackupError(NO_PROOF);
  if (!isSameFingerprint(mac.fingerprint, fingerprintOf(encryptionKey)))
    throw new BackupError(
      `The backup was made with other keys (fingerprint ${mac.fingerprint}): name the keys file or the fingerprint of the installation that made it (--keys, --fingerprint)`,
    );
  if (!isMacValid(encryptionKey, manifest, mac))
    throw new BackupError('The backup is not what was written: its manifest was changed');
}

/** Whether the manifest was written by an installation with this key. */
export async function isAuthentic(path: string, encryptionKey: Buffer): Promise<boolean> {
  const manifest = await readSmallFile(path, MANIFEST);
  const mac = parseMacFile((await readSmallFile(path, MAC))?.toString() ?? '');
  return manifest !== null && mac !== null && isMacValid(encryptionKey, manifest, mac);
}

/** Verifies what needs no decryption: that it is authentic, and every file present and unchanged. */
export async function verifyStoredBackup(path: string, encryptionKey: Buffer): Promise<void> {
  const bytes = await readSmallFile(path, MANIFEST);
  if (bytes === null) throw new BackupError(`${path} is no backup: it has no ${MANIFEST}`);
  verifyMac(encryptionKey, bytes, parseMacFile((await readSmallFile(path, MAC))?.toString() ?? ''));
  await verifyDigests(path, parseManifest(path, bytes));
}

async function verifyDigests(path: string, { tables, files, stored, encryption }: Manifest): Promise<void> {
  const suffix = encryption === null ? '' : AGE_SUFFIX;
  const required = [...tables.map(({ name }) => tableFile(name)), ...files.map(({ name }) => name)];
  const digests = new Map((stored ?? files).map((file) => [file.name, file.sha256]));
  for (const name of required.map((one) => `${one}${suffix}`)) {
    const stats = await lstat(join(path, name)).catch(() => null);
    if (stats === null || !stats.isFile()) throw new BackupError(`The backup lacks ${name}`);
    const expected = digests.get(name);
    if (expected === undefined && stored === null) continue;
    if (expected !== (await sha256Of(join(path, name)))) throw new BackupError(`${name} of the backup is damaged`);
  }
}

function readStored(path: string, name: string, identities: readonly string[] | null): Readable {
  if (identities === null) return createReadStream(join(path, name));
  return Readable.from(decryptWith(identities)(createReadStream(join(path, `${name}${AGE_SUFFIX}`))), {
    objectMode: false,
  });
}

/** The encryption key in the backup itself. */
async function readEncryptionKey(path: string, identities: readonly string[]): Promise<Buffer> {
  const isEncrypted = (await lstat(join(path, `${KEYS}${AGE_SUFFIX}`)).catch(() => null))?.isFile() === true;
  const name = isEncrypted ? `${KEYS}${AGE_SUFFIX}` : KEYS;
  const stats = await lstat(join(path, name)).catch(() => null);
  if (stats?.isFile() !== true || stats.size > MAX_KEYS_BYTES) throw new BackupError('The backup holds no keys');
  if (isEncrypted && identities.length === 0)
    throw new BackupError('The backup is encrypted: name the file with your age identity (--identity)');
  const text = isEncrypted ? await decryptFile(join(path, name), identities) : await readFile(join(path, name), 'utf8');
  const encryptionKey = parseEncryptionKey(text);
  if (encryptionKey === null) throw new BackupError('The keys in the backup are damaged');
  return encryptionKey;
}

async function decryptFile(path: string, identities: readonly string[]): Promise<string> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of decryptWith(identities)(createReadStream(path))) pieces.push(piece);
  } catch (error) {
    throw new BackupError(
      `The backup cannot be decrypted with this identity: ${error instanceof Error ? error.message : error}`,
    );
  }
  return Buffer.concat(pieces).toString();
}

/** The key in the backup, if it is the one whose fingerprint was kept. */
async function readProvenKey(path: string, fingerprint: string, identities: readonly string[]): Promise<Buffer> {
  const encryptionKey = await readEncryptionKey(path, identities);
  if (!isSameFingerprint(fingerprint, fingerprintOf(encryptionKey)))
    throw new BackupError(
      `The keys in the backup have the fingerprint ${fingerprintOf(encryptionKey)}, which is another`,
    );
  return encryptionKey;
}
