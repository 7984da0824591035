import { ApiError } from '@picket/contracts/client';
import { describe, expect, test } from 'vitest';
import { errorOfSpan, nextAnswered } from './answered-span.ts';

const HOUR = 3_600_000;
const DAY = { from: 0, to: 24 * HOUR };
const moved = (by: number) => ({ from: DAY.from + by, to: DAY.to + by });
const unreachable = new ApiError(0, 'unreachable', 'Picket cannot be reached', [], null);
const failed = new ApiError(500, 'INTERNAL', 'no', [], null);

describe('the error above a graph that shows an earlier period', () => {
  test('a day that moved on by itself keeps its values without one', () => {
    expect(errorOfSpan(unreachable, DAY, moved(HOUR))).toBeUndefined();
    expect(errorOfSpan(failed, DAY, moved(HOUR))).toBe(failed);
  });

  test('another period that nobody answered has one', () => {
    expect(errorOfSpan(unreachable, DAY, moved(-12 * HOUR))).toBe(unreachable);
    expect(errorOfSpan(unreachable, DAY, moved(3 * HOUR))).toBe(unreachable);
    expect(errorOfSpan(unreachable, DAY, { from: -12 * HOUR, to: 36 * HOUR })).toBe(unreachable);
  });
});

describe('what is behind the values of a graph', () => {
  const day = { ...DAY, behind: 'of the day' };
  const before = { ...moved(-24 * HOUR), behind: 'of the day before' };

  test('is of their period, although that of another one is here first', () => {
    expect(nextAnswered(day, before, false)).toBe(day);
    expect(nextAnswered(day, before, true)).toBe(before);
  });

  test('changes with what happens in it', () => {
    const changed = { ...DAY, behind: 'with an alert' };
    expect(nextAnswered(day, changed, true)).toBe(changed);
    expect(nextAnswered(day, { ...day }, true)).toBe(day);
  });
});
