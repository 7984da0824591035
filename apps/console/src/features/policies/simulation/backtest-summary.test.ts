import { describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../../tests/support/translators.ts';
import { createFormats } from '../../../lib/formats.ts';
import { type AlertWithVerdict, type ChartAlert, summarizeBacktest } from './backtest-summary.ts';

const MINUTE = 60_000;
const t = await loadTranslator('en');
const formats = createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius: false }, 'UTC');
const alert = (raised: number, cleared: number | null): ChartAlert => ({
  violation: 'Hot',
  raisedAt: raised * MINUTE,
  clearedAt: cleared === null ? null : cleared * MINUTE,
  severity: 360,
  muted: false,
});
const withVerdicts = (raised: number, cleared: number, verdict: AlertWithVerdict['verdict']): AlertWithVerdict => ({
  ...alert(raised, cleared),
  verdict,
});
const words = (
  inForce: readonly ChartAlert[],
  draft: readonly ChartAlert[],
  verdicts: readonly AlertWithVerdict[] = [],
  options: Partial<Parameters<typeof summarizeBacktest>[5]> = {},
) =>
  summarizeBacktest(t, formats, inForce, draft, verdicts, {
    hasDraft: true,
    isNew: false,
    days: 30,
    ...options,
  });

describe('what the difference comes to', () => {
  test('alerts that go, how long they lasted, what people verdicts of them', () => {
    const before = [alert(0, 1), alert(10, 12), alert(20, 60)];
    expect(words(before, [alert(24, 60)], [withVerdicts(0, 1, 'FALSE_ALARM'), withVerdicts(20, 60, 'REAL')])).toEqual({
      headline: '3 alerts become 1.',
      details: ['The 2 removed alerts lasted 2 min at most, 1 of them marked false.', 'It is raised 4 min later.'],
      warnings: ['The real alert of Jan 1 would be raised 4 min later.'],
    });
  });

  test('a real one that would be lost is verdicts before all else', () => {
    expect(words([alert(0, 5)], [], [withVerdicts(0, 5, 'REAL')])).toEqual({
      headline: '1 alert becomes none.',
      details: ['The removed alert lasted 5 min.'],
      warnings: ['The real alert of Jan 1 would not be raised.'],
    });
  });

  test('one that is on right now, and would not be', () => {
    expect(words([alert(0, 5), alert(10, null)], [])).toMatchObject({
      headline: '2 alerts become none.',
      details: ['One of the removed alerts is still open.', 'The removed alert lasted 5 min.'],
    });
  });

  test('parts of one that goes on, new ones, earlier ones', () => {
    const before = [alert(10, 20), alert(25, 30), alert(50, 60)];
    expect(words(before, [alert(5, 40), alert(49, 60), alert(80, 90)])).toEqual({
      headline: '3 alerts, unchanged.',
      details: ['1 more is merged into a longer one.', '1 new alert.', 'All are raised 1 min to 5 min earlier.'],
      warnings: [],
    });
  });

  test('nothing changed, nothing raised, and a rule that is new', () => {
    expect(words([], [], [], { hasDraft: false }).headline).toBe('No alerts in the last 30 days.');
    expect(words([], []).headline).toBe('No alerts in the last 30 days, unchanged.');
    expect(words([], [alert(0, 3)], [], { isNew: true })).toMatchObject({
      headline: '1 alert in the last 30 days.',
      details: ['It lasted 3 min.'],
    });
    expect(words([alert(0, 3), alert(5, 6)], [], [], { hasDraft: false }).details).toEqual([
      'Half of them lasted 3 min or less, the longest 3 min.',
    ]);
  });
});
