import { SEVERITY_LABELS, VERDICTS } from '@picket/domain';
import { z } from 'zod';
import { AlertDelivery } from './notifications.ts';
import { PolicyChange, TraceStep } from './policies.ts';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { MultilineText, ReportedText } from './request-texts.ts';

export const ALERT_KINDS = [
  'ALERT',
  'POLICY_ALERT',
  'POLICY_ALERT_WITH_READINGS',
  'POLICY_ALERT_WITH_VIDEO',
  'POLICY_ALERT_WITH_SIGNED_VIDEO_URL',
  'WEATHER_ALERT',
  'GENERIC_ALERT',
  'POLICY_CHANGE_ALERT',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_STATES = ['OPEN', 'RECOVERED', 'CLEARED', 'RESOLVED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Reason codes of an alert's timeline. */
export const STEP_CODES = [
  'CONDITION_MET',
  'RAISED',
  'EXIT_STARTED',
  'EXIT_CANCELLED',
  'CLEARED',
  'RECOVERED',
  'ACKNOWLEDGED',
  'COMMENTED',
  'CORRECTED',
  'WITHDRAWN',
  'BACKFILLED',
  'MUTED',
  'UNMUTED',
  'RESOLVED',
  'POLICY_EDITED',
  'POLICY_CHANGED',
  'RESTORED',
  'VERDICT_SET',
  'SENTRY_REMOVED',
  'LOCATION_REMOVED',
  'ACKNOWLEDGEMENT_EXPIRED',
  'SNOOZED',
  'SNOOZE_ENDED',
  'ESCALATED',
  'WEATHER_REPORTED',
] as const;
export type StepCode = (typeof STEP_CODES)[number];

export const AlertCondition = z.object({
  sensorMetricId: z.string(),
  column: z.string(),
  operator: z.string(),
  threshold: z.number(),
  /** The zone of the picture it was computed over. */
  zoneId: z.string().optional(),
  /** The operand at the instant the alert was raised. */
  operand: z.number().nullable(),
});

export const Alert = z.object({
  guid: Guid,
  kind: z.enum(ALERT_KINDS),
  severity: z.number(),
  severityLabel: z.enum(SEVERITY_LABELS),
  state: z.enum(ALERT_STATES),
  muted: z.boolean(),
  backfilled: z.boolean(),
  /** Readings that came later moved its instants. */
  corrected: z.boolean(),
  /** Readings that came later show that it would never have been raised: it stays on record, and counts nowhere. */
  withdrawn: z.boolean(),
  message: z.string(),
  /** Left out: it is about the whole organisation. */
  location: z.object({ guid: Guid, name: z.string(), timezone: z.string() }).optional(),
  sentry: z.object({ guid: Guid, name: z.string() }).optional(),
  policy: z.object({ guid: Guid, name: z.string(), version: z.number() }).optional(),
  violation: z.string().optional(),
  /** The fluid sensor it is about. */
  subject: z.string().optional(),
  conditions: z.array(AlertCondition),
  startedAt: InstantOut,
  raisedAt: InstantOut,
  endedAt: InstantOut.optional(),
  clearedAt: InstantOut.optional(),
  /** Somebody takes care; unless something happens, it is nobody's again at `until`. */
  acknowledged: z.object({ by: z.string(), at: InstantOut, until: InstantOut.optional() }).optional(),
  /** Put off: nobody is told again before `until`. */
  snoozed: z.object({ by: z.string(), until: InstantOut }).optional(),
  /** The open alert this one follows from, which is told instead of it. */
  root: Guid.optional(),
  resolved: z.object({ by: z.string(), at: InstantOut }).optional(),
  /** What a person said it was, afterwards. */
  verdict: z.object({ verdict: z.enum(VERDICTS), by: z.string(), at: InstantOut }).optional(),
  /** Muted: until when its policy keeps quiet. */
  mutedUntil: InstantOut.optional(),
  /** Open, and its sentry has not been heard for longer than its readings hold: nothing is known. */
  sentryOffline: z.boolean(),
  last_update_ts: InstantOut,
});

export const AlertStep = z.object({
  at: InstantOut,
  code: z.enum(STEP_CODES),
  by: z.string().optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export const AlertComment = z.object({ guid: Guid, by: z.string(), at: InstantOut, text: z.string() });
/** Comments an alert takes; what is worth more than that is not one alert's. */
export const MAX_COMMENTS = 1000;
/** Characters a comment has. */
export const MAX_COMMENT_LENGTH = 2048;

export const AlertReading = z.object({
  sensorMetricId: z.string(),
  column: z.string(),
  at: InstantOut,
  value: z.number().nullable(),
});

/** Why somebody was, or was not, told: reason codes, the deciding one first. */
export const NOTIFICATION_REASONS = [
  'SEVERITY_ZERO',
  'SUPPRESSED_BY_DO_NOT_DISTURB',
  'NOTIFIED_AFTER_DO_NOT_DISTURB',
  'RECORDED_AFTER_CLEARED',
  'WITHDRAWN',
  'SHOWN_IN_CONSOLE',
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

export const AlertDetail = Alert.extend({
  readings: z.array(AlertReading),
  timeline: z.array(AlertStep),
  /** The newest of them, oldest first. */
  comments: z.array(AlertComment),
  /** Where GET /alerts/{guid}/comments goes on with those before; null: these are all. */
  earlierCommentsCursor: z.string().nullable(),
  /** Who was told of what, and what became of it. */
  deliveries: z.array(AlertDelivery),
  /** What follows from it, told with it. */
  symptoms: z.array(
    z.object({ guid: Guid, message: z.string(), sentry: z.string().optional(), state: z.enum(ALERT_STATES) }),
  ),
  /** Why people were told of it, or were not. */
  notificationReasons: z.array(z.object({ code: z.enum(NOTIFICATION_REASONS), at: InstantOut.optional() })),
  /** For a policy-change alert: the edit, and whether it was taken back. */
  change: z
    .object({
      policy: Guid.optional(),
      sentry: Guid.optional(),
      by: z.string().optional(),
      changes: z.array(PolicyChange),
      restorable: z.boolean(),
      restored: z.object({ by: z.string(), at: InstantOut }).optional(),
    })
    .optional(),
});

export const AlertTrace = z.object({
  /** From the same engine over the stored readings; empty where the alert was not raised by a policy. */
  steps: z.array(TraceStep),
  from: InstantOut,
  to: InstantOut,
});

/** Whether a list shows alerts that were withdrawn. */
export const WithdrawnFilter = z.enum(['exclude', 'include', 'only']).default('exclude');

export const AlertQuery = PageQuery.extend({
  withdrawn: WithdrawnFilter,
  location: Guid.optional(),
  sentry: Guid.optional(),
  policy: Guid.optional(),
  kind: z.enum(ALERT_KINDS).optional(),
  state: z.enum(ALERT_STATES).optional(),
  verdict: z.enum(VERDICTS).optional(),
  minSeverity: z.coerce.number().int().min(0).max(999).optional(),
  muted: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  from: InstantIn.optional(),
  to: InstantIn.optional(),
});

const Severity = z.number().int().min(0).max(999);

export const GenericAlertBody = z.strictObject({
  location: Guid,
  severity: Severity,
  message: MultilineText(1024).min(1),
});
/** Its message is mended rather than refused: an alert is worth more than its words. */
export const DeviceAlertBody = z.object({ severity: Severity, message: ReportedText(1024).min(1), at: InstantIn });
export const DeviceAlertResponse = z.object({ guid: Guid, serverTime: InstantOut });
export const CommentBody = z.strictObject({ text: MultilineText(MAX_COMMENT_LENGTH).min(1) });
export const VerdictBody = z.strictObject({ verdict: z.enum(VERDICTS).nullable() });
