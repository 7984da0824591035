import type { AlertOut, LocationPageOut } from '@picket/contracts/types';
import { describe, expect, test } from 'vitest';
import { updateAlertPage, updateLocationPage } from './alert-page.ts';

const HERE = '0190a000-0000-7000-8000-000000000001';
const guidOf = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Raised `number` seconds after the first. */
const alert = (number: number, part: Partial<AlertOut> = {}): AlertOut => ({
  guid: guidOf(number),
  kind: 'POLICY_ALERT',
  severity: 320,
  severityLabel: 'critical',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Too hot',
  location: { guid: HERE, name: 'Basel', timezone: 'Europe/Zurich' },
  conditions: [],
  startedAt: '2026-11-22T08:00:00.000Z',
  raisedAt: new Date(Date.UTC(2026, 10, 22, 8, 0, number)).toISOString(),
  sentryOffline: false,
  last_update_ts: '2026-11-22T08:00:00.000Z',
  ...part,
});

const page = (numbers: readonly number[], nextCursor: string | null = null) => ({
  items: numbers.map((number) => alert(number)),
  nextCursor,
});
const numbersOf = ({ items }: { readonly items: readonly AlertOut[] }): readonly number[] =>
  items.map(({ guid }) => Number(guid.slice(-12)));

describe('a list of alerts, after one has changed', () => {
  test('a new one is at its place in time, one that is known replaces itself', () => {
    expect(numbersOf(updateAlertPage(page([9, 5, 1]), alert(12)))).toEqual([12, 9, 5, 1]);
    expect(numbersOf(updateAlertPage(page([9, 5, 1]), alert(7)))).toEqual([9, 7, 5, 1]);
    expect(numbersOf(updateAlertPage(page([9, 5, 1]), alert(0)))).toEqual([9, 5, 1, 0]);
    const changed = updateAlertPage(page([9, 5, 1]), alert(5, { message: 'Changed' }));
    expect(changed.items.map(({ message }) => message)).toEqual(['Too hot', 'Changed', 'Too hot']);
  });

  test('an alert of another page is not added, one that is on this page is changed', () => {
    const first = page([9, 5], 'more');
    expect(updateAlertPage(first, alert(1))).toBe(first);
    const second = page([4, 3]);
    expect(updateAlertPage(second, alert(9), { cursor: 'more' })).toBe(second);
    expect(updateAlertPage(second, alert(4, { message: 'Changed' }), { cursor: 'more' }).items[0]?.message).toBe(
      'Changed',
    );
  });

  test('what no longer passes the filter is removed, what never did changes nothing', () => {
    const open = page([9, 5]);
    expect(numbersOf(updateAlertPage(open, alert(5, { state: 'CLEARED' }), { state: 'OPEN' }))).toEqual([9]);
    const recovered = updateAlertPage(open, alert(5, { state: 'RECOVERED' }), { state: 'OPEN,RECOVERED' });
    expect(numbersOf(recovered)).toEqual([9, 5]);
    expect(numbersOf(updateAlertPage(recovered, alert(5, { state: 'RESOLVED' }), { state: 'OPEN,RECOVERED' }))).toEqual(
      [9],
    );
    expect(numbersOf(updateAlertPage(open, alert(5, { withdrawn: true })))).toEqual([9]);
    expect(updateAlertPage(open, alert(7, { state: 'CLEARED' }), { state: 'OPEN' })).toBe(open);
  });

  const filtered: readonly (readonly [query: NonNullable<Parameters<typeof updateAlertPage>[2]>, isListed: boolean])[] =
    [
      [{ location: HERE }, true],
      [{ location: guidOf(77) }, false],
      [{ sentry: guidOf(77) }, false],
      [{ policy: guidOf(77) }, false],
      [{ kind: 'POLICY_ALERT' }, true],
      [{ kind: 'POLICY_CHANGE_ALERT' }, false],
      [{ state: 'OPEN' }, true],
      [{ state: 'CLEARED' }, false],
      [{ verdict: 'REAL' }, false],
      [{ minSeverity: 320 }, true],
      [{ minSeverity: 321 }, false],
      [{ muted: 'false' }, true],
      [{ muted: 'true' }, false],
      [{ withdrawn: 'only' }, false],
      [{ withdrawn: 'include' }, true],
      [{ from: '2026-11-22T08:00:07.000Z' }, true],
      [{ to: '2026-11-22T08:00:07.000Z' }, false],
      [{ from: '2026-11-22T08:00:08Z' }, false],
    ];

  test.each(filtered)('with the filter %o it is listed: %s', (query, isListed) => {
    expect(updateAlertPage(page([]), alert(7), query).items.length).toBe(isListed ? 1 : 0);
  });
});

describe('the page of a location, after an alert has changed', () => {
  const place = { guid: HERE, name: 'Basel', timezone: 'Europe/Zurich' };
  const page: LocationPageOut = {
    location: { ...place, attributes: {}, createdAt: '2026-11-22T08:00:00Z', last_update_ts: '2026-11-22T08:00:00Z' },
    sentries: [],
    readings: [],
    watched: [],
    fluidSensors: [],
    zones: [],
    assets: [],
    alerts: [alert(5)],
    edits: [3, 2, 1].map((number) => alert(number, { kind: 'POLICY_CHANGE_ALERT', state: 'CLEARED' })),
    hasCamera: false,
  };
  const numbers = (part: 'alerts' | 'edits', changed: AlertOut): readonly number[] =>
    numbersOf({ items: updateLocationPage(page, changed, HERE)[part] });

  test('open ones of that location are listed, those that are over no longer', () => {
    expect(numbers('alerts', alert(9))).toEqual([9, 5]);
    expect(numbers('alerts', alert(5, { state: 'CLEARED' }))).toEqual([]);
    expect(numbers('alerts', alert(9, { location: { ...place, guid: guidOf(77) } }))).toEqual([5]);
    expect(numbers('edits', alert(9))).toEqual([3, 2, 1]);
  });

  test('a policy change there or everywhere is the first of three', () => {
    const edit = { kind: 'POLICY_CHANGE_ALERT', state: 'CLEARED' } as const;
    const { location: _nowhere, ...everywhere } = alert(9, edit);
    for (const changed of [alert(9, edit), everywhere]) expect(numbers('edits', changed)).toEqual([9, 3, 2]);
    expect(numbers('edits', alert(9, { ...edit, location: { ...place, guid: guidOf(77) } }))).toEqual([3, 2, 1]);
  });
});
