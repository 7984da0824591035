import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileDurably } from '@picket/files';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Backlog } from './backlog.ts';
import type { SensorReading } from './source.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'picket-backlog-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readings = (from: number, count = 1): SensorReading[] =>
  Array.from({ length: count }, (_, index) => ({
    sensorMetricId: 'environment_temperature',
    at: from + index,
    values: { value: 20 },
  }));

test('unacknowledged reports survive a restart, in order; acknowledged ones are deleted', () => {
  const first = new Backlog(folder);
  for (let report = 0; report < 3; report++) first.add(readings(report * 10), false);
  const sent = first.oldest();
  expect(sent?.readings.map(({ at }) => at)).toEqual([0, 10, 20]);
  // The power fails before the answer; the device starts again and adds to what is there.
  const second = new Backlog(folder);
  expect(second.size).toBe(3);
  second.add(readings(30), false);
  const again = second.oldest();
  expect(again?.readings.map(({ at }) => at)).toEqual([0, 10, 20, 30]);
  if (again) second.remove(again);
  expect(second.oldest()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('a request carries at most 4,000 readings, and says that more follows', () => {
  const backlog = new Backlog(folder);
  for (let report = 0; report < 3; report++) backlog.add(readings(report * 10_000, 1800), false);
  const sent = backlog.oldest();
  expect(sent).toMatchObject({ moreToFollow: true });
  expect(sent?.readings).toHaveLength(3600);
  if (sent) backlog.remove(sent);
  expect(backlog.oldest()).toMatchObject({ moreToFollow: false });
});

test('moreToFollow of the source is kept; an empty report is a report', () => {
  const backlog = new Backlog(folder);
  backlog.add([], true);
  expect(backlog.oldest()).toMatchObject({ readings: [], moreToFollow: true });
});

test('half-written files of a power cut are not reports', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '000000000001.json.new'), '{"more":fal');
  expect(new Backlog(folder).oldest()).toBeNull();
});

test('a report that the disk has damaged is set aside, and those after it are sent', () => {
  const backlog = new Backlog(folder);
  for (let report = 0; report < 3; report++) backlog.add(readings(report * 10), false);
  const [first = '', second = ''] = readdirSync(folder);
  writeFileSync(join(folder, first), '');
  writeFileSync(join(folder, second), '{"more":false,"readings":null}');
  expect(backlog.oldest()).toMatchObject({ readings: [{ at: 20 }], moreToFollow: false });
  expect(backlog.size).toBe(1);
  expect(backlog.damaged).toBe(2);
  expect(readdirSync(folder).slice(0, 2)).toEqual([`${first}.damaged`, `${second}.damaged`]);
  expect(new Backlog(folder).size).toBe(1);
});

test.each(['', '{"attempts":', 'null', '{"readings":1}'])(
  'postponed readings that are damaged (%j) are none',
  (text) => {
    writeFileSync(join(folder, 'postponed.json'), text);
    const { postponed } = new Backlog(folder);
    expect(postponed.size).toBe(0);
    postponed.add(readings(0));
    expect(new Backlog(folder).postponed.size).toBe(1);
  },
);

test('beyond its bytes the oldest are dropped and counted, also those of an earlier start', () => {
  const limits = { reports: 100, bytes: 400, readingsAtOnce: 10, bytesAtOnce: 1000 };
  const first = new Backlog<string>(folder, limits);
  for (const letter of ['a', 'b', 'c']) first.add([letter.repeat(100)], false);
  expect(first.dropped.reports).toBe(0);
  const second = new Backlog<string>(folder, limits);
  second.add(['d'.repeat(100)], false);
  expect(second.dropped.reports).toBe(1);
  expect(second.oldest()?.readings.map((text) => text[0])).toEqual(['b', 'c', 'd']);
  const sent = second.oldest();
  if (sent) second.remove(sent);
  // What was sent makes room.
  for (const letter of ['e', 'f', 'g']) second.add([letter.repeat(100)], false);
  expect(second.dropped.reports).toBe(1);
});

const SMALL = { reports: 100, bytes: 10_000, readingsAtOnce: 3, bytesAtOnce: 1000 };

/** Everything, request by request. */
function sendAll(backlog: Backlog<string>): string[][] {
  const sent: string[][] = [];
  for (let report = backlog.oldest(); report !== null; report = backlog.oldest()) {
    sent.push([...report.readings]);
    backlog.remove(report);
  }
  return sent;
}

test('what one request cannot carry, by number or by bytes, becomes several files', () => {
  const backlog = new Backlog<string>(folder, SMALL);
  backlog.add(['a', 'b', 'c', 'd', 'e', 'f', 'g'], false);
  expect(backlog.size).toBe(3);
  expect(backlog.oldest()).toMatchObject({ readings: ['a', 'b', 'c'], moreToFollow: true });
  const [large, huge] = ['x'.repeat(500), 'y'.repeat(2000)];
  backlog.add([large, large, huge, 'h'], false);
  expect(sendAll(backlog)).toEqual([['a', 'b', 'c'], ['d', 'e', 'f'], ['g', large], [large], [huge], ['h']]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file of an earlier version that is too large is sent in parts', () => {
  const kept = { more: false, readings: ['a', 'b', 'c', 'd', 'e'] };
  writeFileSync(join(folder, '000000000001.json'), JSON.stringify(kept));
  const backlog = new Backlog<string>(folder, SMALL);
  backlog.add(['f'], false);
  expect(backlog.oldest()).toMatchObject({ readings: ['a', 'b', 'c'], moreToFollow: true });
  expect(sendAll(backlog)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('what a full disk refuses is kept in memory and sent in order, and written once there is room', () => {
  let isFull = true;
  const backlog = new Backlog<string>(folder, SMALL, (...file) => {
    if (isFull) throw new Error('ENOSPC');
    writeFileDurably(...file);
  });
  for (const letter of ['a', 'b', 'c', 'd']) backlog.add([letter], false);
  expect(readdirSync(folder)).toEqual([]);
  const sent = backlog.oldest();
  expect(sent?.readings).toEqual(['a', 'b', 'c']);
  if (sent) backlog.remove(sent);
  expect(backlog.writeAgain()).toEqual(new Error('ENOSPC'));
  isFull = false;
  expect(backlog.writeAgain()).toBeNull();
  expect(new Backlog<string>(folder, SMALL).oldest()?.readings).toEqual(['d']);
});

test('where memory is full as well the oldest are dropped and counted', () => {
  const full = (): never => {
    throw new Error('ENOSPC');
  };
  const backlog = new Backlog<string>(folder, { ...SMALL, reports: 5000, bytes: 1_000_000 }, full);
  for (let report = 0; report < 1010; report++) backlog.add([`${report}`], false);
  expect(backlog.dropped.reports).toBe(10);
  expect(backlog.oldest()?.readings[0]).toBe('10');
});
