/**
 * What a device may send as a reading, as JSON Schema: one schema for each metric, derived from the registry of metrics. The server
 * checks the same rules reading by reading (`parseReadings`), so that an invalid one does not affect the others.
 */

import type { Metric, MetricColumn } from '@picket/domain/metric-row';
import { isShownUnit } from '@picket/domain/metric-units';
import { METRIC_KINDS, METRICS, type MetricKind } from '@picket/domain/metrics';

type Schema = Record<string, unknown>;

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const rowOf = (kind: MetricKind): Metric => METRICS[kind];

/** Metrics that devices send, in the order of the registry. */
export const DEVICE_METRICS: readonly MetricKind[] = METRIC_KINDS.filter((kind) => rowOf(kind).madeByServer !== true);

/** `environment_temperature` -> `EnvironmentTemperatureReading`. */
const readingSchemaName = (kind: MetricKind): string =>
  `${kind.replace(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase())}Reading`;

/** The pattern of the ids of a family of fluid sensors; null for other metrics. */
const fluidPatternOf = (kind: MetricKind): string | null =>
  kind.startsWith('fluid_') ? `^fluid-[A-Za-z0-9.]+-[A-Za-z0-9.]+_${kind.slice('fluid_'.length)}$` : null;

/** A `sensorMetricId` of the metric. */
export const exampleIdOf = (kind: MetricKind): string =>
  fluidPatternOf(kind) === null ? kind : `fluid-FX2-0042_${kind.slice('fluid_'.length)}`;

/** A value that sensors of the kind usually measure. */
export function exampleValueOf({ unit, usual, measures, range, decimals, displayFactor }: MetricColumn): number {
  if (unit === 'state' || unit === 'count') return 0;
  const [low, high] = usual ?? measures ?? [Math.max(range[0], 0), Math.min(range[1], 10)];
  if (unit === '%' && displayFactor !== undefined) return 0.5;
  return Number((low + (high - low) * 0.46).toFixed(decimals));
}

const rangeText = ([min, max]: readonly [number, number], unit: string): string =>
  `${min} to ${max}${isShownUnit(unit) ? ` ${unit}` : ''}`;

/** What the values of a column mean. */
export function describeColumn(column: MetricColumn): string {
  const { label, unit, range, measures, stateTexts, shownAs, displayFactor = shownAs?.factor } = column;
  const states = stateTexts === undefined ? '' : ` 0: ${stateTexts[0]}; above 0: ${stateTexts[1]}.`;
  const typical = measures === undefined ? '' : ` Sensors usually measure ${rangeText(measures, unit)}.`;
  const shown = displayFactor === undefined ? '' : ` People see it multiplied by ${displayFactor}.`;
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  return `${name}, in ${unit}. A value outside ${rangeText(range, unit)} is rejected. null: unknown.${states}${typical}${shown}`;
}

const valueSchema = (column: MetricColumn): Schema => ({
  type: ['number', 'null'],
  minimum: column.range[0],
  maximum: column.range[1],
  description: describeColumn(column),
  examples: [exampleValueOf(column)],
});

const idSchema = (kind: MetricKind): Schema => {
  const pattern = fluidPatternOf(kind);
  return pattern === null
    ? {
        type: 'string',
        const: kind,
        examples: [kind],
        description: 'The metric: sensor and quantity, joined by an underscore.',
      }
    : {
        type: 'string',
        pattern,
        maxLength: 160,
        examples: [exampleIdOf(kind)],
        description:
          'The metric of one fluid sensor: `fluid-`, its model, a dash, its serial number, an underscore and the quantity. Model and serial number are those that were reported as discovered.',
      };
};

const frameSchema = (unit: string): Schema => ({
  ...refTo('FrameBody'),
  description: `A picture of the sensor, whose cells are in ${unit}. It may come without \`values\`; where both come, the columns of \`values\` win.`,
});

function readingSchema(kind: MetricKind): Schema {
  const { label, columns, frame } = rowOf(kind);
  const unit = Object.values(columns)[0]?.unit ?? '';
  const properties = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, valueSchema(column)]));
  return {
    type: 'object',
    title: label,
    properties: {
      sensorMetricId: idSchema(kind),
      at: refTo('ReadingTime'),
      values: {
        type: 'object',
        properties,
        additionalProperties: false,
        minProperties: 1,
        description: 'The measured values by column.',
      },
      ...(frame === undefined ? {} : { frame: frameSchema(unit) }),
    },
    required: frame === undefined ? ['sensorMetricId', 'at', 'values'] : ['sensorMetricId', 'at'],
    ...(frame === undefined
      ? {}
      : { anyOf: ['values', 'frame'].map((name) => ({ properties: { [name]: {} }, required: [name] })) }),
  };
}

const FRAME_BODY: Schema = {
  type: 'object',
  description: 'A picture as a grid of cells.',
  properties: {
    rows: { type: 'integer', minimum: 1, maximum: 480, examples: [2], description: 'Rows of the grid.' },
    columns: { type: 'integer', minimum: 1, maximum: 640, examples: [3], description: 'Columns of the grid.' },
    data: {
      description: 'rows × columns cells, row by row from the top left.',
      anyOf: [
        {
          type: 'array',
          items: { type: ['number', 'null'] },
          description: 'The cells as numbers; null: unknown.',
          examples: [[21.5, 21.7, 22, 21.4, 35.2, 22.1]],
        },
        {
          type: 'string',
          contentEncoding: 'base64',
          description: 'The cells as base64 of float32 values, little-endian, four bytes each; NaN: unknown.',
        },
      ],
    },
  },
  required: ['rows', 'columns', 'data'],
};

/** The components that the readings of a report are made of, by name. */
export const READING_SCHEMAS: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(DEVICE_METRICS.map((kind) => [readingSchemaName(kind), readingSchema(kind)])),
  FrameBody: FRAME_BODY,
  ReadingTime: {
    type: 'string',
    format: 'date-time',
    maxLength: 40,
    examples: ['2026-03-02T10:00:00Z'],
    description:
      'When it was measured: ISO 8601 with an offset. At most a minute ahead of the server, not before 2000, and within the retention of the organization. Series and time identify a reading: one that is sent again is a duplicate.',
  },
  Reading: {
    description:
      'One reading. The schema depends on `sensorMetricId`. A reading that does not match is listed in `rejected` of the response; it does not affect the others.',
    anyOf: DEVICE_METRICS.map((kind) => refTo(readingSchemaName(kind))),
  },
};
