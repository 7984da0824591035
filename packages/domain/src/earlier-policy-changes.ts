/**
 * Changes of policies as earlier versions stored them: fields as texts in stored units, and the metric of a condition behind the
 * name of its violation. What cannot be read again, such as a schedule, is left out; its code and subject stay.
 */
import { AGGREGATION_NAMES } from './aggregations.ts';
import { policyMetricOf } from './metrics.ts';
import { OPERATOR_NAMES } from './operators.ts';
import type { FieldChange, PolicyChange, PolicyChangeCode } from './policy-changes.ts';

export interface EarlierPolicyChange {
  readonly code: PolicyChangeCode;
  readonly subject: string;
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

export function fromEarlierChange({ code, subject, fields }: EarlierPolicyChange): PolicyChange {
  const [name, sensorMetricId] = splitSubject(subject);
  const column = Object.keys(policyMetricOf(sensorMetricId ?? '')?.columns ?? {})[0] ?? 'value';
  return {
    code,
    subject: name,
    ...(sensorMetricId === null ? {} : { condition: { sensorMetricId, column } }),
    fields: fields.flatMap((one) => fromEarlierField(one)),
  };
}

/** `Too hot, environment_temperature`: the violation, and the metric of its condition. */
function splitSubject(subject: string): readonly [name: string, sensorMetricId: string | null] {
  const comma = subject.lastIndexOf(', ');
  const last = subject.slice(comma + 2);
  return comma >= 0 && policyMetricOf(last) !== null ? [subject.slice(0, comma), last] : [subject, null];
}

type Texts = EarlierPolicyChange['fields'][number];

function fromEarlierField({ field, before, after }: Texts): readonly FieldChange[] {
  switch (field) {
    case 'name':
    case 'description':
    case 'column':
      return [{ field, before, after }];
    case 'severity':
    case 'threshold':
    case 'onsetDelay':
    case 'exitDelay':
    case 'incidentStartAdjustment':
    case 'violationStartAdjustment':
      return both(before, after, readNumber, (from, to) => ({ field, before: from, after: to }));
    case 'video':
    case 'activeResolution':
    case 'instant':
      return [{ field, before: before === 'true', after: after === 'true' }];
    case 'operator':
      return both(before, after, readOperator, (from, to) => ({ field, before: from, after: to }));
    case 'calc':
      return both(before, after, readCalc, (from, to) => ({ field, before: from, after: to }));
    default:
      return [];
  }
}

function both<Value>(
  before: string,
  after: string,
  read: (text: string) => Value | null,
  make: (before: Value, after: Value) => FieldChange,
): readonly FieldChange[] {
  const [from, to] = [read(before), read(after)];
  return from === null || to === null ? [] : [make(from, to)];
}

/** `31.6667 °C`, `120 s`, `360` */
function readNumber(text: string): number | null {
  const number = Number.parseFloat(text);
  return Number.isFinite(number) ? number : null;
}

const readOperator = (text: string) => OPERATOR_NAMES.find((name) => name === text) ?? null;

/** `MEAN of 5 min`, or `the reading itself`. */
function readCalc(text: string) {
  const [, name = 'LAST', minutes = '0'] = /^([A-Z]+) of ([\d.]+) min$/u.exec(text) ?? [];
  const grab = AGGREGATION_NAMES.find((one) => one === name);
  return grab === undefined ? null : { grab, minutes: Number(minutes) };
}
