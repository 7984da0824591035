/** A camera: ffmpeg as a child process, from its first fragment to its end, started again with growing pauses when it ends by itself. */
import type { Readable, Writable } from 'node:stream';
import { type Fragment, parseFragment } from '@picket/media/fragments';
import type { InitSegment } from '@picket/media/init-segment';
import { MediaError } from '@picket/media/media-error';
import { SegmentSplitter } from '@picket/media/segment-splitter';
import { pause } from '../pause.ts';
import { afterFailure } from '../retry-pauses.ts';
import { CaptureClock, ClockSteps } from './capture-clock.ts';
import { type EncoderSettings, encoderArguments, MOTION_COLUMNS, MOTION_PIPE, MOTION_ROWS } from './encoder-command.ts';
import { startFfmpeg } from './ffmpeg.ts';
import { TestPicture } from './test-picture.ts';

export interface CapturedFragment {
  readonly bytes: Uint8Array;
  /** When the picture was taken, in milliseconds since 1970. */
  readonly at: number;
  readonly isKeyFrame: boolean;
  /** In units of the init segment's timescale. */
  readonly time: number;
  readonly duration: number;
}

export interface EncoderEvents {
  /** It runs: fragments of this init segment follow. */
  started(bytes: Uint8Array, init: InitSegment): void;
  fragment(fragment: CapturedFragment): void;
  /** A small gray picture, one byte a cell. */
  grayPicture?(cells: Uint8Array, at: number): void;
  failed(error: Error, retryInMs: number): void;
}

/** A camera that shows nothing for this long is started again. */
const STALL_MS = 20_000;
const MAX_RETRY_MS = 60_000;
/** The camera does not change its codec by itself. */
const RETRY_AFTER_CODEC_MS = 300_000;

/** Runs the camera until the signal is aborted. `hasMotion`: whether somebody walks through the test picture. */
export async function runEncoder(
  settings: EncoderSettings,
  events: EncoderEvents,
  signal: AbortSignal,
  hasMotion: (at: number) => boolean = () => true,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    let fragments = 0;
    const counted: EncoderEvents = {
      ...events,
      fragment: (fragment) => {
        fragments += 1;
        events.fragment(fragment);
      },
    };
    const error = await runOnce(settings, counted, signal, hasMotion);
    if (signal.aborted) return;
    failures = fragments > 0 ? 0 : failures + 1;
    const wait =
      error instanceof MediaError
        ? RETRY_AFTER_CODEC_MS
        : Math.min(MAX_RETRY_MS, afterFailure(failures, 1, Math.random()));
    events.failed(error, wait);
    await pause(wait, signal);
  }
}

/** One process of ffmpeg; returns why it ended. */
async function runOnce(
  settings: EncoderSettings,
  events: EncoderEvents,
  signal: AbortSignal,
  hasMotion: (at: number) => boolean,
): Promise<Error> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const { process: child, ended } = startFfmpeg(encoderArguments(settings), settings.measuresMotion ? 3 : 1, either);
  let error: Error | null = null;
  const fail = (cause: unknown): void => {
    error ??= cause instanceof Error ? cause : new Error(String(cause));
    over.abort();
  };
  const stalled = setTimeout(() => fail(new Error('the camera shows nothing')), STALL_MS);
  if (child.stdout) readFragments(child.stdout, events, () => stalled.refresh(), fail);
  const gray = child.stdio[MOTION_PIPE];
  if (gray && 'read' in gray) readGrayPictures(gray, events);
  if (child.stdin && settings.input.kind === 'test') void writeTestPictures(child.stdin, settings, either, hasMotion);
  const message = await ended.catch(fail);
  clearTimeout(stalled);
  over.abort();
  return error ?? new Error(message ?? 'ffmpeg ended');
}

function readFragments(output: Readable, events: EncoderEvents, alive: () => void, fail: (error: unknown) => void) {
  const startedAt = Date.now();
  const splitter = new SegmentSplitter();
  const clock = new CaptureClock(startedAt);
  const steps = new ClockSteps(startedAt, performance.now());
  let current: InitSegment | null = null;
  output.on('data', (piece: Buffer) => {
    try {
      // The next run has a clock of its own: this one would go on from its last picture for as long as the step back.
      if (steps.hasStepped(Date.now(), performance.now())) throw new Error('the clock of this machine was set');
      for (const segment of splitter.push(piece)) {
        if (segment.kind === 'init') {
          current = segment.init;
          events.started(segment.bytes, segment.init);
        } else if (current !== null) {
          const parsed = parseFragment(segment.bytes, current);
          events.fragment({ bytes: segment.bytes, at: captureTimeOf(parsed, current, clock), ...parsed });
        }
      }
      alive();
    } catch (error) {
      fail(error);
    }
  });
}

function captureTimeOf({ time, duration }: Fragment, { timescale }: InitSegment, clock: CaptureClock): number {
  const millisOf = (units: number): number => (units * 1000) / timescale;
  return clock.captureTime(millisOf(time + duration), millisOf(duration), Date.now());
}

function readGrayPictures(pipe: Readable, events: EncoderEvents): void {
  const size = MOTION_ROWS * MOTION_COLUMNS;
  let rest = Buffer.alloc(0);
  pipe.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (; rest.length >= size; rest = rest.subarray(size))
      events.grayPicture?.(Uint8Array.from(rest.subarray(0, size)), Date.now());
  });
}

/** One picture at each multiple of the frame's time; none while ffmpeg has not taken the last one. */
async function writeTestPictures(
  input: Writable,
  { format }: EncoderSettings,
  signal: AbortSignal,
  hasMotion: (at: number) => boolean,
): Promise<void> {
  const picture = new TestPicture(format);
  const every = 1000 / format.framesPerSecond;
  while (!signal.aborted) {
    const now = Date.now();
    if (!input.writableNeedDrain) input.write(Buffer.from(picture.draw(now, hasMotion(now))));
    await pause(every - (Date.now() % every), signal);
  }
}
