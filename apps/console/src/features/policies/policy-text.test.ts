import { type Condition, newCondition, newViolation } from '@picket/domain/policies';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import type { Translator } from '../../lib/texts.ts';
import { describeWatched, violationText } from './policy-text.ts';

const hot = newCondition('environment_temperature', 'GREATER_THAN', 5);

describe.each(['en', 'de'] as const)('a rule in %s', (language) => {
  let t: Translator;
  beforeAll(async () => {
    t = await loadTranslator(language, language === 'en' ? 'en-US' : 'de-DE');
  });
  const rule = (condition: Condition) => violationText(t, newViolation('Rule', 360, condition), false);
  const text = (english: string, german: string) => (language === 'en' ? english : german);

  test('on each reading', () => {
    expect(rule(hot)).toBe(
      text('Rule: when temperature is above 41.0 °F', 'Rule: wenn die Temperatur über 41,0 °F liegt'),
    );
  });

  test('names zero only where it has no unit', () => {
    expect(rule({ ...hot, threshold: 0 })).toBe(
      text('Rule: when temperature is above 32.0 °F', 'Rule: wenn die Temperatur über 32,0 °F liegt'),
    );
    expect(rule(newCondition('fluid_leak', 'GREATER_THAN'))).toBe(
      text('Rule: when a leak is found', 'Rule: wenn ein Leck gefunden wird'),
    );
    expect(rule({ ...hot, threshold: 0, calc: { grab: 'COUNT', minutes: 60 } })).toBe(
      text(
        'Rule: when the number of readings over 1 h of temperature is above zero',
        'Rule: wenn die Temperatur (Anzahl der Messwerte in 1 h) über null liegt',
      ),
    );
  });

  test('on a change', () => {
    expect(rule({ ...newCondition('bluetooth_devices', 'CHANGED', 0), column: 'count' })).toBe(
      text(
        'Rule: when the number of Bluetooth devices changes',
        'Rule: wenn die Anzahl der Bluetooth-Geräte sich ändert',
      ),
    );
  });

  test('is sorted by the name that the reader sees', () => {
    const rules = ['Water', 'Low battery', 'Motion'].map((name) => ({
      policy: name,
      violation: { ...newViolation(name, 360, hot), conditions: [hot] },
    }));
    const names = describeWatched(t, rules, true).map(({ words }) => words.split(':')[0]);
    expect(names).toEqual(
      language === 'en' ? ['Low battery', 'Motion', 'Water'] : ['Batterie schwach', 'Bewegung', 'Water'],
    );
  });

  test('over a time says over which', () => {
    expect(rule({ ...hot, calc: { grab: 'DELTA', minutes: 60 } })).toBe(
      text(
        'Rule: when the change over 1 h of temperature is above 9.0 °F',
        'Rule: wenn die Temperatur (Änderung in 1 h) über 9,0 °F liegt',
      ),
    );
  });
});
