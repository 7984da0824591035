/** A fragmented MP4 made by hand: one track of H.264 whose pictures are noise. Players reject its pictures, readers of boxes do not. */
import { createHash, randomBytes } from 'node:crypto';

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
};

/** A box of these contents. */
export const box = (type: string, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};

export interface MadeClipOptions {
  readonly seconds?: number;
  readonly perSecond?: number;
  readonly bytesPerPicture?: number;
  /** Of the sample entry: avc1, hvc1, … */
  readonly codec?: string;
  readonly handler?: 'vide' | 'soun';
  readonly firstIsKeyFrame?: boolean;
}

const TIMESCALE = 15_360;

export function madeInit({ codec = 'avc1', handler = 'vide' }: MadeClipOptions = {}): Buffer {
  const entry = Buffer.alloc(78);
  entry.writeUInt16BE(1280, 24);
  entry.writeUInt16BE(720, 26);
  const avcC = box('avcC', Buffer.from([1, 0x42, 0xc0, 0x1f, 0xff, 0xe0, 0]));
  const stsd = box('stsd', uint32(0, 1), box(codec, entry, avcC));
  const hdlr = box('hdlr', uint32(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(13));
  const mdhd = box('mdhd', uint32(0, 0, 0, TIMESCALE, 0, 0));
  const mdia = box('mdia', mdhd, hdlr, box('minf', box('stbl', stsd)));
  const trak = box('trak', box('tkhd', uint32(0, 0, 0, 1, 0, 0, ...new Array(15).fill(0))), mdia);
  const mvex = box('mvex', box('trex', uint32(0, 1, 1, 0, 0, 0x10000)));
  const mvhd = box('mvhd', uint32(0, 0, 0, 1000, 0, ...new Array(20).fill(0)));
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5', 'latin1'), uint32(512), Buffer.from('iso5iso6mp41', 'latin1')),
    box('moov', mvhd, trak, mvex),
  ]);
}

export function madeFragment(index: number, ticks: number, pictures: Buffer, isKeyFrame: boolean): Buffer {
  const tfhd = box('tfhd', uint32(0x020000, 1));
  const tfdt = box('tfdt', uint32(0x01000000, 0, index * ticks));
  const trun = box('trun', uint32(0x701, 1, 0, ticks, pictures.length, isKeyFrame ? 0x02000000 : 0x01010000));
  const moof = box('moof', box('mfhd', uint32(0, index + 1)), box('traf', tfhd, tfdt, trun));
  return Buffer.concat([moof, box('mdat', pictures)]);
}

/** Ten seconds of 15 pictures of 4 KB, one in 30 a key frame, unless given otherwise. */
export function madeClip(options: MadeClipOptions = {}): Buffer {
  const { seconds = 10, perSecond = 15, bytesPerPicture = 4096, firstIsKeyFrame = true } = options;
  const fragments = Array.from({ length: Math.round(seconds * perSecond) }, (_, index) =>
    madeFragment(
      index,
      Math.round(TIMESCALE / perSecond),
      randomBytes(bytesPerPicture),
      index % 30 === 0 && (index > 0 || firstIsKeyFrame),
    ),
  );
  return Buffer.concat([madeInit(options), ...fragments]);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const MIB = 1_048_576;

/** What a device announces of a file. */
export const digestsOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: sha256(bytes),
  chunks: Array.from({ length: Math.ceil(bytes.length / MIB) }, (_, index) =>
    sha256(bytes.subarray(index * MIB, (index + 1) * MIB)),
  ),
});
