/** docs/reference/limits.md: what is bounded, read from the API document and the settings. */
import { MAX_ACKNOWLEDGED } from '@picket/contracts/alert-inbox';
import { MAX_UPLOADS_OF_SENTRY } from '@picket/contracts/clips';
import { buildApiDocument } from '@picket/contracts/document/build-api-document';
import { MAX_BODY_BYTES, PUBLIC_BODY_BYTES, USUAL_BODY_BYTES } from '@picket/contracts/endpoint';
import type { ErrorCode } from '@picket/contracts/errors';
import { MAX_SENSORS_OF_SENTRY } from '@picket/contracts/sensors';
import { MAX_COMMENTS } from '@picket/domain/comments';
import { describeSettings } from '@picket/server/config';
import { code, HEADING, table } from './markdown.ts';

/** The number at a place of the document, or an error: a limit that moved is noticed. */
function limitAt(root: unknown, ...path: readonly string[]): string {
  let place: unknown = root;
  for (const step of path) place = typeof place === 'object' && place !== null ? Reflect.get(place, step) : undefined;
  if (typeof place !== 'number') throw new Error(`there is no limit at ${path.join('.')}`);
  return place.toLocaleString('en-US');
}

const kibibytes = (bytes: number): string => `${(bytes / 1024).toLocaleString('en-US')} KiB`;

const setting = (name: string): string => limitAt(describeSettings(), name, 'default');

/** `prefix`: of the settings with the rate and the burst. */
const rateRow = (of: string, prefix: string, error: ErrorCode): readonly string[] => [
  `readings of ${of} a second on average, and at once (${code(`${prefix}_RATE`)}, ${code(`${prefix}_BURST`)})`,
  `${setting(`${prefix}_RATE`)}, ${setting(`${prefix}_BURST`)}; a report counts as 10, a kibibyte of its pictures as 1, an alert of a device as 1,010`,
  `429 ${code(error)}`,
];

const ingestRows = (): readonly (readonly string[])[] => [
  [
    `reports that wait in the ingest queue of a server process (${code('PICKET_INGEST_QUEUE_LIMIT')})`,
    setting('PICKET_INGEST_QUEUE_LIMIT'),
    '503 `busy`',
  ],
  rateRow('a sentry', 'PICKET_INGEST_SENTRY', 'sentryRateLimited'),
  rateRow('an organization', 'PICKET_INGEST_TENANT', 'tenantRateLimited'),
];

export function limitsPage(): string {
  const { schemas } = buildApiDocument().components;
  const of = (...path: readonly string[]): string => limitAt(schemas, ...path);
  const rows = [
    ['report of a sentry or zone, after decompression', kibibytes(MAX_BODY_BYTES), '413 `tooLarge`'],
    ['any other request body, after decompression', kibibytes(USUAL_BODY_BYTES), '413 `tooLarge`'],
    [
      'request body without signing in, apart from a crash of the console',
      kibibytes(PUBLIC_BODY_BYTES),
      '413 `tooLarge`',
    ],
    ['arrays and objects in each other in a body', '64', '400 `malformed`'],
    ['marks on one character of a text', '30', '400 `validation`'],
    ['readings in a report', of('Report', 'properties', 'readings', 'maxItems'), '400 `validation`'],
    ['time of a reading ahead of the server', '60 s', 'the reading is rejected'],
    ['age of a reading', 'the retention of the organization, and not before 2000', 'the reading is rejected'],
    [
      'rows and columns of a picture',
      `${of('FrameBody', 'properties', 'rows', 'maximum')} × ${of('FrameBody', 'properties', 'columns', 'maximum')}`,
      'the reading is rejected',
    ],
    ['fluid sensors in one request', of('DiscoveredBody', 'properties', 'sensors', 'maxItems'), '400 `validation`'],
    ['fluid sensors of a sentry', String(MAX_SENSORS_OF_SENTRY), 'the sensor is rejected'],
    ['messages of a webhook in a minute, and at once', '600, 200 at a server process', '429 `rateLimited`'],
    ['entries of a page (`limit`)', '500', '400 `validation`'],
    ['violations of a policy', of('DefinitionInput', 'properties', 'violations', 'maxItems'), '400 `validation`'],
    ['comments on an alert', MAX_COMMENTS.toLocaleString('en-US'), '409 `conflict`'],
    ['comments of a user in a minute', '30', '429 `rateLimited`'],
    ['alerts acknowledged in one request', String(MAX_ACKNOWLEDGED), '400 `validation`'],
    ['event streams of a user at a server process', '20', '429 `rateLimited`'],
    ['clip uploads of a sentry at a server process', String(MAX_UPLOADS_OF_SENTRY), '503 `busy`'],
    ['downloads of a user at a server process', '1', '429 `rateLimited`'],
    ['downloads of an organization at a server process', '4', '429 `rateLimited`'],
    [
      `sign-in attempts of an address in a minute (${code('PICKET_SIGN_IN_RATE_LIMIT')})`,
      setting('PICKET_SIGN_IN_RATE_LIMIT'),
      '429 `rateLimited`',
    ],
    ['activations of an address in a minute', 'twenty times as many', '429 `rateLimited`'],
    ...ingestRows(),
    [
      `connections of a server process (${code('PICKET_CONNECTIONS')})`,
      setting('PICKET_CONNECTIONS'),
      'further ones are closed',
    ],
    ['time for a request to arrive', '30 s', 'the connection is closed'],
    ['validity of an activation code', '7 days, once', '422 `unprocessable`'],
  ];
  return [
    HEADING(
      'Limits',
      'What is bounded, and what happens beyond it. A device that keeps to `Retry-After` and to the size of a report meets none of them.',
    ),
    table(['what', 'limit', 'beyond it'], rows),
    '',
  ].join('\n');
}
