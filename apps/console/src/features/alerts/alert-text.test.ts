import type { AlertOut, AlertStepOut } from '@picket/contracts/types';
import type { Aggregation } from '@picket/domain/aggregations';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import { alertEvidence } from './alert-text.ts';
import { alertMeasured } from './new-alerts/alert-measured.ts';
import { stepText } from './step-text.ts';
import { traceText } from './trace-text.ts';

type Condition = AlertOut['conditions'][number];

const AT = '2026-03-02T01:10:05.000Z';
const over60Minutes = (grab: Aggregation) => ({ grab, minutes: 60 });

const condition = (part: Partial<Condition> = {}): Condition => ({
  sensorMetricId: 'environment_temperature',
  column: 'value',
  operator: 'GREATER_THAN',
  threshold: 5,
  operand: 7,
  ...part,
});

const alertWith = (one: Condition): AlertOut => ({
  guid: 'a',
  kind: 'POLICY_ALERT_WITH_READINGS',
  severity: 360,
  severityLabel: 'critical',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Rises fast',
  conditions: [one],
  startedAt: AT,
  raisedAt: AT,
  sentryOffline: false,
  last_update_ts: AT,
});

const met = ({ calc, zoneId: _, ...one }: Condition): AlertStepOut => ({
  at: AT,
  code: 'CONDITION_MET',
  detail: { ...one, ...calc, waitSeconds: 0 },
});

describe.each(['en', 'de'] as const)('an alert in %s', (language) => {
  let t: Translator;
  beforeAll(async () => {
    t = await loadTranslator(language, language === 'en' ? 'en-US' : 'de-DE');
  });
  const formats = (useCelsius = false) =>
    createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius }, 'UTC');
  const evidence = (part: Partial<Condition>, useCelsius = false) =>
    alertEvidence(t, formats(useCelsius), alertWith(condition(part)));
  const trace = (part: Partial<Condition>) => {
    const { threshold: _, ...step } = condition(part);
    return traceText(t, formats(), { ...step, at: AT, code: 'CONDITION_MET' });
  };
  const text = (english: string, german: string) => (language === 'en' ? english : german);

  test('says what was read, and its limit', () => {
    expect(evidence({ threshold: 30, operand: 33 })).toBe(text('91.4 °F, limit 86.0 °F', '91,4 °F, Grenzwert 86,0 °F'));
  });

  test('names a limit at the freezing point, and none of a state', () => {
    const freezing = { operator: 'LESS_THAN', threshold: 0, operand: -1 };
    expect(evidence(freezing)).toBe(text('30.2 °F, limit 32.0 °F', '30,2 °F, Grenzwert 32,0 °F'));
    expect(stepText(t, formats(), met(condition(freezing)))).toContain(text('32.0 °F', '32,0 °F'));
    expect(evidence({ sensorMetricId: 'fluid-FX2-1_leak', threshold: 0, operand: 1 })).toBe('');
  });

  test('says by how much readings changed, which has no zero of Fahrenheit', () => {
    const calc = over60Minutes('DELTA');
    expect(evidence({ calc })).toBe(
      text('Change of 12.6 °F in 1 h, limit 9.0 °F', 'Änderung um 12,6 °F in 1 h, Grenzwert 9,0 °F'),
    );
    expect(evidence({ calc }, true)).toBe(
      text('Change of 7.0 °C in 1 h, limit 5.0 °C', 'Änderung um 7,0 °C in 1 h, Grenzwert 5,0 °C'),
    );
    expect(evidence({ calc, operator: 'LESS_THAN', threshold: -5, operand: -7 })).toBe(
      text('Change of -12.6 °F in 1 h, limit -9.0 °F', 'Änderung um -12,6 °F in 1 h, Grenzwert -9,0 °F'),
    );
    expect(stepText(t, formats(), met(condition({ calc })))).toBe(
      text('Change of 12.6 °F in 1 h, above 9.0 °F.', 'Änderung um 12,6 °F in 1 h, über 9,0 °F.'),
    );
    expect(alertMeasured(t, formats(), alertWith(condition({ calc })))).toBe(
      text('Change of 12.6 °F in 1 h', 'Änderung um 12,6 °F in 1 h'),
    );
    expect(trace({ calc })).toBe(
      text(
        'Condition met: temperature changed by 12.6 °F in 1 h',
        'Bedingung gilt: Temperatur, Änderung um 12,6 °F in 1 h',
      ),
    );
  });

  test('says how many readings there were, without a unit', () => {
    const counted = { calc: over60Minutes('COUNT'), threshold: 8, operand: 10 };
    expect(evidence(counted)).toBe(text('10 readings in 1 h, limit 8', '10 Messwerte in 1 h, Grenzwert 8'));
    expect(stepText(t, formats(), met(condition(counted)))).toBe(
      text('10 readings in 1 h, above 8.', '10 Messwerte in 1 h, über 8.'),
    );
    expect(alertMeasured(t, formats(), alertWith(condition(counted)))).toBe(
      text('10 readings in 1 h', '10 Messwerte in 1 h'),
    );
    expect(trace(counted)).toBe(
      text('Condition met: temperature, 10 readings in 1 h', 'Bedingung gilt: Temperatur, 10 Messwerte in 1 h'),
    );
  });

  test('says a mean as it says a reading', () => {
    const calc = over60Minutes('MEAN');
    expect(evidence({ calc, threshold: 30, operand: 33 })).toContain(text('91.4 °F, limit', '91,4 °F, Grenzwert'));
    expect(alertMeasured(t, formats(), alertWith(condition({ operand: 33 })))).toBe(text('91.4 °F', '91,4 °F'));
  });
});
