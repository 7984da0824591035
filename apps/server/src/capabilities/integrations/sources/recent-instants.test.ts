import { formatInstant } from '@picket/domain/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentInstants } from './recent-instants.ts';

test('property: in any order, each instant is formatted as it is alone', () => {
  const start = Date.UTC(2026, 2, 2, 12);
  const instant = fc.oneof(
    fc.integer({ min: start - 3000, max: start + 3000 }),
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: 0, max: 4e12 }),
  );
  fc.assert(
    fc.property(fc.array(instant), (instants) => {
      const recent = new RecentInstants();
      expect(instants.map((at) => recent.format(at))).toEqual(instants.map(formatInstant));
    }),
  );
});
