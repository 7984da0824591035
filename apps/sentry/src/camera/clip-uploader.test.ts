import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCameraDevice, temporaryFolder } from '../../../../tests/support/camera-device.ts';
import { sha256 } from '../../../../tests/support/fake-picket.ts';
import { type ClipAnnouncement, ClipBacklog, digestOf } from './clip-backlog.ts';
import { ClipUploader } from './clip-uploader.ts';

const MIB = 1_048_576;
const T0 = Date.UTC(2026, 2, 2, 10);
const AT_ONCE = { afterFailure: () => 1, afterRefusal: () => 1 };

function addClip(backlog: ClipBacklog, bytes: number, at = T0, more: Partial<ClipAnnouncement> = {}) {
  const name = backlog.newFolder();
  const video = randomBytes(bytes);
  const still = randomBytes(500);
  writeFileSync(backlog.pathOf(name, 'video'), video);
  writeFileSync(backlog.pathOf(name, 'still'), still);
  backlog.announce(name, {
    recording: randomUUID(),
    startedAt: new Date(at).toISOString(),
    endedAt: new Date(at + 20_000).toISOString(),
    contentType: 'video/mp4',
    codec: 'avc1.42c01f',
    bytes,
    sha256: sha256(video),
    chunks: Array.from({ length: Math.ceil(bytes / MIB) }, (_, index) =>
      sha256(video.subarray(index * MIB, (index + 1) * MIB)),
    ),
    still: digestOf(still),
    ...more,
  });
  return { name, video };
}

async function openUploader() {
  const device = await openCameraDevice();
  const backlog = new ClipBacklog(join(device.folder, 'clips'));
  const failures: { message: string; isFinal: boolean }[] = [];
  const failed = (message: string, retryInMs: number | null): void => {
    failures.push({ message, isFinal: retryInMs === null });
  };
  const missing: { recording: string; reason: string }[] = [];
  const noClip = (recording: string, reason: string): void => {
    missing.push({ recording, reason });
  };
  const uploader = new ClipUploader(device.client, backlog, { failed, noClip }, AT_ONCE);
  const run = (): void => {
    void uploader.run(device.over.signal);
  };
  return { ...device, backlog, uploader, failures, missing, run };
}

test('a clip arrives whole though its connection is cut, and goes from the disk once the server has it', async () => {
  const { picket, backlog, run, failures } = await openUploader();
  const { video } = addClip(backlog, 5 * MIB + 17);
  picket.cuts = [300_000, MIB];
  run();
  await expect.poll(() => backlog.size).toBe(0);
  expect(sha256(picket.clips[0]?.parts.get('video') ?? Buffer.alloc(0))).toBe(sha256(video));
  expect(picket.clips[0]?.parts.get('still')).toHaveLength(500);
  expect(picket.uploads.slice(0, 3)).toEqual(['PATCH 0', 'PATCH 300000', `PATCH ${300_000 + MIB}`]);
  expect(failures.map(({ isFinal }) => isFinal)).toEqual([false, false]);
});

test('where the offsets differ, that of the server counts', async () => {
  const { picket, backlog, run } = await openUploader();
  const { video } = addClip(backlog, 3 * MIB);
  // What the server has is more than it says in its answer.
  picket.lostAnswers = 1;
  run();
  await expect.poll(() => backlog.size).toBe(0);
  expect(sha256(picket.clips[0]?.parts.get('video') ?? Buffer.alloc(0))).toBe(sha256(video));
  expect(picket.uploads).toContain('HEAD');
});

test('clips wait while the server is away or has no room, and follow in their order', async () => {
  const { picket, backlog, run, uploader } = await openUploader();
  const unavailable = { status: 503, message: 'The disk is full' };
  picket.refusals = [unavailable, unavailable, { status: 401, message: 'Sign in first' }];
  const first = addClip(backlog, 1000);
  run();
  await expect.poll(() => backlog.size).toBe(0);
  const second = addClip(backlog, 1000, T0 + 60_000);
  uploader.wake();
  await expect.poll(() => backlog.size).toBe(0);
  expect(picket.clips.map(({ announcement }) => announcement.sha256)).toEqual(
    [first, second].map(({ video }) => sha256(video)),
  );
});

test('a clip that the server refuses for good does not hold up those after it', async () => {
  const { picket, backlog, run, failures } = await openUploader();
  picket.refusals = [{ status: 422, message: 'The camera was off then' }];
  addClip(backlog, 1000);
  addClip(backlog, 1000, T0 + 60_000);
  run();
  await expect.poll(() => backlog.size).toBe(0);
  expect(picket.clips).toHaveLength(1);
  expect(failures).toEqual([{ message: 'The camera was off then', isFinal: true }]);
});

test('what waits for a clip that is refused for good learns it, unless another clip of it waits here', async () => {
  const { picket, backlog, run, missing } = await openUploader();
  const refusal = { status: 422, message: 'Refused', errors: [{ name: 'startedAt', message: 'Refused' }] };
  const [off, alert, future, large, twice] = Array.from({ length: 5 }, () => randomUUID());
  picket.refusals = [refusal, refusal, { status: 413, message: 'Too large' }, refusal];
  addClip(backlog, 1000, T0, { recording: off, alerts: [off ?? '', alert ?? ''] });
  addClip(backlog, 1000, Date.now() + 3_600_000, { recording: future });
  addClip(backlog, 1000, T0, { recording: large });
  addClip(backlog, 1000, T0, { recording: twice });
  addClip(backlog, 1000, T0, { recording: twice });
  run();
  await expect.poll(() => backlog.size).toBe(0);
  expect(missing).toEqual([
    { recording: off, reason: 'OFF' },
    { recording: alert, reason: 'OFF' },
    { recording: future, reason: 'FAILED' },
    { recording: large, reason: 'FAILED' },
  ]);
  expect(picket.clips.map(({ announcement }) => announcement.recording)).toEqual([twice]);
});

test('a clip that is damaged on the disk is given up after a few attempts', async () => {
  const { picket, backlog, run, failures, missing } = await openUploader();
  const { name, video } = addClip(backlog, 1000);
  video.writeUInt8(video.readUInt8(500) ^ 1, 500);
  writeFileSync(backlog.pathOf(name, 'video'), video);
  run();
  await expect.poll(() => backlog.size).toBe(0);
  expect(failures.map(({ isFinal }) => isFinal)).toEqual([true]);
  expect(missing).toMatchObject([{ reason: 'FAILED' }]);
  expect(picket.uploads.filter((upload) => upload === 'PATCH 0').length).toBeGreaterThan(2);
});

test('a clip whose announcement cannot be read holds up neither those after it nor the process', async () => {
  const { picket, backlog, run, uploader } = await openUploader();
  const [first, second] = [addClip(backlog, 1000), addClip(backlog, 1000, T0 + 60_000)];
  writeFileSync(join(backlog.pathOf(first.name, 'video'), '..', 'clip.json'), '{"recor');
  run();
  await expect.poll(() => picket.clips.length).toBe(1);
  expect(backlog.clips()).toEqual([]);
  // Timers run, and what is added is uploaded.
  addClip(backlog, 1000, T0 + 120_000);
  uploader.wake();
  await expect.poll(() => picket.clips.length).toBe(2);
  expect(picket.clips[0]?.announcement.sha256).toBe(sha256(second.video));
});

test('where there is no room, a clip that cannot be read goes before one that can', () => {
  const backlog = new ClipBacklog(temporaryFolder(), () => false, 25_000);
  const [kept, damaged] = [0, 1].map((minute) => addClip(backlog, 8000, T0 + minute * 60_000).name);
  writeFileSync(join(backlog.pathOf(damaged ?? '', 'video'), '..', 'clip.json'), '{"clockOffsetMs": 90000000}');
  const { name: newest } = addClip(backlog, 8000, T0 + 120_000);
  expect(backlog.clips().map(({ name }) => name)).toEqual([kept, newest]);
  expect(backlog.dropped).toBe(1);
});

test('the backlog survives a restart, and loses the oldest clips that are not on hold', () => {
  const folder = temporaryFolder();
  const held = { from: T0, until: T0 + 1000 };
  const isOnHold = ({ from, until }: { from: number; until: number }): boolean =>
    from <= held.until && held.from <= until;
  const backlog = new ClipBacklog(folder, isOnHold, 25_000);
  const names = [0, 1, 2, 3].map((minute) => addClip(backlog, 8000, T0 + minute * 60_000).name);
  expect(backlog.clips().map(({ name }) => name)).toEqual([names[0], names[3]]);
  expect(backlog.dropped).toBe(2);
  // A clip whose announcement was not written when the power failed.
  mkdirSync(join(folder, '000000099'));
  const again = new ClipBacklog(folder, isOnHold, 25_000);
  expect(existsSync(join(folder, '000000099'))).toBe(false);
  expect(again.clips()).toEqual(backlog.clips());
  expect(readFileSync(again.pathOf(names[3] ?? '', 'video'))).toHaveLength(8000);
  expect(Number(again.newFolder())).toBeGreaterThan(Number(names[3]));
});
