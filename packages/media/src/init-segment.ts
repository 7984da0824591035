/** The beginning of a fragmented MP4: `ftyp` and `moov`, which say what is in the fragments that follow. */
import { type Box, boxAt, findBox, readBoxes, viewOf } from './boxes.ts';
import { MediaError } from './media-error.ts';

export interface InitSegment {
  /** For Media Source Extensions, such as `avc1.42c01f`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Units of time in a second. */
  readonly timescale: number;
  readonly trackId: number;
  /** Flags of a sample whose fragment says nothing about it (trex). */
  readonly defaultFlags: number;
  /** And its duration. */
  readonly defaultDuration: number;
}

const H265_TYPES = ['hvc1', 'hev1'];
/** Before the boxes inside a sample entry of video: 8 bytes of every entry, 70 of video. */
const SAMPLE_ENTRY_BYTES = 78;
const MAX_SIDE = 4096;

/** @throws MediaError where it is not one track of H.264 */
export function parseInitSegment(bytes: Uint8Array): InitSegment {
  const boxes = readBoxes(bytes);
  if (boxes[0]?.type !== 'ftyp') throw new MediaError('NOT_MP4', 'the file does not begin with ftyp');
  const moov = boxes.find(({ type }) => type === 'moov');
  if (moov === undefined) throw new MediaError('NOT_MP4', 'moov is missing at the beginning');
  const tracks = readBoxes(bytes, moov.content, moov.end).filter(({ type }) => type === 'trak');
  const kinds = tracks.map((track) => handlerOf(bytes, track));
  if (!kinds.includes('vide')) throw new MediaError('NO_VIDEO', 'there is no video track');
  if (kinds.includes('soun')) throw new MediaError('AUDIO', 'sound is not taken: send the video track alone');
  const [track] = tracks;
  if (track === undefined || tracks.length > 1) throw new MediaError('CODEC', 'there is more than one track');
  return { ...describeTrack(bytes, track), ...defaultsOf(bytes, moov) };
}

/** `vide`, `soun`, … */
function handlerOf(bytes: Uint8Array, track: Box): string {
  const hdlr = boxAt(bytes, track, ['mdia', 'hdlr']);
  assertLength(hdlr, 12);
  return String.fromCharCode(...bytes.subarray(hdlr.content + 8, hdlr.content + 12));
}

type Defaults = Pick<InitSegment, 'defaultFlags' | 'defaultDuration'>;

function describeTrack(bytes: Uint8Array, track: Box): Omit<InitSegment, keyof Defaults> {
  const view = viewOf(bytes);
  const tkhd = boxAt(bytes, track, ['tkhd']);
  const mdhd = boxAt(bytes, track, ['mdia', 'mdhd']);
  assertLength(tkhd, 24);
  assertLength(mdhd, 24);
  const trackId = view.getUint32(tkhd.content + (view.getUint8(tkhd.content) === 1 ? 20 : 12));
  const timescale = view.getUint32(mdhd.content + (view.getUint8(mdhd.content) === 1 ? 20 : 12));
  if (timescale === 0) throw new MediaError('NOT_MP4', 'the track has no timescale');
  return { trackId, timescale, ...describeCodec(bytes, track) };
}

/** The sample entry of the track, and the configuration of H.264 in it. */
function findEntry(bytes: Uint8Array, track: Box): { readonly entry: Box; readonly avcC: Box } {
  const stsd = boxAt(bytes, track, ['mdia', 'minf', 'stbl', 'stsd']);
  assertLength(stsd, 8);
  const [entry] = readBoxes(bytes, stsd.content + 8, stsd.end);
  if (entry === undefined) throw new MediaError('NO_VIDEO', 'the track has no sample description');
  if (H265_TYPES.includes(entry.type))
    throw new MediaError('H265', 'H.265 does not play in browsers: choose a stream of the camera that is H.264');
  if (entry.type !== 'avc1' && entry.type !== 'avc3')
    throw new MediaError('CODEC', `the codec ${entry.type} is not taken, only H.264`);
  assertLength(entry, SAMPLE_ENTRY_BYTES);
  const avcC = readBoxes(bytes, entry.content + SAMPLE_ENTRY_BYTES, entry.end).find(({ type }) => type === 'avcC');
  if (avcC === undefined) throw new MediaError('CODEC', 'the parameters of H.264 are missing');
  assertLength(avcC, 4);
  return { entry, avcC };
}

function describeCodec(bytes: Uint8Array, track: Box): Pick<InitSegment, 'codec' | 'width' | 'height'> {
  const { entry, avcC } = findEntry(bytes, track);
  const view = viewOf(bytes);
  const [width, height] = [view.getUint16(entry.content + 24), view.getUint16(entry.content + 26)];
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE)
    throw new MediaError('CODEC', `a picture of ${width} x ${height} is not taken`);
  const profile = [...bytes.subarray(avcC.content + 1, avcC.content + 4)];
  return { codec: `avc1.${profile.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`, width, height };
}

/** The configuration record of H.264 (ISO/IEC 14496-15, 5.3.3.1): parameter sets, and how pictures are divided. */
export function readAvcConfiguration(bytes: Uint8Array): Uint8Array {
  const moov = readBoxes(bytes).find(({ type }) => type === 'moov');
  if (moov === undefined) throw new MediaError('NOT_MP4', 'moov is missing at the beginning');
  const { avcC } = findEntry(bytes, boxAt(bytes, moov, ['trak']));
  return bytes.subarray(avcC.content, avcC.end);
}

function defaultsOf(bytes: Uint8Array, moov: Box): Defaults {
  const mvex = findBox(bytes, moov, 'mvex');
  if (mvex === null) throw new MediaError('NOT_MP4', 'the file is not fragmented');
  const trex = boxAt(bytes, mvex, ['trex']);
  assertLength(trex, 24);
  const view = viewOf(bytes);
  return { defaultDuration: view.getUint32(trex.content + 12), defaultFlags: view.getUint32(trex.content + 20) };
}

function assertLength({ type, content, end }: Box, length: number): void {
  if (end - content < length) throw new MediaError('TRUNCATED', `the box ${type} is too short`);
}
