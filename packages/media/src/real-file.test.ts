/** Files that ffmpeg writes, read by Picket and by mp4box. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createFile, MP4BoxBuffer } from 'mp4box';
import { expect, test } from 'vitest';
import { ClipScanner } from './clip-scanner.ts';
import { parseFragment } from './fragments.ts';
import { rebaseFragment } from './rebase-fragment.ts';
import { type Segment, SegmentSplitter } from './segment-splitter.ts';
import { stretchFragment } from './stretch-fragment.ts';

const FFMPEG = '/usr/bin/ffmpeg';
const FRAGMENTED = '+empty_moov+default_base_moof+frag_every_frame+cmaf';

const encode = (codec: readonly string[], flags: string): Buffer =>
  execFileSync(
    FFMPEG,
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-t', '4', ...codec, '-g', '30'],
      ...['-pix_fmt', 'yuv420p', '-movflags', flags, '-f', 'mp4', 'pipe:1'],
    ],
    { maxBuffer: 64 * 1_048_576 },
  );

/** What mp4box finds in the file. */
function secondOpinion(bytes: Buffer) {
  const file = createFile();
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, 0));
  file.flush();
  const [track] = file.getInfo().videoTracks;
  if (track === undefined) throw new Error('mp4box found no video track');
  const samples = file.getTrackSamplesInfo(track.id);
  const ticks = samples.reduce((sum, { duration }) => sum + duration, 0);
  return {
    codec: track.codec,
    width: track.video?.width,
    height: track.video?.height,
    seconds: ticks / track.timescale,
    keyFrames: samples.filter(({ is_sync }) => is_sync).length,
    pictures: samples.length,
  };
}

const isFragment = (segment: Segment): segment is Extract<Segment, { kind: 'fragment' }> => segment.kind === 'fragment';

test.skipIf(!existsSync(FFMPEG)).each([
  ['one fragment a picture', ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'], FRAGMENTED],
  ['one fragment a key frame', ['-c:v', 'libx264', '-bf', '2'], '+empty_moov+default_base_moof+frag_keyframe'],
])('a file of ffmpeg with %s is read as mp4box reads it', (_, codec, flags) => {
  const bytes = encode(codec, flags);
  const other = secondOpinion(bytes);
  const scanner = new ClipScanner();
  scanner.push(bytes);
  const { init, durationSeconds } = scanner.finish();
  expect(init.codec).toBe(other.codec.toLowerCase());
  expect(init).toMatchObject({ width: other.width, height: other.height });
  expect(durationSeconds).toBeCloseTo(other.seconds, 1);
  const splitter = new SegmentSplitter();
  const fragments = splitter.push(bytes).filter(isFragment);
  const keyFrames = fragments.filter((fragment) => parseFragment(fragment.bytes, init).isKeyFrame);
  expect(keyFrames).toHaveLength(other.keyFrames);
  expect(other.pictures).toBe(60);
});

test.skipIf(!existsSync(FFMPEG))(
  'key frames alone that stay for ten seconds each are a file that mp4box and ffmpeg read',
  () => {
    const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'];
    const [first, ...rest] = new SegmentSplitter().push(encode(encoder, FRAGMENTED));
    if (first?.kind !== 'init') throw new Error('a file begins with its init segment');
    const { init } = first;
    const lapse = rest
      .filter(({ bytes }) => parseFragment(bytes, init).isKeyFrame)
      .map(({ bytes }, index) => {
        const duration = 10 * init.timescale;
        return rebaseFragment(stretchFragment(bytes, duration), index + 1, index * duration);
      });
    const bytes = Buffer.concat([first.bytes, ...lapse]);
    expect(secondOpinion(bytes)).toMatchObject({ pictures: 2, keyFrames: 2, seconds: 20 });
    const args = ['-v', 'error', '-i', 'pipe:0', '-vsync', 'passthrough', '-f', 'framemd5', 'pipe:1'];
    const pictures = execFileSync(FFMPEG, args, { input: bytes }).toString().trim().split('\n').slice(-2);
    expect(pictures.map((line) => Number(line.split(',')[1]) / 15)).toEqual([0, 10]);
  },
);

test.skipIf(!existsSync(FFMPEG))('H.265 is refused', () => {
  const bytes = encode(['-c:v', 'libx265', '-x265-params', 'log-level=none'], FRAGMENTED);
  expect(() => new ClipScanner().push(bytes)).toThrow(/H\.265/u);
});
