/** Policy content in the editor, and templates for new policies. */
import type { EffectivePolicyOut, PolicyOut } from '@picket/contracts/types';
import { columnOf, METRICS, type Metric, metricOf, SILENCE_METRIC } from '@picket/domain/metrics';
import type { Operator } from '@picket/domain/operators';
import {
  type Condition,
  newCondition,
  newViolation,
  type PolicyContent,
  type Violation,
} from '@picket/domain/policies';
import type { NamedContent } from '@picket/domain/policy-drafts';

/** Content as the API takes it, mutable. */
export const definitionBody = (definition: PolicyContent['definition']) => ({
  ...(definition.zone === undefined ? {} : { zone: definition.zone }),
  violations: definition.violations.map((violation) => ({
    ...violation,
    conditions: violation.conditions.map((condition) => ({ ...condition, calc: { ...condition.calc } })),
  })),
});

export const doNotDisturbBody = (schedule: PolicyContent['doNotDisturb']) =>
  schedule === null ? null : { ...schedule, daysOfWeek: [...schedule.daysOfWeek] };

export const namedContentOf = (policy: Pick<PolicyOut, 'name' | 'definition' | 'doNotDisturb'>): NamedContent => ({
  name: policy.name,
  definition: policy.definition,
  doNotDisturb: policy.doNotDisturb ?? null,
});

export const effectiveContentOf = ({ policy, definition, doNotDisturb }: EffectivePolicyOut): NamedContent => ({
  name: policy.name,
  definition,
  doNotDisturb: doNotDisturb ?? null,
});

/** A family (`fluid_leak`) stands for any sensor of it; the registry lists sensors. */
export const exampleSensorId = (sensorMetricId: string): string => sensorMetricId.replace(/^fluid_/u, 'fluid-any-any_');

/** What a column is called in a sentence. */
export function sensorName(sensorMetricId: string, column: string): string {
  const label = columnOf(exampleSensorId(sensorMetricId), column)?.label ?? sensorMetricId;
  if (sensorMetricId === 'thermal_temperature') return `${label} spot`.replace('mean spot', 'mean of the picture');
  return SENTENCE_NAMES[sensorMetricId] ?? label;
}

const SENTENCE_NAMES: Readonly<Record<string, string>> = {
  power_onBattery: 'running on battery',
  power_badSource: 'bad power source',
  fluid_leak: 'fluid leak',
  fluid_battery: 'fluid sensor battery',
  fluid_missing: 'fluid sensor missing',
  [SILENCE_METRIC]: 'time without a report',
  sentry_tamper: 'tampering',
};

export interface SensorChoice {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly label: string;
}

/** Every series a condition may use. */
export const SENSOR_CHOICES: readonly SensorChoice[] = Object.entries<Metric>(METRICS).flatMap(
  ([sensorMetricId, { columns }]) =>
    Object.keys(columns).map((column) => ({ sensorMetricId, column, label: sensorName(sensorMetricId, column) })),
);

export const isPicture = (sensorMetricId: string): boolean => metricOf(sensorMetricId)?.frame !== undefined;

/** Whether a column is a state (on or off), which needs no limit. */
export const isState = (sensorMetricId: string, column: string): boolean =>
  columnOf(exampleSensorId(sensorMetricId), column)?.unit === 'state';

const USUAL: Readonly<Record<string, readonly [operator: Operator, threshold: number]>> = {
  environment_temperature: ['GREATER_THAN', 31.6667],
  environment_humidity: ['GREATER_THAN', 80],
  environment_dewpoint: ['GREATER_THAN', 0.6],
  camera_motion: ['GREATER_THAN', 0.05],
  thermal_temperature: ['GREATER_THAN', 35],
  bluetooth_devices: ['CHANGED', 0],
  power_battery: ['LESS_THAN', 20],
  fluid_battery: ['LESS_THAN', 2.7],
  fluid_missing: ['GREATER_THAN', 11],
  [SILENCE_METRIC]: ['GREATER_THAN', 900],
};

/** A condition with the default limit of its sensor. */
export function defaultCondition(sensorMetricId: string, column: string): Condition {
  const [operator, threshold] = USUAL[sensorMetricId] ?? ['GREATER_THAN', 0];
  return newCondition(sensorMetricId, operator, threshold, column);
}

export interface Template {
  readonly name: string;
  readonly text: string;
  readonly violation: Violation;
}

const template = (
  name: string,
  text: string,
  sensorMetricId: string,
  severity: number,
  extras: Partial<Violation> = {},
  limit: Partial<Condition> = {},
  column = 'value',
): Template => ({
  name,
  text,
  violation: newViolation(name, severity, { ...defaultCondition(sensorMetricId, column), ...limit }, extras),
});

/** Templates for new policies. */
export const TEMPLATES: readonly Template[] = [
  template('It gets too hot', 'Room temperature above a limit', 'environment_temperature', 360, {
    onsetDelay: 60,
    exitDelay: 120,
  }),
  template(
    'It gets too cold',
    'Room temperature below a limit',
    'environment_temperature',
    360,
    { onsetDelay: 60, exitDelay: 120 },
    { operator: 'LESS_THAN', threshold: 10 },
  ),
  template('The air is too damp', 'Humidity above a limit', 'environment_humidity', 340, { exitDelay: 300 }),
  template('Something overheats', 'The hottest spot of a thermal picture', 'thermal_temperature', 380, {}, {}, 'max'),
  template('Water where none should be', 'A fluid sensor finds a leak', 'fluid_leak', 400),
  template(
    'Somebody is there',
    'Motion in front of the camera',
    'camera_motion',
    100,
    { exitDelay: 60, video: true },
    {},
    'level',
  ),
  template('The power fails', 'A sentry runs on its battery', 'power_onBattery', 240, {
    onsetDelay: 60,
    exitDelay: 60,
  }),
  template('A sentry falls silent', 'No report for a while', SILENCE_METRIC, 999, {}, {}, 'seconds'),
];

/** A name that is not taken. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string): boolean => taken.some((one) => one.toLowerCase() === name.toLowerCase());
  for (let number = 2, name = wanted; ; number++) {
    if (!isTaken(name)) return name;
    name = `${wanted} ${number}`;
  }
}
