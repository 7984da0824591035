import { describe, expect, test } from 'vitest';
import { clockOfSeconds, instantOf, isInside, positionOf, spanOf } from './clip-time.ts';

const span = spanOf({ startedAt: '2026-11-22T02:10:05.000Z', endedAt: '2026-11-22T02:12:37.000Z' });
const at = (time: string): number => Date.parse(`2026-11-22T${time}Z`);

describe('positions of a clip', () => {
  test('an instant is a position, and back', () => {
    expect(span.seconds).toBe(152);
    expect(positionOf(span, at('02:10:41'))).toBe(36);
    expect(instantOf(span, 36)).toBe(at('02:10:41'));
  });

  test('instants before and after it are at its ends', () => {
    expect(positionOf(span, at('02:00:00'))).toBe(0);
    expect(positionOf(span, at('03:00:00'))).toBe(152);
    expect([isInside(span, at('02:10:04')), isInside(span, at('02:10:05'))]).toEqual([false, true]);
  });

  test.each([
    [0, '0:00'],
    [36.9, '0:36'],
    [152, '2:32'],
  ])('%d s is shown as %s', (seconds, text) => {
    expect(clockOfSeconds(seconds)).toBe(text);
  });
});
