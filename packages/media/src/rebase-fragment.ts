/** Moves a fragment to another place of a file: its number, and when it is decoded. Clips that are cut out of a stream begin at 0. */
import { boxAt, readBoxes, viewOf } from './boxes.ts';
import { MediaError } from './media-error.ts';

const FLAGS_BYTES = 4;

/** A copy of the fragment that is decoded at `time`, in units of the timescale. @throws MediaError where it is no fragment */
export function rebaseFragment(bytes: Uint8Array, sequence: number, time: number): Uint8Array {
  const copy = bytes.slice();
  const view = viewOf(copy);
  const moof = readBoxes(copy).find(({ type }) => type === 'moof');
  if (moof === undefined) throw new MediaError('NOT_MP4', 'a fragment is moof and mdat');
  const mfhd = boxAt(copy, moof, ['mfhd']);
  const tfdt = boxAt(copy, moof, ['traf', 'tfdt']);
  const isLong = tfdt.end - tfdt.content >= FLAGS_BYTES + 8 && view.getUint8(tfdt.content) === 1;
  if (mfhd.end - mfhd.content < FLAGS_BYTES + 4 || tfdt.end - tfdt.content < FLAGS_BYTES + 4)
    throw new MediaError('TRUNCATED', 'the box mfhd or tfdt is too short');
  view.setUint32(mfhd.content + FLAGS_BYTES, sequence);
  if (isLong) view.setBigUint64(tfdt.content + FLAGS_BYTES, BigInt(time));
  else view.setUint32(tfdt.content + FLAGS_BYTES, time);
  return copy;
}
