import fc from 'fast-check';
import { expect, test } from 'vitest';
import { box, madeClip, madeFragment, madeInit } from '../../../tests/support/made-clip.ts';
import { ClipScanner, type ScannedClip } from './clip-scanner.ts';
import { MediaError } from './media-error.ts';
import { SegmentSplitter } from './segment-splitter.ts';

const MIB = 1_048_576;

function scan(bytes: Uint8Array, pieceBytes = MIB): ScannedClip {
  const scanner = new ClipScanner();
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
  return scanner.finish();
}

/** The problem of bytes that are no clip; throws where they are one, or where anything else is thrown. */
function problemOf(bytes: Uint8Array, pieceBytes = MIB): string {
  try {
    scan(bytes, pieceBytes);
  } catch (error) {
    if (error instanceof MediaError) return error.reason;
    throw error;
  }
  return 'none';
}

const large = (type: string, size: bigint): Buffer => {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write(type, 4, 'latin1');
  header.writeBigUInt64BE(size, 8);
  return header;
};
const huge = (type: string): Buffer => Buffer.concat([Buffer.from('ffffffff', 'hex'), Buffer.from(type, 'latin1')]);

function nested(type: string, depth: number): Buffer {
  const headers = Buffer.alloc(8 * depth);
  for (let level = 0; level < depth; level += 1) {
    headers.writeUInt32BE(8 * (depth - level), 8 * level);
    headers.write(type, 8 * level + 4, 'latin1');
  }
  return headers;
}

test('a clip is read the same wherever its pieces are cut', () => {
  const clip = madeClip({ seconds: 4 });
  const whole = scan(clip);
  expect(whole).toMatchObject({ fragments: 60, init: { codec: 'avc1.42c01f', width: 1280, height: 720 } });
  expect(whole.durationSeconds).toBeCloseTo(4, 3);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (pieceBytes) => {
      expect(scan(clip, pieceBytes)).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

test('a clip that is cut off anywhere is none', () => {
  const clip = madeClip({ seconds: 1, bytesPerPicture: 100 });
  const fragment = madeFragment(0, 1024, Buffer.alloc(100), true).length;
  const init = madeInit().length;
  for (let end = 0; end < clip.length; end += 1) {
    const isWhole = end >= init + fragment && (end - init) % fragment === 0;
    expect(problemOf(clip.subarray(0, end)) === 'none', `${end}`).toBe(isWhole);
  }
});

test.each([
  ['nothing', Buffer.alloc(0), 'NOT_MP4'],
  ['text', Buffer.from('this is not a video at all'), 'NOT_MP4'],
  ['pictures before moov', Buffer.concat([box('ftyp'), box('mdat', Buffer.alloc(99)), box('moov')]), 'NOT_MP4'],
  ['moov that is cut off', madeInit().subarray(0, -9), 'TRUNCATED'],
  ['H.265', madeClip({ seconds: 1, codec: 'hvc1' }), 'H265'],
  ['another codec', madeClip({ seconds: 1, codec: 'vp09' }), 'CODEC'],
  ['sound alone', madeClip({ seconds: 1, handler: 'soun' }), 'NO_VIDEO'],
  ['no pictures', madeInit(), 'NO_VIDEO'],
  ['a beginning in the middle', madeClip({ seconds: 1, firstIsKeyFrame: false }), 'NOT_MP4'],
  ['a box of 2^32-1 bytes', Buffer.concat([madeInit(), huge('moof')]), 'TOO_LARGE'],
  ['pictures of 2^32-1 bytes', Buffer.concat([madeClip({ seconds: 1 }), huge('free')]), 'TRUNCATED'],
  ['a length of 64 bits', Buffer.concat([madeInit(), large('moof', 2n ** 63n)]), 'NOT_MP4'],
  ['a large length beyond the end', Buffer.concat([madeInit(), large('skip', 2n ** 40n)]), 'TRUNCATED'],
  ['a large length of nothing', Buffer.concat([madeInit(), large('skip', 3n)]), 'NOT_MP4'],
  ['boxes in boxes', Buffer.concat([box('ftyp'), nested('moov', 10_000)]), 'NO_VIDEO'],
  ['tracks in tracks', Buffer.concat([box('ftyp'), box('moov', nested('trak', 10_000))]), 'NOT_MP4'],
  ['nothing but headers', Buffer.concat([madeInit(), ...new Array(70_000).fill(box('free'))]), 'NOT_MP4'],
  ['a fragment within a fragment', Buffer.concat([madeInit(), nested('moof', 10_000)]), 'NOT_MP4'],
])('%s is no clip', (_, bytes, problem) => {
  expect(problemOf(bytes)).toBe(problem);
  expect(problemOf(bytes, 7)).toBe(problem);
});

const damaged = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 20 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(3000),
  )
  .map(([edits, inserted, at]) => {
    const clip = madeClip({ seconds: 1, bytesPerPicture: 50 });
    for (const [place, value] of edits) clip[place % clip.length] = value;
    return Buffer.concat([clip.subarray(0, at), inserted, clip.subarray(at)]);
  });

test('damaged bytes throw a MediaError or nothing', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 5000 }), damaged);
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 6000 }), (input, pieceBytes) => {
      problemOf(input, pieceBytes);
      expectMediaErrorsOnly(() => new SegmentSplitter(4096).push(input));
    }),
    { numRuns: 500 },
  );
});

function expectMediaErrorsOnly(work: () => void): void {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(MediaError);
  }
}

/** Microseconds of the fastest of five runs. */
function fastest(work: () => void): number {
  const runs = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return Math.min(...runs) * 1000;
}

test('a MiB that is made to be slow takes no longer than a few readings of its bytes', () => {
  const filler = box('free');
  const fill = (count: number): Buffer => Buffer.concat(new Array(count).fill(filler));
  const slow = [
    Buffer.concat([madeInit(), fill(65_000)]),
    Buffer.concat([madeInit(), ...new Array(128).fill(box('moof', box('traf', fill(1020))))]),
    Buffer.concat([box('ftyp'), nested('moov', 32_000)]),
    Buffer.concat([box('ftyp'), box('moov', box('trak', fill(1000)), box('trak', fill(1000)))]),
    madeClip({ seconds: 60, perSecond: 120, bytesPerPicture: 1 }),
  ];
  const bytes = new Uint8Array(MIB);
  const floor = fastest(() => {
    let sum = 0;
    for (const byte of bytes) sum += byte;
    expect(sum).toBe(0);
  });
  for (const input of slow) expect(fastest(() => problemOf(input)) / floor).toBeLessThan(60);
});
