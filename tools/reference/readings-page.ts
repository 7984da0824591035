/** docs/reference/readings.md: what a device sends and gets, over HTTP and MQTT. */
import { exampleOf } from '@picket/contracts/document/examples/operation-examples';
import { DEVICE_METRICS, exampleIdOf, exampleValueOf } from '@picket/contracts/document/reading-schemas';
import { responseTopic, telemetryTopic } from '@picket/contracts/telemetry';
import type { Metric } from '@picket/domain/metric-row';
import { METRICS, type MetricKind } from '@picket/domain/metrics';
import { code, fence, HEADING, json, table } from './markdown.ts';

const AT = '2026-03-02T10:00:00Z';

function exampleReading(kind: MetricKind): string {
  const { columns }: Metric = METRICS[kind];
  const values = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, exampleValueOf(column)]));
  return JSON.stringify({ sensorMetricId: exampleIdOf(kind), at: AT, values });
}

export function readingsPage(): string {
  const { body, response } = exampleOf('POST /sentry/telemetry');
  const guid = '0190a3c4-1f00-7000-8000-000000000001';
  const mqtt = { token: 'the token of the device', ...(body as object) };
  return [
    HEADING(
      'Readings',
      'A device sends its readings in reports: `POST /api/v1/sentry/telemetry` with the token that `POST /api/v1/sentry/activate` returned.',
    ),
    json(body),
    '\nThe response comes once the readings are stored and evaluated. Keep a report until then; sending it again is safe.\n',
    json(response),
    '\n## What is counted\n',
    table(
      ['field', 'meaning'],
      [
        [code('accepted'), 'Readings that were stored.'],
        [code('duplicates'), 'Readings that were stored before: the same series and time.'],
        [
          code('late'),
          'Of the accepted ones, those older than what was evaluated already. They are evaluated as well.',
        ],
        [
          code('rejected'),
          'Readings that were not stored, with index, field and reason. The others are stored. Do not send these again.',
        ],
      ],
    ),
    '\n## One of each metric\n',
    'The ranges are listed in [metrics](metrics.md).\n',
    fence('json', DEVICE_METRICS.map(exampleReading).join('\n')),
    '\n## Pictures\n',
    'A reading of a sensor that takes pictures may have `frame` instead of `values`, or both: `rows`, `columns`, and `data` row by row, as numbers (`null`: unknown) or as base64 of float32 little-endian.\n',
    fence(
      'json',
      JSON.stringify({
        sensorMetricId: 'thermal_temperature',
        at: AT,
        frame: { rows: 2, columns: 3, data: [21.5, 21.7, 22, 21.4, 35.2, null] },
      }),
    ),
    '\n## Over MQTT\n',
    `Connect with the guid of the sentry as client id. Publish the report with one more field, \`token\`, to \`${telemetryTopic('{guid}')}\` at quality of service 1, and subscribe to \`${responseTopic('{guid}')}\`. For the sentry ${code(guid)}:\n`,
    fence(
      'sh',
      `mosquitto_pub -h picket.example.org -p 8883 -i ${guid} -u ${guid} -P "$PASSWORD" -q 1 \\\n  -t ${telemetryTopic(guid)} -m '${JSON.stringify(mqtt)}'`,
    ),
    '\nThe answer has `status` and the fields as over HTTP, and `sentAt` of the report, by which to match it:\n',
    json({ status: 200, sentAt: AT, ...(response as object) }),
    '\nAn error has `status`, `code` and `message` instead, as listed in [errors](errors.md). Only the guid of the sentry to which the token belongs may stand in the topic.\n',
  ].join('\n');
}
