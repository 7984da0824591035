/**
 * Verifies exported evidence without a server: the signature of its manifest, the digest of each file, and that the archive has the very
 * bytes that Picket writes for these files.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { signerOf } from '../../../platform/keys/evidence-signature.ts';
import { type EvidenceManifest, MANIFEST, parseManifest, SIGNATURE } from './evidence-manifest.ts';
import { writeZip, type ZippedFile } from './write-zip.ts';

/** `fingerprint`: of the key that signed it, which has to be compared with that of the installation. */
type VerifiedExport =
  | { readonly isGenuine: true; readonly manifest: EvidenceManifest; readonly fingerprint: string }
  | { readonly isGenuine: false; readonly problem: string };

/** What the signed parts may take, so that a file that is none takes no memory. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 1000;

class WrongExport extends Error {}

/** Reads the file three times at most; nothing in it is kept in memory but its manifest. */
export async function verifyExport(file: string): Promise<VerifiedExport> {
  const { openPromise } = await import('yauzl');
  try {
    const zip = await openPromise(file, { autoClose: false, lazyEntries: true });
    try {
      return await verifyZip(file, zip);
    } finally {
      zip.close();
    }
  } catch (error) {
    // Whatever the library says of a damaged file, as any reader of zips would.
    return { isGenuine: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function verifyZip(file: string, zip: ZipFile): Promise<VerifiedExport> {
  const entries = await readEntries(zip);
  const manifestBytes = await readSmall(zip, entries, MANIFEST);
  const fingerprint = signerOf((await readSmall(zip, entries, SIGNATURE)).toString('utf8'), manifestBytes);
  if (fingerprint === null) throw new WrongExport('the signature of the manifest is wrong');
  const manifest = parseManifest(manifestBytes);
  if (manifest === null) throw new WrongExport('the manifest is not in the form that Picket writes');
  const expected = [MANIFEST, SIGNATURE, ...manifest.files.map(({ path }) => path)];
  if (expected.join('\n') !== [...entries.keys()].join('\n'))
    throw new WrongExport('the archive has other files than its manifest lists');
  for (const { path, bytes, sha256 } of manifest.files)
    if (
      entryOf(entries, path).uncompressedSize !== bytes ||
      (await digestOf(await openEntry(zip, entries, path))) !== sha256
    )
      throw new WrongExport(`${path} has other bytes than its manifest lists`);
  await assertSameArchive(file, zip, entries);
  return { isGenuine: true, manifest, fingerprint };
}

/** By path, in their order. */
async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new WrongExport(`${entry.fileName} is there twice`);
    if (entry.compressionMethod !== 0 || entry.compressedSize !== entry.uncompressedSize || entry.isEncrypted())
      throw new WrongExport(`${entry.fileName} is not stored as Picket stores it`);
    entries.set(entry.fileName, entry);
    if (entries.size > MAX_ENTRIES) throw new WrongExport('the archive has too many files');
  }
  return entries;
}

function entryOf(entries: ReadonlyMap<string, Entry>, path: string): Entry {
  const entry = entries.get(path);
  if (entry === undefined) throw new WrongExport(`${path} is missing`);
  return entry;
}

const openEntry = (zip: ZipFile, entries: ReadonlyMap<string, Entry>, path: string): Promise<Readable> =>
  zip.openReadStreamPromise(entryOf(entries, path));

async function readSmall(zip: ZipFile, entries: ReadonlyMap<string, Entry>, path: string): Promise<Buffer> {
  if (entryOf(entries, path).uncompressedSize > MAX_MANIFEST_BYTES) throw new WrongExport(`${path} is too large`);
  return buffer(await openEntry(zip, entries, path));
}

async function digestOf(bytes: Readable): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of bytes) digest.update(chunk);
  return digest.digest('hex');
}

/** The same files written again are the same bytes: what was changed between or beside the files is found as well. */
async function assertSameArchive(file: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<void> {
  const files = [...entries.keys()].map(
    (path): ZippedFile => ({
      path,
      bytes: entryOf(entries, path).uncompressedSize,
      open: () => {
        const opened = new PassThrough();
        openEntry(zip, entries, path).then(
          (source) => source.on('error', (error) => opened.destroy(error)).pipe(opened),
          (error: Error) => opened.destroy(error),
        );
        return opened;
      },
    }),
  );
  const again = await digestOf(await writeZip(files));
  const { size } = await stat(file);
  if (size === 0 || again !== (await digestOf(createReadStream(file))))
    throw new WrongExport('the files are genuine, but the archive was changed or packed again');
}
