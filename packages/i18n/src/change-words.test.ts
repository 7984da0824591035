import { changeText, type PolicyChange } from '@picket/domain/policy-changes';
import { expect, test } from 'vitest';
import { loadSharedTexts } from '../../../tests/support/translators.ts';
import { changeLine, changesLine, changeWords } from './change-words.ts';

const HEAT = { sensorMetricId: 'environment_temperature', column: 'value' };
const limit: PolicyChange = {
  code: 'CONDITION_CHANGED',
  subject: 'Too hot',
  condition: HEAT,
  fields: [{ field: 'threshold', before: 31.6667, after: 35 }],
};
const english = { t: loadSharedTexts('en'), useCelsius: false, formatNumber: (text: string) => text };
const german = {
  t: loadSharedTexts('de'),
  useCelsius: true,
  formatNumber: (text: string) => text.replace('.', ','),
};

test('each reader gets the units and the language they chose', () => {
  expect(changeLine(limit, english)).toBe('Condition changed: Too hot, temperature (limit 89.0 °F → 95.0 °F)');
  expect(changeLine(limit, { ...english, useCelsius: true })).toContain('31.7 °C → 35.0 °C');
  expect(changeLine(limit, german)).toBe('Bedingung geändert: Zu heiß, Temperatur (Grenzwert 31,7 °C → 35,0 °C)');
  const named = { ...limit, subject: 'Rack 4 too hot' };
  expect(changeLine(named, german)).toContain('Bedingung geändert: Rack 4 too hot, Temperatur');
});

test('every kind of field reads as a person would say it', () => {
  const change: PolicyChange = {
    code: 'VIOLATION_CHANGED',
    subject: 'Too hot',
    condition: HEAT,
    fields: [
      { field: 'severity', before: 360, after: 0 },
      { field: 'onsetDelay', before: 0, after: 90 },
      { field: 'instant', before: false, after: true },
      { field: 'operator', before: 'GREATER_THAN', after: 'LESS_THAN' },
      { field: 'calc', before: { grab: 'LAST', minutes: 0 }, after: { grab: 'MEAN', minutes: 60 } },
      { field: 'zone', before: null, after: { guid: 'z', name: 'Rack' } },
      {
        field: 'schedule',
        before: null,
        after: { daysOfWeek: [2, 1], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 30 },
      },
      { field: 'name', before: 'A', after: 'B' },
    ],
  };
  expect(changeWords(change, english).fields.map(({ before, after }) => `${before} | ${after}`)).toEqual([
    'critical (360) | none (0)',
    '0 s | 1 min 30 s',
    'no | yes',
    'is above | is below',
    'each reading | the mean over 1 h',
    'base zone or whole picture | Rack',
    'unset | Mon, Tue 9:00AM - 5:30PM',
    'A | B',
  ]);
  expect(changeWords(change, german).fields.map(({ before, after }) => `${before} | ${after}`)).toEqual([
    'kritisch (360) | ohne (0)',
    '0 s | 1 min 30 s',
    'nein | ja',
    'liegt über | liegt unter',
    'jeder Messwert | der Mittelwert über 1 h',
    'Grundzone oder ganzes Bild | Rack',
    'aus | Mo, Di, 09:00 bis 17:30',
    'A | B',
  ]);
});

test('silence is a time, a family of fluid sensors has its unit', () => {
  const of = (sensorMetricId: string, column: string, before: number, after: number): string =>
    changeLine(
      { ...limit, condition: { sensorMetricId, column }, fields: [{ field: 'threshold', before, after }] },
      english,
    );
  expect(of('sentry_silence', 'seconds', 900, 1800)).toContain('time without a report (limit 15 min → 30 min)');
  expect(of('fluid_battery', 'value', 2.7, 2.5)).toContain('2.70 V → 2.50 V');
});

test('the limit of a change has no zero of Fahrenheit, and that of a number of readings no unit', () => {
  const over = (
    grab: 'DELTA' | 'COUNT',
    before: number,
    after: number,
    fields: PolicyChange['fields'] = [],
  ): PolicyChange => ({
    ...limit,
    condition: { ...HEAT, calc: { grab, minutes: 60 } },
    fields: [{ field: 'threshold', before, after }, ...fields],
  });
  expect(changeLine(over('DELTA', 5, 10), english)).toContain('(limit 9.0 °F → 18.0 °F)');
  expect(changeLine(over('DELTA', 5, 10), german)).toContain('(Grenzwert 5,0 °C → 10,0 °C)');
  expect(changeLine(over('COUNT', 8, 12), english)).toContain('(limit 8 → 12)');
  expect(changeText(over('COUNT', 8, 12))).toContain('(threshold 8 -> 12)');
  // An edit that also made a change of it: each limit is of what was compared then.
  const calc = { field: 'calc', before: { grab: 'LAST', minutes: 0 }, after: { grab: 'DELTA', minutes: 60 } } as const;
  expect(changeLine(over('DELTA', 35, 5, [calc]), english)).toContain('limit 95.0 °F → 9.0 °F');
});

test('several on one line', () => {
  const created: PolicyChange = { code: 'POLICY_CREATED', subject: 'Heat', fields: [] };
  expect(changesLine([created, limit, limit], english, 1)).toBe('Policy created: Heat; and 2 more');
  expect(changesLine([created, created], english)).toBe('Policy created: Heat; Policy created: Heat');
});
