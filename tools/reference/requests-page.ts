/** docs/reference/requests.md: the main operations as command lines. */
import { curlOf } from '@picket/contracts/document/curl';
import { DESCRIPTIONS } from '@picket/contracts/document/descriptions/index';
import { exampleOf } from '@picket/contracts/document/examples/operation-examples';
import { ENDPOINT_TABLE, type EndpointKey } from '@picket/contracts/endpoints';
import { fence, HEADING } from './markdown.ts';

const MAIN: readonly EndpointKey[] = [
  'POST /sentry/activate',
  'POST /sentry/telemetry',
  'GET /sentry/config',
  'POST /sentry/discovered',
  'GET /locations',
  'POST /locations',
  'POST /locations/{guid}/sentries',
  'GET /locations/{guid}/latest',
  'GET /locations/{guid}/telemetry',
  'GET /locations/{guid}/telemetry/export',
  'POST /policies',
  'GET /alerts',
  'POST /alerts',
  'POST /alerts/{guid}/acknowledge',
  'POST /alerts/{guid}/comments',
  'GET /events',
];

export function requestsPage(): string {
  const sections = MAIN.map((key) => {
    const endpoint = ENDPOINT_TABLE[key];
    return `## ${endpoint.summary}\n\n${DESCRIPTIONS[key]}\n\n${fence('sh', curlOf(key, endpoint, exampleOf(key)))}\n`;
  });
  return [
    HEADING(
      'Requests',
      'The main operations as command lines. `$PICKET` is the address of the installation, `$TOKEN` an API token, `$DEVICE_TOKEN` the token of a device. The API reference, at `/api/docs` of every installation, has one for each operation.',
    ),
    ...sections,
  ].join('\n');
}
