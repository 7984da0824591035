import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testWithFfmpeg } from '../../../tests/support/ffmpeg.ts';
import { readAccessUnit, readAvcFormat } from './access-units.ts';
import { MediaError } from './media-error.ts';
import { SegmentSplitter } from './segment-splitter.ts';

const SPS = Uint8Array.of(0x67, 0x42, 0xc0, 0x1f);
const PPS = Uint8Array.of(0x68, 0xce);
const FORMAT = { lengthBytes: 4, parameterSets: [SPS, PPS] };
const START = [0, 0, 0, 1];
const KEY_PICTURE = [0x65, 0x88, 0x84];
const PICTURE = [0x41, 0x9a, 0x02];

/** `mdat` with these units, each behind its length. */
function fragmentOf(...units: readonly (readonly number[])[]): Uint8Array {
  const content = units.flatMap((unit) => [0, 0, 0, unit.length, ...unit]);
  return Uint8Array.from([0, 0, 0, content.length + 8, ...Buffer.from('mdat'), ...content]);
}

test('a key frame begins with the parameter sets, another picture does not', () => {
  const key = readAccessUnit(fragmentOf(KEY_PICTURE), FORMAT);
  expect([...key.bytes]).toEqual([...START, ...SPS, ...START, ...PPS, ...START, ...KEY_PICTURE]);
  const other = readAccessUnit(fragmentOf(PICTURE), FORMAT);
  expect([...other.bytes]).toEqual([...START, ...PICTURE]);
  expect([key.isReordered, other.isReordered]).toEqual([false, false]);
});

test('parameter sets that the camera sends itself are not sent twice', () => {
  const { bytes } = readAccessUnit(fragmentOf([...SPS], [...PPS], KEY_PICTURE), FORMAT);
  expect([...bytes]).toEqual([...START, ...SPS, ...START, ...PPS, ...START, ...KEY_PICTURE]);
});

test('a picture that refers to later ones is recognized', () => {
  // first_mb_in_slice 0 (1), slice_type 6 (00111)
  expect(readAccessUnit(fragmentOf([0x01, 0b10011100]), FORMAT).isReordered).toBe(true);
});

test.for([
  ['a length beyond the end', Uint8Array.from([0, 0, 0, 14, ...Buffer.from('mdat'), 0, 0, 0, 9, 0x65, 1])],
  ['half a length', Uint8Array.from([0, 0, 0, 10, ...Buffer.from('mdat'), 0, 0])],
  ['no picture', Uint8Array.from([0, 0, 0, 8, ...Buffer.from('moof')])],
] as const)('%s is refused', ([, bytes]) => {
  expect(() => readAccessUnit(bytes, { ...FORMAT, lengthBytes: 4 })).toThrow(bytes.length === 10 ? /./u : MediaError);
});

testWithFfmpeg('what ffmpeg writes as MP4 is decoded picture by picture', () => {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=2', '-c:v', 'libx264', '-g', '10'];
  const form = ['-f', 'mp4', '-movflags', '+empty_moov+default_base_moof+frag_every_frame', 'pipe:1'];
  const encode = (...options: readonly string[]) =>
    new SegmentSplitter().push(spawnSync('ffmpeg', ['-v', 'error', ...source, ...options, ...form]).stdout);
  const unitsOf = (segments: ReturnType<typeof encode>) => {
    const format = readAvcFormat(segments[0]?.bytes ?? new Uint8Array());
    return segments.slice(1).map(({ bytes }) => readAccessUnit(bytes, format));
  };
  const units = unitsOf(encode('-profile:v', 'baseline', '-tune', 'zerolatency'));
  expect(units).toHaveLength(20);
  expect(units.some(({ isReordered }) => isReordered)).toBe(false);
  const decode = ['-v', 'error', '-f', 'h264', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];
  const { stdout, stderr } = spawnSync('ffmpeg', decode, {
    input: Buffer.concat(units.map(({ bytes }) => bytes)),
    maxBuffer: 100_000_000,
  });
  expect(stderr.toString()).toBe('');
  expect(stdout.length).toBe(20 * 320 * 180);
  const reordered = unitsOf(encode('-profile:v', 'main', '-bf', '2'));
  expect(reordered.some(({ isReordered }) => isReordered)).toBe(true);
});
