/** A camera made by hand: fragments of H.264 whose pictures are noise, one a picture, a key frame every two seconds. */
import { randomBytes } from 'node:crypto';
import type { CapturedFragment } from '../../apps/sentry/src/camera/encoder.ts';
import { type InitSegment, parseInitSegment } from '../../packages/media/src/init-segment.ts';

const TIMESCALE = 1000;

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
};

function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
}

/** The init segment of a camera; `codec`: of its sample entry. */
export function initBytes(codec = 'avc1'): Buffer {
  const entry = Buffer.alloc(78);
  entry.writeUInt16BE(640, 24);
  entry.writeUInt16BE(360, 26);
  const avcC = box('avcC', Buffer.from([1, 0x42, 0xc0, 0x16, 0xff, 0xe0, 0]));
  const stbl = box('stbl', box('stsd', uint32(0, 1), box(codec, entry, avcC)));
  const hdlr = box('hdlr', uint32(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(13));
  const mdia = box('mdia', box('mdhd', uint32(0, 0, 0, TIMESCALE, 0, 0)), hdlr, box('minf', stbl));
  const trak = box('trak', box('tkhd', uint32(0, 0, 0, 1, 0, 0, ...new Array(15).fill(0))), mdia);
  const mvex = box('mvex', box('trex', uint32(0, 1, 1, 0, 0, 0x10000)));
  return Buffer.concat([box('ftyp', Buffer.from('iso5', 'latin1'), uint32(512)), box('moov', trak, mvex)]);
}

export const madeInit = (): InitSegment => parseInitSegment(initBytes());

export interface CameraRate {
  readonly framesPerSecond: number;
  readonly bytesPerPicture: number;
}

/** The fragments from `from` up to `until`, in milliseconds; its own time is 0 at `began`. */
export function fragmentsBetween(
  from: number,
  until: number,
  began: number,
  { framesPerSecond, bytesPerPicture }: CameraRate = { framesPerSecond: 5, bytesPerPicture: 200 },
): CapturedFragment[] {
  const every = 1000 / framesPerSecond;
  const fragments: CapturedFragment[] = [];
  for (let at = from; at < until; at += every) {
    const time = at - began;
    const isKeyFrame = time % 2000 === 0;
    const tfdt = box('tfdt', uint32(0x01000000, 0, time));
    const trun = box('trun', uint32(0x701, 1, 0, every, bytesPerPicture, isKeyFrame ? 0x02000000 : 0x01010000));
    const traf = box('traf', box('tfhd', uint32(0x020000, 1)), tfdt, trun);
    const moof = box('moof', box('mfhd', uint32(0, Math.round(time / every) + 1)), traf);
    const bytes = Buffer.concat([moof, box('mdat', randomBytes(bytesPerPicture))]);
    fragments.push({ bytes, at, isKeyFrame, time, duration: every });
  }
  return fragments;
}
