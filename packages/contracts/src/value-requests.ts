/** Values that a person chooses at a source, which says nothing about what they are. */
import {
  unitOf,
  unitsOf,
  VALUE_CLASS_NAMES,
  VALUE_UNITS,
  type ValueClass,
  type ValueUnit,
} from '@picket/domain/value-classes';
import { z } from 'zod';
import { Text } from './request-texts.ts';

const MAX_VALUES = 50;
const MAX_NAME = 60;
const MAX_METRIC = 200;
const MAX_LABELS = 20;
const MAX_LABEL = 200;

/** What every value has, wherever it is read. */
export const Chosen = {
  /** Unique in its source: by it the value is known, also after a change of how it is read. */
  name: Text(MAX_NAME).min(1, 'Enter a name'),
  /** What it is: with its unit it decides which metric it becomes. */
  class: z.enum(VALUE_CLASS_NAMES),
  /** Left out: the class has one unit only, or none. */
  unit: z.enum(VALUE_UNITS, 'must be a unit of this kind of value').optional(),
};

export interface ChosenUnit {
  readonly class: ValueClass;
  readonly unit?: ValueUnit | undefined;
}

/** What is wrong with the unit of a value; null: nothing. */
function unitProblem({ class: valueClass, unit }: ChosenUnit): string | null {
  const units = unitsOf(valueClass);
  if (unit !== undefined && !units.includes(unit)) return 'must be a unit of this kind of value';
  return units.length > 0 && unitOf(valueClass, unit) === null ? 'Choose a unit' : null;
}

export const withUnit = <Row extends z.ZodType<ChosenUnit>>(row: Row) =>
  row.superRefine((value, { addIssue }) => {
    const message = unitProblem(value);
    if (message !== null) addIssue({ code: 'custom', message, path: ['unit'] });
  });

interface NamedRow {
  readonly name: string;
  /** Of values of several devices: names are unique within each. */
  readonly device?: string;
}

/** At most 50 values; those of one device have different names. */
export const namedList = <Row extends z.ZodType<NamedRow>>(row: Row) =>
  z
    .array(row)
    .max(MAX_VALUES, 'has more than 50 values')
    .superRefine((rows, { addIssue }) => {
      const names = new Set<string>();
      for (const [index, { name, device = '' }] of rows.entries()) {
        const key = JSON.stringify([device, name]);
        if (names.has(key)) addIssue({ code: 'custom', message: 'Another value has this name', path: [index, 'name'] });
        names.add(key);
      }
    });

export const listOf = <Row extends z.ZodType<NamedRow>>(row: Row) => namedList(row).min(1, 'Add a value');

const LabelName = z
  .string()
  .max(MAX_LABEL)
  .regex(/^(?!__)[A-Za-z_]\w*$/u, 'is not the name of a label');

const Labels = z
  .record(LabelName, Text(MAX_LABEL), {
    // The problem of the name, rather than a general message.
    error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
  })
  .refine((labels) => Object.keys(labels).length <= MAX_LABELS, 'has more than 20 labels');

const MetricValue = withUnit(
  z.strictObject({
    ...Chosen,
    /** As the page of the exporter names it. */
    metric: z
      .string()
      .trim()
      .max(MAX_METRIC)
      .regex(/^[A-Za-z_:][\w:]*$/u, 'must be a metric, such as node_hwmon_temp_celsius'),
    /** What the labels of the series have to be; others may be anything. An empty text: the series has no such label. */
    labels: Labels.default({}),
  }),
);

export const MetricValues = listOf(MetricValue);

/** Of a source whose values are chosen: what it is called where it is found. Left out: by its host. */
export const DeviceName = Text(120).min(1, 'Enter a name');

export const MetricValueOut = z.object({
  name: z.string(),
  class: z.enum(VALUE_CLASS_NAMES),
  unit: z.enum(VALUE_UNITS).optional(),
  metric: z.string(),
  labels: z.record(z.string(), z.string()),
});

export const VALUE_PROBLEMS = [
  'MISSING',
  'NOT_A_NUMBER',
  'OUT_OF_RANGE',
  'NOT_A_STATE',
  'REGISTER_REFUSED',
  'NO_MESSAGE',
] as const;

/** A value as a test read it. */
export const TestedValue = z.object({
  name: z.string(),
  /** In its unit; of a state 1 or 0. Left out: it is unknown. */
  value: z.number().optional(),
  unit: z.enum(VALUE_UNITS).optional(),
  /** Why it is unknown. */
  problem: z.enum(VALUE_PROBLEMS).optional(),
  /** Of an exporter the series that was taken; of a register its bytes, or the exception; of a topic the message. */
  found: z.string().optional(),
  /** Series that fit as well and were not taken. */
  others: z.number().optional(),
});
