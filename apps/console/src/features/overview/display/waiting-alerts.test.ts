import type { AlertOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { isWaiting } from './waiting-alerts.ts';

const waiting: AlertOut = {
  guid: 'a',
  kind: 'POLICY_ALERT',
  severity: 200,
  severityLabel: 'warning',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Too hot',
  conditions: [],
  startedAt: '2026-03-01T00:00:00Z',
  raisedAt: '2026-03-01T00:00:00Z',
  sentryOffline: false,
  last_update_ts: '2026-03-01T00:00:00Z',
};

test('an alert calls until somebody has acknowledged or snoozed it', () => {
  expect(isWaiting(waiting)).toBe(true);
  expect(isWaiting({ ...waiting, acknowledged: { by: 'Ada', at: '2026-03-01T00:01:00Z' } })).toBe(false);
  expect(isWaiting({ ...waiting, snoozed: { by: 'Ada', until: '2026-03-01T01:00:00Z' } })).toBe(false);
});

test('a muted alert and one that is only for information call nobody', () => {
  expect(isWaiting({ ...waiting, muted: true })).toBe(false);
  expect(isWaiting({ ...waiting, severity: 100, severityLabel: 'info' })).toBe(false);
});
