import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCameraDevice } from '../../../../tests/support/camera-device.ts';
import { fragmentsBetween, initBytes, madeInit } from '../../../../tests/support/made-camera.ts';
import { LiveSessions } from './live-sessions.ts';
import type { OwnSignal } from './signal-channel.ts';
import { VideoRing } from './video-ring.ts';

const T0 = Date.UTC(2026, 2, 2, 10);
const SECOND = 1000;
const SESSION = '11111111-1111-4111-8111-111111111111';
const PATH = `/api/v1/sentry/live/${SESSION}`;

async function openLive(runner: { isOff: boolean; problem: 'H265' | null } = { isOff: false, problem: null }) {
  const device = await openCameraDevice();
  const ring = new VideoRing(join(device.folder, 'ring'));
  const answers: OwnSignal[] = [];
  const sessions = new LiveSessions(device.client, ring, runner, async (answer) => {
    answers.push(answer);
  });
  const view = (until = Date.now() + 60_000) => sessions.start({ session: SESSION, uplink: PATH, until });
  return { ...device, ring, sessions, answers, view };
}

function film(ring: VideoRing, from: number, until: number, bytesPerPicture = 200): void {
  if (ring.run === null) ring.start(initBytes(), madeInit(), '', T0);
  for (const fragment of fragmentsBetween(from, until, T0, { framesPerSecond: 5, bytesPerPicture })) ring.add(fragment);
}

test('begins with the last key frame, and continues with each picture and the time it was taken', async () => {
  const { picket, ring, view, sessions } = await openLive();
  film(ring, T0, T0 + 5 * SECOND);
  await view();
  await expect.poll(() => picket.uplink.length).toBe(12);
  film(ring, T0 + 5 * SECOND, T0 + 5.4 * SECOND);
  await expect.poll(() => picket.uplink.length).toBe(16);
  const [start, init, ...rest] = picket.uplink;
  expect(start).toMatchObject({ kind: 'start', isMasked: false });
  expect(init).toEqual(initBytes());
  const times = rest.filter((_, index) => index % 2 === 0);
  expect(times).toEqual([4, 4.2, 4.4, 4.6, 4.8, 5, 5.2].map((second) => ({ kind: 'at', at: T0 + second * SECOND })));
  sessions.stopOne(SESSION);
  await expect.poll(() => picket.uplinks.size).toBe(0);
});

test('a camera that begins again begins again on the uplink as well', async () => {
  const { picket, ring, view } = await openLive();
  await view();
  await expect.poll(() => picket.uplinks.size).toBe(1);
  film(ring, T0, T0 + SECOND);
  ring.start(initBytes(), madeInit(), '24x32:1', T0 + 2 * SECOND);
  await expect
    .poll(() => picket.uplink.filter((one) => !Buffer.isBuffer(one) && one.kind === 'start'))
    .toMatchObject([{ isMasked: false }, { isMasked: true }]);
});

test('a connection that is slower than the picture gets key frames, and no picture without the one before', async () => {
  const { picket, ring, view } = await openLive();
  film(ring, T0, T0 + SECOND);
  await view();
  await expect.poll(() => picket.uplink.length).toBe(12);
  for (const uplink of picket.uplinks) uplink.pause();
  film(ring, T0 + SECOND, T0 + 400 * SECOND, 50_000);
  for (const uplink of picket.uplinks) uplink.resume();
  const lastAt = () => picket.uplink.findLast((one) => !Buffer.isBuffer(one));
  // The connection is free again: pictures from the next key frame on.
  await expect
    .poll(() => {
      film(ring, T0 + 400 * SECOND, T0 + 402 * SECOND);
      return lastAt()?.at;
    })
    .toBe(T0 + 401.8 * SECOND);
  const times = picket.uplink.flatMap((one) => (Buffer.isBuffer(one) || one.kind !== 'at' ? [] : [Number(one.at)]));
  expect(times.length).toBeLessThan(2000);
  for (const [index, at] of times.entries()) {
    const before = times[index - 1] ?? at;
    if (at - before > 200) expect((at - T0) % 2000).toBe(0);
  }
});

test('ends when its time is over, and connects again when it is cut', async () => {
  const { picket, ring, view } = await openLive();
  film(ring, T0, T0 + SECOND);
  await view();
  await expect.poll(() => picket.uplinks.size).toBe(1);
  const [cut] = picket.uplinks;
  cut?.terminate();
  await expect.poll(() => [...picket.uplinks].some((one) => one !== cut)).toBe(true);
  await view(Date.now() + 1);
  await expect.poll(() => picket.uplinks.size).toBe(0);
});

test('is refused with the reason, and ends when the camera is turned off', async () => {
  const runner = { isOff: true, problem: null as 'H265' | null };
  const { picket, answers, view, sessions } = await openLive(runner);
  await view();
  runner.isOff = false;
  runner.problem = 'H265';
  await view();
  runner.problem = null;
  await view();
  await expect.poll(() => picket.uplinks.size).toBe(1);
  sessions.refuseAll('OFF');
  await expect.poll(() => picket.uplinks.size).toBe(0);
  expect(answers.map((answer) => 'reason' in answer && answer.reason)).toEqual(['OFF', 'H265', 'OFF']);
});
