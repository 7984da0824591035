import type { Metric } from '@picket/domain/metric-row';
import { METRIC_KINDS, METRICS } from '@picket/domain/metrics';
import { expect, test } from 'vitest';
import { loadSharedTexts } from '../../../tests/support/translators.ts';
import { metricWords } from './change-words.ts';
import { metricLabel, STATE_METRICS, stateWord, unitWord } from './metric-words.ts';

test('the English words are those of the registry', () => {
  const t = loadSharedTexts('en');
  for (const family of METRIC_KINDS) {
    const { columns }: Metric = METRICS[family];
    for (const [column, { label, sentenceName, stateTexts }] of Object.entries(columns)) {
      expect(metricLabel(t, family, column)).toBe(label);
      expect(metricWords(t, family, column)).toBe(sentenceName ?? label);
      expect(Object.hasOwn(STATE_METRICS, family)).toBe(stateTexts !== undefined);
      if (stateTexts !== undefined) expect([0, 1].map((value) => stateWord(t, family, value))).toEqual(stateTexts);
    }
  }
  expect(metricLabel(t, 'fluid-A1-77_leak', 'value')).toBe('leak');
  expect(metricLabel(t, 'ozone_level', 'value')).toBe('ozone_level value');
});

test('units that are words are in the language of the reader', () => {
  const [english, german] = [loadSharedTexts('en'), loadSharedTexts('de')];
  expect(['% RH', '°C', 'level', 'devices'].map((unit) => unitWord(german, unit))).toEqual([
    '% rF',
    '°C',
    '',
    'Geräte',
  ]);
  expect([0, 1, 2].map((count) => unitWord(english, 'devices', count))).toEqual(['devices', 'device', 'devices']);
});
