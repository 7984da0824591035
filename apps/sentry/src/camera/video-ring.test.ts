import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/camera-device.ts';
import { fragmentsBetween, initBytes, madeInit } from '../../../../tests/support/made-camera.ts';
import { type RingLimits, VideoRing } from './video-ring.ts';

const T0 = Date.UTC(2026, 2, 2, 10);
const SECOND = 1000;
const LIMITS: RingLimits = { seconds: 60, bytes: 1_000_000, totalBytes: 2_000_000 };
const ALL = { from: 0, until: Number.POSITIVE_INFINITY };
const MASK = `24x32:${Array.from({ length: 24 }, () => '1').join('.')}`;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function fill(ring: VideoRing, from: number, until: number, began = from, maskKey = ''): void {
  if (ring.run === null || from === began) ring.start(initBytes(), madeInit(), maskKey, began);
  for (const fragment of fragmentsBetween(from, until, began)) ring.add(fragment);
}

test('keeps the last seconds in groups that begin with a key frame, over a restart', () => {
  const ring = new VideoRing(folder, LIMITS);
  fill(ring, T0, T0 + 91 * SECOND);
  expect(ring.openGroup[0]).toMatchObject({ at: T0 + 90 * SECOND, isKeyFrame: true });
  const again = new VideoRing(folder, LIMITS);
  expect(again.groupsOf(ALL)).toEqual(ring.groupsOf(ALL));
  expect(again.oldestAt).toBe(T0 + 30 * SECOND);
  expect(again.writtenUntil).toBe(T0 + 90 * SECOND);
  const [first, ...others] = again.groupsOf({ from: T0 + 41 * SECOND, until: T0 + 45 * SECOND });
  expect([first?.startedAt, others.length]).toEqual([T0 + 40 * SECOND, 2]);
  const kept = first === undefined ? [] : again.readGroup(first);
  expect(kept).toHaveLength(10);
  expect(kept[0]).toMatchObject({ isKeyFrame: true, at: T0 + 40 * SECOND, time: 40 * SECOND });
  expect(again.readRun(`${T0}`)?.init.codec).toBe('avc1.42c016');
});

test('bytes are limited; what is on hold stays until the total is reached', () => {
  const ring = new VideoRing(folder, { seconds: 600, bytes: 40_000, totalBytes: 80_000 });
  ring.hold('alert', { from: T0, until: T0 + 6 * SECOND });
  fill(ring, T0, T0 + 60 * SECOND);
  const held = ring.groupsOf({ from: T0, until: T0 + 6 * SECOND });
  expect(held.map(({ startedAt }) => startedAt)).toEqual([T0, T0 + 2 * SECOND, T0 + 4 * SECOND]);
  expect(ring.groupsOf(ALL).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(40_000);
  ring.release('alert');
  fill(ring, T0 + 60 * SECOND, T0 + 90 * SECOND, T0);
  expect(ring.oldestAt).toBeGreaterThan(T0 + 6 * SECOND);
  ring.hold('everything', ALL);
  fill(ring, T0 + 90 * SECOND, T0 + 200 * SECOND, T0);
  const bytes = ring.groupsOf(ALL).reduce((sum, group) => sum + group.bytes, 0);
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThanOrEqual(80_000);
});

test('files that a power cut damaged are removed, whole ones are not', () => {
  fill(new VideoRing(folder, LIMITS), T0, T0 + 7 * SECOND);
  const [first = '', second = ''] = readdirSync(folder).filter((name) => name.endsWith('.group'));
  appendFileSync(join(folder, first), 'x');
  writeFileSync(join(folder, second.replace(/\d{13}$/u, '')), 'no header');
  writeFileSync(join(folder, `${T0}-${T0}.group.new`), 'half');
  const ring = new VideoRing(folder, LIMITS);
  expect(ring.groupsOf(ALL)).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.endsWith('.group'))).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test.each(['', '{"init":"AAAA","maskKey":""}'])('groups whose run is damaged are removed with it (%j)', (content) => {
  fill(new VideoRing(folder, LIMITS), T0, T0 + 7 * SECOND);
  fill(new VideoRing(folder, LIMITS), T0 + 10 * SECOND, T0 + 15 * SECOND, T0 + 10 * SECOND);
  writeFileSync(join(folder, `${T0}.run`), content);
  const ring = new VideoRing(folder, LIMITS);
  ring.removeUnmasked('');
  expect(ring.groupsOf(ALL).map(({ startedAt }) => startedAt - T0)).toEqual([10 * SECOND, 12 * SECOND]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.run'))).toEqual([`${T0 + 10 * SECOND}.run`]);
});

test('a mask removes what shows its cells, and keeps what was painted with them', () => {
  const ring = new VideoRing(folder, LIMITS);
  fill(ring, T0, T0 + 10 * SECOND);
  fill(ring, T0 + 10 * SECOND, T0 + 20 * SECOND, T0 + 10 * SECOND, MASK);
  ring.hold('alert', ALL);
  ring.stop();
  ring.removeUnmasked(MASK);
  expect(ring.oldestAt).toBe(T0 + 10 * SECOND);
  expect(readdirSync(folder).filter((name) => name.endsWith('.run'))).toEqual([`${T0 + 10 * SECOND}.run`]);
  ring.removeUnmasked('');
  expect(ring.groupsOf(ALL)).toHaveLength(5);
});

test('pictures before the first key frame, and while the encoder does not run, are left out', () => {
  const ring = new VideoRing(folder, LIMITS);
  for (const fragment of fragmentsBetween(T0, T0 + 4 * SECOND, T0)) ring.add(fragment);
  expect(ring.oldestAt).toBeNull();
  ring.start(initBytes(), madeInit(), '', T0);
  for (const fragment of fragmentsBetween(T0 + SECOND, T0 + 5 * SECOND, T0)) ring.add(fragment);
  expect(ring.oldestAt).toBe(T0 + 2 * SECOND);
});

test('what was filmed after a time goes, from the disk and before it is written, and what was filmed before stays', () => {
  const ring = new VideoRing(folder, LIMITS);
  fill(ring, T0, T0 + 11 * SECOND);
  ring.hold('alert', ALL);
  ring.removeAfter(T0 + 10_500);
  expect(ring.openGroup.map(({ at }) => at - T0)).toEqual([10_000, 10_200]);
  ring.removeAfter(T0 + 7 * SECOND);
  ring.stop();
  for (const one of [ring, new VideoRing(folder, LIMITS)]) {
    const groups = one.groupsOf(ALL);
    expect(groups.map(({ startedAt, endedAt }) => [startedAt - T0, endedAt - T0])).toEqual([
      [0, 2000],
      [2000, 4000],
      [4000, 6000],
      [6000, 7000],
    ]);
    const [last] = groups.slice(-1);
    expect(last === undefined ? [] : one.readGroup(last)).toHaveLength(5);
  }
});
