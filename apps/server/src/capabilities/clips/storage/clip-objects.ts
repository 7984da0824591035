/** The objects of a clip: each part in chunks of one MiB, encrypted with the clip's own key. */
import { CHUNK_BYTES } from '@picket/contracts/clips';
import { decryptText, encryptText } from '../../../platform/keys/encryption.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { decryptChunk, encryptChunk, freeBuffer, newObjectKey } from '../../../platform/objects/encrypted-chunks.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { ClipPart } from './clip-row.ts';

/** A clip whose objects can be read. */
export interface StoredClip {
  readonly tenant: string;
  readonly guid: string;
  readonly createdAt: Date;
  readonly key: Buffer;
}

/** A part of it, and its length. */
export interface StoredPart {
  readonly part: ClipPart;
  readonly bytes: number;
}

type EncryptionKey = Pick<Keys, 'encryption'>;
const rowOf = (tenant: string, guid: string): string => `clip ${tenant} ${guid}`;

/** A new key for a clip, as its row keeps it. */
export const newClipKey = (keys: EncryptionKey, tenant: string, guid: string): Buffer =>
  encryptText(keys, rowOf(tenant, guid), newObjectKey().toString('base64'));

/** null: it was encrypted by another installation, or for another clip. */
export function readClipKey(keys: EncryptionKey, tenant: string, guid: string, encrypted: Buffer): Buffer | null {
  const text = decryptText(keys, rowOf(tenant, guid), encrypted);
  return text === null ? null : Buffer.from(text, 'base64');
}

/** Where all objects of a clip are. */
export const pathOfClip = ({ tenant, guid, createdAt }: Omit<StoredClip, 'key'>): string =>
  `${tenant}/${createdAt.toISOString().slice(0, 7)}/${guid}`;

const NAME = /^(([0-9a-f-]{36})\/\d{4}-\d{2}\/([0-9a-f-]{36}))\//u;

/** Whose object that is; null: of no clip. */
export function clipOfObject(
  name: string,
): { readonly tenant: string; readonly guid: string; readonly path: string } | null {
  const [, path, tenant, guid] = NAME.exec(name) ?? [];
  return path === undefined || tenant === undefined || guid === undefined ? null : { tenant, guid, path };
}

export const chunksOf = (bytes: number): number => Math.ceil(bytes / CHUNK_BYTES);
const lengthOf = ({ bytes }: StoredPart, index: number): number => Math.min(CHUNK_BYTES, bytes - index * CHUNK_BYTES);
const nameOf = (clip: StoredClip, part: ClipPart, index: number): string => `${pathOfClip(clip)}/${part}/${index}`;
/** Beside the whole chunks: a connection that died a while ago writes what it had, and must not replace one. */
const folderOfBegun = (clip: StoredClip, part: ClipPart): string => `${pathOfClip(clip)}/${part}/begun`;
const nameOfBegun = (clip: StoredClip, part: ClipPart, index: number): string =>
  `${folderOfBegun(clip, part)}/${index}`;
const placeOf = ({ guid }: StoredClip, { part, bytes }: StoredPart, index: number) => ({
  object: `${guid} ${part}`,
  index,
  count: chunksOf(bytes),
});

/** Durable when it returns. `plain` may be the beginning of a chunk, which is written again when it has grown. */
export async function writeChunk(
  objects: ObjectStore,
  clip: StoredClip,
  part: StoredPart,
  index: number,
  plain: Buffer,
): Promise<void> {
  const encrypted = encryptChunk(clip.key, placeOf(clip, part, index), plain);
  const isWhole = plain.length === lengthOf(part, index);
  await objects.put((isWhole ? nameOf : nameOfBegun)(clip, part.part, index), encrypted);
  freeBuffer(encrypted);
}

/** Once the chunk that was begun is stored as a whole. */
export const removeBegun = (objects: ObjectStore, clip: StoredClip, part: ClipPart): Promise<void> =>
  objects.removeAll(folderOfBegun(clip, part));

/** The first `length` bytes of a chunk; null: it is missing, shorter, or not what was written. */
export async function readChunk(
  objects: ObjectStore,
  clip: StoredClip,
  part: StoredPart,
  index: number,
  length = lengthOf(part, index),
): Promise<Buffer | null> {
  const isWhole = length === lengthOf(part, index);
  const begun = isWhole ? null : await readObject(objects, clip, part, index, nameOfBegun(clip, part.part, index));
  // Earlier versions wrote what was begun under the name of the whole chunk.
  const plain =
    begun === null || begun.length < length
      ? await readObject(objects, clip, part, index, nameOf(clip, part.part, index))
      : begun;
  return plain === null || plain.length < length ? null : plain.subarray(0, length);
}

/** null: it is missing, or not what was written. */
async function readObject(
  objects: ObjectStore,
  clip: StoredClip,
  part: StoredPart,
  index: number,
  name: string,
): Promise<Buffer | null> {
  const encrypted = await objects.read(name);
  if (encrypted === null) return null;
  const plain = decryptChunk(clip.key, placeOf(clip, part, index), encrypted);
  freeBuffer(encrypted);
  return plain;
}

/** What the store has in place of a chunk, if anything, is not what was written. */
export class DamagedChunk extends Error {}

/** Bytes `from` to `to` (excluded), chunk by chunk. @throws DamagedChunk; the error of the store, where that cannot be read */
export async function* readRange(
  objects: ObjectStore,
  clip: StoredClip,
  part: StoredPart,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let index = Math.floor(from / CHUNK_BYTES); index * CHUNK_BYTES < to; index += 1) {
    const chunk = await readChunk(objects, clip, part, index);
    if (chunk === null)
      throw new DamagedChunk(`chunk ${index} of the ${part.part} of clip ${clip.guid} is damaged or missing`);
    const start = index * CHUNK_BYTES;
    yield chunk.subarray(Math.max(0, from - start), Math.min(chunk.length, to - start));
  }
}
