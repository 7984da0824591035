/** What a message says, as facts: kept with it, and brought up to date before each attempt. Words are made of it when it is sent. */

import { PolicyChange, RecordedCalculation } from '@picket/contracts/policies';
import { Problem } from '@picket/contracts/problems';
import { LANGUAGES, TIME_FORMATS } from '@picket/domain/languages';
import { z } from 'zod';

/** What became of the video of an alert, and its clips that are ready. */
const Video = z.object({
  state: z.string(),
  reason: z.string().nullable(),
  clips: z.array(
    z.object({
      guid: z.string(),
      startedAt: z.number(),
      endedAt: z.number(),
      linkEpoch: z.number(),
      hasStill: z.boolean(),
    }),
  ),
});
export type MessageVideo = z.output<typeof Video>;

const Item = z.object({
  alert: z.string(),
  change: z.enum(['RAISED', 'CLEARED', 'OCCURRED', 'REMINDER', 'UPDATED']),
  occurrence: z.number(),
  /** REMINDER: which notification of the alert this is; the first one is 1. */
  notificationNumber: z.number().nullable(),
  severity: z.number(),
  message: z.string(),
  /** What a system alert says, as facts; what was composed before there was this says it in its message. */
  problem: Problem.nullable().default(null),
  location: z.object({ guid: z.string(), name: z.string(), timezone: z.string() }).nullable(),
  sentry: z.string().nullable(),
  policy: z.string().nullable(),
  subject: z.string().nullable(),
  conditions: z.array(
    z.object({
      sensorMetricId: z.string(),
      column: z.string(),
      operator: z.string(),
      threshold: z.number(),
      /** What it computes over a time, and compares; absent: each reading. */
      calc: RecordedCalculation,
      operand: z.number().nullable(),
    }),
  ),
  startedAt: z.number(),
  clearedAt: z.number().nullable(),
  /** It never happened; what was composed before there was this says nothing of it. */
  withdrawn: z.boolean().default(false),
  /** Why it was suppressed until now. */
  suppressedFor: z.string().nullable(),
  /** Open alerts that follow from it. */
  symptoms: z.number(),
  kind: z.string(),
  /** What an edit of a policy changed; what was composed before there was this says it in its message. */
  changes: z.array(PolicyChange).default([]),
  /** null: its violation asks for none. */
  video: Video.nullable().default(null),
});

export const DigestLocation = z.object({
  guid: z.string(),
  name: z.string(),
  timezone: z.string(),
  alerts: z.number(),
  stillOpen: z.number(),
  /** Seconds in which some alert was on. */
  outSeconds: z.number(),
  gapSeconds: z.number(),
  series: z.array(
    z.object({
      sentry: z.string(),
      sensorMetricId: z.string(),
      column: z.string(),
      min: z.number(),
      max: z.number(),
      mean: z.number(),
    }),
  ),
});

export const MessageContent = z.object({
  kind: z.enum(['ALERTS', 'SUMMARY', 'LATE', 'DIGEST']),
  language: z.enum(LANGUAGES),
  useCelsius: z.boolean(),
  /** What was composed before there was a choice is read as before. */
  timeFormat: z.enum(TIME_FORMATS).default('auto'),
  tenantName: z.string(),
  at: z.number(),
  items: z.array(Item),
  digest: z
    .object({
      from: z.number(),
      to: z.number(),
      timezone: z.string(),
      locations: z.array(DigestLocation),
      /** How many it leaves out. */
      moreLocations: z.number().default(0),
    })
    .nullable(),
});
export type MessageContent = z.output<typeof MessageContent>;
export type MessageItem = z.output<typeof Item>;
export type DigestLocation = z.output<typeof DigestLocation>;

/** Whether it is still on, as far as the item knows. */
export const isActive = ({ change, clearedAt }: Pick<MessageItem, 'change' | 'clearedAt'>): boolean =>
  change !== 'CLEARED' && clearedAt === null;
