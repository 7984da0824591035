/** What a sentry kept and sends late: grouped once it has caught up; and what is over before anybody was notified. */
import { describe, expect, test } from 'vitest';
import { groupDeliveries } from './group-deliveries.ts';
import {
  type Backlog,
  type GroupableAlert,
  LATE_THRESHOLD_MS,
  MAX_CATCH_UP_MS,
  type WaitingDelivery,
} from './situation.ts';

const NOW = 100 * LATE_THRESHOLD_MS;

const late = (part: Partial<GroupableAlert> = {}): GroupableAlert => ({
  guid: 'a',
  location: 'room',
  sentry: 's',
  withdrawn: false,
  severity: 400,
  isOpen: true,
  isRecovered: false,
  raisedAt: NOW - 10 * LATE_THRESHOLD_MS,
  clearedAt: null,
  recordedAt: NOW - 1000,
  mutedUntil: null,
  snoozedUntil: null,
  isAcknowledged: false,
  isLoss: false,
  root: null,
  ...part,
});

const waits = (...changes: readonly ('RAISED' | 'CLEARED' | 'OCCURRED' | 'REMINDER')[]): readonly WaitingDelivery[] =>
  changes.map((change) => ({
    guid: change,
    alert: 'a',
    change,
    occurrence: 1,
    suppressedFor: null,
    escalated: false,
    createdAt: NOW - 1000,
  }));

const decisions = (
  alert: GroupableAlert,
  backlog: Backlog | null,
  changes: readonly ('RAISED' | 'CLEARED' | 'OCCURRED' | 'REMINDER')[],
  isGrouped = true,
  waiting: readonly WaitingDelivery[] = waits(...changes),
  suppression: { readonly quietUntil?: number; readonly maintenanceUntil?: number } = {},
): readonly string[] => {
  const { messages, suppressed, skipped } = groupDeliveries(waiting, {
    now: NOW,
    isGrouped,
    alerts: new Map([['a', alert]]),
    raisedState: () => 'SENT',
    isUnsent: () => false,
    isNotified: () => 'YES',
    pictureUntil: () => null,
    skipReason: () => null,
    quietUntil: () => suppression.quietUntil ?? null,
    maintenanceUntil: () => suppression.maintenanceUntil ?? null,
    backlogOf: () => backlog,
    notifiedSeverities: new Map(),
    recent: new Map(),
  });
  return [
    ...messages.map(({ kind, deliveries }) => `${kind} ${deliveries.map(({ change }) => change).join('+')}`),
    ...suppressed.map(({ guid, reason, until }) => `${guid} ${reason} ${(until - NOW) / 1000} s`),
    ...skipped.map(({ guid, reason }) => `${guid} skipped ${reason}`),
  ];
};

describe('a sentry that sends what it kept', () => {
  const CATCHING_UP = { until: NOW + 90_000, newestLate: NOW - 1000 };
  const CAUGHT_UP = { until: null, newestLate: NOW - 61_000 };
  const gone = { isOpen: false, clearedAt: NOW - 9 * LATE_THRESHOLD_MS };
  test.each<[string, GroupableAlert, Backlog | null, Parameters<typeof decisions>[2], readonly string[]]>([
    ['old, more follows: it waits', late(), CATCHING_UP, ['RAISED'], ['RAISED CATCHING_UP 90 s']],
    ['old, caught up: now', late(), CAUGHT_UP, ['RAISED'], ['ALERTS RAISED']],
    [
      'recent, more follows: now',
      late({ raisedAt: NOW - LATE_THRESHOLD_MS }),
      CATCHING_UP,
      ['RAISED'],
      ['ALERTS RAISED'],
    ],
    ['of no sentry: now', late({ sentry: null }), null, ['RAISED'], ['ALERTS RAISED']],
    ['held for an hour: now', late({ recordedAt: NOW - MAX_CATCH_UP_MS }), CATCHING_UP, ['RAISED'], ['ALERTS RAISED']],
    [
      'over meanwhile, more follows',
      late(gone),
      CATCHING_UP,
      ['RAISED', 'CLEARED'],
      ['RAISED CATCHING_UP 90 s', 'CLEARED CATCHING_UP 90 s'],
    ],
    [
      'over, caught up',
      late({ ...gone, recordedAt: NOW - 61_000 }),
      CAUGHT_UP,
      ['RAISED', 'CLEARED'],
      ['LATE RAISED+CLEARED'],
    ],
    [
      'over, caught up, something came just now: it is gathered',
      late(gone),
      { until: null, newestLate: NOW - 20_000 },
      ['RAISED', 'CLEARED'],
      ['RAISED GROUPING 59 s', 'CLEARED GROUPING 59 s'],
    ],
    [
      'over for less than a quarter of an hour',
      late({ ...gone, clearedAt: NOW - 1000 }),
      CAUGHT_UP,
      ['RAISED', 'CLEARED'],
      ['ALERTS RAISED+CLEARED'],
    ],
    ['cleared, after its RAISED was sent', late(gone), CATCHING_UP, ['CLEARED'], ['ALERTS CLEARED']],
    ['over when it was recorded, more follows', late(gone), CATCHING_UP, ['OCCURRED'], ['OCCURRED CATCHING_UP 90 s']],
    ['a reminder', late(), CATCHING_UP, ['REMINDER'], ['REMINDER skipped CATCHING_UP']],
  ])('%s', (_name, alert, backlog, changes, expected) => {
    expect(decisions(alert, backlog, changes)).toEqual(expected);
  });

  test('machines wait as well, and get every change by itself', () => {
    expect(decisions(late(), CATCHING_UP, ['RAISED'], false)).toEqual(['RAISED CATCHING_UP 90 s']);
    expect(decisions(late({ ...gone, recordedAt: NOW - 61_000 }), CAUGHT_UP, ['RAISED', 'CLEARED'], false)).toEqual([
      'ALERTS RAISED',
      'CLEARED WAITING_FOR_PREDECESSOR 60 s',
    ]);
  });
});

test('what is over but waits for a person is held while do-not-disturb lasts, and notified when it ends', () => {
  const over = { isOpen: false, raisedAt: NOW - 3000, clearedAt: NOW - 1000 };
  const held = { ...over, isRecovered: true, mutedUntil: NOW + 60_000 };
  const both = ['RAISED', 'CLEARED'] as const;
  expect(decisions(late(held), null, both)).toEqual(['RAISED DO_NOT_DISTURB 60 s', 'CLEARED DO_NOT_DISTURB 60 s']);
  expect(decisions(late(held), null, ['OCCURRED'])).toEqual(['OCCURRED DO_NOT_DISTURB 60 s']);
  expect(decisions(late({ ...held, isRecovered: false }), null, both)).toEqual([
    'RAISED skipped DO_NOT_DISTURB',
    'CLEARED skipped DO_NOT_DISTURB',
  ]);
  const released = waits(...both).map((one) => ({ ...one, suppressedFor: 'DO_NOT_DISTURB' as const }));
  const ended = late({ ...held, mutedUntil: null });
  expect(decisions(ended, null, both, true, released)).toEqual(['SUMMARY RAISED+CLEARED']);
  // A person has resolved it meanwhile.
  expect(decisions({ ...ended, isRecovered: false }, null, both, true, released)).toEqual([
    'RAISED skipped DO_NOT_DISTURB',
    'CLEARED skipped DO_NOT_DISTURB',
  ]);
});

test('what is over but waits for a person is held on while quiet hours or maintenance last', () => {
  const recovered = late({ isOpen: false, isRecovered: true, raisedAt: NOW - 3000, clearedAt: NOW - 1000 });
  const both = ['RAISED', 'CLEARED'] as const;
  const quiet = { quietUntil: NOW + 59_999 };
  const maintenance = { maintenanceUntil: NOW + 30_000 };
  for (const suppressedFor of [null, 'DO_NOT_DISTURB', 'QUIET_HOURS'] as const) {
    const waiting = waits(...both).map((one) => ({ ...one, suppressedFor }));
    expect(decisions(recovered, null, both, true, waiting, quiet)).toEqual([
      'RAISED QUIET_HOURS 60 s',
      'CLEARED QUIET_HOURS 60 s',
    ]);
  }
  expect(decisions(recovered, null, both, true, waits(...both), maintenance)).toEqual([
    'RAISED MAINTENANCE 30 s',
    'CLEARED MAINTENANCE 30 s',
  ]);
  expect(decisions(recovered, null, ['OCCURRED'], true, waits('OCCURRED'), quiet)).toEqual([
    'OCCURRED QUIET_HOURS 60 s',
  ]);
  for (const suppressedFor of ['QUIET_HOURS', 'MAINTENANCE'] as const) {
    const released = waits(...both).map((one) => ({ ...one, suppressedFor }));
    expect(decisions(recovered, null, both, true, released)).toEqual(['SUMMARY RAISED+CLEARED']);
    // It waits for nobody.
    expect(decisions({ ...recovered, isRecovered: false }, null, both, true, released)).toEqual([
      `RAISED skipped ${suppressedFor}`,
      `CLEARED skipped ${suppressedFor}`,
    ]);
  }
  // Who snoozed it knows of it.
  const snoozed = waits(...both).map((one) => ({ ...one, suppressedFor: 'SNOOZED' as const }));
  expect(decisions(recovered, null, both, true, snoozed)).toEqual([
    'RAISED skipped SNOOZED',
    'CLEARED skipped SNOOZED',
  ]);
});
