/** The camera with ffmpeg, against a server that speaks as Picket does. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openCameraDevice } from '../../../../tests/support/camera-device.ts';
import { sha256 } from '../../../../tests/support/fake-picket.ts';
import { firstPicture, probe, testWithFfmpeg } from '../../../../tests/support/ffmpeg.ts';
import { onInterval } from '../pause.ts';
import type { Source } from '../source.ts';
import { parsePictureFormat } from './camera-input.ts';
import { SentryCamera } from './reference-camera.ts';
import { readPictureTime } from './test-picture.ts';

const WIDTH = 320;
const FORMAT = parsePictureFormat(`${WIDTH}x180@8`);
const ON = { isOn: true, watching: 0 };
const config = (camera: object): Record<string, unknown> => ({ videoPolicies: [], camera });

async function openCamera(camera: object, delayedConfig: Promise<void> | null = null) {
  const device = await openCameraDevice();
  const { picket, client, folder, over } = device;
  picket.config = config(camera);
  picket.delayedConfig = delayedConfig;
  if (FORMAT === null) throw new Error('the format is one');
  const settings = { input: { kind: 'test' }, format: FORMAT, measuresMotion: true } as const;
  const sentry = new SentryCamera(client, join(folder, 'camera'), settings, { message: () => {} });
  const running = sentry.run(over.signal);
  // Before the folder is removed.
  onTestFinished(async () => {
    over.abort();
    await running;
  });
  await expect.poll(() => picket.hasChannel).toBe(true);
  const configure = (next: object): void => {
    picket.config = config(next);
    picket.signal({ kind: 'CONFIG' });
  };
  const view = (): string => {
    const session = randomUUID();
    const until = new Date(Date.now() + 60_000).toISOString();
    picket.signal({ kind: 'LOOK', session, uplink: `/api/v1/sentry/live/${session}`, until });
    return session;
  };
  return { picket, folder, configure, view, sentry, over };
}

const isShowing = (reports: readonly Record<string, unknown>[]): boolean => reports.at(-1)?.codec !== undefined;

testWithFfmpeg('a live picture arrives, and its capture times are those burnt into it', async () => {
  const began = Date.now();
  const { picket, view } = await openCamera(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  expect(picket.cameraReports.at(-1)).toMatchObject({
    hasCamera: true,
    supportsMasks: true,
    width: WIDTH,
    height: 180,
  });
  view();
  const pieces = () => picket.uplink.filter((one) => Buffer.isBuffer(one));
  await expect.poll(() => pieces().length).toBeGreaterThan(20);
  const { at } = picket.uplink.find((one) => !Buffer.isBuffer(one) && one.kind === 'at') as { at: number };
  const shown = readPictureTime(firstPicture(Buffer.concat(pieces())), WIDTH, at);
  // Whatever the encoder needs: not before the picture was drawn (but for a frame, to which its times are rounded), not after it arrived.
  expect(at).toBeGreaterThan(shown - 250);
  expect(at).toBeLessThanOrEqual(Date.now());
  expect(shown).toBeGreaterThan(began);
});

testWithFfmpeg('an alert gets its clip with still and film strip, which play from the beginning', async () => {
  const { picket, folder } = await openCamera(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  const recording = { kind: 'RECORD', recording: randomUUID(), alerts: [randomUUID()] };
  const from = Date.now();
  picket.signal({ ...recording, from: new Date(from).toISOString() });
  picket.signal({ ...recording, from: new Date(from).toISOString(), until: new Date(from + 3000).toISOString() });
  await expect.poll(() => picket.clips[0]?.parts.size).toBe(3);
  const [clip] = picket.clips;
  const video = clip?.parts.get('video') ?? Buffer.alloc(0);
  expect(clip?.announcement).toMatchObject({
    recording: recording.recording,
    alerts: recording.alerts,
    sha256: sha256(video),
  });
  const path = join(folder, 'clip.mp4');
  writeFileSync(path, video);
  const { frames, seconds, start } = probe(path);
  const millisOf = (name: string): number => Date.parse(String(clip?.announcement[name]));
  expect(start).toBe(0);
  expect(frames).toBeGreaterThan(4);
  expect(Math.abs(seconds * 1000 - (millisOf('endedAt') - millisOf('startedAt')))).toBeLessThan(200);
  for (const part of ['still', 'strip'] as const) {
    writeFileSync(join(folder, `${part}.jpg`), clip?.parts.get(part) ?? '');
    expect(probe(join(folder, `${part}.jpg`)).frames, part).toBe(1);
  }
});

testWithFfmpeg('a mask is painted before anything is encoded, and what was recorded without it goes', async () => {
  const { picket, view, configure } = await openCamera(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  view();
  await expect.poll(() => picket.uplink.length).toBeGreaterThan(20);
  const all = Array.from({ length: 32 }, (_, column) => column);
  configure({ ...ON, mask: { rows: 24, columns: 32, cells: Array.from({ length: 24 }, () => all) } });
  const masked = () => picket.uplink.findIndex((one) => !Buffer.isBuffer(one) && one.isMasked === true);
  await expect.poll(() => masked() > 0 && picket.uplink.length - masked() > 20).toBe(true);
  const video = Buffer.concat(picket.uplink.slice(masked()).filter((one) => Buffer.isBuffer(one)));
  expect(Math.max(...firstPicture(video))).toBeLessThan(30);
  const before = new Date(Date.now() - 60_000).toISOString();
  picket.signal({
    kind: 'RECORD',
    recording: randomUUID(),
    alerts: [],
    from: before,
    until: new Date(Date.now() + 1000).toISOString(),
  });
  await expect.poll(() => picket.clips[0]?.parts.get('video')?.length ?? 0).toBeGreaterThan(0);
  expect(picket.clips).toHaveLength(1);
  expect(picket.clips[0]?.announcement.isMasked).toBe(true);
});

testWithFfmpeg('a clip of another device, which a gateway reads, is none of this camera', async () => {
  const { picket } = await openCamera(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  const [from, until] = [1000, 0].map((ago) => new Date(Date.now() - ago).toISOString());
  const recording = randomUUID();
  const device = { integration: randomUUID(), identity: 'frigate_frigate_front' };
  picket.signal({ kind: 'RECORD', recording, alerts: [recording], device, from, until });
  await expect.poll(() => picket.answers).toEqual([{ kind: 'NO_CLIP', recording, reason: 'NO_CAMERA' }]);
  expect(picket.clips).toEqual([]);
});

testWithFfmpeg('a camera that is off shows and keeps nothing, and says so', async () => {
  const { picket, view, configure } = await openCamera({ isOn: false, watching: 0 });
  const session = view();
  await expect.poll(() => picket.answers).toEqual([{ kind: 'REFUSED', session, reason: 'OFF' }]);
  const [from, until] = [5000, 0].map((ago) => new Date(Date.now() - ago).toISOString());
  const recording = randomUUID();
  picket.signal({ kind: 'RECORD', recording, alerts: [], from, until });
  configure(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  await expect.poll(() => picket.answers.at(-1)).toEqual({ kind: 'NO_CLIP', recording, reason: 'OFF' });
  view();
  await expect.poll(() => picket.uplinks.size).toBe(1);
  configure({ isOn: false, watching: 0 });
  await expect.poll(() => picket.uplinks.size).toBe(0);
  expect(picket.clips).toEqual([]);
});

testWithFfmpeg('an answer that is overtaken by a newer one does not turn the camera off again', async () => {
  const { promise: delayed, resolve: sendDelayed } = Promise.withResolvers<void>();
  const { picket, view, configure } = await openCamera({ isOn: false, watching: 0 }, delayed);
  configure(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  sendDelayed();
  view();
  await expect.poll(() => picket.uplink.length).toBeGreaterThan(20);
  expect(picket.answers).toEqual([]);
});

testWithFfmpeg('a clip ends before the time at which the camera goes off, so that it is taken whole', async () => {
  const off = Date.now() + 6000;
  const { picket } = await openCamera({ ...ON, until: new Date(off).toISOString() });
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  const recording = randomUUID();
  const [from, until] = [new Date(off - 4000).toISOString(), new Date(off + 2000).toISOString()];
  picket.signal({ kind: 'RECORD', recording, alerts: [recording], from, until });
  await expect.poll(() => picket.clips[0]?.parts.get('video')?.length ?? 0).toBeGreaterThan(0);
  // The camera is stopped by the next tick, up to a second late.
  const before = picket.clips.map(({ announcement }) => off - Date.parse(String(announcement.endedAt)));
  expect(before.every((millis) => millis > 500 && millis < 3000)).toBe(true);
});

testWithFfmpeg('a camera that is turned off by hand keeps the clip of the running alert up to then', async () => {
  const { picket, configure } = await openCamera(ON);
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  const recording = randomUUID();
  const begin = Date.now();
  picket.signal({ kind: 'RECORD', recording, alerts: [recording], from: new Date(begin).toISOString() });
  await expect.poll(() => Date.now() - begin).toBeGreaterThan(7000);
  // It was off for some time before the sentry knew.
  const off = Date.now() - 2500;
  configure({ isOn: false, watching: 0, offSince: new Date(off).toISOString() });
  const until = new Date(Date.now() + 500).toISOString();
  picket.signal({ kind: 'RECORD', recording, alerts: [recording], from: new Date(begin).toISOString(), until });
  await expect.poll(() => picket.clips[0]?.parts.get('video')?.length ?? 0).toBeGreaterThan(0);
  const before = off - Date.parse(String(picket.clips[0]?.announcement.endedAt));
  expect(before).toBeGreaterThan(500);
  expect(before).toBeLessThan(3000);
  expect(picket.answers).toEqual([]);
});

testWithFfmpeg('motion between the last sign of the server and the end of the channel is recorded', async () => {
  const { picket, sentry, over } = await openCamera(ON);
  const policy = randomUUID();
  picket.config = { ...config(ON), videoPolicies: [{ guid: policy, name: 'Motion' }] };
  picket.signal({ kind: 'CONFIG' });
  await expect.poll(() => isShowing(picket.cameraReports)).toBe(true);
  // Somebody walks through the test picture.
  const silent: Source = { name: 'nothing', batches: (_, signal) => onInterval(60, signal, async () => null) };
  for await (const { readings } of sentry.withMotion(silent).batches(60, over.signal))
    if (readings.some(({ values }) => (values?.level ?? 0) > 0.05)) break;
  picket.isReachable = false;
  picket.disconnectAll();
  await expect.poll(() => picket.refusedConnections).toBeGreaterThan(0);
  picket.isReachable = true;
  await expect.poll(() => picket.clips[0]?.parts.get('video')?.length ?? 0).toBeGreaterThan(0);
  expect(picket.clips[0]?.announcement).toMatchObject({ policy, alerts: [] });
});
