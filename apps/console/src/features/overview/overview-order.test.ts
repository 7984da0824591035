import type { AlertOut, LocationCardOut } from '@picket/contracts/types';
import { describe, expect, test } from 'vitest';
import { cardState, namedState, worstState } from './card-state.ts';
import { leadingAlert, overviewItems, shownItems } from './overview-order.ts';

const card = (name: string, rest: Partial<LocationCardOut> = {}): LocationCardOut => ({
  guid: name,
  name,
  timezone: 'UTC',
  worst: 'none',
  openAlerts: 0,
  sentries: { total: 1, online: 1, simulated: 0 },
  readings: [],
  ...rest,
});
const EMPTY = { sentries: { total: 0, online: 0, simulated: 0 } };
const OFFLINE = { sentries: { total: 1, online: 0, simulated: 0 } };

const alert = (location: string, severity: number, isAcknowledged = false): AlertOut => ({
  guid: `${location} ${severity}`,
  kind: 'POLICY_ALERT',
  severity,
  severityLabel: severity >= 300 ? 'critical' : 'warning',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Too hot',
  violation: 'Too hot',
  location: { guid: location, name: location, timezone: 'UTC' },
  conditions: [],
  startedAt: '2026-03-01T00:00:00Z',
  raisedAt: '2026-03-01T00:00:00Z',
  ...(isAcknowledged ? { acknowledged: { by: 'Ada', at: '2026-03-01T00:01:00Z' } } : {}),
  sentryOffline: false,
  last_update_ts: '2026-03-01T00:00:00Z',
});

const namesOf = (
  cards: readonly LocationCardOut[],
  alerts: readonly AlertOut[] = [],
  choice: Partial<Parameters<typeof shownItems>[1]> = {},
): readonly string[] =>
  shownItems(overviewItems(cards, alerts), { find: '', state: 'all', order: 'urgency', locale: 'en', ...choice }).map(
    ({ card: { name } }) => name,
  );

test('an alert is found by its name as the reader has it', () => {
  const cards = [card('hot', { worst: 'warning' }), card('quiet')];
  const nameOf = (violation: string): string => (violation === 'Too hot' ? 'Zu heiß' : violation);
  expect(namesOf(cards, [alert('hot', 200)], { find: 'zu heiß', nameOf })).toEqual(['hot']);
  expect(namesOf(cards, [alert('hot', 200)], { find: 'too hot', nameOf })).toEqual([]);
});

test("names are in the order of the reader's language", () => {
  const cards = [card('Zürich'), card('Örebro'), card('Oslo 10'), card('oslo 2')];
  expect(namesOf(cards, [], { order: 'name', locale: 'de' })).toEqual(['Örebro', 'oslo 2', 'Oslo 10', 'Zürich']);
  expect(namesOf(cards, [], { order: 'name', locale: 'sv' })).toEqual(['oslo 2', 'Oslo 10', 'Zürich', 'Örebro']);
});

test('the alert beside the state of a location is of that state, acknowledged or not', () => {
  const leading = (worst: LocationCardOut['worst'], alerts: readonly AlertOut[]): string | undefined =>
    overviewItems([card('A', { worst })], alerts).map(leadingAlert)[0]?.guid;
  const motion: AlertOut = { ...alert('A', 100), severityLabel: 'info' };
  expect(leading('critical', [motion, alert('A', 400, true)])).toBe('A 400');
  expect(leading('critical', [alert('A', 200), alert('A', 300, true), alert('A', 400)])).toBe('A 400');
  // The card is older than the alert.
  expect(leading('none', [motion])).toBe('A 100');
  expect(leading('none', [])).toBeUndefined();
});

describe('the order of locations', () => {
  test('worst first; offline with a critical alert before a warning, a short silence after it', () => {
    const cards = [
      card('quiet'),
      card('info', { worst: 'info' }),
      card('silent', OFFLINE),
      card('warning', { worst: 'warning' }),
      card('silent for long', { ...OFFLINE, worst: 'critical' }),
      card('critical', { worst: 'critical' }),
    ];
    expect(namesOf(cards)).toEqual(['critical', 'silent for long', 'warning', 'silent', 'info', 'quiet']);
    expect(cards.map(cardState)).toEqual(['none', 'info', 'offline', 'warning', 'offline', 'critical']);
    expect(worstState(cards.slice(0, 4))).toBe('warning');
    expect(worstState([])).toBe('none');
  });

  test('what no sentry watches is not quiet, and comes after what is', () => {
    const cards = [
      card('a', EMPTY),
      card('b'),
      card('c', { worst: 'info' }),
      card('d', { ...EMPTY, worst: 'warning' }),
    ];
    expect(cards.map(namedState)).toEqual(['empty', 'none', 'info', 'warning']);
    expect(namesOf(cards)).toEqual(['d', 'c', 'b', 'a']);
  });

  test('in one state what nobody has acknowledged, then the most severe, then by name as people count', () => {
    const names = ['Room 10', 'Room 9', 'Room 2', 'Room 1'];
    const alerts = [
      alert('Room 1', 400, true),
      alert('Room 2', 320),
      alert('Room 9', 380),
      alert('Room 10', 320),
      alert('Room 10', 100),
    ];
    expect(
      namesOf(
        names.map((name) => card(name, { worst: 'critical' })),
        alerts,
      ),
    ).toEqual(['Room 9', 'Room 2', 'Room 10', 'Room 1']);
    expect(namesOf(names.map((name) => card(name)))).toEqual(['Room 1', 'Room 2', 'Room 9', 'Room 10']);
  });

  test('by a column, both ways; what has no reading comes last', () => {
    const reading = (value: number): LocationCardOut['readings'] => [
      {
        sentry: 's',
        sentryName: 'North rack',
        sensorMetricId: 'environment_temperature',
        column: 'value',
        at: '2026-03-01T00:00:00Z',
        value,
        holdSeconds: 60,
        sparkline: [],
      },
    ];
    const cards = [card('cold', { readings: reading(4) }), card('none'), card('hot', { readings: reading(30) })];
    const order = 'environment_temperature.value';
    expect(namesOf(cards, [], { order })).toEqual(['hot', 'cold', 'none']);
    expect(namesOf(cards, [], { order, isReversed: true })).toEqual(['none', 'cold', 'hot']);
    expect(namesOf(cards, [], { find: 'NORTH  rack' })).toEqual(['cold', 'hot']);
  });

  test('filters by state, and finds by what an alert is called', () => {
    const cards = [card('a', { worst: 'critical' }), card('b', OFFLINE), card('c')];
    expect(namesOf(cards, [], { state: 'attention' })).toEqual(['a', 'b']);
    expect(namesOf(cards, [], { state: 'offline' })).toEqual(['b']);
    expect(namesOf(cards, [], { state: 'quiet' })).toEqual(['c']);
    expect(namesOf(cards, [alert('a', 360)], { find: 'too hot' })).toEqual(['a']);
  });
});
