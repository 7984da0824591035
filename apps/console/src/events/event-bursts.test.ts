import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EventBursts } from './event-bursts.ts';

const MOMENT_MS = 100;

describe('events that come in a burst', () => {
  let applied: (readonly number[])[];
  let isHidden: boolean;
  let bursts: EventBursts<number>;
  beforeEach(() => {
    vi.useFakeTimers();
    applied = [];
    isHidden = false;
    bursts = new EventBursts<number>(
      (events) => applied.push(events),
      () => isHidden,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const add = (...events: readonly number[]): void => {
    for (const event of events) bursts.add(event);
  };

  test('the first at once, the others together, in their order', () => {
    add(1);
    expect(applied).toEqual([[1]]);
    add(2, 3);
    expect(applied).toEqual([[1]]);
    vi.advanceTimersByTime(MOMENT_MS);
    expect(applied).toEqual([[1], [2, 3]]);
    // The burst goes on.
    add(4);
    vi.advanceTimersByTime(MOMENT_MS);
    expect(applied).toEqual([[1], [2, 3], [4]]);
    // It is over.
    vi.advanceTimersByTime(MOMENT_MS);
    add(5);
    expect(applied).toEqual([[1], [2, 3], [4], [5]]);
  });

  test('each at once where nobody sees the page', () => {
    isHidden = true;
    add(1, 2);
    expect(applied).toEqual([[1], [2]]);
  });

  test('what has been gathered before something that must come after it', () => {
    add(1, 2);
    bursts.flush();
    expect(applied).toEqual([[1], [2]]);
    bursts.flush();
    expect(applied).toHaveLength(2);
  });

  test('nothing after the end', () => {
    add(1, 2);
    bursts.close();
    vi.advanceTimersByTime(MOMENT_MS);
    expect(applied).toEqual([[1]]);
  });
});
