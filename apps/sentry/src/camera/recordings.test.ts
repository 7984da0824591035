import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFragment } from '@picket/media/fragments';
import { SegmentSplitter } from '@picket/media/segment-splitter';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/camera-device.ts';
import { sha256 } from '../../../../tests/support/fake-picket.ts';
import { fragmentsBetween, initBytes, madeInit } from '../../../../tests/support/made-camera.ts';
import { ClipBacklog } from './clip-backlog.ts';
import { type NoClipReason, Recordings } from './recordings.ts';
import { VideoRing } from './video-ring.ts';

const T0 = Date.UTC(2026, 2, 2, 10);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PICTURES = { still: Buffer.from('a still'), strip: Buffer.from('a strip') };

function openRecorder(folder = temporaryFolder()) {
  const ring = new VideoRing(join(folder, 'ring'), { seconds: 600, bytes: 50_000_000, totalBytes: 100_000_000 });
  const backlog = new ClipBacklog(join(folder, 'clips'));
  const missing: { recording: string; reason: NoClipReason }[] = [];
  const ports = { why: null as 'OFF' | null, clockOffsetMs: 40 };
  const recordings = new Recordings(folder, ring, backlog, {
    cut: () => {},
    noClip: (recording, reason) => missing.push({ recording, reason }),
    missingReason: () => ports.why,
    clockOffsetMs: () => ports.clockOffsetMs,
    failed: (error) => {
      throw error;
    },
    makePictures: async () => PICTURES,
  });
  let began = 0;
  /** The camera films, and time goes by. */
  const film = async (from: number, until: number): Promise<void> => {
    if (ring.run === null) {
      began = from;
      ring.start(initBytes(), madeInit(), '', from);
    }
    for (let at = from; at < until; at += 2 * SECOND) {
      for (const fragment of fragmentsBetween(at, at + 2 * SECOND, began)) ring.add(fragment);
      await recordings.advance(at + 2 * SECOND);
    }
  };
  const clips = () =>
    backlog.clips().map(({ name, announcement }) => ({
      ...announcement,
      from: (Date.parse(announcement.startedAt) - T0) / SECOND,
      until: (Date.parse(announcement.endedAt) - T0) / SECOND,
      file: readFileSync(backlog.pathOf(name, 'video')),
    }));
  return { folder, ring, backlog, recordings, film, clips, missing, ports };
}

const request = (from: number, until: number | null, more: object = {}) => ({
  recording: randomUUID(),
  alerts: [randomUUID()],
  from,
  until,
  ...more,
});

test('a clip has the pictures from the key frame before the alert to its end, with times from 0 on', async () => {
  const { film, recordings, clips, missing } = openRecorder();
  await film(T0, T0 + 30 * SECOND);
  const one = request(T0 + 15 * SECOND, null);
  recordings.record(one);
  await film(T0 + 30 * SECOND, T0 + 60 * SECOND);
  expect(clips()).toEqual([]);
  recordings.record({ ...one, until: T0 + 65 * SECOND });
  await film(T0 + 60 * SECOND, T0 + 70 * SECOND);
  const [clip, ...others] = clips();
  expect(others).toEqual([]);
  expect(clip).toMatchObject({
    from: 14,
    until: 65.2,
    recording: one.recording,
    alerts: one.alerts,
    clockOffsetMs: 40,
  });
  expect(clip?.sha256).toBe(sha256(clip?.file ?? Buffer.alloc(0)));
  expect(clip?.chunks).toEqual([clip?.sha256]);
  expect(clip?.still).toEqual({ bytes: 7, sha256: sha256(PICTURES.still) });
  const segments = new SegmentSplitter().push(clip?.file ?? Buffer.alloc(0));
  const fragments = segments.slice(1).map(({ bytes }) => parseFragment(bytes, madeInit()));
  expect(fragments[0]).toMatchObject({ time: 0, isKeyFrame: true });
  expect(fragments.map(({ time }) => time)).toEqual(fragments.map((_, index) => index * 200));
  expect(missing).toEqual([]);
  // Its end once more, as after a lost connection.
  recordings.record({ ...one, until: T0 + 65 * SECOND });
  await film(T0 + 70 * SECOND, T0 + 80 * SECOND);
  expect(clips()).toHaveLength(1);
});

test('recordings that overlap become one clip with several alerts; others one each', async () => {
  const { film, recordings, clips } = openRecorder();
  await film(T0, T0 + 20 * SECOND);
  const [first, second, third] = [
    request(T0 + 10 * SECOND, T0 + 30 * SECOND),
    request(T0 + 25 * SECOND, T0 + 40 * SECOND),
    request(T0 + 60 * SECOND, T0 + 70 * SECOND),
  ];
  for (const one of [first, second, third]) recordings.record(one);
  await film(T0 + 20 * SECOND, T0 + 80 * SECOND);
  expect(clips().map(({ from, alerts, recording }) => ({ from, alerts, recording }))).toEqual([
    { from: 10, alerts: [...first.alerts, ...second.alerts], recording: first.recording },
    { from: 60, alerts: third.alerts, recording: third.recording },
  ]);
});

test('an alert that stays open gets three clips of five minutes, then a picture each ten seconds until it ends', async () => {
  const { film, recordings, clips, ring } = openRecorder();
  const open = request(T0, null);
  recordings.record(open);
  await film(T0, T0 + 6 * MINUTE);
  expect(clips()).toHaveLength(1);
  await film(T0 + 6 * MINUTE, T0 + 22 * MINUTE);
  recordings.record({ ...open, until: T0 + 22 * MINUTE + 5 * SECOND });
  await film(T0 + 22 * MINUTE, T0 + 23 * MINUTE);
  expect(clips().map(({ from, until, isTimeLapse }) => [from, until, isTimeLapse])).toEqual([
    [0, 300, false],
    [300, 600, false],
    [600, 900, false],
    [900, 1200, true],
    [1200, 1325, true],
  ]);
  const lapse = clips().at(-1);
  expect(lapse).toMatchObject({ recording: open.recording, alerts: open.alerts });
  const segments = new SegmentSplitter().push(lapse?.file ?? Buffer.alloc(0));
  const fragments = segments.slice(1).map(({ bytes }) => parseFragment(bytes, madeInit()));
  expect(fragments).toEqual(
    Array.from({ length: 13 }, (_, index) => ({
      isKeyFrame: true,
      time: index * 10_000,
      duration: index < 12 ? 10_000 : 5000,
    })),
  );
  expect(ring.isOnHold({ from: T0, until: T0 + 23 * MINUTE })).toBe(false);
  expect(recordings.isRecording).toBe(false);
});

test('an alert that never ends is recorded for eight hours after its clips, and a restart changes nothing', async () => {
  const { folder } = openRecorder();
  const open = request(T0, null);
  const state = { recordings: [open], cutUntil: T0 + 490 * MINUTE, clips: 3, timeLapses: 95 };
  writeFileSync(join(folder, 'recordings.json'), JSON.stringify({ groups: [state], finished: [], holds: [] }));
  const { film, recordings, clips, ring } = openRecorder(folder);
  await film(T0 + 489 * MINUTE, T0 + 497 * MINUTE);
  expect(clips()).toMatchObject([{ isTimeLapse: true, from: 490 * 60, until: 495 * 60 }]);
  expect(recordings.isRecording).toBe(false);
  expect(ring.isOnHold({ from: T0 + 495 * MINUTE, until: T0 + 497 * MINUTE })).toBe(false);
});

test('clips of an alert that begins between key frames take five minutes each', async () => {
  const { film, recordings, clips } = openRecorder();
  await film(T0, T0 + 10 * SECOND);
  recordings.record(request(T0 + 5 * SECOND, null));
  await film(T0 + 10 * SECOND, T0 + 16 * MINUTE);
  expect(clips().map(({ from, isTimeLapse }) => [from, isTimeLapse])).toEqual([
    [4, false],
    [304, false],
    [604, false],
  ]);
});

test('a restart of the sentry, or of its encoder, loses no recording', async () => {
  const before = openRecorder();
  await before.film(T0, T0 + 20 * SECOND);
  before.recordings.record(request(T0 + 10 * SECOND, T0 + 40 * SECOND));
  const after = openRecorder(before.folder);
  expect(after.ring.isOnHold({ from: T0 + 10 * SECOND, until: T0 + 12 * SECOND })).toBe(true);
  await after.film(T0 + 30 * SECOND, T0 + 50 * SECOND);
  // The pictures of two runs do not fit into one file.
  expect(after.clips().map(({ from, until }) => [from, until])).toEqual([
    [10, 18],
    [30, 40],
  ]);
});

test('a clock that was days off when the recording was cut leaves a clip that the server takes', async () => {
  const { film, recordings, clips, ports } = openRecorder();
  ports.clockOffsetMs = -3 * 86_400_000;
  await film(T0, T0 + 20 * SECOND);
  recordings.recordMotion(randomUUID(), T0 + 15 * SECOND);
  await film(T0 + 20 * SECOND, T0 + 30 * SECOND);
  expect(clips()).toMatchObject([{ clockOffsetMs: -86_400_000 }]);
});

test('what cannot be recorded is answered with the reason', async () => {
  const { film, recordings, missing, ports, ring } = openRecorder();
  await film(T0, T0 + 10 * SECOND);
  const old = request(T0 - MINUTE, T0 - 30 * SECOND);
  recordings.record(old);
  await recordings.advance(T0 + 10 * SECOND);
  ring.stop();
  ports.why = 'OFF';
  const off = request(T0 + 20 * SECOND, T0 + 30 * SECOND);
  recordings.record(off);
  await recordings.advance(T0 + 31 * SECOND);
  expect(missing).toEqual([
    { recording: old.recording, reason: 'OLDER_THAN_RING' },
    { recording: off.recording, reason: 'OFF' },
  ]);
});

test('motion is recorded for a policy, longer while it lasts, and belongs to the alert that comes later', async () => {
  const { film, recordings, clips } = openRecorder();
  await film(T0, T0 + 20 * SECOND);
  const policy = randomUUID();
  recordings.recordMotion(policy, T0 + 20 * SECOND);
  await film(T0 + 20 * SECOND, T0 + 26 * SECOND);
  recordings.recordMotion(policy, T0 + 26 * SECOND);
  await film(T0 + 26 * SECOND, T0 + 40 * SECOND);
  expect(clips()).toMatchObject([{ from: 10, until: 36, policy, alerts: [] }]);
  const later = request(T0 + 10 * SECOND, T0 + 30 * SECOND);
  recordings.record(later);
  await recordings.advance(T0 + 40 * SECOND);
  expect(clips()).toMatchObject([{ recording: later.recording, alerts: later.alerts }]);
  expect(clips()[0]?.policy).toBeUndefined();
});
