/** A fragment: `moof`, which describes samples, and `mdat` with the samples. A camera of Picket writes one for each picture. */
import { type Box, boxAt, readBoxes, viewOf } from './boxes.ts';
import type { InitSegment } from './init-segment.ts';
import { MediaError } from './media-error.ts';

export interface Fragment {
  /** Whether a player can begin with it. */
  readonly isKeyFrame: boolean;
  /** Decoding time of its first sample, and its duration, in units of the init segment's timescale. */
  readonly time: number;
  readonly duration: number;
}

const HAS_DATA_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_DURATION = 0x100;
const HAS_SIZE = 0x200;
const HAS_FLAGS = 0x400;
const HAS_COMPOSITION = 0x800;
const TFHD_BASE_OFFSET = 0x1;
const TFHD_DESCRIPTION = 0x2;
const TFHD_DURATION = 0x8;
const TFHD_SIZE = 0x10;
const TFHD_FLAGS = 0x20;
/** sample_is_non_sync_sample */
const NOT_SYNC = 0x10000;
/** A fragment holds the pictures of a few seconds at the most. */
const MAX_SAMPLES = 4096;

/** @throws MediaError where the bytes are not `moof` and `mdat` */
export function parseFragment(bytes: Uint8Array, init: InitSegment): Fragment {
  const boxes = readBoxes(bytes);
  const moof = boxes.find(({ type }) => type === 'moof');
  if (moof === undefined || !boxes.some(({ type }) => type === 'mdat'))
    throw new MediaError('NOT_MP4', 'a fragment is moof and mdat');
  return describe(bytes, moof, init);
}

/** The same of `moof` alone. @throws MediaError where it is none */
export function parseTiming(bytes: Uint8Array, init: InitSegment): Fragment {
  const [moof] = readBoxes(bytes);
  if (moof?.type !== 'moof') throw new MediaError('NOT_MP4', 'a fragment begins with moof');
  return describe(bytes, moof, init);
}

function describe(bytes: Uint8Array, moof: Box, init: InitSegment): Fragment {
  const traf = boxAt(bytes, moof, ['traf']);
  const boxes = readBoxes(bytes, traf.content, traf.end);
  const boxOf = (type: string): Box | undefined => boxes.find((box) => box.type === type);
  const [tfhd, tfdt] = [boxOf('tfhd'), boxOf('tfdt')];
  const runs = boxes.filter(({ type }) => type === 'trun');
  if (tfhd === undefined || runs.length === 0) throw new MediaError('NOT_MP4', 'a fragment has no tfhd or no trun');
  const defaults = readTrackDefaults(bytes, tfhd, init);
  let samples = 0;
  let duration = 0;
  let isKeyFrame = false;
  for (const trun of runs) {
    const run = readRun(bytes, trun, defaults, MAX_SAMPLES - samples);
    if (samples === 0) isKeyFrame = run.isKeyFrame;
    samples += run.samples;
    duration += run.duration;
  }
  return { isKeyFrame, duration, time: tfdt === undefined ? 0 : readDecodeTime(bytes, tfdt) };
}

/** Reads consecutive fields of a box, none of them beyond its end. */
class Fields {
  readonly #view: DataView;
  readonly #box: Box;
  #offset: number;

  constructor(bytes: Uint8Array, box: Box) {
    this.#view = viewOf(bytes);
    this.#box = box;
    this.#offset = box.content;
  }

  uint32(): number {
    const value = this.#view.getUint32(this.#advance(4));
    return value;
  }

  uint64(): number {
    return Number(this.#view.getBigUint64(this.#advance(8)));
  }

  #advance(bytes: number): number {
    const offset = this.#offset;
    if (offset + bytes > this.#box.end) throw new MediaError('TRUNCATED', `the box ${this.#box.type} is too short`);
    this.#offset = offset + bytes;
    return offset;
  }
}

interface TrackDefaults {
  readonly duration: number;
  readonly flags: number;
}

function readTrackDefaults(bytes: Uint8Array, tfhd: Box, init: InitSegment): TrackDefaults {
  const fields = new Fields(bytes, tfhd);
  const has = fields.uint32() & 0xffffff;
  fields.uint32();
  if (has & TFHD_BASE_OFFSET) fields.uint64();
  if (has & TFHD_DESCRIPTION) fields.uint32();
  const duration = has & TFHD_DURATION ? fields.uint32() : init.defaultDuration;
  if (has & TFHD_SIZE) fields.uint32();
  return { duration, flags: has & TFHD_FLAGS ? fields.uint32() : init.defaultFlags };
}

interface Run {
  readonly samples: number;
  readonly isKeyFrame: boolean;
  readonly duration: number;
}

function readRun(bytes: Uint8Array, trun: Box, defaults: TrackDefaults, maxSamples: number): Run {
  const fields = new Fields(bytes, trun);
  const has = fields.uint32() & 0xffffff;
  const count = fields.uint32();
  if (count > maxSamples) throw new MediaError('NOT_MP4', `a fragment of ${count} pictures`);
  if (has & HAS_DATA_OFFSET) fields.uint32();
  let firstFlags = has & HAS_FIRST_FLAGS ? fields.uint32() : null;
  let duration = 0;
  for (let sample = 0; sample < count; sample += 1) {
    duration += has & HAS_DURATION ? fields.uint32() : defaults.duration;
    if (has & HAS_SIZE) fields.uint32();
    const flags = has & HAS_FLAGS ? fields.uint32() : defaults.flags;
    if (has & HAS_COMPOSITION) fields.uint32();
    firstFlags ??= flags;
  }
  return { samples: count, isKeyFrame: count > 0 && ((firstFlags ?? 0) & NOT_SYNC) === 0, duration };
}

function readDecodeTime(bytes: Uint8Array, tfdt: Box): number {
  const fields = new Fields(bytes, tfdt);
  return fields.uint32() >>> 24 === 1 ? fields.uint64() : fields.uint32();
}
