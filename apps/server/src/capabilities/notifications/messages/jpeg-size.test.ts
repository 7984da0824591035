import { expect, test } from 'vitest';
import { jpegSize } from './jpeg-size.ts';

const START = [0xff, 0xd8];
const comment = (length: number): number[] => [0xff, 0xfe, 0, length + 2, ...Array.from({ length }, () => 65)];
const frame = (marker: number): number[] => [0xff, marker, 0, 11, 8, 0x02, 0xd0, 0x05, 0x00, 1, 1, 0x11, 0];

test.each([
  ['baseline', [...START, ...comment(4), ...frame(0xc0)], { width: 1280, height: 720 }],
  ['progressive', [...START, ...frame(0xc2)], { width: 1280, height: 720 }],
  ['tables before it', [...START, 0xff, 0xc4, 0, 4, 1, 2, ...frame(0xc1)], { width: 1280, height: 720 }],
  ['cut off in the frame', [...START, ...frame(0xc0).slice(0, 7)], null],
  ['cut off in a comment', [...START, ...comment(40).slice(0, 10)], null],
  ['a picture without a frame', [...START, 0xff, 0xda, 0, 2, 0, 0], null],
  ['no marker', [...START, 1, 2, 3, 4, 5], null],
  ['a length of 0, which would never end', [...START, 0xff, 0xfe, 0, 0, 0, 0, 0, 0], null],
  ['nothing', [], null],
])('%s', (_name, bytes, size) => {
  expect(jpegSize(Buffer.from(bytes))).toEqual(size);
});
