import { expect, test } from 'vitest';
import { CaptureClock, ClockSteps } from './capture-clock.ts';

const START = 1_800_000_000_000;
const FRAME_MS = 125;

test('a picture was taken its duration before it arrived', () => {
  const clock = new CaptureClock(START);
  expect(clock.captureTime(125, FRAME_MS, START + 700)).toBe(START + 575);
  expect(clock.captureTime(250, FRAME_MS, START + 825)).toBe(START + 700);
});

test('a picture that arrives late was taken when it was due', () => {
  const clock = new CaptureClock(START);
  clock.captureTime(125, FRAME_MS, START + 700);
  expect(clock.captureTime(250, FRAME_MS, START + 1900)).toBe(START + 700);
});

test('pictures that arrive earlier than all before correct the offset', () => {
  const clock = new CaptureClock(START);
  clock.captureTime(125, FRAME_MS, START + 1700);
  expect(clock.captureTime(1125, FRAME_MS, START + 2200)).toBe(START + 2075);
});

test('a camera whose clock is slow is followed within ten seconds', () => {
  const clock = new CaptureClock(START);
  for (let second = 1; second <= 60; second += 1) clock.captureTime(second * 1000, 1000, START + second * 1010);
  const taken = clock.captureTime(61_000, 1000, START + 61 * 1010);
  expect(START + 61 * 1010 - 1000 - taken).toBeLessThanOrEqual(110);
});

test('no picture was taken before the camera was started', () => {
  // The encoder started within 60 ms, and rounds the first picture to a whole one.
  const clock = new CaptureClock(START);
  expect(clock.captureTime(125, FRAME_MS, START + 60)).toBe(START);
});

test.each([-3_600_000, 86_400_000])(
  'a clock that was set by %i ms is seen, one that is corrected slowly is not',
  (step) => {
    const steps = new ClockSteps(START, 5000);
    expect(steps.hasStepped(START + 60_000, 65_000)).toBe(false);
    expect(steps.hasStepped(START + 60_900, 65_000)).toBe(false);
    expect(steps.hasStepped(START + 60_000 + step, 65_000)).toBe(true);
  },
);
