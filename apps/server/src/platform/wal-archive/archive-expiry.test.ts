/** What expires of an archive with one timeline and with several; times are days. */
import { expect, test } from 'vitest';
import { type ExpiryRules, findExpired } from './archive-expiry.ts';
import { recoverableSpans } from './archive-folder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BASE_BYTES = 100;
const PER_DAY = 4;
const [FIRST, SECOND] = ['00000001', '00000002'];

/** A time in which a timeline is written: a segment each six hours, archived when they are over. */
interface Stretch {
  readonly timeline: string;
  readonly from: number;
  readonly to: number;
  /** The number of its first segment. */
  readonly segment: number;
  /** When base backups are made. */
  readonly bases: readonly number[];
}

const segmentName = (timeline: string, number: number): string =>
  `${timeline}${number.toString(16).toUpperCase().padStart(16, '0')}`;

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

function archiveOf(stretches: readonly Stretch[]) {
  const bases = stretches.flatMap(({ timeline, from, segment, bases: made }) =>
    made.map((day) => ({
      name: `base-${(day * 100).toFixed(0).padStart(6, '0')}-${timeline}`,
      startSegment: segmentName(timeline, segment + (day - from) * PER_DAY),
      startedAt: new Date(day * DAY).toISOString(),
      stoppedAt: new Date(day * DAY + HOUR).toISOString(),
      file: { bytes: BASE_BYTES },
    })),
  );
  const files = stretches.flatMap(({ timeline, from, to, segment }) =>
    Array.from({ length: (to - from) * PER_DAY }, (_, place) => ({
      name: segmentName(timeline, segment + place),
      bytes: 1,
      at: (from + (place + 1) / PER_DAY) * DAY,
    })),
  );
  return { bases: bases.sort(byName), files: files.sort(byName) };
}

const daily = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.floor(to - from) + 1 }, (_, place) => from + place);

/** What is left, with a retention of seven days: of each timeline its base backups, its first segment and how many there are. */
function keptAt(now: number, stretches: readonly Stretch[], rules: Partial<ExpiryRules> = {}) {
  const { bases, files } = archiveOf(stretches);
  const since = (now - 7) * DAY;
  const expired = findExpired(
    { bases, files, spans: recoverableSpans(bases, files) },
    { present: FIRST, now: now * DAY, since, maxBytes: 1e9, atLeast: 0, ...rules },
  );
  const left = bases.filter(({ name }) => !expired.bases.includes(name));
  const wal = files.map(({ name }) => name).filter((name) => !expired.files.includes(name));
  const of = (timeline: string) => {
    const own = wal.filter((name) => name.startsWith(timeline));
    const first = own[0] === undefined ? null : Number.parseInt(own[0].slice(8), 16);
    const made = left.filter(({ startSegment }) => startSegment.startsWith(timeline));
    return { bases: made.map(({ startedAt }) => Date.parse(startedAt) / DAY), first, segments: own.length };
  };
  return { first: of(FIRST), second: of(SECOND) };
}

const NOTHING = { bases: [], first: null, segments: 0 };

test('of one timeline the newest base backup from before the retention stays, with the WAL from it on', () => {
  const one = { timeline: FIRST, from: 0, to: 10.5, segment: 16, bases: daily(0, 10) };
  expect(keptAt(10.5, [one]).first).toEqual({ bases: daily(3, 10), first: 28, segments: 30 });
  // Of 8 base backups and 30 segments: as many as fit, the newest in any case.
  expect(keptAt(10.5, [one], { maxBytes: 320 }).first).toEqual({ bases: [8, 9, 10], first: 48, segments: 10 });
  expect(keptAt(10.5, [one], { maxBytes: 1 }).first).toEqual({ bases: [10], first: 56, segments: 2 });
  const few = { ...one, to: 1.5, bases: [0, 1] };
  expect(keptAt(1.5, [few], { atLeast: 1 }).first.bases).toEqual([1]);
  expect(keptAt(1.5, [{ ...few, bases: [1] }], { atLeast: 1 }).first.bases).toEqual([1]);
});

/** A restored database was gone on with until the next day; then the folders were exchanged back, and the first timeline went on where it had stopped. */
const exchanged = (now: number): readonly Stretch[] => [
  { timeline: FIRST, from: 0, to: 3.5, segment: 16, bases: daily(0, 3.5) },
  { timeline: SECOND, from: 3.5, to: 4.25, segment: 30, bases: [3.5] },
  { timeline: FIRST, from: 4.5, to: now, segment: 30, bases: daily(4.5, now) },
];

test.each([
  // The second timeline has instants within the retention until 4.25 is before it.
  { now: 9, first: { bases: [1, 2, 3, 4.5, 5.5, 6.5, 7.5, 8.5], first: 20 }, second: { bases: [3.5], first: 30 } },
  {
    now: 11,
    first: { bases: [3, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5], first: 28 },
    second: { bases: [3.5], first: 30 },
  },
  { now: 12, first: { bases: daily(4.5, 11.5), first: 30 }, second: { bases: [], first: null } },
])('after an exchange and back, on day $now each timeline has what it needs', ({ now, first, second }) => {
  const kept = keptAt(now, exchanged(now));
  expect(kept.first).toMatchObject(first);
  expect(kept.second).toMatchObject(second);
});

/** Two Pickets archive into one folder: the second one runs a restored copy. */
const beside = (now: number): readonly Stretch[] => [
  { timeline: FIRST, from: 0, to: now, segment: 16, bases: daily(0, now) },
  { timeline: SECOND, from: 2.5, to: now, segment: 26, bases: daily(2.5, now) },
];

test.each([FIRST, SECOND])('of two that are written, the keeper of %s leaves the other its own', (present) => {
  const { first, second } = keptAt(10.75, beside(10.75), { present });
  expect(first).toEqual({ bases: daily(3, 10), first: 28, segments: 31 });
  expect(second).toEqual({ bases: daily(3.5, 10.5), first: 30, segments: 29 });
});

test.each([FIRST, SECOND])('beyond its size, the keeper of %s leaves the newest base backup of both', (present) => {
  const { first, second } = keptAt(10.25, beside(10.25), { present, maxBytes: 1 });
  expect(first).toEqual({ bases: [10], first: 56, segments: 1 });
  expect(second).toEqual({ bases: [9.5], first: 54, segments: 3 });
});

test('a restored database without a base backup keeps its WAL, and that from the one before the restore on', () => {
  const [before] = exchanged(3.5);
  const restored = { timeline: SECOND, from: 3.5, to: 6, segment: 30, bases: [] };
  const kept = keptAt(6, [...(before === undefined ? [] : [before]), restored], { present: SECOND, maxBytes: 1 });
  expect(kept.first).toEqual({ bases: [3], first: 28, segments: 2 });
  expect(kept.second).toEqual({ bases: [], first: 30, segments: 10 });
});

test('the timeline before a restore goes when its last instant is before the retention, earlier where there is too much', () => {
  const [before] = exchanged(3.5);
  const gone = (now: number): readonly Stretch[] => [
    ...(before === undefined ? [] : [before]),
    { timeline: SECOND, from: 3.5, to: now, segment: 30, bases: daily(3.75, now) },
  ];
  expect(keptAt(10.25, gone(10.25), { present: SECOND }).first).toEqual({ bases: [3], first: 28, segments: 2 });
  expect(keptAt(11, gone(11), { present: SECOND }).first).toEqual(NOTHING);
  expect(keptAt(6, gone(6), { present: SECOND, maxBytes: 310 })).toEqual({
    first: NOTHING,
    second: { bases: [3.75, 4.75, 5.75], first: 31, segments: 9 },
  });
});

test('histories of timelines and what is no segment never expire', () => {
  const { bases, files } = archiveOf(exchanged(12));
  const histories = ['00000001.history', '00000002.history'].map((name) => ({ name, bytes: 1, at: 0 }));
  const all = { bases, files: [...histories, ...files], spans: [] };
  const rules = { present: FIRST, now: 12 * DAY, since: 11 * DAY, maxBytes: 1, atLeast: 0 };
  expect(findExpired(all, rules).files.filter((name) => name.endsWith('.history'))).toEqual([]);
  expect(findExpired({ bases: [], files, spans: [] }, rules)).toEqual({ bases: [], files: [] });
});
