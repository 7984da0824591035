import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { auditSentence, auditTargetText } from './audit-sentence.tsx';

test('what has a default name is named in the language of the reader, what people have named is not', async () => {
  const t = await loadTranslator('de');
  expect(auditTargetText(t, { kind: 'alert', name: 'Fluid leak' })).toBe('Leck');
  expect(auditTargetText(t, { kind: 'policy', name: 'Room temperature' })).toBe('Raumtemperatur');
  expect(auditTargetText(t, { kind: 'alert', name: 'The door was forced' })).toBe('The door was forced');
  expect(auditTargetText(t, { kind: 'location', name: 'Humidity' })).toBe('Humidity');
});

test('so it is in a sentence, of which only the action is known', async () => {
  const t = await loadTranslator('de');
  const done = { actor: 'Ada', action: 'ALERT_ACKNOWLEDGED', target: 'Fluid leak', isOwn: false };
  expect(auditSentence(t, done)).toBe('Ada hat den Alarm Leck quittiert');
});
