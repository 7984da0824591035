/** Makes a picture stay longer: of a recording of which only some pictures are kept. */
import { boxAt, readBoxes, viewOf } from './boxes.ts';
import { MediaError } from './media-error.ts';

const HAS_DATA_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_DURATION = 0x100;
const TFHD_BASE_OFFSET = 0x1;
const TFHD_DESCRIPTION = 0x2;
const TFHD_DURATION = 0x8;
const FIELD_BYTES = 4;

/** A copy of the fragment, which has one picture, with this duration in units of the timescale. @throws MediaError where it cannot have one */
export function stretchFragment(bytes: Uint8Array, duration: number): Uint8Array {
  const copy = bytes.slice();
  const view = viewOf(copy);
  const moof = readBoxes(copy).find(({ type }) => type === 'moof');
  if (moof === undefined) throw new MediaError('NOT_MP4', 'a fragment is moof and mdat');
  const write = (box: { readonly type: string; readonly end: number }, at: number): void => {
    if (at + FIELD_BYTES > box.end) throw new MediaError('TRUNCATED', `the box ${box.type} is too short`);
    view.setUint32(at, duration);
  };
  const trun = boxAt(copy, moof, ['traf', 'trun']);
  const ofRun = view.getUint32(trun.content) & 0xffffff;
  // Flags and the number of pictures, then what the flags say that there is.
  const first =
    trun.content + (2 + (ofRun & HAS_DATA_OFFSET ? 1 : 0) + (ofRun & HAS_FIRST_FLAGS ? 1 : 0)) * FIELD_BYTES;
  const tfhd = boxAt(copy, moof, ['traf', 'tfhd']);
  const ofTrack = view.getUint32(tfhd.content) & 0xffffff;
  const before = 2 + (ofTrack & TFHD_BASE_OFFSET ? 2 : 0) + (ofTrack & TFHD_DESCRIPTION ? 1 : 0);
  if (ofRun & HAS_DURATION) write(trun, first);
  else if (ofTrack & TFHD_DURATION) write(tfhd, tfhd.content + before * FIELD_BYTES);
  else throw new MediaError('NOT_MP4', 'a fragment has no duration of its own');
  return copy;
}
