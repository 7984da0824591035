/**
 * Receives bytes of a part (the core of tus 1.0: Upload-Offset). A chunk is encrypted, stored and synced, and only then counted: what
 * Upload-Offset says survives a power cut. Holds one chunk in memory, and reads no faster than the store writes.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CHUNK_BYTES } from '@picket/contracts/clips';
import { AppError } from '../../../platform/errors.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { ClipPorts } from '../clip-ports.ts';
import { readChunk, readClipKey, removeBegun, type StoredClip, writeChunk } from '../storage/clip-objects.ts';
import type { ClipRow, PartRow } from '../storage/clip-row.ts';
import { toStorageError } from '../storage/storage-errors.ts';
import { unprocessable } from './announced-clip.ts';
import { discardPart } from './discard-part.ts';
import { findPart, moveOffset } from './upload-store.ts';

export interface UploadParts {
  readonly objects: ObjectStore;
  readonly ports: ClipPorts;
}

export interface OpenPart {
  readonly clip: ClipRow;
  readonly stored: StoredClip;
  readonly part: PartRow;
}

/** Of a clip that is not deleted. */
export function toStoredClip(ctx: Pick<Ctx, 'keys'>, { tenant, guid, createdAt, key }: ClipRow): StoredClip {
  const plain = key === null ? null : readClipKey(ctx.keys, tenant, guid, key);
  if (plain === null) throw new AppError('gone');
  return { tenant, guid, createdAt, key: plain };
}

type WithDb = Pick<Ctx, 'db'>;

/** Stores what the stream brings from `part.offset` on; returns the new offset. Throws a 413 for more bytes than announced. */
export async function receivePart(
  ctx: WithDb,
  { objects }: Pick<UploadParts, 'objects'>,
  open: OpenPart,
  body: Readable,
): Promise<number> {
  const writer = new ChunkWriter(ctx, objects, open);
  await writer.resume();
  try {
    for await (const piece of piecesOf(body)) await writer.write(piece);
  } catch (error) {
    // What a connection brought before it broke counts as well.
    if (error instanceof AppError && error.code === 'malformed') await writer.flush();
    throw error;
  }
  await writer.flush();
  return writer.offset;
}

/** Throws `malformed` where the connection breaks; what fails while a piece is stored is no error of the body. */
async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    // The stream stays open after an error: the response is sent on its connection.
    for await (const piece of body.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  } catch (cause) {
    throw new AppError('malformed', { message: 'The body ended early', cause });
  }
}

const inConflict = (): AppError =>
  new AppError('conflict', { message: 'This part is being uploaded over another connection' });

class ChunkWriter {
  readonly #ctx: WithDb;
  readonly #objects: ObjectStore;
  readonly #open: OpenPart;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  /** Bytes of the current chunk. */
  #filled = 0;
  /** Whether the store has the beginning of the current chunk. */
  #isBegun = false;
  /** What is stored and counted. */
  offset: number;

  constructor(ctx: WithDb, objects: ObjectStore, open: OpenPart) {
    this.#ctx = ctx;
    this.#objects = objects;
    this.#open = open;
    this.offset = open.part.offset;
  }

  /** Reads the beginning of the chunk that the upload goes on in. */
  async resume(): Promise<void> {
    const { stored, part } = this.#open;
    const filled = this.offset % CHUNK_BYTES;
    if (filled === 0) return;
    const begun = await readChunk(this.#objects, stored, part, Math.floor(this.offset / CHUNK_BYTES), filled);
    if (begun === null) {
      await this.#discardUploaded();
      throw unprocessable(part.part, 'what was uploaded is damaged; upload it again');
    }
    begun.copy(this.#chunk);
    this.#filled = filled;
    this.#isBegun = true;
  }

  async write(piece: Buffer): Promise<void> {
    const { part } = this.#open;
    const received = Math.floor(this.offset / CHUNK_BYTES) * CHUNK_BYTES + this.#filled;
    if (received + piece.length > part.bytes)
      throw new AppError('tooLarge', { message: `The ${part.part} has ${part.bytes} bytes` });
    for (let at = 0; at < piece.length; ) {
      const taken = piece.copy(this.#chunk, this.#filled, at);
      this.#filled += taken;
      at += taken;
      if (this.#filled === CHUNK_BYTES) await this.flush();
    }
  }

  /** Stores the current chunk, whole or begun, and counts it. */
  async flush(): Promise<void> {
    const { clip, stored, part } = this.#open;
    const index = Math.floor(this.offset / CHUNK_BYTES);
    const to = index * CHUNK_BYTES + this.#filled;
    if (to === this.offset) return;
    const plain = this.#chunk.subarray(0, this.#filled);
    const isWhole = this.#filled === CHUNK_BYTES || to === part.bytes;
    if (!isWhole) await this.#assertCurrent();
    else if (part.part === 'video') await this.#verify(index, plain);
    await this.#withStorageErrors(() => writeChunk(this.#objects, stored, part, index, plain));
    const isMoved = await moveOffset(this.#ctx.db.console, clip.tenant, clip.guid, part.part, {
      from: this.offset,
      to,
    });
    if (!isMoved) throw inConflict();
    this.offset = to;
    if (isWhole && this.#isBegun) await this.#withStorageErrors(() => removeBegun(this.#objects, stored, part.part));
    this.#isBegun = !isWhole;
    if (this.#filled === CHUNK_BYTES) this.#filled = 0;
  }

  /** What a connection brought that died a while ago is of no use, and would be in the place of what came over another since. */
  async #assertCurrent(): Promise<void> {
    const { clip, part } = this.#open;
    const now = await findPart(this.#ctx.db.console, clip.tenant, clip.guid, part.part);
    if (now === null || now.isComplete || now.offset !== this.offset) throw inConflict();
  }

  async #withStorageErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Unless another connection went on meanwhile. */
  #discardUploaded(): Promise<void> {
    const { part } = this.#open;
    return discardPart(this.#ctx, this.#objects, { ...this.#open, part: { ...part, offset: this.offset } });
  }

  async #verify(index: number, plain: Buffer): Promise<void> {
    const { clip } = this.#open;
    const digest = createHash('sha256').update(plain).digest();
    if (digest.equals(clip.chunkHashes.subarray(32 * index, 32 * index + 32))) return;
    await this.#discardUploaded();
    throw unprocessable('chunks', `MiB ${index} has another SHA-256 than announced`);
  }
}
