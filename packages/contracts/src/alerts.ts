import { ALERT_KIND_NAMES } from '@picket/domain/alert-kinds';
import { ALERT_STATES } from '@picket/domain/alert-states';
import { MAX_COMMENT_LENGTH } from '@picket/domain/comments';
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { VERDICTS } from '@picket/domain/verdicts';
import { z } from 'zod';
import { ALERT_VIDEO_STATES, AlertVideo } from './clips.ts';
import { AlertDelivery } from './notifications.ts';
import { PolicyChange, RecordedCalculation, TraceStep } from './policies.ts';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { Problem } from './problems.ts';
import { MultilineText, ReportedText, Text } from './request-texts.ts';

/** Codes of an alert's timeline. */
export const STEP_CODES = [
  'CONDITION_MET',
  'RAISED',
  'EXIT_STARTED',
  'EXIT_CANCELLED',
  'CLEARED',
  'RECOVERED',
  'ACKNOWLEDGED',
  'UNACKNOWLEDGED',
  'ASSIGNED',
  'UNASSIGNED',
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
  'VIDEO_ADDED',
] as const;
export type StepCode = (typeof STEP_CODES)[number];

const AlertCondition = z.object({
  sensorMetricId: z.string(),
  column: z.string(),
  operator: z.string(),
  threshold: z.number(),
  /** What it computes over a time, and compares; absent: each reading. */
  calc: RecordedCalculation,
  /** The zone of the picture it was computed over. */
  zoneId: z.string().optional(),
  /** The operand at the instant the alert was raised. */
  operand: z.number().nullable(),
});

export const Alert = z.object({
  guid: Guid,
  kind: z.enum(ALERT_KIND_NAMES),
  severity: z.number(),
  severityLabel: z.enum(SEVERITY_LABELS),
  state: z.enum(ALERT_STATES),
  muted: z.boolean(),
  backfilled: z.boolean(),
  /** Readings that arrived late changed its times. */
  corrected: z.boolean(),
  /** Readings that arrived late show that it should not have been raised. It is kept, and not counted. */
  withdrawn: z.boolean(),
  message: z.string(),
  /** What the message of a system alert says, as facts. */
  problem: Problem.optional(),
  /** Absent: it is about the whole organization. */
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
  /** The acknowledgement expires at `until` unless somebody acts on the alert. */
  acknowledged: z.object({ by: z.string(), at: InstantOut, until: InstantOut.optional() }).optional(),
  /** The assignee, and who assigned it. Escalation does not stop before somebody acknowledges. */
  assigned: z.object({ to: z.object({ guid: Guid, name: z.string() }), by: z.string(), at: InstantOut }).optional(),
  /** Snoozed: nobody is notified again before `until`. */
  snoozed: z.object({ by: z.string(), until: InstantOut }).optional(),
  /** The open alert that caused this one; people are notified of that one. */
  root: Guid.optional(),
  resolved: z.object({ by: z.string(), at: InstantOut }).optional(),
  /** Whether it was real, set by a person. */
  verdict: z.object({ verdict: z.enum(VERDICTS), by: z.string(), at: InstantOut }).optional(),
  /** Muted: when do-not-disturb ends. */
  mutedUntil: InstantOut.optional(),
  /** Open, and its sentry is offline: the current state is unknown. */
  sentryOffline: z.boolean(),
  /** What became of its video, where its violation asks for one. */
  videoState: z.enum(ALERT_VIDEO_STATES).optional(),
  last_update_ts: InstantOut,
});

export const AlertStep = z.object({
  at: InstantOut,
  code: z.enum(STEP_CODES),
  by: z.string().optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export const AlertComment = z.object({ guid: Guid, by: z.string(), at: InstantOut, text: z.string() });

const AlertReading = z.object({
  sensorMetricId: z.string(),
  column: z.string(),
  at: InstantOut,
  value: z.number().nullable(),
});

/** Why people were or were not notified: reason codes, the decisive one first. */
const NOTIFICATION_REASONS = [
  'SEVERITY_ZERO',
  'SUPPRESSED_BY_DO_NOT_DISTURB',
  'NOTIFIED_AFTER_DO_NOT_DISTURB',
  'RECORDED_AFTER_CLEARED',
  'WITHDRAWN',
  'SHOWN_IN_CONSOLE',
] as const;

export const AlertDetail = Alert.extend({
  video: AlertVideo.optional(),
  readings: z.array(AlertReading),
  timeline: z.array(AlertStep),
  /** The newest comments, oldest first. */
  comments: z.array(AlertComment),
  /** The cursor for GET /alerts/{guid}/comments to return earlier comments; null: there are none. */
  earlierCommentsCursor: z.string().nullable(),
  /** Deliveries of notifications about it. */
  deliveries: z.array(AlertDelivery),
  /** Alerts caused by it, grouped with it. */
  symptoms: z.array(
    z.object({ guid: Guid, message: z.string(), sentry: z.string().optional(), state: z.enum(ALERT_STATES) }),
  ),
  /** Why people were or were not notified. */
  notificationReasons: z.array(z.object({ code: z.enum(NOTIFICATION_REASONS), at: InstantOut.optional() })),
  /** For a policy-change alert: the change, and whether it was reverted. */
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

/** All states, each once, have fewer characters. */
const MAX_STATES_LENGTH = 64;
const OF_STATES = new RegExp(`^(?:${ALERT_STATES.join('|')})(?:,(?:${ALERT_STATES.join('|')}))*$`, 'u');

export const AlertQuery = PageQuery.extend({
  withdrawn: WithdrawnFilter,
  location: Guid.optional(),
  sentry: Guid.optional(),
  policy: Guid.optional(),
  kind: z.enum(ALERT_KIND_NAMES).optional(),
  /** One or several, separated by commas. */
  state: Text(MAX_STATES_LENGTH)
    .regex(OF_STATES, 'must be states of alerts, separated by commas')
    .transform((text) => text.split(','))
    .optional(),
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
/** An invalid message is sanitized rather than rejected, so that the alert is not lost. */
export const DeviceAlertBody = z.object({ severity: Severity, message: ReportedText(1024).min(1), at: InstantIn });
export const DeviceAlertResponse = z.object({ guid: Guid, serverTime: InstantOut });
export const CommentBody = z.strictObject({ text: MultilineText(MAX_COMMENT_LENGTH).min(1) });
/** null: assigned to nobody. */
export const AssignBody = z.strictObject({ user: Guid.nullable() });
/** People whom an alert may be assigned to. */
export const PossibleAssignees = z.object({ items: z.array(z.object({ guid: Guid, name: z.string() })) });
export const VerdictBody = z.strictObject({ verdict: z.enum(VERDICTS).nullable() });
