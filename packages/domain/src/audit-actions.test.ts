import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, currentAuditAction, storedAuditActions } from './audit.ts';

// Entries keep the name they were written with, so a later rename must not touch this table.
test.each([
  ['ALERT_LABELLED', 'ALERT_VERDICT_SET'],
  ['ORGANISATION_CHANGED', 'TENANT_SETTINGS_CHANGED'],
  ['ORGANISATION_EXPORTED', 'TENANT_EXPORTED'],
  ['PASSWORD_RESET_ASKED', 'PASSWORD_RESET_REQUESTED'],
  ['RECOVERY_CODES_MADE', 'RECOVERY_CODES_CREATED'],
  ['RESET_LINK_MADE', 'RESET_LINK_CREATED'],
] as const)('entries stored as %s are read and found as %s', (stored, current) => {
  expect(currentAuditAction(stored)).toBe(current);
  expect(storedAuditActions(current)).toEqual([current, stored]);
});

test('a current action is stored under its own name, once', () => {
  for (const action of AUDIT_ACTIONS) {
    expect(currentAuditAction(action)).toBe(action);
    expect(storedAuditActions(action).filter((stored) => stored === action)).toHaveLength(1);
  }
});
