import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cursor, formatCursor, parseCursor, parseSnapshot, type Snapshot } from './event-cursor.ts';

const isVisible = (xid: number, { next, running }: Snapshot): boolean => xid < next && !running.includes(xid);

const snapshots = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 12 }), fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 50 }))
  .map(([first, distances]): Snapshot => {
    const next = first + 500;
    return { next, running: distances.map((distance) => next - distance).sort((a, b) => a - b) };
  });

const cursors: fc.Arbitrary<Cursor> = fc.record({
  log: fc.stringMatching(/^[0-9a-f]{8}$/u),
  at: fc.integer({ min: 0, max: 2 ** 42 }),
  seen: snapshots,
  batch: fc.option(fc.record({ upTo: snapshots, after: fc.integer({ min: 0, max: 2 ** 50 }) })),
});

test('an event id is read as it was written, and fits into a header', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = formatCursor(cursor);
      expect(parseCursor(text)).toEqual(cursor);
      expect(text.length).toBeLessThanOrEqual(1300);
    }),
  );
});

test('what is no event id is none', () => {
  const written = formatCursor({ log: '0123abcd', at: 5, seen: { next: 90, running: [80, 85] }, batch: null });
  const wrong = [
    undefined,
    '',
    '17-4',
    `1' OR 1=1`,
    `${written}.`,
    `${written}.zz`,
    ` ${written}`,
    '0123abcd.5.10-1-2',
    '0123abcd.5.10-1-1',
    '0123abcd.5.10-0',
    '0123abcd.5.1-3',
    '0123abcd.5.zzzzzzzzzzz',
    '0123abcd.zzzzzzzzzzz.10',
    '0123abcd.5.10.10.zzzzzzzzzzz',
    `0123abcd.5.zzz${'-1'.repeat(51)}`,
    'x'.repeat(100_000),
  ];
  expect(parseCursor(written)).not.toBeNull();
  for (const text of wrong) expect(parseCursor(text)).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseCursor(text)).toBeNull();
    }),
  );
});

test('a snapshot of many running transactions is short, and a later one shows all that it shows', () => {
  const first = 1000;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 299 }), { minLength: 1, maxLength: 150 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 299 }), { maxLength: 100 }),
      fc.uniqueArray(fc.integer({ min: 300, max: 400 }), { maxLength: 100 }),
      (running, ended, begun) => {
        const write = (next: number, list: readonly number[]): string => `${first}:${first + next}:${list.join(',')}`;
        const earlier = parseSnapshot(
          write(
            300,
            running.map((distance) => first + distance),
          ),
        );
        const stillRunning = [...running.filter((distance) => !ended.includes(distance)), ...begun]
          .map((distance) => first + distance)
          .sort((a, b) => a - b);
        const later = parseSnapshot(write(401, stillRunning));
        expect(earlier.running.length).toBeLessThanOrEqual(50);
        const all = Array.from({ length: 401 }, (_, distance) => first + distance);
        expect(all.filter((xid) => isVisible(xid, earlier) && !isVisible(xid, later))).toEqual([]);
        expect(stillRunning.filter((xid) => isVisible(xid, later))).toEqual([]);
      },
    ),
  );
});
