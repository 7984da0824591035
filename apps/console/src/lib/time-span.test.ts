import { expect, test } from 'vitest';
import { parseSpan, recentSpan, toSpanQuery } from './time-span.ts';

const of = (query: string) => parseSpan(new URLSearchParams(query));

test.each([
  ['', { kind: 'range', range: '24h' }],
  ['range=7d', { kind: 'range', range: '7d' }],
  ['range=forever', { kind: 'invalid' }],
  ['from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z', { kind: 'fixed' }],
  ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', { kind: 'reversed' }],
  ['from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z', { kind: 'reversed' }],
  ['from=2026-02-31T00:00:00Z&to=2026-03-02T00:00:00Z', { kind: 'invalid' }],
  ['from=2026-03-02T00:00:00Z', { kind: 'invalid' }],
])('?%s', (query, expected) => {
  expect(of(query)).toMatchObject(expected);
});

test('the last hours end on a step, so that the question stays the same for a while', () => {
  const now = Date.parse('2026-03-01T12:00:07Z');
  expect(recentSpan('1h', now)).toEqual(recentSpan('1h', now + 1000));
  const { from, to } = recentSpan('1y', now);
  expect(to - from).toBe(365 * 86_400_000);
  expect(to).toBeGreaterThanOrEqual(now);
  expect(toSpanQuery(1500, 2500)).toEqual({ from: '1970-01-01T00:00:01Z', to: '1970-01-01T00:00:03Z' });
});
