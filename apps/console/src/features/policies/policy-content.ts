/** Policy content in the editor. */
import type { EffectivePolicyOut, PolicyOut } from '@picket/contracts/types';
import type { Metric } from '@picket/domain/metric-row';
import { columnOf, METRICS, metricOf, policyMetricOf } from '@picket/domain/metrics';
import { type Condition, newCondition, type PolicyContent } from '@picket/domain/policies';
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

/** The draft without the violations of these warnings; null: nothing would be left. */
export function withoutWarned(draft: NamedContent, warnings: readonly PolicyWarning[]): NamedContent | null {
  const violations = draft.definition.violations.filter((_, index) => !warnings.some((one) => one.index === index));
  return violations.length === 0 ? null : { ...draft, definition: { ...draft.definition, violations } };
}

/** A family (`fluid_leak`) stands for any sensor of it; the registry lists sensors. */
export const exampleSensorId = (sensorMetricId: string): string => sensorMetricId.replace(/^fluid_/u, 'fluid-any-any_');

export interface SensorChoice {
  readonly sensorMetricId: string;
  readonly column: string;
}

/** Every series a condition may use. */
export const SENSOR_CHOICES: readonly SensorChoice[] = Object.entries<Metric>(METRICS).flatMap(
  ([sensorMetricId, { columns }]) => Object.keys(columns).map((column) => ({ sensorMetricId, column })),
);

export const isPicture = (sensorMetricId: string): boolean => metricOf(sensorMetricId)?.frame !== undefined;

/** Whether a column is a state (on or off), which needs no limit. */
export const isState = (sensorMetricId: string, column: string): boolean =>
  columnOf(exampleSensorId(sensorMetricId), column)?.unit === 'state';

const FALLBACK_LIMIT = { operator: 'GREATER_THAN', threshold: 0 } as const;

/** A condition with the default limit of its sensor. */
export function defaultCondition(sensorMetricId: string, column: string): Condition {
  const { operator, threshold } = policyMetricOf(sensorMetricId)?.usualLimit ?? FALLBACK_LIMIT;
  return newCondition(sensorMetricId, operator, threshold, column);
}
