import type { AlertDeliveryOut, AlertDetailOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { notifiedText } from './notification-texts.ts';

const t = await loadTranslator('en');
const delivery = (state: AlertDeliveryOut['state']): AlertDeliveryOut => ({
  guid: 'd',
  to: 'Ada',
  change: 'RAISED',
  occurrence: 0,
  state,
  at: '2026-03-02T09:00:00Z',
  attempts: [],
});
const open = (...states: readonly AlertDeliveryOut['state'][]) => ({
  severity: 360,
  deliveries: states.map(delivery),
});
const ended = (...states: readonly AlertDeliveryOut['state'][]) => ({
  ...open(...states),
  endedAt: '2026-03-02T09:05:00Z',
});

test.each<[string, Pick<AlertDetailOut, 'deliveries' | 'severity' | 'endedAt'>]>([
  ['Nobody notified yet', open('DUE')],
  ['Nobody notified yet', open('SKIPPED')],
  ['Nobody is set to be notified of this. An administrator can change that under Admin, Notifications.', open()],
  ['Alerts without severity are shown, and nobody is notified.', { ...ended(), severity: 0 }],
  ['1 notified', open('SENT', 'SENT')],
  ['1 notified', ended('SKIPPED', 'SENT')],
  // A summary may still mention it, such as after quiet hours.
  ['Nobody notified yet', ended('SKIPPED', 'SUPPRESSED')],
  ['Nobody was notified', ended('SKIPPED')],
  ['Nobody was notified', ended('FAILED')],
  ['Nobody was notified', ended()],
])('%s', (text, alert) => {
  expect(notifiedText(t, alert)).toBe(text);
});
