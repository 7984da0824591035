/** Notifications on the wire: preferences, destinations, deliveries and messages. */
import { NOTIFICATION_KIND_NAMES } from '@picket/domain/alert-kinds';
import { CHANNEL_KINDS, DEVICE_SYSTEMS, SETTABLE_CHANNELS, type SettableChannel } from '@picket/domain/channels';
import { LANGUAGES } from '@picket/domain/languages';
import { DIGEST_FREQUENCIES, MAX_PICTURE_WAIT_SECONDS, MIN_SEVERITIES } from '@picket/domain/notification-preferences';
import { scheduleProblems } from '@picket/domain/schedules';
import { z } from 'zod';
import { CHANNEL_SETTINGS } from './channel-settings.ts';
import { MailStageOut } from './installation.ts';
import { DoNotDisturb } from './policies.ts';
import { Guid, InstantIn, InstantOut, PageQuery, Timezone } from './primitives.ts';
import { Problem } from './problems.ts';
import { MultilineText, NameInput, Text } from './request-texts.ts';
import { unionMembers } from './schemas-by-kind.ts';

const ChannelKindSchema = z.enum(CHANNEL_KINDS);
const MinSeveritySchema = z.enum(MIN_SEVERITIES);
const NotificationKindSchema = z.enum(NOTIFICATION_KIND_NAMES);

/** For each kind of alert and channel: from which severity on. A channel left out takes its default. */
const NotificationMatrix = z.record(NotificationKindSchema, z.partialRecord(ChannelKindSchema, MinSeveritySchema));

const Schedule = DoNotDisturb.superRefine((schedule, { addIssue }) => {
  for (const { name, message } of scheduleProblems(schedule)) addIssue({ code: 'custom', path: [name], message });
});

const QuietHours = z.strictObject({
  schedule: Schedule,
  timezone: Timezone,
  /** From this severity on notifications are sent during quiet hours as well. */
  except: MinSeveritySchema,
  channels: z.array(ChannelKindSchema).max(CHANNEL_KINDS.length),
});

const Digest = z.strictObject({
  frequency: z.enum(DIGEST_FREQUENCIES),
  hour: z.number().int().min(0).max(23),
  dayOfWeek: z.number().int().min(1).max(7),
  timezone: Timezone,
});

export const NotificationPreferences = z.strictObject({
  matrix: NotificationMatrix,
  locations: z.union([z.literal('all'), z.array(Guid).max(2000)]),
  quietHours: QuietHours.nullable(),
  digest: Digest.nullable(),
  /** Of the messages; null or missing: that of the person's profile, or English. */
  language: z.enum(LANGUAGES).nullable().default(null),
  /** How long mail about an alert waits for its picture; null or missing: as long as the organization says. */
  pictureWaitSeconds: z.number().int().min(0).max(MAX_PICTURE_WAIT_SECONDS).nullable().default(null),
});

const SettableChannelSchema = z.enum(SETTABLE_CHANNELS);

const HEALTH_STATES = ['NEVER_ATTEMPTED', 'WORKS', 'FAILING'] as const;

export const Destination = z.object({
  guid: Guid,
  kind: ChannelKindSchema,
  name: z.string(),
  /** Where it leads, without anything secret: a host, an address. */
  address: z.string(),
  createdBy: z.string().optional(),
  createdAt: InstantOut.optional(),
  health: z.enum(HEALTH_STATES),
  /** While it fails: since when, and what was answered last. */
  failingSince: InstantOut.optional(),
  lastProblem: z.string().optional(),
  lastDeliveredAt: InstantOut.optional(),
  /** Of a destination of the tenant: what it is notified of. */
  preferences: NotificationPreferences.optional(),
  /** Left out: an e-mail address, which is that of the account. */
  last_update_ts: InstantOut.optional(),
});

const destinationBody = <K extends SettableChannel>(kind: K) =>
  z.strictObject({ kind: z.literal(kind), name: NameInput, settings: CHANNEL_SETTINGS[kind] });
type DestinationBodies = { readonly [K in SettableChannel]: ReturnType<typeof destinationBody<K>> };

export const DestinationBody = z.discriminatedUnion(
  'kind',
  unionMembers<DestinationBodies>(SETTABLE_CHANNELS, destinationBody),
);

/** `secret` of a webhook: what its requests are signed with, answered once. */
export const DestinationCreated = Destination.extend({ secret: z.string().optional() });

export const DestinationPatch = z.strictObject({
  name: NameInput.optional(),
  preferences: NotificationPreferences.optional(),
});

export const DestinationTest = z.object({
  delivered: z.boolean(),
  /** The response, or why there was none; of a private host, no more than whether it accepted the test. */
  response: z.string(),
  /** How long a delivery took; left out of failures, where it would show why a private host did not respond. */
  milliseconds: z.number().optional(),
  /** E-mail that was accepted: what the mail server did, with how long each took. */
  stages: z.array(MailStageOut).optional(),
});

/** Whether a test message arrived, which only its recipient knows. */
export const ArrivalBody = z.strictObject({ arrived: z.boolean() });

export const NotificationSettings = z.object({
  preferences: NotificationPreferences,
  /** Nobody has chosen yet: these are the defaults. */
  isDefault: z.boolean(),
  destinations: z.array(Destination),
  /** Channels this installation can use, for a person. */
  channels: z.array(SettableChannelSchema),
  /** Whether mail is set up. */
  mail: z.boolean(),
  /** The key a browser subscribes to push with. */
  pushKey: z.string(),
  deviceOs: z.enum(DEVICE_SYSTEMS).optional(),
  /** Of the preferences. */
  last_update_ts: InstantOut,
});

export const NotificationSettingsBody = z.strictObject({ preferences: NotificationPreferences });

const Audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('NOTIFIED') }),
  z.strictObject({ kind: z.literal('ADMINS') }),
  z.strictObject({ kind: z.literal('NAMED'), people: z.array(Guid).max(100), destinations: z.array(Guid).max(100) }),
]);

const Minutes = z.number().int().min(1).max(10_080);

const chainFields = {
  minSeverity: z.number().int().min(0).max(999),
  locations: z.union([z.literal('all'), z.array(Guid).min(1).max(2000)]),
  steps: z
    .array(z.strictObject({ afterMinutes: Minutes, audience: Audience }))
    .max(10)
    .refine(
      (steps) => steps.every(({ afterMinutes }, place) => afterMinutes > (steps[place - 1]?.afterMinutes ?? 0)),
      'each step comes later than the one before',
    ),
  repeatMinutes: Minutes.nullable(),
  maxRepeats: z.number().int().min(0).max(100),
};

const rulesWith = (name: z.ZodString) =>
  z.strictObject({
    acknowledgementTimeoutMinutes: Minutes,
    chains: z.array(z.strictObject({ name, ...chainFields })).max(20),
  });

export const NotificationRules = rulesWith(Text(128).min(1));
/** As they were stored, by whichever version: a name that would be refused today must not lose the rules it stands in. */
export const StoredNotificationRules = rulesWith(z.string());
export const NotificationRulesOut = StoredNotificationRules.extend({
  isDefault: z.boolean(),
  last_update_ts: InstantOut,
});

export const MaintenanceWindow = z.object({
  guid: Guid,
  startsAt: InstantOut,
  endsAt: InstantOut,
  reason: z.string(),
  createdBy: z.string(),
  /** How many alerts were suppressed so far. */
  suppressedAlerts: z.number(),
});
export const MaintenanceBody = z.strictObject({
  startsAt: InstantIn.optional(),
  endsAt: InstantIn,
  reason: MultilineText(256).default(''),
});
export const MaintenanceParams = z.strictObject({ guid: Guid, window: Guid });

/** States of a delivery. */
export const DELIVERY_STATES = ['DUE', 'SUPPRESSED', 'COMPOSED', 'SENT', 'FAILED', 'SKIPPED'] as const;
export const DELIVERY_CHANGES = ['RAISED', 'CLEARED', 'OCCURRED', 'REMINDER', 'UPDATED'] as const;
/** Why a delivery is suppressed or was skipped. */
export const SUPPRESSION_REASONS = [
  'DO_NOT_DISTURB',
  'QUIET_HOURS',
  'MAINTENANCE',
  'SNOOZED',
  'GROUPED',
  'GROUPING',
  'WAITING_FOR_PREDECESSOR',
  'CATCHING_UP',
  'AWAITING_PICTURE',
  'NOT_CHOSEN',
  'NO_PERMISSION',
  'GONE',
  'CHANNEL_NOT_SET_UP',
  'NOT_NOTIFIED',
  'WITHDRAWN',
  'REOPENED',
  'ENDED',
  'ACKNOWLEDGED',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

const DeliveryAttempt = z.object({
  at: InstantOut,
  /** Left out: it began, and nobody knows how it ended. */
  delivered: z.boolean().optional(),
  response: z.string().optional(),
});

export const AlertDelivery = z.object({
  guid: Guid,
  to: z.string(),
  channel: ChannelKindSchema.optional(),
  destination: z.string().optional(),
  change: z.enum(DELIVERY_CHANGES),
  occurrence: z.number(),
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
  suppressedFor: z.enum(SUPPRESSION_REASONS).optional(),
  at: InstantOut,
  until: InstantOut.optional(),
  settledAt: InstantOut.optional(),
  /** The message it went with. */
  message: Guid.optional(),
  attempts: z.array(DeliveryAttempt),
});

export const MESSAGE_STATES = ['WAITING', 'SENT', 'FAILED'] as const;

export const MessageOut = z.object({
  guid: Guid,
  to: z.string(),
  channel: ChannelKindSchema,
  title: z.string(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.number(),
  createdAt: InstantOut,
  nextAttemptAt: InstantOut.optional(),
  settledAt: InstantOut.optional(),
  lastProblem: z.string().optional(),
  alerts: z.array(z.object({ guid: Guid, location: Guid.optional() })),
});
export const MessageQuery = PageQuery.extend({ state: z.enum(MESSAGE_STATES).optional() });

export const SnoozeBody = z.strictObject({ until: InstantIn });

/** Who would be notified of such an alert at a given time, on which channel. */
export const NotificationPreviewBody = z.strictObject({
  location: Guid,
  kind: NotificationKindSchema,
  severity: z.number().int().min(0).max(999),
  at: InstantIn,
  /** A policy whose do-not-disturb counts. */
  policy: Guid.optional(),
});
export const NotificationPreview = z.object({
  timezone: z.string(),
  /** Suppressed for everybody: do-not-disturb of the policy, or maintenance. */
  suppressedFor: z.enum(SUPPRESSION_REASONS).optional(),
  until: InstantOut.optional(),
  recipients: z.array(
    z.object({
      guid: Guid,
      name: z.string(),
      isShared: z.boolean(),
      /** For each channel they have; `reason` says why not, `until` when they are notified if it is still open. */
      routes: z.array(
        z.object({
          channel: ChannelKindSchema,
          destination: z.string(),
          notified: z.boolean(),
          reason: z.enum(SUPPRESSION_REASONS).optional(),
          until: InstantOut.optional(),
        }),
      ),
      reason: z.enum(SUPPRESSION_REASONS).optional(),
    }),
  ),
});

export const LINK_ACTIONS = ['ACKNOWLEDGE', 'SNOOZE_30', 'SNOOZE_120'] as const;
export const LinkParams = z.strictObject({ token: Text(256).min(1) });
export const LinkBody = z.strictObject({ action: z.enum(LINK_ACTIONS) });
/** What a link in a message is for. */
export const ActionLink = z.object({
  to: z.string(),
  tenantName: z.string(),
  alerts: z.array(
    z.object({
      guid: Guid,
      location: z.object({ guid: Guid, name: z.string(), timezone: z.string() }).optional(),
      message: z.string(),
      /** As facts: of a system alert, and the name of the policy of an edit. */
      problem: Problem.optional(),
      editedPolicy: z.string().optional(),
      severity: z.number(),
      state: z.string(),
      startedAt: InstantOut,
      acknowledged: z.object({ by: z.string(), at: InstantOut }).optional(),
      snoozedUntil: InstantOut.optional(),
    }),
  ),
  actions: z.array(z.enum(LINK_ACTIONS)),
  /** It was used before: by whom, for what. */
  used: z.object({ action: z.enum(LINK_ACTIONS), by: z.string(), at: InstantOut }).optional(),
});
