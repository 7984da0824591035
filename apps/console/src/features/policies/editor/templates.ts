/** Templates for new policies. Their names are texts: a policy keeps the one in the language it was created in. */
import { type MetricKind, SILENCE_METRIC } from '@picket/domain/metrics';
import { type Condition, newViolation, type Violation } from '@picket/domain/policies';
import type { Translator } from '../../../lib/texts.ts';
import { defaultCondition } from '../policy-content.ts';

interface Template {
  readonly name: string;
  readonly sensorMetricId: MetricKind;
  readonly column?: string;
  readonly severity: number;
  readonly extras?: Partial<Violation>;
  /** Instead of the usual limit. */
  readonly limit?: Partial<Condition>;
}

const TEMPLATES = [
  {
    name: 'hot',
    sensorMetricId: 'environment_temperature',
    severity: 360,
    extras: { onsetDelay: 60, exitDelay: 120 },
  },
  {
    name: 'cold',
    sensorMetricId: 'environment_temperature',
    severity: 360,
    extras: { onsetDelay: 60, exitDelay: 120 },
    limit: { operator: 'LESS_THAN', threshold: 10 },
  },
  { name: 'damp', sensorMetricId: 'environment_humidity', severity: 340, extras: { exitDelay: 300 } },
  { name: 'overheat', sensorMetricId: 'thermal_temperature', column: 'max', severity: 380 },
  { name: 'leak', sensorMetricId: 'fluid_leak', severity: 400 },
  {
    name: 'motion',
    sensorMetricId: 'camera_motion',
    column: 'level',
    severity: 100,
    extras: { exitDelay: 60, video: true },
  },
  { name: 'power', sensorMetricId: 'power_onBattery', severity: 240, extras: { onsetDelay: 60, exitDelay: 60 } },
  { name: 'silence', sensorMetricId: SILENCE_METRIC, column: 'seconds', severity: 999 },
] as const satisfies readonly Template[];

function violationOf({ sensorMetricId, column = 'value', severity, extras, limit }: Template, name: string): Violation {
  return newViolation(name, severity, { ...defaultCondition(sensorMetricId, column), ...limit }, extras);
}

/** Every template: its name, what it is for, and the violation it begins with. */
export const listTemplates = (t: Translator) =>
  TEMPLATES.map((template) => {
    const name = t(`policies.template.${template.name}.name`);
    return { name, text: t(`policies.template.${template.name}.text`), violation: violationOf(template, name) };
  });
