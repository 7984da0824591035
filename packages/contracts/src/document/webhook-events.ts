/**
 * What a webhook of an organization receives, for the OpenAPI document and the reference. The server makes the bodies
 * (`send-webhook.ts`); a test of the channels holds them against these schemas.
 */
import { ALERT_KIND_NAMES } from '@picket/domain/alert-kinds';
import { z } from 'zod';
import { ALERT_VIDEO_STATES, MISSING_REASONS } from '../clips.ts';
import { RecordedCalculation } from '../policies.ts';

const Instant = z.string().meta({ format: 'date-time' });

const WebhookCondition = z.object({
  sensorMetricId: z.string(),
  column: z.string(),
  operator: z.string(),
  threshold: z.number(),
  calc: RecordedCalculation,
  operand: z.number().nullable(),
});

const WebhookClip = z.object({
  clip: z.uuid(),
  startedAt: Instant,
  endedAt: Instant,
  url: z.string().meta({ description: 'The video, as an MP4 file. The link is all it takes to open it.' }),
  stillUrl: z.string().optional().meta({ description: 'A still of it, as a JPEG file. Absent: the sentry made none.' }),
  expiresAt: Instant.meta({ description: 'Until when the links are valid, unless they are revoked before.' }),
});

const WebhookVideo = z.object({
  state: z.enum(ALERT_VIDEO_STATES),
  reason: z.enum(MISSING_REASONS).optional().meta({ description: 'Why there is none, where the state is MISSING.' }),
  clips: z.array(WebhookClip).meta({ description: 'Those that are ready.' }),
});

/** The alert that a request is about. New fields may come. */
export const WebhookAlert = z.object({
  alert: z.uuid(),
  occurrence: z.number().meta({
    description:
      'Counts how often this alert was raised and cleared: 1 for the first time. Of `alert.updated` it is the number of clips that were ready, 0 where none will come.',
  }),
  kind: z.enum(ALERT_KIND_NAMES).meta({
    description: 'POLICY_ALERT_WITH_SIGNED_VIDEO_URL: `video` has links to its clips.',
  }),
  severity: z.number(),
  text: z.string().meta({
    description: 'One line for people: the severity, what happened and where, in the language of the organization.',
  }),
  message: z.string(),
  location: z.object({ guid: z.uuid(), name: z.string(), timezone: z.string() }).nullable(),
  sentry: z.string().nullable().meta({ description: 'The name of the sentry; null: it is about no single one.' }),
  policy: z.string().nullable().meta({ description: 'The name of the policy; null: no policy raised it.' }),
  subject: z.string().nullable(),
  conditions: z.array(WebhookCondition),
  startedAt: Instant,
  clearedAt: Instant.nullable().meta({ description: 'When it was cleared; null: it is still on.' }),
  withdrawn: z
    .literal(true)
    .optional()
    .meta({ description: 'Present when readings that arrived late show that it should not have been raised.' }),
  notificationNumber: z
    .number()
    .optional()
    .meta({ description: 'Of a reminder: which notification of the alert this is. The first one is 1.' }),
  video: WebhookVideo.optional().meta({ description: 'Absent: no video was asked for.' }),
  url: z.string().meta({ description: 'The alert in the console.' }),
});

/** The types of requests about an alert. */
export const WEBHOOK_TYPES = {
  'alert.raised': 'An alert was raised, and is still on as far as Picket knows.',
  'alert.cleared': 'An alert that was sent as raised is over.',
  'alert.occurred': 'An alert was raised and had ended again before it could be sent: it is over.',
  'alert.reminder': 'An alert is still open and unacknowledged: a further notification of its escalation.',
  'alert.updated': 'A clip of an alert is ready, or its video will not come. Once for each clip.',
} as const;
export type WebhookType = keyof typeof WEBHOOK_TYPES;

const ofType = <Type extends string>(type: Type) =>
  z.object({
    type: z.literal(type),
    timestamp: Instant.meta({ description: 'When the notification was composed.' }),
    data: WebhookAlert,
  });

/** The body of each type. */
export const WEBHOOK_BODIES = {
  'alert.raised': ofType('alert.raised'),
  'alert.cleared': ofType('alert.cleared'),
  'alert.occurred': ofType('alert.occurred'),
  'alert.reminder': ofType('alert.reminder'),
  'alert.updated': ofType('alert.updated'),
} as const satisfies Record<WebhookType, z.ZodType>;

/** The body of a test that a person sends with POST /destinations/{guid}/test. */
export const WebhookTest = z.object({
  type: z.literal('test'),
  timestamp: Instant,
  data: z.object({ text: z.string() }),
});

/** The headers of every request, as Standard Webhooks describe them. */
export const WEBHOOK_HEADERS = {
  'webhook-id':
    'Identifies the notification. It is the same when a request is repeated: skip one that was processed already.',
  'webhook-timestamp': 'When the request was sent, in seconds since 1970. Reject what is older than five minutes.',
  'webhook-signature':
    '`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. Several signatures are separated by spaces.',
} as const;

export const WEBHOOK_GUIDE = `Every change of an alert is one \`POST\` to the address of the destination, signed as [Standard Webhooks](https://www.standardwebhooks.com) describe it. Any library for Standard Webhooks verifies it.

To verify a request:

1. Take the secret that \`POST /destinations\` returned once, without its prefix \`whsec_\`, and decode it from base64: this is the key.
2. Compute the HMAC-SHA256 of \`{webhook-id}.{webhook-timestamp}.{body}\` with it, over the body as it arrived, before it is parsed, and encode it as base64.
3. Compare it, in constant time, with each signature in \`webhook-signature\` after its \`v1,\`. Accept the request if one is equal and \`webhook-timestamp\` is less than five minutes old.

Respond with any 2xx status within ten seconds. Every other response, and none, is a failure: the request is repeated with the same \`webhook-id\` for up to a day, with \`Retry-After\` respected. The end of an alert is sent only after its beginning was accepted. New fields and new types may come: ignore what you do not know.`;
