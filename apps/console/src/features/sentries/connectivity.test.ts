import { expect, test } from 'vitest';
import { isOnlineAt } from './connectivity.ts';

const kindOf = (kind: 'ADOPTED' | 'GATEWAY' | undefined) => (kind === undefined ? {} : { kind });
const NOW = Date.parse('2026-11-21T01:22:05Z');

test.each([
  ['a sentry', undefined, 60, 150],
  ['a sentry', undefined, 10, 120],
  ['a sentry', undefined, 300, 750],
  ['an adopted device', 'ADOPTED', 300, 750],
  ['a gateway', 'GATEWAY', 60, 150],
] as const)('%s (%s) that reports every %i s is online for %i s', (_, kind, reportIntervalSeconds, online) => {
  const after = (seconds: number) => isOnlineAt({ ...kindOf(kind), reportIntervalSeconds }, NOW - seconds * 1000, NOW);
  expect([after(online), after(online + 1)]).toEqual([true, false]);
});

test('what was never seen is offline; an adopted device counts from its adoption', () => {
  const activatedAt = new Date(NOW - 60_000).toISOString();
  expect(isOnlineAt({ reportIntervalSeconds: 60, activatedAt }, null, NOW)).toBe(false);
  expect(isOnlineAt({ kind: 'ADOPTED', reportIntervalSeconds: 60, activatedAt }, null, NOW)).toBe(true);
});
