/** docs/reference/metrics.md: the registry of metrics. */
import { describeColumn, exampleIdOf, exampleValueOf } from '@picket/contracts/document/reading-schemas';
import type { Metric, MetricColumn } from '@picket/domain/metric-row';
import { METRIC_KINDS, METRICS, type MetricKind } from '@picket/domain/metrics';
import { code, HEADING, table } from './markdown.ts';

const rowOf = (kind: MetricKind): Metric => METRICS[kind];
const range = ([min, max]: readonly [number, number]): string => `${min} to ${max}`;

function columnRow(kind: MetricKind, name: string, column: MetricColumn): string[] {
  const isSent = rowOf(kind).madeByServer !== true;
  return [
    code(isSent ? exampleIdOf(kind) : kind),
    code(name),
    column.unit,
    range(column.range),
    column.measures === undefined ? '' : range(column.measures),
    isSent ? String(exampleValueOf(column)) : 'made by the server',
    describeColumn(column).split(', in ')[0] ?? '',
  ];
}

export function metricsPage(): string {
  const rows = METRIC_KINDS.flatMap((kind) =>
    Object.entries(rowOf(kind).columns).map(([name, column]) => columnRow(kind, name, column)),
  );
  const pictures = METRIC_KINDS.filter((kind) => rowOf(kind).frame !== undefined);
  const states = METRIC_KINDS.flatMap((kind) =>
    Object.values(rowOf(kind).columns).flatMap(({ stateTexts }) =>
      stateTexts === undefined ? [] : [[code(exampleIdOf(kind)), stateTexts[0], stateTexts[1]]],
    ),
  );
  return [
    HEADING(
      'Metrics',
      'What sentries report. A `sensorMetricId` names a sensor and a quantity, joined by an underscore; a reading has one or more of its columns. A value outside the range is rejected; `null` says that the sensor does not know.',
    ),
    table(['sensorMetricId', 'column', 'unit', 'range', 'usually measured', 'example', 'meaning'], rows),
    '\n## Fluid sensors\n',
    'The id of a fluid sensor contains its model and serial number: `fluid-{model}-{serial_number}_{quantity}`, such as `fluid-FX2-0042_leak`. Both have letters, digits and dots. A device reports the sensors that it receives with `POST /sentry/discovered`; a person pairs them. Policies name the family instead, such as `fluid_leak`, and apply to each sensor.',
    '\n## Pictures\n',
    `${pictures.map(code).join(' and ')} may come as a picture, a grid of up to 480 × 640 cells, with or instead of columns. Where only the picture of a thermal sensor comes, Picket computes its columns.`,
    '\n## States\n',
    table(['sensorMetricId', '0', 'above 0'], states),
    '',
  ].join('\n');
}
