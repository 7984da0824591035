import { LANGUAGES } from '@picket/domain/languages';
import { severityLabel } from '@picket/domain/severity';
import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../tests/support/translators.ts';
import { severityText } from '../lib/kind-texts.ts';
import { stateLabel } from './state-label.ts';

test('badges name severities with the labels of the specification', async () => {
  const t = await loadTranslator('en');
  expect([999, 299, 199, 99].map((severity) => stateLabel(t, severityLabel(severity)))).toEqual([
    'Critical',
    'Warning',
    'Info',
    'None',
  ]);
});

test.each(LANGUAGES)('a severity has one name in %s', async (language) => {
  const t = await loadTranslator(language);
  for (const severity of ['critical', 'warning', 'info', 'none'] as const)
    expect(stateLabel(t, severity)).toBe(severityText(t, severity));
});
