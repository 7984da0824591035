/**
 * Boxes of an MP4 file (ISO/IEC 14496-12, 4.2): a length, a type of four characters, and content, which is boxes again for some types.
 * Pure, and safe on bytes from outside: lengths are compared with the bytes there are, and a container has a limited number of boxes.
 */
import { MediaError } from './media-error.ts';

export interface Box {
  readonly type: string;
  /** The offset of its header, of its content, and of the byte behind it. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
/** More than any camera writes; a file of nothing but box headers ends here. */
const MAX_BOXES = 1024;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export interface BoxHeader {
  readonly type: string;
  /** Of the whole box, header included. */
  readonly size: number;
  readonly headerBytes: number;
}

/** The header at `offset`, before `end`; null: more bytes are needed. @throws MediaError for a length that no box has */
export function readBoxHeader(bytes: Uint8Array, offset: number, end = bytes.length): BoxHeader | null {
  if (end - offset < HEADER_BYTES) return null;
  const view = viewOf(bytes);
  const characters = [4, 5, 6, 7].map((at) => bytes[offset + at] ?? 0);
  const type = String.fromCharCode(...characters);
  const length = view.getUint32(offset);
  if (length !== 1) {
    // 0 means "to the end of the file", which a stream does not have.
    if (length < HEADER_BYTES) throw new MediaError('NOT_MP4', `a box of ${length} bytes`);
    return { type, size: length, headerBytes: HEADER_BYTES };
  }
  if (end - offset < LARGE_HEADER_BYTES) return null;
  const size = view.getBigUint64(offset + 8);
  if (size < LARGE_HEADER_BYTES || size > Number.MAX_SAFE_INTEGER)
    throw new MediaError('NOT_MP4', `a box of ${size} bytes`);
  return { type, size: Number(size), headerBytes: LARGE_HEADER_BYTES };
}

/** The boxes from `start` to `end`, in order. @throws MediaError where one is longer than what contains it */
export function readBoxes(bytes: Uint8Array, start = 0, end = bytes.length): readonly Box[] {
  const boxes: Box[] = [];
  for (let offset = start; offset < end; ) {
    const header = readBoxHeader(bytes, offset, end);
    if (header === null) throw new MediaError('TRUNCATED', 'the file ends within a box');
    const box = { type: header.type, start: offset, content: offset + header.headerBytes, end: offset + header.size };
    if (box.end > end) throw new MediaError('TRUNCATED', `the box ${header.type} is longer than what contains it`);
    if (boxes.length >= MAX_BOXES) throw new MediaError('NOT_MP4', 'too many boxes');
    boxes.push(box);
    offset = box.end;
  }
  return boxes;
}

/** The first box of this type among the children of `parent`; null: there is none. */
export function findBox(bytes: Uint8Array, parent: Box, type: string): Box | null {
  return readBoxes(bytes, parent.content, parent.end).find((box) => box.type === type) ?? null;
}

/** Follows a path of types down from `parent`. @throws MediaError where one is missing */
export function boxAt(bytes: Uint8Array, parent: Box, path: readonly string[]): Box {
  let box = parent;
  for (const type of path) {
    const child = findBox(bytes, box, type);
    if (child === null) throw new MediaError('NOT_MP4', `the box ${box.type} has no ${type}`);
    box = child;
  }
  return box;
}
