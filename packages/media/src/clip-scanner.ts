/**
 * Checks a whole fragmented MP4 in one pass, wherever its pieces are cut: the boxes that describe are parsed, pictures are skipped.
 * Holds at most one describing box. Pure, and safe on bytes from outside.
 */
import { readBoxHeader } from './boxes.ts';
import { parseTiming } from './fragments.ts';
import { type InitSegment, parseInitSegment } from './init-segment.ts';
import { MediaError } from './media-error.ts';

export interface ScannedClip {
  readonly init: InitSegment;
  readonly fragments: number;
  readonly durationSeconds: number;
}

const MAX_HEADER_BYTES = 16;
/** `moov` of a camera has about 800 bytes, `moof` about 100 and a few for each picture. */
const MAX_DESCRIPTION_BYTES = 262_144;
/** Five minutes of 60 pictures a second are 36,000 boxes. */
const MAX_CLIP_BOXES = 65_536;
const DESCRIPTIONS = ['ftyp', 'moov', 'moof'];
const NOTHING = new Uint8Array(0);

interface PartialBox {
  readonly type: string;
  readonly bytes: Uint8Array;
  filled: number;
}

export class ClipScanner {
  /** The part of a header that the piece before ended with. */
  #head: Uint8Array = NOTHING;
  #box: PartialBox | null = null;
  /** Bytes of the current box that nobody needs. */
  #skip = 0;
  #boxes = 0;
  #ftyp: Uint8Array | null = null;
  #init: InitSegment | null = null;
  #fragments = 0;
  #hasPendingMoof = false;
  #first: number | null = null;
  #end = 0;

  /** @throws MediaError as soon as it is certain that this is no clip */
  push(piece: Uint8Array): void {
    for (let offset = 0; offset < piece.length; ) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, piece.length - offset);
        this.#skip -= skipped;
        offset += skipped;
      } else offset += this.#readBox(piece, offset);
    }
  }

  /** What was read. @throws MediaError where the file ends too early */
  finish(): ScannedClip {
    if (this.#skip > 0 || this.#head.length > 0 || this.#box !== null)
      throw new MediaError('TRUNCATED', 'the file ends within a box');
    if (this.#init === null) throw new MediaError('NOT_MP4', 'moov is missing');
    if (this.#hasPendingMoof) throw new MediaError('TRUNCATED', 'the file ends after moof');
    if (this.#first === null) throw new MediaError('NO_VIDEO', 'there are no pictures');
    const durationSeconds = (this.#end - this.#first) / this.#init.timescale;
    return { init: this.#init, fragments: this.#fragments, durationSeconds };
  }

  /** Takes what the current box needs of the piece; returns how much. */
  #readBox(piece: Uint8Array, offset: number): number {
    if (this.#box !== null) return this.#fill(this.#box, piece, offset);
    const kept = this.#head.length;
    // Most headers lie within one piece and are read in place.
    const head = kept === 0 ? piece : concat(this.#head, piece.subarray(offset, offset + MAX_HEADER_BYTES));
    const header = readBoxHeader(head, kept === 0 ? offset : 0);
    if (header === null) {
      const rest = piece.subarray(offset);
      this.#head = concat(this.#head, rest);
      return rest.length;
    }
    const { type, size, headerBytes } = header;
    if (!DESCRIPTIONS.includes(type)) {
      this.#take(type, null);
      this.#head = NOTHING;
      this.#skip = size - headerBytes;
      return headerBytes - kept;
    }
    if (size > MAX_DESCRIPTION_BYTES) throw new MediaError('TOO_LARGE', `the box ${type} is too large`);
    const box = { type, bytes: new Uint8Array(size), filled: kept };
    box.bytes.set(this.#head);
    this.#head = NOTHING;
    this.#box = box;
    return this.#fill(box, piece, offset);
  }

  #fill(box: PartialBox, piece: Uint8Array, offset: number): number {
    const part = piece.subarray(offset, offset + box.bytes.length - box.filled);
    box.bytes.set(part, box.filled);
    box.filled += part.length;
    if (box.filled === box.bytes.length) {
      this.#box = null;
      this.#take(box.type, box.bytes);
    }
    return part.length;
  }

  #take(type: string, box: Uint8Array | null): void {
    this.#boxes += 1;
    if (this.#boxes > MAX_CLIP_BOXES) throw new MediaError('NOT_MP4', 'too many boxes');
    if (this.#boxes === 1 && type !== 'ftyp') throw new MediaError('NOT_MP4', 'the file does not begin with ftyp');
    if (type === 'mdat') this.#takePictures();
    else if (box !== null && type === 'ftyp') this.#ftyp = box;
    else if (box !== null && type === 'moov') this.#takeInit(box);
    else if (box !== null) this.#takeFragment(box);
  }

  #takeInit(moov: Uint8Array): void {
    if (this.#init !== null) throw new MediaError('NOT_MP4', 'there is more than one moov');
    this.#init = parseInitSegment(concat(this.#ftyp ?? NOTHING, moov));
  }

  #takeFragment(moof: Uint8Array): void {
    if (this.#init === null) throw new MediaError('NOT_MP4', 'moov is missing before the first fragment');
    const { isKeyFrame, time, duration } = parseTiming(moof, this.#init);
    if (this.#fragments === 0 && !isKeyFrame) throw new MediaError('NOT_MP4', 'the first picture is no key frame');
    this.#first ??= time;
    if (time < this.#first) throw new MediaError('NOT_MP4', 'the fragments are not in the order of their times');
    this.#end = Math.max(this.#end, time + duration);
    this.#fragments += 1;
    this.#hasPendingMoof = true;
  }

  #takePictures(): void {
    if (this.#init === null) throw new MediaError('NOT_MP4', 'moov is missing before the first pictures');
    if (!this.#hasPendingMoof) throw new MediaError('NOT_MP4', 'the file is not fragmented');
    this.#hasPendingMoof = false;
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
