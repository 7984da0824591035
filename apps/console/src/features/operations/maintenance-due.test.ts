import { expect, test } from 'vitest';
import { isMaintenanceDue } from './maintenance-due.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const planned = (startTime: string) => ({ _isDowntime: false, startTime });

test('maintenance is shown 48 hours ahead, and while it goes on', () => {
  expect(isMaintenanceDue(planned('2026-03-04T12:00:00Z'), NOW)).toBe(true);
  expect(isMaintenanceDue(planned('2026-03-04T12:01:00Z'), NOW)).toBe(false);
  expect(isMaintenanceDue(planned(''), NOW)).toBe(false);
  expect(isMaintenanceDue({ _isDowntime: true, startTime: '' }, NOW)).toBe(true);
});
