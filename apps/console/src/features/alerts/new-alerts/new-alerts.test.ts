import type { StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut } from '@picket/contracts/types';
import { describe, expect, test } from 'vitest';
import { afterAlertEvents, afterMissedEvents, isUrgent, removeAlerts, worstOf } from './new-alerts.ts';

const ADA = '0190a000-0000-7000-8000-0000000000a1';
const guidOf = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Raised `number` seconds after the first. */
const alert = (number: number, part: Partial<AlertOut> = {}): AlertOut => ({
  guid: guidOf(number),
  kind: 'POLICY_ALERT_WITH_READINGS',
  severity: 320,
  severityLabel: 'critical',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Too hot',
  conditions: [],
  startedAt: '2026-11-22T08:00:00.000Z',
  raisedAt: new Date(Date.UTC(2026, 10, 22, 8, 0, number)).toISOString(),
  sentryOffline: false,
  last_update_ts: '2026-11-22T08:00:00.000Z',
  ...part,
});

const WARNING = { severity: 220, severityLabel: 'warning' } as const;
const EDIT = { kind: 'POLICY_CHANGE_ALERT', severity: 110, severityLabel: 'info', state: 'CLEARED' } as const;
const event = (change: StreamEventOut<'alert'>['change'], about: AlertOut, by?: string): StreamEventOut<'alert'> => ({
  type: 'alert',
  change,
  alert: about,
  ...(by === undefined ? {} : { by }),
});
const numbersOf = (alerts: readonly AlertOut[]): readonly number[] => alerts.map(({ guid }) => Number(guid.slice(-12)));

describe('the alerts that are announced', () => {
  test('are those that were raised, the worst first, then the newest, each once', () => {
    const events = [alert(1, WARNING), alert(2), alert(3), alert(2)].map((one) => event('RAISED', one));
    const shown = afterAlertEvents([], events, ADA);
    expect(numbersOf(shown)).toEqual([3, 2, 1]);
    expect(worstOf(shown)).toBe('critical');
    expect(shown.filter(isUrgent).length).toBe(2);
  });

  test('an edit is announced to all but the editor', () => {
    const edit = alert(1, EDIT);
    expect(afterAlertEvents([], [event('RAISED', edit, ADA)], ADA)).toEqual([]);
    expect(numbersOf(afterAlertEvents([], [event('RAISED', edit, guidOf(99))], ADA))).toEqual([1]);
  });

  const handled: readonly (readonly [how: string, part: Partial<AlertOut>])[] = [
    ['acknowledged', { acknowledged: { by: 'Ben', at: '2026-11-22T08:01:00.000Z' } }],
    ['snoozed', { snoozed: { by: 'Ben', until: '2026-11-22T09:00:00.000Z' } }],
    ['over', { state: 'CLEARED' }],
    ['resolved', { state: 'RESOLVED' }],
    ['withdrawn', { withdrawn: true }],
  ];

  test.each(handled)('one that is %s is announced no more', (_, part) => {
    const shown = [alert(2), alert(1)];
    expect(numbersOf(afterAlertEvents(shown, [event('UPDATED', alert(1, part))], ADA))).toEqual([2]);
    // It was dismissed before: nothing changes.
    expect(afterAlertEvents(shown, [event('UPDATED', alert(7, part))], ADA)).toBe(shown);
  });

  test('one that changes says what it says now; one that was dismissed does not come back', () => {
    const shown = [alert(1)];
    const [changed] = afterAlertEvents(shown, [event('UPDATED', alert(1, { message: 'Hotter' }))], ADA);
    expect(changed?.message).toBe('Hotter');
    expect(afterAlertEvents(shown, [event('UPDATED', alert(2))], ADA)).toBe(shown);
  });

  test('are dismissed by guid', () => {
    const shown = [alert(2), alert(1)];
    expect(numbersOf(removeAlerts(shown, [guidOf(2)]))).toEqual([1]);
    expect(removeAlerts(shown, [guidOf(7)])).toBe(shown);
    expect(worstOf([])).toBe('none');
  });

  test('what was handled while events were missed is announced no more; what came since, and reports of edits, are', () => {
    const before = [alert(1), alert(2), alert(3), alert(4, EDIT)];
    const open = [alert(1), alert(2, { acknowledged: { by: 'Ben', at: '2026-11-22T08:01:00.000Z' } })];
    expect(numbersOf(afterMissedEvents([...before, alert(5)], before, open))).toEqual([1, 4, 5]);
    expect(afterMissedEvents(before, before, before)).toBe(before);
  });
});
