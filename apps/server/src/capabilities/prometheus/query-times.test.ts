import { expect, test } from 'vitest';
import { PromqlError } from './promql/promql-error.ts';
import { parseGrid, parseTimeout, parseTimestamp } from './query-times.ts';

test('instants are seconds or RFC 3339', () => {
  expect(
    ['0', '1772445600', '1772445600.5', '1.7724456e9', '2026-03-02T10:00:00Z', '2026-03-02T11:00:00.5+01:00'].map(
      (text) => parseTimestamp('time', text),
    ),
  ).toEqual([0, 1_772_445_600_000, 1_772_445_600_500, 1_772_445_600_000, 1_772_445_600_000, 1_772_445_600_500]);
});

test.each(['', 'now', '-1', '1e300', 'Infinity', 'NaN', '2026-02-31T00:00:00Z', '99999-01-01T00:00:00Z', '0x10'])(
  '%j is no instant',
  (text) => {
    expect(() => parseTimestamp('start', text)).toThrow('invalid parameter "start"');
    expect(() => parseTimestamp('start', text)).toThrow(PromqlError);
  },
);

test('a grid begins at the start, and ends at the last step before the end', () => {
  expect(parseGrid({ start: '100', end: '160', step: '25' })).toEqual({ start: 100_000, step: 25_000, points: 3 });
  expect(parseGrid({ start: '100', end: '100', step: '1h' })).toEqual({ start: 100_000, step: 3_600_000, points: 1 });
  expect(parseGrid({ start: '0', end: '10999', step: '1' }).points).toBe(11_000);
});

test.each([
  [{ start: '0', end: '11000', step: '1' }, 'exceeded maximum resolution of 11,000 points'],
  [{ start: '2', end: '1', step: '1' }, 'end timestamp must not be before start time'],
  [{ start: '1', end: '2', step: '0' }, 'invalid parameter "step": must be greater than 0'],
  [{ start: '1', end: '2', step: '-1s' }, 'invalid parameter "step"'],
  [{ start: '1', end: '2', step: '0.0001' }, 'invalid parameter "step"'],
])('%j is refused', (query, message) => {
  expect(() => parseGrid(query)).toThrow(message);
});

test('a query may ask for less time than it has, not for more', () => {
  expect([undefined, '5s', '0.5', '1h'].map(parseTimeout)).toEqual([10_000, 5000, 500, 10_000]);
  expect(() => parseTimeout('soon')).toThrow('invalid parameter "timeout"');
});
