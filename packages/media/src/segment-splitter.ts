/**
 * Cuts a stream of a fragmented MP4, as an encoder writes it, into its init segment and its fragments, whatever the pieces it arrives in.
 * Holds at most one segment; a longer one is an error.
 */
import { readBoxHeader } from './boxes.ts';
import { type InitSegment, parseInitSegment } from './init-segment.ts';
import { MediaError } from './media-error.ts';

export type Segment =
  | { readonly kind: 'init'; readonly bytes: Uint8Array; readonly init: InitSegment }
  | { readonly kind: 'fragment'; readonly bytes: Uint8Array };

const MAX_SEGMENT_BYTES = 4 * 1_048_576;

export class SegmentSplitter {
  readonly #maxBytes: number;
  #bytes = new Uint8Array(0);
  /** Where the segment that is being collected goes on: the offset of the next box header. */
  #scanned = 0;
  #hasInit = false;

  constructor(maxBytes = MAX_SEGMENT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The segments that are complete with this piece, in order. @throws MediaError for what is no fragmented MP4 */
  push(piece: Uint8Array): readonly Segment[] {
    this.#bytes = concat(this.#bytes, piece);
    const segments: Segment[] = [];
    for (let segment = this.#next(); segment !== null; segment = this.#next()) segments.push(segment);
    if (this.#bytes.length > this.#maxBytes) throw new MediaError('TOO_LARGE', 'a fragment is too large');
    return segments;
  }

  #next(): Segment | null {
    for (;;) {
      const header = readBoxHeader(this.#bytes, this.#scanned);
      if (header === null) return null;
      if (header.size > this.#maxBytes) throw new MediaError('TOO_LARGE', `the box ${header.type} is too large`);
      const end = this.#scanned + header.size;
      if (end > this.#bytes.length) return null;
      this.#scanned = end;
      if (header.type === 'moov' || header.type === 'mdat') return this.#take(header.type, end);
    }
  }

  #take(lastBox: 'moov' | 'mdat', end: number): Segment {
    const bytes = this.#bytes.slice(0, end);
    this.#bytes = this.#bytes.slice(end);
    this.#scanned = 0;
    if (lastBox === 'moov') {
      this.#hasInit = true;
      return { kind: 'init', bytes, init: parseInitSegment(bytes) };
    }
    if (!this.#hasInit) throw new MediaError('NOT_MP4', 'moov is missing before the first fragment');
    return { kind: 'fragment', bytes };
  }
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
