/** The `webhooks` section of the OpenAPI document. */
import type { z } from 'zod';
import type { ConvertedSchemas } from './schema-components.ts';
import { WEBHOOK_BODIES, WEBHOOK_GUIDE, WEBHOOK_HEADERS, WEBHOOK_TYPES, WebhookTest } from './webhook-events.ts';

const BODIES: readonly (readonly [type: string, schema: z.ZodType, summary: string])[] = [
  ...Object.entries(WEBHOOK_BODIES).map(
    ([type, schema]) => [type, schema, WEBHOOK_TYPES[type as keyof typeof WEBHOOK_TYPES]] as const,
  ),
  ['test', WebhookTest, 'A person sent a test to see whether the destination works.'],
];

/** The bodies by the id under which the section asks for them. */
export const WEBHOOK_SCHEMAS: readonly (readonly [id: string, schema: z.ZodType])[] = BODIES.map(([type, schema]) => [
  `webhook:${type}`,
  schema,
]);

const EXAMPLE_WEBHOOK_ALERT = {
  alert: '0190a3c4-1f00-7000-8000-000000000001',
  occurrence: 1,
  kind: 'POLICY_ALERT_WITH_READINGS',
  severity: 300,
  text: 'Critical: Too hot at Server room',
  message: 'Too hot',
  location: { guid: '0190a3c4-1f00-7000-8000-000000000002', name: 'Server room', timezone: 'Europe/Zurich' },
  sentry: 'Rack 1',
  policy: 'Temperature',
  subject: null,
  conditions: [
    {
      sensorMetricId: 'environment_temperature',
      column: 'value',
      operator: 'GREATER_THAN',
      threshold: 35,
      operand: 36.4,
    },
  ],
  startedAt: '2026-03-02T10:00:00Z',
  clearedAt: null,
  url: 'https://picket.example.org/alert/0190a3c4-1f00-7000-8000-000000000001',
};

const CLIP_ADDRESS = 'https://picket.example.org/api/v1/clips/0190a3c4-1f00-7000-8000-000000000003';
const LINK_QUERY = 'expires=1772532300&epoch=0&sig=Zr3kq0V5b2oO1mQnB7d9c4Xw8yLh6tGfJpRsUaTeKxI';

const EXAMPLE_VIDEO = {
  kind: 'POLICY_ALERT_WITH_SIGNED_VIDEO_URL',
  text: 'Info: Motion at Server room',
  message: 'Motion',
  severity: 100,
  policy: 'Motion',
  conditions: [
    { sensorMetricId: 'camera_motion', column: 'level', operator: 'GREATER_THAN', threshold: 0.05, operand: 0.31 },
  ],
  video: {
    state: 'READY',
    clips: [
      {
        clip: '0190a3c4-1f00-7000-8000-000000000003',
        startedAt: '2026-03-02T09:59:50Z',
        endedAt: '2026-03-02T10:00:40Z',
        url: `${CLIP_ADDRESS}/play?${LINK_QUERY}`,
        stillUrl: `${CLIP_ADDRESS}/still?${LINK_QUERY}`,
        expiresAt: '2026-03-03T10:05:00Z',
      },
    ],
  },
};

function exampleOfType(type: string): object {
  const timestamp = '2026-03-02T10:05:00Z';
  if (type === 'test') return { type, timestamp, data: { text: 'A test from Picket' } };
  const isOver = type === 'alert.cleared' || type === 'alert.occurred';
  const data = {
    ...EXAMPLE_WEBHOOK_ALERT,
    ...(isOver ? { clearedAt: '2026-03-02T10:04:00Z' } : {}),
    ...(type === 'alert.reminder' ? { notificationNumber: 2 } : {}),
    ...(type === 'alert.updated' ? EXAMPLE_VIDEO : {}),
  };
  return { type, timestamp, data };
}

const PARAMETERS = Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

export function documentWebhooks(schemas: ConvertedSchemas): Readonly<Record<string, object>> {
  return Object.fromEntries(
    BODIES.map(([type, , summary]) => [
      type,
      {
        post: {
          operationId: `webhook${type.replace(/(?:^|\.)(\w)/gu, (_, letter: string) => letter.toUpperCase())}`,
          tags: ['webhooks'],
          summary,
          description: WEBHOOK_GUIDE,
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemas.output[`webhook:${type}`], example: exampleOfType(type) },
            },
          },
          responses: {
            '2XX': { description: 'Accepted: the notification counts as delivered.' },
            '4XX': { description: 'Not accepted: the request is repeated later, for up to a day.' },
          },
        },
      },
    ]),
  );
}
