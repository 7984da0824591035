import type { MetricKind } from '@picket/domain/metrics';
import { newCondition, newViolation } from '@picket/domain/policies';
import { expect, test } from 'vitest';
import { listCandidates } from './tuning-candidates.ts';

const candidateLimits = (metric: MetricKind) =>
  listCandidates(newViolation('Out of range', 360, newCondition(metric, 'GREATER_THAN', 0))).flatMap(
    ({ field, after }) => (field === 'threshold' ? [after] : []),
  );

test('a limit at the freezing point is raised like any other', () => {
  expect(candidateLimits('environment_temperature')).toEqual([0.5, 1, 2, 3]);
});

test.each(['fluid_leak', 'sentry_tamper', 'power_watts'] as const)(
  '%s above zero has no limit that could be raised by a part of it',
  (metric) => {
    expect(candidateLimits(metric)).toEqual([]);
  },
);
