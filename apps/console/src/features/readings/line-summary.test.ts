import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { lineSummary } from './line-summary.ts';

const lineOf = (...values: readonly number[]) => ({
  name: 'Rack',
  points: values.map((value, at) => ({ at, min: value, max: value, mean: value })),
  holdMs: 60,
});
const timeText = (at: number): string => `${at}. November`;

test('the lowest, the highest and the last value, each with its date', async () => {
  const t = await loadTranslator('de', 'de-DE');
  expect(lineSummary(t, lineOf(2, 1, 3), String, timeText)).toBe(
    'Rack: am tiefsten 1 am 1. November, am höchsten 3 am 2. November, zuletzt 3 am 2. November.',
  );
  expect(lineSummary(t, lineOf(), String, timeText)).toBe('');
});

test('what stays the same is named once', async () => {
  const t = await loadTranslator('de', 'de-DE');
  expect(lineSummary(t, lineOf(0, 0), () => 'intakt', timeText)).toBe(
    'Rack: durchgehend intakt, zuletzt am 1. November.',
  );
});
