import { AGGREGATION_NAMES } from '@picket/domain/aggregations';
import { NOTIFICATION_KIND_NAMES } from '@picket/domain/alert-kinds';
import { CHANNEL_KINDS } from '@picket/domain/channels';
import { LANGUAGES } from '@picket/domain/languages';
import type { Metric } from '@picket/domain/metric-row';
import { METRIC_KINDS, METRICS } from '@picket/domain/metrics';
import { OPERATOR_NAMES } from '@picket/domain/operators';
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../tests/support/translators.ts';
import {
  aggregationText,
  channelText,
  limitText,
  metricSentenceText,
  metricText,
  nameText,
  notificationKindText,
  operatorText,
  ruleNames,
  severityText,
  stateOperatorText,
  storedName,
} from './kind-texts.ts';

describe.each(LANGUAGES)('labels of kinds in %s', (language) => {
  test('every kind has one', async () => {
    const t = await loadTranslator(language);
    const texts = [
      ...METRIC_KINDS.flatMap((family) =>
        Object.keys(METRICS[family].columns).flatMap((column) => [
          metricText(t, family, column),
          metricSentenceText(t, family, column),
        ]),
      ),
      ...SEVERITY_LABELS.map((one) => severityText(t, one)),
      ...CHANNEL_KINDS.map((one) => channelText(t, one)),
      ...AGGREGATION_NAMES.map((one) => aggregationText(t, one)),
      ...NOTIFICATION_KIND_NAMES.map((one) => notificationKindText(t, one)),
      ...OPERATOR_NAMES.flatMap((one) => [operatorText(t, one), stateOperatorText(t, one), limitText(t, one)]),
    ];
    expect(texts.filter((text) => text === '')).toEqual([]);
  });
});

test('the English labels are those of the registry', async () => {
  const t = await loadTranslator('en');
  for (const family of METRIC_KINDS) {
    const { columns }: Metric = METRICS[family];
    for (const [column, { label, sentenceName }] of Object.entries(columns)) {
      expect(metricSentenceText(t, family, column)).toBe(sentenceName ?? label);
    }
  }
});

test('a policy and its violation that the reader sees by one name are named once', async () => {
  const [english, german] = [await loadTranslator('en'), await loadTranslator('de')];
  const names = ['Fluid sensor low battery', 'Fluid sensor battery low'] as const;
  expect(ruleNames(german, ...names)).toEqual(['Batterie des Flüssigkeitssensors schwach']);
  expect(ruleNames(english, ...names)).toEqual(names);
  expect(ruleNames(english, 'Motion', 'Motion')).toEqual(['Motion']);
});

test('a default name whose translation is typed stays itself; any other name is stored as it is typed', async () => {
  const t = await loadTranslator('de');
  const shown = nameText(t, 'Too hot');
  expect(shown).not.toBe('Too hot');
  expect(storedName(t, shown, 'Too hot')).toBe('Too hot');
  expect(storedName(t, `${shown}!`, 'Too hot')).toBe(`${shown}!`);
  expect(storedName(t, shown, 'Serverraum')).toBe(shown);
  expect(storedName(t, shown, undefined)).toBe(shown);
});
