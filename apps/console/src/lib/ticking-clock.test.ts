import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clockOffset } from './clock-offset.ts';
import { askWhenClockIsSet, currentTime, noteServerTime, subscribeToTicks } from './ticking-clock.ts';

const HOUR = 3_600_000;
const SERVER = Date.parse('2026-11-21T10:00:00Z');
const date = new Date(SERVER).toUTCString();

/** A response that this device got, by its own clock, at `at`. */
const exchangeAt = (at: number, tookMs = 200) => ({ date, askedAt: at - tookMs, answeredAt: at });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a device whose clock is wrong', () => {
  test.each([-HOUR, HOUR])('by %i ms has the time of the server', (by) => {
    vi.setSystemTime(SERVER + by);
    noteServerTime(exchangeAt(Date.now()));
    expect(Math.abs(currentTime() - SERVER)).toBeLessThan(1000);
    vi.setSystemTime(SERVER + by + 60_000);
    expect(Math.abs(currentTime() - SERVER - 60_000)).toBeLessThan(1000);
  });

  test('that is set right has its own again', () => {
    vi.setSystemTime(SERVER - HOUR);
    noteServerTime(exchangeAt(Date.now()));
    vi.setSystemTime(SERVER);
    noteServerTime(exchangeAt(Date.now()));
    expect(currentTime()).toBe(SERVER);
  });

  test('that is set right has its own within a second, and the server is asked', () => {
    const ask = vi.fn();
    askWhenClockIsSet(ask);
    vi.setSystemTime(SERVER - HOUR);
    noteServerTime(exchangeAt(Date.now()));
    onTestFinished(subscribeToTicks(() => {}));
    vi.advanceTimersByTime(10_000);
    expect(ask).not.toHaveBeenCalled();
    expect(Math.abs(currentTime() - SERVER - 10_000)).toBeLessThan(1000);
    vi.setSystemTime(SERVER + 10_000);
    vi.advanceTimersByTime(1000);
    expect(currentTime()).toBe(SERVER + 11_000);
    vi.advanceTimersByTime(10_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test.each([-HOUR, HOUR])('by %i ms has the time of the server after it was asleep, and asks for it', (by) => {
    const ask = vi.fn();
    askWhenClockIsSet(ask);
    vi.setSystemTime(SERVER + by);
    noteServerTime(exchangeAt(Date.now()));
    onTestFinished(subscribeToTicks(() => {}));
    vi.setSystemTime(SERVER + by + 8 * HOUR);
    vi.advanceTimersByTime(1000);
    expect(Math.abs(currentTime() - SERVER - 8 * HOUR - 1000)).toBeLessThan(1000);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

test('a difference of seconds, a slow response and one without a date change nothing', () => {
  expect(clockOffset(exchangeAt(SERVER + 4000))).toBe(0);
  expect(clockOffset(exchangeAt(SERVER - 4000))).toBe(0);
  expect(clockOffset(exchangeAt(SERVER - HOUR, 9000))).toBeNull();
  expect(clockOffset(exchangeAt(SERVER - HOUR, -1))).toBeNull();
  expect(clockOffset({ ...exchangeAt(SERVER - HOUR), date: null })).toBeNull();
  expect(clockOffset({ ...exchangeAt(SERVER - HOUR), date: 'soon' })).toBeNull();
});
