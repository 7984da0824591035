/** Fragmented MP4 without a camera: the boxes are as an encoder writes them, the pictures in them are noise. */

export interface MadeUpInit {
  readonly width?: number;
  readonly height?: number;
  /** Of the sample entry: `avc1`, or one that is refused. */
  readonly codec?: 'avc1' | 'hvc1' | 'vp09';
  /** `vide`, or `soun` for a track of sound. */
  readonly handler?: 'vide' | 'soun';
}

const MADE_UP_TIMESCALE = 15_360;

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
};
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

export function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
}

/** A box with version 0 and flags. */
const fullBox = (type: string, flags: number, ...contents: readonly Uint8Array[]): Buffer =>
  box(type, u32(flags), ...contents);

/** High profile, level 3.1; sequence and picture parameters of a few bytes. */
const avcC = (): Buffer =>
  box(
    'avcC',
    Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe1]),
    u16(4),
    Buffer.from([0x67, 0x64, 0, 0x1f]),
    Buffer.from([1]),
    u16(4),
    Buffer.from([0x68, 0xee, 0x3c, 0x80]),
  );

const sampleEntry = (codec: string, width: number, height: number): Buffer =>
  box(
    codec,
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    avcC(),
  );

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** `ftyp` and `moov` of one track. */
export function makeInit({ width = 640, height = 360, codec = 'avc1', handler = 'vide' }: MadeUpInit = {}): Buffer {
  const stbl = box(
    'stbl',
    fullBox('stsd', 0, u32(1), sampleEntry(codec, width, height)),
    fullBox('stts', 0, u32(0)),
    fullBox('stsc', 0, u32(0)),
    fullBox('stsz', 0, u32(0, 0)),
    fullBox('stco', 0, u32(0)),
  );
  const minf = box(
    'minf',
    fullBox('vmhd', 1, Buffer.alloc(8)),
    box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
    stbl,
  );
  const mdia = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, MADE_UP_TIMESCALE, 0), u16(0x55c4, 0)),
    fullBox('hdlr', 0, u32(0), Buffer.from(handler), Buffer.alloc(13)),
    minf,
  );
  const tkhd = fullBox('tkhd', 7, u32(0, 0, 1, 0, 0, 0, 0), u16(0, 0, 0, 0), MATRIX, u32(width << 16, height << 16));
  const mvhd = fullBox(
    'mvhd',
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    MATRIX,
    Buffer.alloc(24),
    u32(2),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41')),
    box('moov', mvhd, box('trak', tkhd, mdia), box('mvex', fullBox('trex', 0, u32(1, 1, 0, 0, 0x10000)))),
  ]);
}

export interface MadeUpFragment {
  /** The number of the picture, from 0 on: 15 a second. */
  readonly index: number;
  readonly isKeyFrame?: boolean;
  /** Of the picture. */
  readonly bytes?: number;
}

const PICTURE_DURATION = MADE_UP_TIMESCALE / 15;

/** `moof` and `mdat` with one picture. */
export function makeFragment({ index, isKeyFrame = index % 30 === 0, bytes = 200 }: MadeUpFragment): Buffer {
  const flags = isKeyFrame ? 0x2000000 : 0x1010000;
  const build = (dataOffset: number): Buffer =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(index + 1)),
      box(
        'traf',
        fullBox('tfhd', 0x20000, u32(1)),
        fullBox('tfdt', 0, u32(index * PICTURE_DURATION)),
        fullBox('trun', 0x701, u32(1, dataOffset, PICTURE_DURATION, bytes, flags)),
      ),
    );
  const moof = build(build(0).length + 8);
  return Buffer.concat([moof, box('mdat', Buffer.alloc(bytes, index % 251))]);
}

/** Enough of a JPEG to be taken for one. */
export const makeJpeg = (bytes = 1000): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes), Buffer.from([0xff, 0xd9])]);
