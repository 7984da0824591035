/** Policy content in the editor, and templates for new policies. */
import type { EffectivePolicyOut, PolicyOut } from '@picket/contracts/types';
import {
  columnOf,
  METRICS,
  type Metric,
  type MetricKind,
  metricOf,
  policyMetricOf,
  SILENCE_METRIC,
} from '@picket/domain/metrics';
import {
  type Condition,
  newCondition,
  newViolation,
  type PolicyContent,
  type Violation,
} from '@picket/domain/policies';
import type { NamedContent } from '@picket/domain/policy-drafts';
import type { PolicyWarning } from '@picket/domain/policy-warnings';

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

/** The content of a policy as the API takes it. */
export const contentBody = ({ definition, doNotDisturb }: PolicyContent) => ({
  definition: definitionBody(definition),
  doNotDisturb: doNotDisturbBody(doNotDisturb),
});

/** The same with its name. */
export const namedBody = ({ name, ...content }: NamedContent) => ({ name, ...contentBody(content) });

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

/** The draft with the limits that the conditions of these warnings had before. */
export function withFormerThresholds(draft: NamedContent, warnings: readonly PolicyWarning[]): NamedContent {
  const violations = draft.definition.violations.map((violation, index) => {
    const warning = warnings.find((one) => one.index === index);
    if (warning === undefined || warning.thresholdBefore === null) return violation;
    const { thresholdBefore: threshold } = warning;
    return {
      ...violation,
      conditions: violation.conditions.map((one, place) => (place === warning.condition ? { ...one, threshold } : one)),
    };
  });
  return { ...draft, definition: { ...draft.definition, violations } };
}

/** A family (`fluid_leak`) stands for any sensor of it; the registry lists sensors. */
export const exampleSensorId = (sensorMetricId: string): string => sensorMetricId.replace(/^fluid_/u, 'fluid-any-any_');

/** What a column is called in a sentence. */
export function sensorName(sensorMetricId: string, column: string): string {
  const label = columnOf(exampleSensorId(sensorMetricId), column)?.label ?? sensorMetricId;
  // A fluid sensor's own name follows its label; only a family has a name in sentences.
  return policyMetricOf(sensorMetricId)?.columns[column]?.sentenceName ?? label;
}

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

const ANYTHING = { operator: 'GREATER_THAN', threshold: 0 } as const;

/** A condition with the default limit of its sensor. */
export function defaultCondition(sensorMetricId: string, column: string): Condition {
  const { operator, threshold } = policyMetricOf(sensorMetricId)?.usualLimit ?? ANYTHING;
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
  sensorMetricId: MetricKind,
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
