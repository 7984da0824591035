import { expect, test } from 'vitest';
import { durationParts } from './ages.ts';
import { attributeKey, isAttributeKey } from './attribute-keys.ts';
import { DEFAULT_POLICIES } from './default-policies.ts';
import { columnOf, fluidSensorOf, metricOf } from './metrics.ts';
import { passwordProblem } from './passwords.ts';
import { severityLabel } from './severity.ts';
import { formatInstant, isTimezone, parseInstant } from './time.ts';
import { displayValue, storedValue } from './units.ts';

test.each([
  [0, 'none'],
  [99, 'none'],
  [100, 'info'],
  [199, 'info'],
  [200, 'warning'],
  [299, 'warning'],
  [300, 'critical'],
  [999, 'critical'],
] as const)('severity %d is %s', (severity, label) => expect(severityLabel(severity)).toBe(label));

test.each([
  [0, '0 s'],
  [14_900, '14 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [12_000_000, '3 h 20 min'],
  [7_200_000, '2 h'],
  [187_200_000, '2 d 4 h'],
])('%d ms is %s', (millis, text) =>
  expect(
    durationParts(millis)
      .map(({ count, unit }) => `${count} ${unit}`)
      .join(' '),
  ).toBe(text),
);

test('values as people read them', () => {
  const fahrenheit = { useCelsius: false };
  expect(displayValue('environment_temperature', 'value', 31.6667, fahrenheit)).toMatchObject({
    text: '89.0',
    unit: '°F',
  });
  expect(displayValue('environment_temperature', 'value', 31.25, { useCelsius: true })).toMatchObject({
    text: '31.3',
    unit: '°C',
  });
  expect(displayValue('environment_temperature', 'value', -0.01, { useCelsius: true }).text).toBe('0.0');
  expect(displayValue('environment_dewpoint', 'value', 0.517, fahrenheit)).toMatchObject({ text: '51.7', unit: '%' });
  expect(displayValue('fluid-A-1_leak', 'value', 1, fahrenheit).text).toBe('leak');
  expect(displayValue('camera_motion', 'level', 0.05, fahrenheit)).toMatchObject({ text: '5', unit: '%' });
  expect(storedValue('camera_motion', 'level', 7.5, fahrenheit)).toBe(0.075);
  // A limit of a count is a number.
  expect(displayValue('sentry_tamper', 'value', 1, fahrenheit).text).toBe('1');
});

test('instants in UTC, milliseconds only where they are not zero', () => {
  expect(formatInstant(0)).toBe('1970-01-01T00:00:00Z');
  expect(formatInstant(1)).toBe('1970-01-01T00:00:00.001Z');
  expect(parseInstant('2026-03-02T10:00:00+02:00')).toBe(Date.UTC(2026, 2, 2, 8));
  for (const wrong of [
    '2026-02-31T00:00:00Z',
    '2026-03-02',
    '2026-03-02T10:00:00',
    'now',
    '',
    '2026-13-01T00:00:00Z',
    '2026-03-02T10:00:00Z\n',
  ])
    expect(parseInstant(wrong), wrong).toBeNull();
  expect(isTimezone('Europe/Zurich')).toBe(true);
  expect(isTimezone('Europe/Nowhere')).toBe(false);
});

test('metrics: families, columns, and what no device may send', () => {
  expect(fluidSensorOf('fluid-FX.2-07_leak')).toEqual({
    model: 'FX.2',
    serialNumber: '07',
    sensor: 'fluid-FX.2-07',
    family: 'fluid_leak',
  });
  expect(metricOf('fluid_leak')).toBeNull();
  expect(metricOf('fluid-A-B_smell')).toBeNull();
  expect(metricOf('__proto__')).toBeNull();
  expect(columnOf('environment_temperature', 'constructor')).toBeNull();
  expect(metricOf('sentry_silence')?.madeByServer).toBe(true);
});

test('the default policies are those of the specification', () => {
  const rows = DEFAULT_POLICIES.flatMap(({ name, definition }) =>
    definition.violations.map(({ severity, onsetDelay, exitDelay, instant, video, conditions: [condition] }) => {
      const { sensorMetricId, column, operator, threshold } = condition ?? {
        sensorMetricId: '',
        column: '',
        operator: '',
        threshold: 0,
      };
      return [
        name,
        severity,
        `${sensorMetricId}.${column}`,
        operator,
        threshold,
        onsetDelay,
        exitDelay,
        instant,
        video,
      ];
    }),
  );
  expect(rows).toEqual([
    ['Sentry offline', 0, 'sentry_silence.seconds', 'GREATER_THAN', 120, 0, 0, true, false],
    ['Sentry offline', 999, 'sentry_silence.seconds', 'GREATER_THAN', 900, 0, 0, false, false],
    ['Room temperature', 360, 'environment_temperature.value', 'LESS_THAN', 18.3333, 10, 120, false, false],
    ['Room temperature', 360, 'environment_temperature.value', 'GREATER_THAN', 31.6667, 10, 120, false, false],
    ['Humidity', 340, 'environment_humidity.value', 'LESS_THAN', 20, 0, 0, false, false],
    ['Humidity', 340, 'environment_humidity.value', 'GREATER_THAN', 80, 0, 0, false, false],
    ['Motion', 100, 'camera_motion.level', 'GREATER_THAN', 0.05, 0, 60, false, true],
    ['Thermal', 380, 'thermal_temperature.max', 'GREATER_THAN', 35, 0, 0, false, false],
    ['Tamper', 320, 'sentry_tamper.value', 'GREATER_THAN', 0, 0, 0, false, false],
    ['Bluetooth discovery', 0, 'bluetooth_devices.count', 'CHANGED', 0, 0, 0, false, false],
    ['On battery power', 240, 'power_onBattery.value', 'GREATER_THAN', 0, 60, 60, false, false],
    ['Bad power source', 600, 'power_badSource.value', 'GREATER_THAN', 0, 0, 0, false, false],
    ['Fluid leak', 400, 'fluid_leak.value', 'GREATER_THAN', 0, 0, 0, false, false],
    ['Fluid sensor low battery', 230, 'fluid_battery.value', 'LESS_THAN', 2.7, 0, 0, false, false],
    ['Fluid sensor missing', 270, 'fluid_missing.value', 'GREATER_THAN', 11, 0, 0, false, false],
  ]);
  const motion = DEFAULT_POLICIES.find(({ name }) => name === 'Motion')?.doNotDisturb;
  expect(motion).toEqual({ daysOfWeek: [1, 2, 3, 4, 5], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 });
});

test('attribute keys', () => {
  expect(attributeKey('rack', 'row')).toBe('rack/row');
  expect(() => attributeKey('rack', '')).toThrow('cannot create attribute key for empty argument');
  expect(isAttributeKey('a//b')).toBe(false);
});

test('passwords: length in code points, nothing common, no composition rules', () => {
  expect(String(passwordProblem('fourteen chars'))).toContain('14');
  expect(passwordProblem('fifteen letters')).toBeNull();
  expect(String(passwordProblem('🏠'.repeat(15)))).toContain('Too few different');
  expect(String(passwordProblem('123456789012345'))).toContain('common');
  expect(String(passwordProblem('ada@acme.example', ['ada@acme.example']))).toContain('e-mail');
  expect(String(passwordProblem('x'.repeat(1025)))).toContain('1024');
});

test.each([
  ['picketpicketpicket', 'Picket'],
  ['Picket picket-picket_1', 'Picket'],
  ['ada@acme.example ada@acme.example', 'e-mail'],
  ['lovelace lovelace 12', 'your name'],
  ['picketlovelacepicket', 'Picket'],
  ['Ünïcode GmbH Ünïcode GmbH', 'organization'],
  ['hydro7hydro7hydro7', 'one short part'],
  ['zebra9! zebra9! zeb', 'one short part'],
  ['abcde🏠abcde🏠abcde🏠', 'one short part'],
])('the password %j is next to nothing', (password, why) => {
  expect(String(passwordProblem(password, ['ada@acme.example', 'Lovelace', 'Ünïcode GmbH', 'picket']))).toContain(why);
});

test.each([
  'a picket fence around my garden',
  'lovelace wrote the first program',
  'blue bottle blue bucket',
  'tortoise-tortoise-hare',
])('the password %j is fine', (password) => {
  expect(passwordProblem(password, ['ada@acme.example', 'Lovelace', 'picket'])).toBeNull();
});
