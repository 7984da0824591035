/**
 * The envelope of large objects: chunks, each AES-256-GCM under the object's own key. A chunk is bound to its object, its place and
 * the number of chunks: one that was changed, swapped or copied from elsewhere cannot be decrypted. Without the key no copy of the
 * object can be read, so deleting the key deletes all of them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface ChunkPlace {
  /** What the object is, different from that of any other with the same key. */
  readonly object: string;
  readonly index: number;
  /** How many chunks the object has. */
  readonly count: number;
}

export const newObjectKey = (): Buffer => randomBytes(32);

const boundTo = ({ object, index, count }: ChunkPlace): Buffer => Buffer.from(`${object} ${index}/${count}`);

/** A chunk that grows is encrypted again, hence a random nonce and not its number: a nonce must not be used twice. */
export function encryptChunk(key: Buffer, place: ChunkPlace, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
  const parts = [nonce, cipher.update(plain), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]);
}

/** null: it was encrypted with another key, for another place, or was changed. */
export function decryptChunk(key: Buffer, place: ChunkPlace, encrypted: Buffer): Buffer | null {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) return null;
  const end = encrypted.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(boundTo(place))
    .setAuthTag(encrypted.subarray(end));
  try {
    const plain = decipher.update(encrypted.subarray(NONCE_BYTES, end));
    // Checks the tag; GCM keeps nothing back. Chunks are large: none is copied without need.
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

/**
 * Frees a large buffer that nothing refers to any more, which would otherwise wait for the collector: after every 64 MiB of them it goes
 * through all of the memory. Of a buffer that shares its memory nothing is freed.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
