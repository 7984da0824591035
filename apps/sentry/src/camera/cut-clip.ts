/**
 * Cuts clips out of the ring: the init segment and the fragments of a period, from a key frame on, with times that begin at 0. A time lapse
 * has some of the key frames alone, each shown until the next.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { CHUNK_BYTES, MAX_CLIP_BYTES, MAX_CLIP_SECONDS, TIME_LAPSE_SECONDS } from '@picket/contracts/clips';
import { rebaseFragment } from '@picket/media/rebase-fragment';
import { stretchFragment } from '@picket/media/stretch-fragment';
import type { CapturedFragment } from './encoder.ts';
import type { PictureGroup } from './ring-files.ts';
import type { Period, VideoRing } from './video-ring.ts';

/** Groups that one file can hold: of one run of the encoder, without a gap, within the limits of a clip. */
export interface ClipPiece {
  readonly run: string;
  readonly groups: readonly PictureGroup[];
}

export interface WrittenClip {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly chunks: readonly string[];
  readonly codec: string;
  readonly isMasked: boolean;
}

/** Between two groups, where the camera lost pictures. */
const MAX_GAP_MS = 2000;
/** A clip begins and ends with a whole group, before and after the times that are asked for; servers allow for that. */
const MAX_PIECE_MS = (MAX_CLIP_SECONDS + 25) * 1000;

/** The clips that these groups become, in their order. */
export function splitIntoPieces(groups: readonly PictureGroup[]): readonly ClipPiece[] {
  const pieces: { run: string; groups: PictureGroup[]; bytes: number }[] = [];
  for (const group of groups) {
    const piece = pieces.at(-1);
    const [first, last] = [piece?.groups[0], piece?.groups.at(-1)];
    const continues =
      piece !== undefined &&
      first !== undefined &&
      last !== undefined &&
      piece.run === group.run &&
      group.startedAt - last.endedAt <= MAX_GAP_MS &&
      group.endedAt - first.startedAt <= MAX_PIECE_MS &&
      piece.bytes + group.bytes <= MAX_CLIP_BYTES;
    if (continues) {
      piece.groups.push(group);
      piece.bytes += group.bytes;
    } else pieces.push({ run: group.run, groups: [group], bytes: group.bytes });
  }
  return pieces;
}

/** The groups of a time lapse: the first, and each that begins so much later than the one before. */
export function thinOut({ run, groups }: ClipPiece): ClipPiece {
  let next = Number.NEGATIVE_INFINITY;
  const kept = groups.filter(({ startedAt }) => {
    if (startedAt < next) return false;
    next = startedAt + TIME_LAPSE_SECONDS * 1000;
    return true;
  });
  return { run, groups: kept };
}

/** Writes a piece, up to the end of the period, to `path`. null: its pictures are gone. */
export const writeClip = (
  ring: VideoRing,
  piece: ClipPiece,
  { until }: Period,
  path: string,
): Promise<WrittenClip | null> =>
  writePictures(
    ring,
    piece,
    piece.groups.values().flatMap((group) => ring.readGroup(group).filter(({ at }) => at <= until)),
    path,
  );

/** The same of the key frames of a piece, each of which stays until the next, the last until the end. */
export function writeTimeLapse(
  ring: VideoRing,
  piece: ClipPiece,
  { until }: Period,
  path: string,
): Promise<WrittenClip | null> {
  const timescale = ring.readRun(piece.run)?.init.timescale ?? 1;
  const { groups } = thinOut(piece);
  const end = Math.min(until, piece.groups.at(-1)?.endedAt ?? until);
  const pictures = groups.values().flatMap((group, index) => {
    const [keyFrame] = ring.readGroup(group);
    if (keyFrame === undefined) return [];
    const shownMs = (groups[index + 1]?.startedAt ?? end) - keyFrame.at;
    const duration = Math.max(keyFrame.duration, Math.round((shownMs * timescale) / 1000));
    return [{ ...keyFrame, bytes: stretchFragment(keyFrame.bytes, duration), duration }];
  });
  return writePictures(ring, piece, pictures, path);
}

async function writePictures(
  ring: VideoRing,
  piece: ClipPiece,
  pictures: Iterable<CapturedFragment>,
  path: string,
): Promise<WrittenClip | null> {
  const run = ring.readRun(piece.run);
  if (run === null) return null;
  const file = await open(path, 'w', 0o600);
  const digests = new ClipDigests();
  const write = async (bytes: Uint8Array): Promise<void> => {
    digests.add(bytes);
    await file.writeFile(bytes);
  };
  try {
    await write(run.bytes);
    let sequence = 0;
    let firstTime: number | null = null;
    let startedAt = 0;
    let endTime = 0;
    for (const { bytes, time, duration, at } of pictures) {
      if (firstTime === null) startedAt = at;
      firstTime ??= time;
      sequence += 1;
      endTime = Math.max(endTime, time + duration - firstTime);
      await write(rebaseFragment(bytes, sequence, time - firstTime));
    }
    if (firstTime === null) return null;
    await file.sync();
    const endedAt = startedAt + Math.round((endTime * 1000) / run.init.timescale);
    return { startedAt, endedAt, ...digests.finish(), codec: run.init.codec, isMasked: run.maskKey !== '' };
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file and of each MiB of it, as it is written. */
class ClipDigests {
  readonly #whole = createHash('sha256');
  readonly #chunks: string[] = [];
  #chunk = createHash('sha256');
  #chunkBytes = 0;
  #bytes = 0;

  add(bytes: Uint8Array): void {
    this.#whole.update(bytes);
    this.#bytes += bytes.length;
    for (let offset = 0; offset < bytes.length; ) {
      const part = bytes.subarray(offset, offset + CHUNK_BYTES - this.#chunkBytes);
      this.#chunk.update(part);
      this.#chunkBytes += part.length;
      offset += part.length;
      if (this.#chunkBytes === CHUNK_BYTES) this.#endChunk();
    }
  }

  finish(): Pick<WrittenClip, 'bytes' | 'sha256' | 'chunks'> {
    if (this.#chunkBytes > 0) this.#endChunk();
    return { bytes: this.#bytes, sha256: this.#whole.digest('hex'), chunks: this.#chunks };
  }

  #endChunk(): void {
    this.#chunks.push(this.#chunk.digest('hex'));
    this.#chunk = createHash('sha256');
    this.#chunkBytes = 0;
  }
}
