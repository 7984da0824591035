import { expect, test } from 'vitest';
import { DEFAULT_FORMAT, describeInput, parseCameraInput, parsePictureFormat } from './camera-input.ts';
import { encoderArguments } from './encoder-command.ts';

const mask = { rows: 24, columns: 32, cells: Array.from({ length: 24 }, (_, row) => (row < 12 ? [0] : [])) };
const argumentsOf = (value: string, more: object = {}): string =>
  encoderArguments({ input: parseCameraInput(value), format: DEFAULT_FORMAT, measuresMotion: false, ...more }).join(
    ' ',
  );

test('the stream of an IP camera is copied, and encoded only when it is masked', () => {
  const plain = argumentsOf('rtsp://camera/1');
  expect(plain).toContain('-rtsp_transport tcp');
  expect(plain).toContain('-c:v copy');
  expect(plain).not.toContain('libx264');
  const masked = argumentsOf('rtsp://camera/1', { mask });
  expect(masked).toContain('drawbox=x=0:y=0:w=40:h=360:color=black:t=fill');
  expect(masked).toContain('libx264');
  expect(masked).not.toContain('copy');
});

test('motion is measured in masked pictures', () => {
  const [video, motion] = argumentsOf('v4l2:/dev/video0', { mask, measuresMotion: true }).split('pipe:1');
  expect(video).toContain('-f v4l2 -framerate 15 -video_size 1280x720 -i /dev/video0');
  expect(motion).toMatch(/drawbox.*scale=32:24.*pipe:3$/u);
});

test('no sound is recorded, and a key frame comes every two seconds', () => {
  for (const value of ['test', 'clip.mp4', 'rtsp://camera/1']) expect(argumentsOf(value)).toContain('-an');
  expect(argumentsOf('clip.mp4')).toContain('-g 30');
});

test('formats, and addresses without passwords', () => {
  expect(parsePictureFormat('640x360@8')).toEqual({
    width: 640,
    height: 360,
    framesPerSecond: 8,
    bitsPerSecond: 133_333,
  });
  for (const wrong of ['640x360', '641x360@8', '640x360@0', '99999x2@8', 'large'])
    expect(parsePictureFormat(wrong), wrong).toBeNull();
  expect(describeInput(parseCameraInput('rtsp://admin:secret@camera/1'))).toBe('rtsp://camera/1');
});
