/** What is to be fetched outlives a restart, once for each alert. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ClipJob, ClipJobs, isFetched, nextPieceOf } from './clip-jobs.ts';

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-clip-jobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const jobOf = (recording: string, more: Partial<ClipJob> = {}): ClipJob => ({
  recording,
  alerts: [recording],
  device: { integration: 'i', identity: 'frigate_frigate_door' },
  from: 0,
  until: null,
  failures: 0,
  dueAt: 1000,
  clips: 0,
  ...more,
});

test('the one that is due the longest is first, and one that is not due waits', () => {
  const jobs = new ClipJobs(folderForTest());
  jobs.put(jobOf('a', { dueAt: 900 }));
  jobs.put(jobOf('b', { dueAt: 500 }));
  expect(jobs.due(400)).toBe(null);
  expect(jobs.due(1000)?.recording).toBe('b');
});

test('after a restart it goes on with what was asked for and with what is done', () => {
  const folder = folderForTest();
  const before = new ClipJobs(folder);
  before.put(jobOf('a'));
  // The alert is over.
  before.put(jobOf('a', { until: 5, dueAt: 700 }));
  before.put(jobOf('b'));
  before.finish(jobOf('b'));
  const after = new ClipJobs(folder);
  expect(after.find('a')).toEqual(jobOf('a', { until: 5, dueAt: 700 }));
  // Its end is reported after it was fetched.
  after.put(jobOf('b', { until: 5 }));
  expect(after.find('b')).toBe(undefined);
});

test('of too many the oldest are given up', () => {
  const jobs = new ClipJobs(folderForTest(), 2);
  const dropped = ['a', 'b', 'c'].flatMap((recording) => jobs.put(jobOf(recording)));
  expect(dropped.map(({ recording }) => recording)).toEqual(['a']);
});

test('an alert has three clips of five minutes, and none of a rest that is shorter than a second', () => {
  const first = jobOf('a');
  expect(nextPieceOf(first)).toEqual({ from: 0, until: 300_000 });
  expect(isFetched(first)).toBe(false);
  const second = jobOf('a', { until: 420_000, cutUntil: 300_000, clips: 1 });
  expect(nextPieceOf(second)).toEqual({ from: 300_000, until: 420_000 });
  expect(nextPieceOf({ ...second, maxMs: 50_000 })).toEqual({ from: 300_000, until: 350_000 });
  expect(isFetched(second)).toBe(false);
  expect(isFetched({ ...second, cutUntil: 419_500 })).toBe(true);
  expect(isFetched({ ...first, cutUntil: 900_000, clips: 3 })).toBe(true);
});
